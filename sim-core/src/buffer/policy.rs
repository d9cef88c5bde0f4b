//! Which pages leave a write buffer next. A policy is one file: its state, its choice, its source. It sees what happens to
//! pages in RAM (`store.rs`) and never touches flash; what its choice means is carried out in `write_buffer.rs`.
//!
//! A new policy is a file here, its module, a line in `BUFFERS` (`others.rs`), one in [`Policies`] and one in `each!`.

use super::Change;
use super::bpac::Bpac;
use super::bplru::Bplru;
use super::capbacked::CapBacked;
use super::cflru::Cflru;
use super::clc::Clc;
use super::fab::Fab;
use super::lbuffer::LBuffer;
use super::lbuffer::session::SessionEnd;
use super::lru::Lru;
use super::recency::Recency;
use super::recently_evicted::RecentlyEvicted;
use super::store::{Group, Page, Store};
use crate::flash::counters::Counters;
use crate::nand::Lpn;
use serde::Serialize;

/// What leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victim {
    /// All pages of a group.
    Group(u32),
    /// One page: its group, and its place in the logical block.
    Page(u32, u32),
}

/// How a page was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// The host wrote it.
    Written,
    /// The host read it, and it was in RAM.
    Read,
    /// The host read it, and it is in RAM since.
    Fetched,
}

/// A page in RAM was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// How.
    pub by: Use,
    /// Where its group stands.
    pub group: u32,
    /// The page's own number.
    pub page: u32,
    /// The page.
    pub lpn: Lpn,
    /// Whether it was not in RAM before.
    pub is_new: bool,
}

/// A write request of the host, as it begins.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// Write requests begun before.
    pub now: u64,
    /// Its first page.
    pub first: Lpn,
    /// Its pages.
    pub count: u32,
    /// Its first cell, from the beginning of its first page.
    pub from: u32,
    /// Its cells.
    pub cells: u32,
}

/// A group, or a page, in its place in the order of leaving.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// What would leave.
    pub victim: Victim,
    /// What the order goes by.
    pub score: f64,
    /// The part of the order it is in, where there are such.
    pub section: Option<u32>,
}

/// How a policy speaks of itself.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// What leaves next: "the group with most pages".
    pub rule: &'static str,
    /// What [`Ranked::score`] is.
    pub score: &'static str,
    /// The parts of the order.
    pub sections: &'static [&'static str],
}

/// Most that is told of what left.
pub const REMEMBERED: usize = 32;

/// Room that single pages and groups share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// Pages that may stand in the line.
    pub now: u32,
    /// The most that this can become.
    pub most: u32,
    /// What it was to begin with.
    pub first: u32,
    /// Pages that left the line lately and are remembered, the latest first; at most [`REMEMBERED`].
    pub left_pages: Vec<Lpn>,
    /// Logical blocks that left as groups.
    pub left_groups: Vec<u32>,
    /// Pages of a logical block that make it a group.
    pub group_pages: u32,
}

/// Pages, by their own numbers, in order of leaving; the score of each is its place. `section` tells the part it is in.
pub fn pages_in_order<'a>(
    pages: impl Iterator<Item = u32> + 'a,
    store: &'a Store,
    section: impl Fn(u32) -> Option<u32> + 'a,
) -> impl Iterator<Item = Ranked> + 'a {
    let ranked = move |(place, page)| {
        Some(Ranked { victim: store.as_victim(page)?, score: f64::from(place), section: section(page) })
    };
    (1u32..).zip(pages).filter_map(ranked)
}

/// How pages leave RAM.
pub trait Policy {
    /// How it speaks of itself.
    const WORDS: Words;
    /// Whether it ever fills the holes of what leaves.
    const PLUGS: bool = false;
    /// Whether a capacitor keeps what is in RAM through a power cut: then what is taken is durable, and leaves in the
    /// background.
    const KEEPS: bool = false;

