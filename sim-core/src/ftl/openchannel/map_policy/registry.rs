//! Every policy of the map cache, in one list: a new one is its file and a line of it.

use super::policy::{Entry, MapBlock, MapPolicy, Slot};
use crate::base::bulk::Bulk;

/// `file::Type,` for each policy; the file's `ENTRY` says how it is chosen. The first token is the dollar sign of the macro that this
/// one makes.
macro_rules! policies {
    ($d:tt $($file:ident::$name:ident,)*) => {
        /// A policy at work.
        #[derive(Clone, Debug, Hash)]
        pub enum AnyPolicy {
            $(
                #[doc = concat!("See `", stringify!($file), ".rs`.")]
                $name(super::$file::$name),
            )*
        }

        /// Every policy that can be chosen.
        pub const POLICIES: &[Entry<AnyPolicy>] = &[$(Entry {
            kind: super::$file::ENTRY.kind,
            rule: super::$file::ENTRY.rule,
            worth: super::$file::ENTRY.worth,
            build: |from| AnyPolicy::$name((super::$file::ENTRY.build)(from)),
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
    hotness::Hotness,
    lru::Lru,
    lfu::Lfu,
    clock::Clock,
    fifo::Fifo,
    arc::Arc,
    opt::Opt,
}

/// The words of [`POLICIES`], for the parameter table.
pub const KINDS: [&str; POLICIES.len()] = {
    let mut kinds = [""; POLICIES.len()];
    let mut i = 0;
    while i < kinds.len() {
        kinds[i] = POLICIES[i].kind;
        i += 1;
    }
    kinds
};

impl MapPolicy for AnyPolicy {
    #[inline]
    fn looks_up(&mut self, block: MapBlock) {
        each!(self, policy => policy.looks_up(block))
    }
    #[inline]
    fn used(&mut self, slot: Slot, block: MapBlock) {
        each!(self, policy => policy.used(slot, block))
    }
    fn victim(&self, block: MapBlock) -> Slot {
        each!(self, policy => policy.victim(block))
    }
    fn left(&mut self, slot: Slot, block: MapBlock, incoming: MapBlock) {
        each!(self, policy => policy.left(slot, block, incoming))
    }
    fn loaded(&mut self, slot: Slot, block: MapBlock) {
        each!(self, policy => policy.loaded(slot, block))
    }
    fn case(&self, block: MapBlock) -> Option<&'static str> {
        each!(self, policy => policy.case(block))
    }
    fn worth(&self, slot: Slot, block: MapBlock) -> u64 {
        each!(self, policy => policy.worth(slot, block))
    }
    fn order(&self, block: MapBlock, count: usize) -> Vec<Slot> {
        each!(self, policy => policy.order(block, count))
    }
    fn clear(&mut self) {
        each!(self, policy => policy.clear())
    }
    fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        each!(self, policy => policy.bulk(visit))
    }
}

/// The entry of the policy called `kind`; the words are validated with the experiment.
pub fn entry(kind: &str) -> &'static Entry<AnyPolicy> {
    POLICIES.iter().find(|entry| entry.kind == kind).unwrap_or(&POLICIES[0])
}

/// The place of the policy called `kind` among all.
pub fn place(kind: &str) -> u8 {
    POLICIES.iter().position(|entry| entry.kind == kind).unwrap_or(0) as u8
}
