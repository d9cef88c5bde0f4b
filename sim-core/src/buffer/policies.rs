//! Every policy of a write buffer, in one list: a new one is its file and a line of it.

use super::entry::{Change, Entry};
use super::lbuffer::session::SessionEnd;
use super::policy::{Flushed, Policy, Ranked, Share, Touch, Words, Written};
use super::recency::Recency;
use super::store::{Group, Page, Store, Victim};
use crate::flash::counters::Counters;

/// `file::Type,` for each policy; the file's `ENTRY` says how it is chosen. The first token is the dollar sign of the macro that this
/// one makes.
macro_rules! policies {
    ($d:tt $($file:ident::$name:ident,)*) => {
        /// A policy at work.
        #[derive(Clone, Debug, Hash)]
        pub enum AnyPolicy {
            $(
                #[doc = concat!("See `", stringify!($file), "`.")]
                $name(super::$file::$name),
            )*
        }

        /// Every policy that can be chosen.
        pub const POLICIES: [Entry<AnyPolicy>; [$(stringify!($file)),*].len()] = [$(Entry {
            info: super::$file::ENTRY.info,
            observables: super::$file::ENTRY.observables,
            build: |settings, site, store| AnyPolicy::$name((super::$file::ENTRY.build)(settings, site, store)),
        }),*];

        /// Calls the same method on whichever policy it is.
        macro_rules! each {
            ($d any:ident, $d policy:ident => $d call:expr) => {
                match $d any {
                    $(AnyPolicy::$name($d policy) => $d call,)*
                }
            };
        }
    };
}

policies! { $
    lru::Lru,
    cflru::Cflru,
    fab::Fab,
    bplru::Bplru,
    clc::Clc,
    recently_evicted::RecentlyEvicted,
    bpac::Bpac,
    lbuffer::LBuffer,
    capbacked::CapBacked,
}

/// What a policy says of itself whatever its state.
fn constants<P: Policy>(_: &P) -> (Words, bool, bool) {
    (P::WORDS, P::PLUGS, P::KEEPS)
}

impl AnyPolicy {
    /// See [`Policy::change`].
    pub fn change(&mut self, change: &Change<'_>, store: &Store) {
        each!(self, policy => policy.change(change, store))
    }

    /// What a policy, new and with nothing in RAM, takes over from the one that was in its place, besides the pages.
    pub(crate) fn inherits(&mut self, other: &Self) {
        if let (Self::LBuffer(new), Self::LBuffer(old)) = (self, other) {
            new.inherits(old);
        }
    }

    /// See [`Policy::WORDS`].
    pub fn words(&self) -> Words {
        each!(self, policy => constants(policy)).0
    }
    /// See [`Policy::PLUGS`].
    pub(crate) fn can_plug(&self) -> bool {
        each!(self, policy => constants(policy)).1
    }
    /// See [`Policy::KEEPS`].
    pub(crate) fn keeps(&self) -> bool {
        each!(self, policy => constants(policy)).2
    }
    /// See [`Policy::begins`].
    pub(crate) fn begins(&mut self, request: &Written) {
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
    pub(super) fn page_leaves(&mut self, group: u32, page: &Page, store: &Store) {
        each!(self, policy => policy.page_leaves(group, page, store))
    }
    /// See [`Policy::group_leaves`].
    pub(super) fn group_leaves(&mut self, group: u32, flushed: Option<Flushed>, store: &Store) {
        each!(self, policy => policy.group_leaves(group, flushed, store))
    }
    /// See [`Policy::look_below`].
    pub(super) fn look_below(&mut self, is_whole: &dyn Fn(u32) -> bool) {
        each!(self, policy => policy.look_below(is_whole))
    }
    /// See [`Policy::victim`].
    pub fn victim(&self, store: &Store, spared: Option<u32>) -> Option<Victim> {
        each!(self, policy => policy.victim(store, spared))
    }
    /// See [`Policy::case`].
    pub(crate) fn case(&self, victim: Victim, store: &Store) -> &'static str {
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
    pub(super) fn extra_bytes(&self) -> u64 {
        each!(self, policy => policy.extra_bytes())
    }
    /// See [`Policy::heap_bytes`].
    pub(super) fn heap_bytes(&self) -> usize {
        each!(self, policy => policy.heap_bytes())
    }
    /// See [`Policy::starts_anew`].
    pub(super) fn starts_anew(&mut self) {
        each!(self, policy => policy.starts_anew())
    }
}