    /// A write request begins.
    fn begins(&mut self, _request: &Written) {}
    /// The host asks for everything to be durable: all groups are about to leave.
    fn flushes(&mut self) {}
    /// A write request is over. Tells the end of a session of those that tune themselves.
    fn ends(&mut self, _counters: &Counters) -> Option<SessionEnd> {
        None
    }
    /// A page in RAM was used; `store` holds it.
    fn touched(&mut self, touch: &Touch, store: &Store);
    /// A page is about to leave its group. If it is the last one, the group leaves then.
    fn page_leaves(&mut self, _group: u32, _page: &Page, _store: &Store) {}
    /// All pages of a group are about to leave; to flash if `flushed`.
    fn group_leaves(&mut self, group: u32, flushed: Option<Flushed>, store: &Store);
    /// Looks at what is below before a choice: `is_whole` tells whether all pages of a logical block are in one block.
    fn look_below(&mut self, _is_whole: &dyn Fn(u32) -> bool) {}
    /// What leaves next; nothing of the logical block `spared`. None if there is nothing else.
    fn victim(&self, store: &Store, spared: Option<u32>) -> Option<Victim>;
    /// Why `victim` in particular: the part of the rule that chose it.
    fn case(&self, _victim: Victim, _store: &Store) -> &'static str {
        Self::WORDS.rule
    }
    /// Whether the holes of a group are filled as it leaves, so that its block is written whole.
    fn plugs(&self, _group: &Group, _store: &Store) -> bool {
        false
    }
    /// The first `most` in order of leaving. For those who look.
    fn order(&self, store: &Store, most: usize) -> Vec<Ranked>;
    /// Its line of single pages, where it has one: from the page that stands farthest from leaving to the one that stands
    /// nearest. For those who look.
    fn line(&self) -> Option<&Recency> {
        None
    }
    /// Pages that its line may have before it gives one up, where that changes with what comes back. For those who look.
    fn share(&self) -> Option<Share> {
        None
    }
    /// Bytes of its tables beside the pages themselves, 16 a page and 32 a group (SPEC 6.0).
    fn extra_bytes(&self) -> u64 {
        0
    }
    /// Bytes that it takes here, in a checkpoint; about.
    fn heap_bytes(&self) -> usize {
        0
    }
    /// Power was lost, and everything has left.
    fn starts_anew(&mut self) {}
    /// Takes over what changes of its settings; `store` keeps its room.
    fn change(&mut self, _change: &Change<'_>, _store: &Store) {}
}

/// How a group went to flash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flushed {
    /// Whether its holes were filled.
    pub plugged: bool,
    /// Pages of it that were written.
    pub pages: u32,
}

/// A policy at work.
#[derive(Clone, Debug, Hash)]
pub enum Policies {
    /// The page used least recently.
    Lru(Lru),
    /// The same, clean ones before.
    Cflru(Cflru),
    /// The largest group.
    Fab(Fab),
    /// The group written least recently, its holes filled.
    Bplru(Bplru),
    /// The largest of the groups not used recently.
    Clc(Clc),
    /// What belongs to blocks that left just before.
    RecentlyEvicted(RecentlyEvicted),
    /// Single pages, or groups.
    Bpac(Bpac),
    /// The least dense group.
    LBuffer(LBuffer),
    /// The page that came first, kept through a power cut.
    CapBacked(CapBacked),
}

/// Calls a method on whichever policy it is.
macro_rules! each {
    ($self:ident, $policy:ident => $call:expr) => {
        match $self {
            Policies::Lru($policy) => $call,
            Policies::Cflru($policy) => $call,
            Policies::Fab($policy) => $call,
            Policies::Bplru($policy) => $call,
            Policies::Clc($policy) => $call,
            Policies::RecentlyEvicted($policy) => $call,
            Policies::Bpac($policy) => $call,
            Policies::LBuffer($policy) => $call,
            Policies::CapBacked($policy) => $call,
        }
    };
}

