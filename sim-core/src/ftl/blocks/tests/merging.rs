//! What a merge leaves behind, and what it costs.

use super::*;
use crate::flash::operation::Operation;
use crate::ftl::blocks::NOTHING;
use crate::ftl::blocks::cost::Cost;
use crate::nand::NONE;
use crate::nand::block::BlockState;

#[test]
fn a_log_block_that_is_completed_is_a_data_block_from_then_on() {
    let mut device = Device::new(4, 2 * PAGES);
    device.fill(0..PAGES);
    let log = device.log([0, 1]);
    device.act(|blocks, flash| blocks.partial_merge(0, log, NOTHING, None, || (), flash));
    let block = device.core.nand.block(log);
    assert_eq!((device.blocks.data_block(0), block.kind, block.state), (log, BlockKind::Data, BlockState::Closed));
    assert_eq!(device.blocks_of([0, 1, 2, 3]), [log; 4]);
}

#[test]
fn a_logical_block_that_the_host_gave_up_is_merged_into_no_block() {
    let mut device = Device::new(4, 2 * PAGES);
    device.fill([0]);
    device.trim(0);
    device.act(|blocks, flash| blocks.full_merge(0, NOTHING, None, flash));
    assert_eq!((device.blocks.data_block(0), device.blocks.free_in(0)), (NONE, 4));
    device.blocks.check(&[], &device.core.nand).unwrap();
    let of_kind = |kind| device.seen.operations.iter().find(|operation| operation.kind == kind).unwrap();
    let told = |operation: &Operation| (operation.lpn, operation.pages, operation.block);
    assert_eq!(told(of_kind(Kind::FullMerge)), (Some(0), PAGES, Some(1)));
    assert_eq!(told(of_kind(Kind::MergeEnd)), (Some(0), PAGES, None));
}

#[test]
fn only_pages_that_there_are_cost_a_copy_and_only_data_blocks_that_there_are_an_erase() {
    let mut device = Device::new(8, 3 * PAGES);
    device.fill([0, 1, 3]);
    let log = device.log([0, 1]);
    let cost = |copies, erases| Cost { copies, erases };
    let of_merge = |device: &Device, lbn, from| Cost::of_merge(lbn, from, &device.blocks);
    let of_emptying = |device: &Device, log| Cost::of_emptying(log, &device.blocks, &device.core.nand);
    assert_eq!([0, 1, 2].map(|from| of_merge(&device, 0, from)), [cost(3, 1), cost(2, 1), cost(1, 1)]);
    assert_eq!(of_emptying(&device, log), cost(1, 1), "a partial merge: page 3 is copied behind");
    let mixed = device.log([4, 3]);
    assert_eq!(of_merge(&device, 1, 0), cost(1, 0));
    assert_eq!(of_emptying(&device, mixed), cost(4, 2), "B0 has an old data block, B1 has none");
}
