//! When a policy has data moved, and whose.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::flash::trigger::{Is, What};
use crate::nand::array::ProgramOrder;
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::geometry::Geometry;
use crate::nand::timing::Timing;
use serde_json::json;

/// Blocks of the plane.
const BLOCKS: u32 = 7;

/// A plane and the policy that is told of its erases.
struct Plane {
    nand: Nand,
    leveling: Leveling,
}

impl Plane {
    /// Every block closed, none ever erased. Where erases are counted, they are for sets of two blocks: 0 and 1, 2 and 3, 4 and 5, 6.
    fn new(kind: &str) -> Self {
        let mut nand = Nand::new(Geometry::of_one_plane(BLOCKS, 1, 1), ProgramOrder::Strict, u32::MAX, false);
        nand.keep_erased = true;
        (0..BLOCKS).for_each(|block| close(block, &mut nand));
        let leveling = Leveling::new(&settings(kind), 0..BLOCKS, Rng::new(1, Component::WearLeveling));
        Self { nand, leveling }
    }

    /// Erases these blocks, and closes each again.
    fn erase(&mut self, blocks: impl IntoIterator<Item = BlockId>) {
        for block in blocks {
            self.free(block);
            close(block, &mut self.nand);
        }
    }

    /// Erases a block, which is free then.
    fn free(&mut self, block: BlockId) {
        self.nand.erase(block).unwrap();
        self.leveling.erased(block, &self.nand);
    }

    /// The block whose data should move.
    fn due(&mut self) -> Option<BlockId> {
        self.leveling.choose(&self.nand).map(|due| due.block)
    }
}

fn close(block: BlockId, nand: &mut Nand) {
    nand.open(block, BlockKind::Data).unwrap();
    nand.close(block).unwrap();
}

fn settings(kind: &str) -> Settings {
    let values = json!({
        "gc.low": 1,
        "wear_leveling.kind": kind,
        "wear_leveling.delta": 3,
        "wear_leveling.set_shift": 1,
        "wear_leveling.threshold": 3,
        "wear_leveling.interval": 4,
    });
    Settings(values.as_object().unwrap().clone())
}

#[test]
fn static_levelling_moves_the_youngest_closed_block_that_is_more_than_its_threshold_younger_than_the_oldest() {
    let mut plane = Plane::new("static");
    plane.erase([0, 0, 0, 1, 2, 2]);
    assert_eq!(plane.due(), None, "three apart");
    plane.erase([0]);
    let due = plane.leveling.choose(&plane.nand).unwrap();
    assert_eq!(due.block, 3);
    assert_eq!(due.reason, "erased 0 times while another block was erased 4 times, more than 3 apart");
    assert_eq!(due.trigger, Condition::new(What::ErasesApart, 4u64, Is::Above, 3u64));
}

#[test]
fn static_levelling_passes_over_blocks_that_are_not_closed() {
    let mut plane = Plane::new("static");
    (4..BLOCKS).for_each(|block| plane.erase([block]));
    plane.erase([0, 0, 0, 1, 2]);
    plane.nand.blocks[3].state = BlockState::Open;
    plane.erase([0]);
    assert_eq!(plane.due(), None, "the open block is four apart, no closed one is");
    plane.erase([0]);
    let due = plane.leveling.choose(&plane.nand).unwrap();
    assert_eq!((due.block, due.trigger), (1, Condition::new(What::ErasesApart, 4u64, Is::Above, 3u64)));
}

#[test]
fn static_levelling_counts_no_erase_that_a_power_cut_undid() {
    let mut plane = Plane::new("static");
    plane.erase([0, 0, 0]);
    plane.free(0);
    plane.nand.undo_erase(0);
    plane.leveling.restart(&plane.nand);
    assert_eq!(plane.due(), None, "three apart");
    plane.erase([0]);
    assert_eq!(plane.due(), Some(1));
}

#[test]
fn a_table_of_erases_acts_where_they_pile_up_on_its_flags_and_begins_anew_when_all_are_set() {
    let mut plane = Plane::new("swl-bet");
    assert_eq!(plane.due(), None, "nothing was erased");
    plane.erase([1, 0]);
    assert_eq!(plane.due(), None, "two erases for one flag");
    plane.erase([1]);
    let due = plane.leveling.choose(&plane.nand).unwrap();
    assert_eq!(due.block, 2);
    assert_eq!(due.reason, "3 erases fell on 1 of 4 block sets, and none on its own");
    assert_eq!(due.trigger, Condition::new(What::ErasesCounted, 3u64, Is::AtLeast, 3u64));
    plane.erase([2]);
    assert_eq!(plane.due(), None, "four erases for two flags");
    plane.erase([3, 3]);
    let due = plane.leveling.choose(&plane.nand).unwrap();
    assert_eq!((due.block, due.trigger), (4, Condition::new(What::ErasesCounted, 6u64, Is::AtLeast, 6u64)));
    plane.erase([4, 4, 4]);
    assert_eq!(plane.due(), Some(6), "the last set is one block");
    plane.erase([6]);
    assert_eq!(plane.due(), None, "every set was erased");
    plane.erase([6, 6, 6]);
    assert_eq!(plane.due(), Some(0), "the search goes on behind the last set");
    plane.leveling.restart(&plane.nand);
    assert_eq!(plane.due(), None, "power was cut");
    plane.erase([2, 2, 2]);
    assert_eq!(plane.due(), Some(0));
}

#[test]
fn a_table_of_erases_goes_on_where_it_was_and_keeps_to_closed_blocks_of_a_set() {
    let mut plane = Plane::new("swl-bet");
    plane.erase([0, 0, 0, 2, 2, 2]);
    assert_eq!(plane.due(), Some(4));
    plane.erase([4, 6, 6, 6, 6]);
    assert_eq!(plane.due(), Some(4), "all flags are new but that of the last block");
    plane.free(4);
    plane.free(5);
    plane.leveling.restart(&plane.nand);
    plane.erase([6, 6, 6]);
    assert_eq!(plane.due(), Some(0), "no block of the third set is closed, and the fourth is flagged");
}

#[test]
fn chance_strikes_after_so_many_erases_since_it_did_or_power_was_cut() {
    let mut plane = Plane::new("ban");
    plane.erase([0, 1, 2]);
    plane.leveling.restart(&plane.nand);
    plane.erase([0, 1, 2]);
    assert_eq!(plane.due(), None);
    plane.erase([0]);
    assert!(plane.due().is_some());
    assert_eq!(plane.due(), None);
}

#[test]
fn what_was_counted_outlasts_a_change_of_other_settings_only() {
    let due_after_changing = |name: &str| {
        let mut plane = Plane::new("ban");
        plane.erase([0, 1, 2, 3]);
        let before = settings("ban");
        let mut after = before.clone();
        after.0.insert(name.into(), json!(9));
        let timing = Timing::of_array(1, 1, 1);
        let new = Change { before: &before, settings: &after, timing, event_clock: false, journal: None, seed: 1 };
        change(&new, 0..BLOCKS, &mut FreeList::new(true), &mut plane.leveling, &plane.nand);
        plane.due().is_some()
    };
    assert!(due_after_changing("gc.low"));
    assert!(!due_after_changing("wear_leveling.delta"));
}
