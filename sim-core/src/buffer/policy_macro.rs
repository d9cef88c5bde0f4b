//! Policies of a write buffer: what a line of their list in `mod.rs` makes, and their common methods.

use super::entry::Change;
use super::lbuffer::session::SessionEnd;
use super::policy::{Flushed, Policy, Ranked, Share, Touch, Words, Written};
use super::recency::Recency;
use super::store::{Group, Page, Store, Victim};
use super::{AnyPolicy, each_policy};
use crate::flash::counters::Counters;

/// `file::Type,` for each policy, in the order in which buffers are listed to people. Such a line declares the file's module, makes a
/// variant of `AnyPolicy`, and an entry of `POLICIES` out of the file's `ENTRY`. The first token is the dollar sign of the macro that
/// this one makes.
macro_rules! policies {
    ($d:tt $($seen:vis $file:ident::$name:ident,)*) => {
        $($seen mod $file;)*

        /// A policy at work.
        #[derive(Clone, Debug, Hash)]
        pub enum AnyPolicy {
            $(
                #[doc = concat!("See `", stringify!($file), "`.")]
                $name($file::$name),
            )*
        }

        /// Every policy that can be chosen.
        const POLICIES: &[entry::Entry<AnyPolicy>] = &[$(entry::Entry {
            info: $file::ENTRY.info,
            observables: $file::ENTRY.observables,
            build: |settings, site, store| AnyPolicy::$name(($file::ENTRY.build)(settings, site, store)),
        }),*];

        /// Calls the same method on whichever policy it is.
        macro_rules! each_policy {
            ($d any:ident, $d policy:ident => $d call:expr) => {
                match $d any {
                    $(AnyPolicy::$name($d policy) => $d call,)*
                }
            };
        }
        use each_policy;
    };
}
pub(super) use policies;

/// What a policy says of itself whatever its state.
struct Constants {
    words: Words,
    plugs: bool,
    keeps: bool,
    by_arrival: bool,
}

fn constants<P: Policy>(_: &P) -> Constants {
    Constants { words: P::WORDS, plugs: P::PLUGS, keeps: P::KEEPS, by_arrival: P::BY_ARRIVAL }
}

impl AnyPolicy {
    /// See [`Policy::change`].
    pub fn change(&mut self, change: &Change<'_>, store: &Store) {
        each_policy!(self, policy => policy.change(change, store))
    }

    /// What a policy, new and with nothing in RAM, takes over from the one that was in its place, besides the pages.
    pub(crate) fn inherits(&mut self, other: &Self) {
        if let (Self::LBuffer(new), Self::LBuffer(old)) = (self, other) {
            new.inherits(old);
        }
    }

    /// See [`Policy::WORDS`].
    pub fn words(&self) -> Words {
        each_policy!(self, policy => constants(policy)).words
    }
    /// See [`Policy::PLUGS`].
    pub(crate) fn can_plug(&self) -> bool {
        each_policy!(self, policy => constants(policy)).plugs
    }
    /// See [`Policy::KEEPS`].
    pub(crate) fn keeps(&self) -> bool {
        each_policy!(self, policy => constants(policy)).keeps
    }
    /// See [`Policy::BY_ARRIVAL`].
    pub fn is_by_arrival(&self) -> bool {
        each_policy!(self, policy => constants(policy)).by_arrival
    }
    /// See [`Policy::begins`].
    pub(crate) fn begins(&mut self, request: &Written) {
        each_policy!(self, policy => policy.begins(request))
    }
    /// See [`Policy::flushes`].
    pub fn flushes(&mut self) {
        each_policy!(self, policy => policy.flushes())
    }
    /// See [`Policy::ends`].
    pub fn ends(&mut self, counters: &Counters) -> Option<SessionEnd> {
        each_policy!(self, policy => policy.ends(counters))
    }
    /// See [`Policy::touched`].
    #[inline]
    pub fn touched(&mut self, touch: &Touch, store: &Store) {
        each_policy!(self, policy => policy.touched(touch, store))
    }
    /// See [`Policy::page_leaves`].
    pub(super) fn page_leaves(&mut self, group: u32, page: &Page, store: &Store) {
        each_policy!(self, policy => policy.page_leaves(group, page, store))
    }
    /// See [`Policy::group_leaves`].
    pub(super) fn group_leaves(&mut self, group: u32, flushed: Option<Flushed>, store: &Store) {
        each_policy!(self, policy => policy.group_leaves(group, flushed, store))
    }
    /// See [`Policy::look_below`].
    pub(super) fn look_below(&mut self, is_whole: &dyn Fn(u32) -> bool) {
        each_policy!(self, policy => policy.look_below(is_whole))
    }
    /// See [`Policy::victim`].
    pub fn victim(&self, store: &Store, spared: Option<u32>) -> Option<Victim> {
        each_policy!(self, policy => policy.victim(store, spared))
    }
    /// See [`Policy::case`].
    pub(crate) fn case(&self, victim: Victim, store: &Store) -> &'static str {
        each_policy!(self, policy => policy.case(victim, store))
    }
    /// See [`Policy::plugs`].
    pub fn plugs(&self, group: &Group, store: &Store) -> bool {
        each_policy!(self, policy => policy.plugs(group, store))
    }
    /// See [`Policy::order`].
    pub fn order(&self, store: &Store, most: usize) -> Vec<Ranked> {
        each_policy!(self, policy => policy.order(store, most))
    }
    /// See [`Policy::line`].
    pub fn line(&self) -> Option<&Recency> {
        each_policy!(self, policy => policy.line())
    }
    /// See [`Policy::share`].
    pub fn share(&self) -> Option<Share> {
        each_policy!(self, policy => policy.share())
    }
    /// See [`Policy::extra_bytes`].
    pub(super) fn extra_bytes(&self) -> u64 {
        each_policy!(self, policy => policy.extra_bytes())
    }
    /// See [`Policy::heap_bytes`].
    pub(super) fn heap_bytes(&self) -> usize {
        each_policy!(self, policy => policy.heap_bytes())
    }
    /// See [`Policy::starts_anew`].
    pub(super) fn starts_anew(&mut self) {
        each_policy!(self, policy => policy.starts_anew())
    }
}