/// What a policy says of itself whatever its state.
fn constants<P: Policy>(_: &P) -> (Words, bool, bool) {
    (P::WORDS, P::PLUGS, P::KEEPS)
}

impl Policies {
    /// See [`Policy::change`].
    pub fn change(&mut self, change: &Change<'_>, store: &Store) {
        each!(self, policy => policy.change(change, store))
    }

    /// What a policy, new and with nothing in RAM, takes over from the one that was in its place, besides the pages.
    pub fn inherits(&mut self, other: &Self) {
        if let (Self::LBuffer(new), Self::LBuffer(old)) = (self, other) {
            new.inherits(old);
        }
    }

    /// See [`Policy::WORDS`].
    pub fn words(&self) -> Words {
        each!(self, policy => constants(policy)).0
    }
    /// See [`Policy::PLUGS`].
    pub fn can_plug(&self) -> bool {
        each!(self, policy => constants(policy)).1
    }
    /// See [`Policy::KEEPS`].
    pub fn keeps(&self) -> bool {
        each!(self, policy => constants(policy)).2
    }
    /// See [`Policy::begins`].
    pub fn begins(&mut self, request: &Written) {
        each!(self, policy => policy.begins(request))
    }
    /// See [`Policy::flushes`].
    pub fn flushes(&mut self) {
        each!(self, policy => policy.flushes())
    }
    /// See [`Policy::ends`].
    pub fn ends(&mut self, counters: &Counters) -> Option<SessionEnd> {
        each!(self, policy => policy.ends(counters))
    }
    /// See [`Policy::touched`].
    #[inline]
    pub fn touched(&mut self, touch: &Touch, store: &Store) {
        each!(self, policy => policy.touched(touch, store))
    }
    /// See [`Policy::page_leaves`].
    pub fn page_leaves(&mut self, group: u32, page: &Page, store: &Store) {
        each!(self, policy => policy.page_leaves(group, page, store))
    }
    /// See [`Policy::group_leaves`].
    pub fn group_leaves(&mut self, group: u32, flushed: Option<Flushed>, store: &Store) {
        each!(self, policy => policy.group_leaves(group, flushed, store))
    }
    /// See [`Policy::look_below`].
    pub fn look_below(&mut self, is_whole: &dyn Fn(u32) -> bool) {
        each!(self, policy => policy.look_below(is_whole))
    }
    /// See [`Policy::victim`].
    pub fn victim(&self, store: &Store, spared: Option<u32>) -> Option<Victim> {
        each!(self, policy => policy.victim(store, spared))
    }
    /// See [`Policy::case`].
    pub fn case(&self, victim: Victim, store: &Store) -> &'static str {
        each!(self, policy => policy.case(victim, store))
    }
    /// See [`Policy::plugs`].
    pub fn plugs(&self, group: &Group, store: &Store) -> bool {
        each!(self, policy => policy.plugs(group, store))
    }
    /// See [`Policy::order`].
    pub fn order(&self, store: &Store, most: usize) -> Vec<Ranked> {
        each!(self, policy => policy.order(store, most))
    }
    /// See [`Policy::line`].
    pub fn line(&self) -> Option<&Recency> {
        each!(self, policy => policy.line())
    }
    /// See [`Policy::share`].
    pub fn share(&self) -> Option<Share> {
        each!(self, policy => policy.share())
    }
    /// See [`Policy::extra_bytes`].
    pub fn extra_bytes(&self) -> u64 {
        each!(self, policy => policy.extra_bytes())
    }
    /// See [`Policy::heap_bytes`].
    pub fn heap_bytes(&self) -> usize {
        each!(self, policy => policy.heap_bytes())
    }
    /// See [`Policy::starts_anew`].
    pub fn starts_anew(&mut self) {
        each!(self, policy => policy.starts_anew())
    }
}
