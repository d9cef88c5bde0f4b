//! Where the time of a request goes.
//!
//! The time from a request's arrival to its end is split among the items below, exactly: their sum is the response. Every flash
//! operation has a [`Purpose`], and every purpose belongs to one item.
//!
//! **Serial clock.** A request waits until the server is free, and then takes as long as the operations carried out for it. Each of
//! these counts for its purpose, also where the request merely happened to be the one that had to make room. The wait is
//! [`Item::Waiting`], since the server was busy with earlier requests, whatever it did for them. Only what the server did outside
//! any request counts for its own purpose in the wait as well: pages that a change in mid-run (`run.changes`) takes out of a buffer,
//! and recovery after a power cut as far as that takes time.
//!
//! **Event clock.** The time is split along the critical path: what ended last decides.
//!
//! - From arrival until its commands are issued, the controller's work for its pages is the host's, the rest is waiting.
//! - A request's commands at one plane, from the first issued to the last over, are a *visit*. The request's path leads through the
//!   visit that ends last. While one of its own commands runs, the time counts for that command's purpose; where the command stands
//!   still because it needs the bus, for what has the bus. While none of them runs, the time counts for what has the plane.
//! - What has the plane or the bus is seen thus from outside: a command that another request waits for, and a page of the host on
//!   its way out of RAM under no other name, are [`Item::Waiting`]; every other command is of its own purpose, so that a read queued
//!   behind a copy of a collection waits for GC. A channel that a plane keeps for its collection is held by GC. Transfers of other
//!   commands of the same request count for the purpose of the command that waits for them.
//! - A command that waited for another command of its request, and was begun when that was over (a data page behind its map page),
//!   takes over the path of that one, up to there: the map read and all that held it up.
//! - A request that waits for pages to leave a buffer is released by a write that is not its own. Its wait is split as the time of
//!   that write is: in the same proportions, rounded down, with what is left over, and all from before that write began, counted as
//!   [`Item::Flush`].
//! - Whatever is left is waiting: a flush request for the writes before it, a write for those before it in a queue.
//!
//! All of it is whole numbers added up in the order of events, so it is the same in every run.

use super::operation::Purpose;
use std::ops::{Index, IndexMut};

/// What time may go to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Item {
    /// The host's own pages, and the controller's work for them.
    #[default]
    Host = 0,
    /// Earlier requests.
    Waiting = 1,
    /// Garbage collection of data.
    Gc = 2,
    /// Merges of all kinds, emptying log blocks, copying logical blocks in order.
    Merge = 3,
    /// The mapping table: look-ups, write-backs, updates, its own garbage collection.
    Map = 4,
    /// Pages read or written to make whole what is not.
    Padding = 5,
    /// Keeping parity, and reading by it.
    Parity = 6,
    /// Bringing pages from RAM to flash.
    Flush = 7,
    /// Wear levelling, recovery, replacing blocks.
    Other = 8,
}

impl Item {
    /// How many there are.
    pub(crate) const COUNT: usize = 9;
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Host,
        Self::Waiting,
        Self::Gc,
        Self::Merge,
        Self::Map,
        Self::Padding,
        Self::Parity,
        Self::Flush,
        Self::Other,
    ];

    /// The item that a purpose belongs to.
    #[inline(always)]
    pub const fn of(purpose: Purpose) -> Self {
        match purpose {
            Purpose::Host => Self::Host,
            Purpose::Gc => Self::Gc,
            Purpose::Switch | Purpose::Partial | Purpose::Full | Purpose::Reclaim | Purpose::Convert => Self::Merge,
            Purpose::Map | Purpose::MapUpdate | Purpose::MapGc => Self::Map,
            Purpose::Rewrite | Purpose::Fill | Purpose::Pad => Self::Padding,
            Purpose::Parity | Purpose::Rebuild => Self::Parity,
            Purpose::Flush => Self::Flush,
            Purpose::Wear | Purpose::Recovery | Purpose::Replace => Self::Other,
        }
    }
}

/// Time by item, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Account([u64; Item::COUNT]);

impl Account {
    /// All of it.
    pub fn total_ns(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The items with their time.
    pub fn items(&self) -> impl Iterator<Item = (Item, u64)> {
        Item::ALL.into_iter().zip(self.0)
    }

    /// Adds another account. Sums go round at 2^64, so that one may be below zero until what belongs to it is added.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, ns)| *sum = sum.wrapping_add(ns));
    }

