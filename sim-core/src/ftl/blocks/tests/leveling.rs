//! The data of a block that is too young moves.

use super::*;
use crate::flash::operation::Purpose;
use crate::nand::NONE;
use crate::nand::block::BlockState;

/// Six blocks, the last of them erased twice, which is more than wear levelling puts up with.
fn worn() -> Device {
    let mut device = Device::of(Geometry::of_one_plane(6, PAGES, 2 * PAGES), "static");
    for _ in 0..2 {
        let worn = device.act(|blocks, flash| {
            let block = blocks.supply[0].take(BlockKind::Log, true, flash)?;
            blocks.release(block, Purpose::Host, flash)?;
            Ok(block)
        });
        assert_eq!(worn, 5);
    }
    device.seen = Recorder::default();
    device
}

/// Lets wear levelling act; it leaves what follows with the cause that it found.
fn level(device: &mut Device) {
    device.act(|blocks, flash| {
        blocks.level(0, flash)?;
        assert_eq!(flash.cause(), None);
        Ok(())
    });
}

#[test]
fn pages_that_live_in_the_youngest_data_block_move_to_the_most_worn_free_block() {
    let mut device = worn();
    device.fill(0..PAGES);
    let log = device.log([1]);
    device.trim(2);
    while device.blocks.free_in(0) > 2 {
        device.take(0, BlockKind::Log);
    }
    device.seen = Recorder::default();
    level(&mut device);
    assert_eq!((device.blocks_of([0, 1, 3]), device.blocks.lookup(2)), ([5, log, 5], NONE));
    assert_eq!((device.blocks.data_block(0), device.core.nand.block(0).state), (5, BlockState::Free));
    use Kind::{Copy, Erase, WearEnd, WearStart};
    assert_eq!(device.kinds(), [WearStart, Copy, Copy, Erase, WearEnd]);
    let [start, inside @ ..] = &device.seen.operations[..] else { unreachable!("five operations") };
    assert!(inside.iter().all(|operation| operation.cause == Some(start.index)));
    assert!(inside.iter().all(|operation| operation.purpose == Purpose::Wear));
    let counters = device.core.counters;
    assert_eq!((counters.wear_runs, counters.merges), (1, [0; 3]));
    let [decision] = &device.seen.decisions[..] else { unreachable!("one decision") };
    assert_eq!((decision.op, decision.rows[0].block), (start.index, Some(0)));
}

#[test]
fn nothing_moves_where_a_power_cut_would_leave_no_block_to_rebuild_in() {
    let mut device = worn();
    device.fill(0..PAGES);
    while device.blocks.free_in(0) > 1 {
        device.take(0, BlockKind::Log);
    }
    level(&mut device);
    assert_eq!((device.blocks_of([0, 1, 2, 3]), device.core.counters.wear_runs), ([0; 4], 0));
}

#[test]
fn log_blocks_are_left_alone() {
    let mut device = worn();
    device.fill([0]);
    let log = device.log([1, 2, 3, 1]);
    assert_eq!(device.core.nand.block(log).state, BlockState::Closed);
    level(&mut device);
    assert_eq!((device.blocks_of([0, 1, 2, 3]), device.core.counters.wear_runs), ([0, log, log, log], 0));
}
