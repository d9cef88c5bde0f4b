//! The coldest map block makes way: the paper's policy. The numbers, which the paper does not give, may be set.
//!
//! A block's hotness grows with each look-up and is kept, halved, for when it comes again. One that comes is at least as hot
//! as the one that would make way next, and some more, so that it does not leave at once. What was not looked up for a
//! while loses some.

use super::by_weight::ByWeight;
use super::policy::{Entry, MapBlock, MapPolicy, Setup, Slot};
use crate::base::bulk::{AnyBulk, Bulk};
use crate::nand::NONE;
use crate::parameters::settings::Settings;
use std::ops::Range;

/// How it is chosen.
pub(crate) const ENTRY: Entry<Hotness> =
    Entry { kind: "hotness", rule: "least hot", worth: "hotness", build: |setup| Hotness::new(&setup) };

/// What it goes by.
#[derive(Clone, Debug, Hash)]
struct Weights {
    load_bonus: u32,
    cold_penalty: u32,
    /// In look-ups.
    cold_epoch: u64,
    persists: bool,
    journal_bonus: u64,
}

/// Hotness of all map blocks, and the slots in its order.
#[derive(Clone, Debug, Hash)]
pub struct Hotness {
    weights: Weights,
    journal: Range<MapBlock>,
    order: ByWeight,
    /// By map block: what it has, or had when it left.
    hotness: Bulk<u32>,
    /// By slot: its map block.
    blocks: Bulk<MapBlock>,
    /// By slot: whether its block has the journal's bonus on top, in the order only.
    favoured: Bulk<u8>,
    favoured_slots: u32,
    /// Look-ups before this epoch, and up to its end.
    epoch_began: u64,
    epoch_ends: u64,
}

impl Hotness {
    fn new(setup: &Setup<'_>) -> Self {
        let weights = Weights::of(setup.settings);
        Self::empty(weights, setup.journal.clone().unwrap_or(0..0), setup.slots, setup.map_blocks)
    }

    fn empty(weights: Weights, journal: Range<MapBlock>, slots: u32, map_blocks: u32) -> Self {
        let epoch_ends = weights.cold_epoch;
        Self {
            weights,
            journal,
            order: ByWeight::new(slots),
            hotness: vec![0; map_blocks as usize].into(),
            blocks: vec![NONE; slots as usize].into(),
            favoured: vec![0; slots as usize].into(),
            favoured_slots: 0,
            epoch_began: 0,
            epoch_ends,
        }
    }

    /// Takes over its numbers; with `journal` also whose blocks have priority, in the order of their slots, and with `epoch` when
    /// an epoch ends. What is hot stays so.
    pub fn change(&mut self, setup: &Setup<'_>, journal: bool, epoch: bool) {
        self.weights = Weights::of(setup.settings);
        if epoch {
            self.epoch_ends = (self.epoch_began + self.weights.cold_epoch).max(self.order.uses() + 1);
        }
        if !journal {
            return;
        }
        self.journal = setup.journal.clone().unwrap_or(0..0);
        self.favoured_slots = 0;
        for slot in 0..self.order.slots() as usize {
            let favoured = self.journal.contains(&self.blocks[slot]) && self.favoured_slots < self.order.slots() / 2;
            self.favoured[slot] = u8::from(favoured);
            self.favoured_slots += u32::from(favoured);
        }
        let Self { weights, order, hotness, blocks, favoured, .. } = self;
        order.weigh_unused(u64::MAX, |slot| {
            let bonus = if favoured[slot as usize] == 0 { 0 } else { weights.journal_bonus };
            u64::from(hotness[blocks[slot as usize] as usize]) + bonus
        });
    }

    /// The block in `slot` was looked up.
    #[inline]
    fn looked_up(&mut self, slot: Slot, block: MapBlock) {
        let bonus = if self.favoured[slot as usize] == 0 { 0 } else { self.weights.journal_bonus };
        self.order.used(slot, u64::from(self.hotness[block as usize]) + bonus);
        if self.order.uses() == self.epoch_ends {
            self.cool();
        }
    }

    /// An epoch is over: blocks that were not looked up in it lose some of their hotness.
    fn cool(&mut self) {
        let Self { weights, order, hotness, blocks, favoured, .. } = self;
        order.weigh_unused(self.epoch_began, |slot| {
            let hotness = &mut hotness[blocks[slot as usize] as usize];
            *hotness = hotness.saturating_sub(weights.cold_penalty);
            u64::from(*hotness) + if favoured[slot as usize] == 0 { 0 } else { weights.journal_bonus }
        });
        self.epoch_began = self.epoch_ends;
        self.epoch_ends += self.weights.cold_epoch;
    }
}

impl Weights {
    fn of(settings: &Settings) -> Self {
        let small = |name| u32::try_from(settings.integer(name)).unwrap_or(u32::MAX);
        Self {
            load_bonus: small("load_bonus"),
            cold_penalty: small("cold_penalty"),
            cold_epoch: settings.integer("cold_epoch").max(1),
            persists: settings.flag("persist_hotness"),
            journal_bonus: settings.integer("journal_bonus"),
        }
    }
}

impl MapPolicy for Hotness {
    #[inline]
    fn used(&mut self, slot: Slot, block: MapBlock) {
        let hotness = &mut self.hotness[block as usize];
        *hotness = hotness.saturating_add(1);
        self.looked_up(slot, block);
    }

    fn victim(&self, _: MapBlock) -> Slot {
        self.order.least().unwrap_or(0)
    }

    fn left(&mut self, slot: Slot, block: MapBlock, _: MapBlock) {
        self.order.remove(slot);
        self.blocks[slot as usize] = NONE;
        self.favoured_slots -= u32::from(std::mem::take(&mut self.favoured[slot as usize]));
        if !self.weights.persists {
            self.hotness[block as usize] = 0;
        }
    }

    fn loaded(&mut self, slot: Slot, block: MapBlock) {
        let next_to_go = self.order.least().map_or(0, |slot| self.hotness[self.blocks[slot as usize] as usize]);
        let hotness = &mut self.hotness[block as usize];
        *hotness = (*hotness / 2).max(next_to_go).saturating_add(self.weights.load_bonus);
        self.blocks[slot as usize] = block;
        // The rest of the cache is for data, however large the journal.
        if self.journal.contains(&block) && self.favoured_slots < self.order.slots() / 2 {
            self.favoured[slot as usize] = 1;
            self.favoured_slots += 1;
        }
        self.looked_up(slot, block);
    }

    fn worth(&self, _: Slot, block: MapBlock) -> u64 {
        u64::from(self.hotness[block as usize])
    }

    fn order(&self, _: MapBlock, count: usize) -> Vec<Slot> {
        self.order.order(count)
    }

    fn clear(&mut self) {
        let (slots, map_blocks) = (self.order.slots(), self.hotness.len() as u32);
        *self = Self::empty(self.weights.clone(), self.journal.clone(), slots, map_blocks);
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.order.bulk(visit);
        visit(AnyBulk::U32(&mut self.hotness));
        visit(AnyBulk::U32(&mut self.blocks));
        visit(AnyBulk::U8(&mut self.favoured));
    }
}
