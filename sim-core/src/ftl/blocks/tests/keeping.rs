//! Which blocks are free, which hold what, and that a mistake about it is found.

use super::*;
use crate::base::bulk::AnyBulk;
use crate::flash::operation::Purpose;
use crate::ftl::blocks::on_blocks::OnBlocks;
use crate::ftl::layer::Layer;
use crate::ftl::nftl::Nftl;
use crate::ftl::picture::HOMES_MAX;
use crate::nand::block::BlockState;

#[test]
fn a_block_that_the_initial_fill_fills_is_closed() {
    let mut device = Device::new(4, 2 * PAGES);
    let states = (0..PAGES).map(|lpn| {
        device.blocks.fill(lpn, 1, &mut device.core.nand).unwrap();
        device.core.nand.block(0).state
    });
    use BlockState::{Closed, Open};
    assert_eq!(states.collect::<Vec<_>>(), [Open, Open, Open, Closed]);
}

#[test]
fn free_blocks_are_those_of_the_plane_with_fewest() {
    let mut device = Device::of(Geometry { channels: 2, ..Geometry::of_one_plane(4, PAGES, 2 * PAGES) }, "none");
    device.take(1, BlockKind::Log);
    assert_eq!((device.blocks.free_in(0), device.blocks.free_in(1), device.blocks.free_blocks().now), (4, 3, 3));
}

#[test]
fn data_blocks_are_shown_while_they_are_few() {
    let shown = |logical_blocks: u32| Device::new(logical_blocks + 2, logical_blocks * PAGES).blocks.homes().len();
    let most = HOMES_MAX as u32;
    assert_eq!((shown(most), shown(most + 1)), (HOMES_MAX, 0));
}

#[test]
fn a_checkpoint_is_shown_all_large_arrays() {
    let nand = Nand::new(Geometry::of_one_plane(9, PAGES, 3 * PAGES), ProgramOrder::SkipOk, 100, true);
    let mut layer = (<Nftl as OnBlocks>::ENTRY.build)(build(&settings("none"), &nand)).unwrap();
    let mut lengths = Vec::new();
    layer.bulk(&mut |bulk| match bulk {
        AnyBulk::U32(words) => lengths.push(words.len() as u32),
        AnyBulk::U8(_) | AnyBulk::U64(_) => unreachable!("all are numbers of pages, blocks or places"),
    });
    // Places of pages and data blocks; of the chains their ends, lengths and neighbours in order of use.
    assert_eq!(lengths, [3 * PAGES, 3, 3, 3, 3, 3, 3]);
}

#[test]
fn a_block_full_of_remains_that_goes_bad_when_it_is_erased_is_passed_over() {
    let mut device = Device::new(4, 2 * PAGES);
    device.core.nand.blocks[0].state = BlockState::Stale;
    device.core.nand.erase_failures.ask(1);
    assert_eq!(device.take(0, BlockKind::Log), 1);
    assert_eq!((device.core.nand.block(0).state, device.blocks.free_in(0)), (BlockState::Bad, 2));
}

/// What is wrong by the blocks' own account, if the layer says that it has `others`.
fn wrong(device: &Device, others: &[BlockId]) -> String {
    device.blocks.check(others, &device.core.nand).map_or_else(|rule| rule.to_string(), |()| String::new())
}

#[test]
fn a_block_is_free_or_bad_or_used_for_one_thing() {
    let mut device = Device::new(5, 2 * PAGES);
    device.fill([0]);
    let log = device.log([0]);
    assert_eq!(wrong(&device, &[log]), "");
    for (others, text) in [
        (&[log, log][..], "block 1 is used for two things"),
        (&[log, 0], "block 0 is used for two things"),
        (&[log, 3], "block 3 is Free but used: true"),
        (&[], "block 1 is Open but used: false"),
    ] {
        assert!(wrong(&device, others).contains(text), "{}", wrong(&device, others));
    }
    device.core.nand.erase_failures.ask(1);
    let bad = device.log([]);
    device.act(|blocks, flash| blocks.release(bad, Purpose::Host, flash));
    assert_eq!((device.core.nand.block(bad).state, wrong(&device, &[log])), (BlockState::Bad, String::new()));
}

#[test]
fn a_free_block_that_is_not_in_the_free_list_is_found() {
    let mut device = Device::new(4, 2 * PAGES);
    let log = device.log([]);
    device.core.nand.unopen(log).unwrap();
    assert!(wrong(&device, &[]).contains("plane 0: the free list is not the list of free blocks"));
}

#[test]
fn valid_pages_of_a_data_block_are_in_their_places_or_in_a_spare_one() {
    // Three pages and a spare one; B1 begins with page 3.
    let geometry = Geometry { spare_pages: 1, ..Geometry::of_one_plane(4, PAGES, 6) };
    let is_wrong = |lpn, offset| {
        let mut device = Device::of(geometry, "none");
        let block = device.take(0, BlockKind::Data);
        device.blocks.data[0] = block;
        device.core.nand.program(geometry.page(block, offset), lpn, 1, 0).unwrap();
        wrong(&device, &[]).contains("is not in its place")
    };
    assert_eq!([(0, 0), (1, 1), (1, 3)].map(|(lpn, offset)| is_wrong(lpn, offset)), [false; 3]);
    assert_eq!([(1, 0), (0, 2), (3, 0), (3, 3)].map(|(lpn, offset)| is_wrong(lpn, offset)), [true; 4]);
}