    /// Takes another account away, likewise.
    #[inline(always)]
    pub(super) fn subtract(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, ns)| *sum = sum.wrapping_sub(ns));
    }

    /// Counts `ns` as `to` that were counted as `from`, likewise.
    #[inline]
    pub(crate) fn shift(&mut self, ns: u64, from: Item, to: Item) {
        self[from] = self[from].wrapping_sub(ns);
        self[to] = self[to].wrapping_add(ns);
    }

    /// So much time, split as this account is; what that leaves over, and what this account has not, is `rest`.
    pub(super) fn in_proportion(&self, ns: u64, rest: Item) -> Self {
        let total_ns = self.total_ns();
        let mut part = *self;
        if ns < total_ns {
            // Times are short enough, nearly always, for a division that takes a tenth as long.
            let scaled = |own_ns: u64| match own_ns.checked_mul(ns) {
                Some(product) => product / total_ns,
                None => (u128::from(own_ns) * u128::from(ns) / u128::from(total_ns)) as u64,
            };
            part.0.iter_mut().filter(|own_ns| **own_ns > 0).for_each(|own_ns| *own_ns = scaled(*own_ns));
        }
        let told_ns = part.total_ns();
        part[rest] += ns - told_ns;
        part
    }
}

/// What a command's own time went to: what it waited for on the way to the bus, if it did, and the rest of what it took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Own {
    /// What it waited for.
    pub(super) waited: Option<Account>,
    /// What it was carried out for.
    pub item: Item,
    /// How long it took, the waiting included.
    pub(super) took_ns: u64,
}

impl Own {
    /// Adds it to an account.
    #[inline(always)]
    pub(super) fn add_to(&self, account: &mut Account) {
        let mut rest_ns = self.took_ns;
        if let Some(waited) = &self.waited {
            account.add(waited);
            rest_ns -= waited.total_ns();
        }
        account[self.item] = account[self.item].wrapping_add(rest_ns);
    }
}

/// What something is held for, as time goes by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Tally {
    account: Account,
    item: Item,
    since_ns: u64,
}

impl Tally {
    /// From now on it is held for `item`.
    #[inline]
    pub(crate) fn turn(&mut self, now_ns: u64, item: Item) {
        // What goes on as before is counted when somebody asks.
        if item != self.item {
            self.settle(now_ns);
            self.item = item;
        }
    }

    /// All time until now. The difference of two is what it was held for between them.
    #[inline]
    pub(crate) fn at(&mut self, now_ns: u64) -> &Account {
        self.settle(now_ns);
        &self.account
    }

    #[inline]
    fn settle(&mut self, now_ns: u64) {
        self.account[self.item] += now_ns - self.since_ns;
        self.since_ns = now_ns;
    }
}

impl Index<Item> for Account {
    type Output = u64;
    #[inline(always)]
    fn index(&self, item: Item) -> &u64 {
        &self.0[item as usize]
    }
}

impl IndexMut<Item> for Account {
    #[inline(always)]
    fn index_mut(&mut self, item: Item) -> &mut u64 {
        &mut self.0[item as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(items: &[(Item, u64)]) -> Account {
        let mut account = Account::default();
        items.iter().for_each(|&(item, ns)| account[item] = ns);
        account
    }

    #[test]
    fn a_part_is_split_as_the_whole_and_rounding_is_the_rest() {
        let whole = account(&[(Item::Gc, 30), (Item::Map, 10)]);
        assert_eq!(
            whole.in_proportion(7, Item::Waiting),
            account(&[(Item::Gc, 5), (Item::Map, 1), (Item::Waiting, 1)])
        );
        assert_eq!(whole.in_proportion(40, Item::Waiting), whole);
        assert_eq!(
            whole.in_proportion(45, Item::Waiting),
            account(&[(Item::Gc, 30), (Item::Map, 10), (Item::Waiting, 5)])
        );
        // Times whose product is beyond 2^64.
        let long = account(&[(Item::Gc, 3 << 40), (Item::Map, 1 << 40)]);
        assert_eq!(long.in_proportion(2 << 40, Item::Waiting), account(&[(Item::Gc, 3 << 39), (Item::Map, 1 << 39)]));
    }

    #[test]
    fn what_is_shifted_is_counted_once() {
        let mut times = account(&[(Item::Gc, 30), (Item::Map, 10)]);
        times.shift(12, Item::Gc, Item::Map);
        assert_eq!(times, account(&[(Item::Gc, 18), (Item::Map, 22)]));
    }
}
