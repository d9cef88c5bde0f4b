//! Which pages leave a write buffer next. A policy is one file: its state, its choice, its source. It sees what happens to
//! pages in RAM (`store.rs`) and never touches flash; what its choice means is carried out in `write_buffer.rs`.
//!
//! A new policy is a file here and a line of the list in `mod.rs`.

use super::entry::Change;
use super::lbuffer::session::SessionEnd;
use super::recency::Recency;
use super::store::{Group, Page, Store, Victim};
use crate::flash::counters::Counters;
use crate::nand::Lpn;
use serde::Serialize;

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
    pub(super) is_new: bool,
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
    pub(crate) score: f64,
    /// The part of the order it is in, where there are such.
    pub section: Option<u32>,
}

/// How a policy speaks of itself.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// What leaves next: "the group with most pages".
    pub(crate) rule: &'static str,
    /// What [`Ranked::score`] is.
    pub(crate) score: &'static str,
    /// The parts of the order.
    pub sections: &'static [&'static str],
}

/// Most that is told of what left.
pub(super) const REMEMBERED: usize = 32;

/// Room that single pages and groups share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "BufferShare"))]
pub struct Share {
    /// Pages that may stand in the line.
    pub now: u32,
    /// The most that this can become.
    pub most: u32,
    /// What it was to begin with.
    pub first: u32,
    /// Pages that left the line lately and are remembered, the latest first; at most [`REMEMBERED`].
    pub(super) left_pages: Vec<Lpn>,
    /// Logical blocks that left as groups.
    pub(super) left_groups: Vec<u32>,
    /// Pages of a logical block that make it a group.
    pub(super) group_pages: u32,
}

/// Pages, by their own numbers, in order of leaving; the score of each is its place. `section` tells the part it is in.
pub(super) fn pages_in_order<'a>(
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
pub(crate) trait Policy {
    /// How it speaks of itself.
    const WORDS: Words;
    /// Whether it ever fills the holes of what leaves.
    const PLUGS: bool = false;
    /// Whether a capacitor keeps what is in RAM through a power cut: then what is taken is durable, and leaves in the
    /// background.
    const KEEPS: bool = false;
    /// Whether pages stand in the order in which they came, however often they are used since.
    const BY_ARRIVAL: bool = false;

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
    /// Bytes of its tables beside the pages themselves, 16 a page and 32 a group.
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
pub(crate) struct Flushed {
    /// Whether its holes were filled.
    pub plugged: bool,
    /// Pages of it that were written.
    pub pages: u32,
}
