//! Start-up after a power cut: what is found, finished and thrown away.

use super::*;
use crate::flash::operation::Purpose;
use crate::nand::NONE;
use crate::nand::block::BlockState;

/// Starts up, with what happens from then on told; returns the blocks that are left to the layer.
fn start_up(device: &mut Device) -> Vec<BlockId> {
    device.seen = Recorder::default();
    device.act(|blocks, flash| blocks.start_up(flash))
}

#[test]
fn every_written_page_is_read_once() {
    let mut device = Device::new(5, 2 * PAGES);
    device.fill([0, 1]);
    let log = device.log([0, 0, 1]);
    assert_eq!(start_up(&mut device), [log]);
    assert_eq!((device.blocks.data_block(0), device.blocks_of([0, 1])), (NONE, [log, log]));
    let first = device.seen.operations[0];
    assert_eq!((first.kind, first.purpose, first.pages), (Kind::Recovery, Purpose::Recovery, 5));
    assert_eq!(device.core.counters.reads[Purpose::Recovery as usize], 5);
}

#[test]
fn a_log_block_that_holds_all_of_a_logical_block_in_order_is_its_data_block_where_there_is_none() {
    let mut device = Device::new(6, 2 * PAGES);
    let (complete, begun) = (device.log(PAGES..2 * PAGES), device.log([0, 1]));
    assert_eq!(start_up(&mut device), [begun]);
    assert_eq!([0, 1].map(|lbn| device.blocks.data_block(lbn)), [NONE, complete]);
    assert_eq!([begun, complete].map(|log| device.core.nand.block(log).kind), [BlockKind::Log, BlockKind::Data]);
}

#[test]
fn a_log_block_that_was_complete_before_the_data_block_was_written_stays_one() {
    let mut device = Device::new(6, 2 * PAGES);
    let log = device.log(PAGES..2 * PAGES);
    device.fill([PAGES]);
    let data = device.blocks.data_block(1);
    assert_eq!(start_up(&mut device), [log]);
    assert_eq!((device.blocks.data_block(1), device.core.nand.block(log).kind), (data, BlockKind::Log));
}

#[test]
fn rebuilds_that_hold_only_copies_are_thrown_away_one_made_from_another_too() {
    let mut device = Device::new(6, 2 * PAGES);
    // The first rebuild is the block with the lowest number, so that it is found first as a source.
    let [first, data, second] = [(); 3].map(|()| device.take(0, BlockKind::Data));
    device.blocks.data[0] = data;
    device.fill(0..PAGES);
    for (lpn, block) in [(0, first), (1, first), (0, second)] {
        let to = device.core.nand.next_page(block).unwrap();
        device.act(|blocks, flash| blocks.copy(lpn, to, Purpose::Full, flash));
    }
    assert_eq!(device.blocks_of([0, 1, 2, 3]), [second, first, data, data]);
    assert!(start_up(&mut device).is_empty());
    assert_eq!((device.blocks_of([0, 1, 2, 3]), device.blocks.data_block(0)), ([data; 4], data));
    use Kind::{Erase, Recovery};
    assert_eq!((device.kinds(), device.blocks.free_in(0)), (vec![Recovery, Erase, Erase], 5));
    device.blocks.check(&[], &device.core.nand).unwrap();
}

#[test]
fn a_rebuild_that_holds_a_page_of_the_host_is_done_again_and_erased() {
    let mut device = Device::new(6, 2 * PAGES);
    device.fill(0..PAGES);
    let rebuild = device.take(0, BlockKind::Data);
    let to = device.core.nand.next_page(rebuild).unwrap();
    device.act(|blocks, flash| blocks.copy(0, to, Purpose::Full, flash));
    device.write(1, rebuild);
    assert!(start_up(&mut device).is_empty());
    assert_eq!((device.blocks.data_block(0), device.blocks_of([0, 1, 2, 3])), (2, [2; 4]));
    assert_eq!([0, rebuild].map(|block| device.core.nand.block(block).state), [BlockState::Free; 2]);
    let version = |lpn: u32| device.core.nand.oob.as_ref().unwrap().version[device.blocks.lookup(lpn) as usize];
    assert_eq!([0, 1, 2, 3].map(version), [1, 2, 1, 1]);
    device.blocks.check(&[], &device.core.nand).unwrap();
}

#[test]
fn a_log_block_is_dissolved_by_rebuilding_every_logical_block_with_pages_in_it() {
    let mut device = Device::new(8, 3 * PAGES);
    device.fill(0..3 * PAGES);
    let log = device.log([1, 1, PAGES]);
    device.seen = Recorder::default();
    device.act(|blocks, flash| blocks.dissolve(log, flash));
    let merges = device.seen.operations.iter().filter(|operation| operation.kind == Kind::FullMerge);
    let told: Vec<_> = merges.map(|merge| (merge.lpn, merge.trigger.map(|trigger| trigger.words()))).collect();
    let one_page = || Some("its valid pages there 1 > 0".to_string());
    assert_eq!(told, [(Some(0), one_page()), (Some(PAGES), one_page())]);
    assert_eq!((device.core.nand.block(log).state, device.core.counters.merges), (BlockState::Free, [0, 0, 2]));
    assert_eq!(device.core.counters.erases[Purpose::Recovery as usize], 1);
    device.blocks.check(&[], &device.core.nand).unwrap();
}
