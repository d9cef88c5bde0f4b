//! Start-up without a free block: a collection was cut off, and goes on or starts over.

use super::recovery::TORN;
use super::*;
use BlockKind::{Data, Translation};

/// Pages of version 1.
fn of<const N: usize>(ids: [u32; N]) -> [(u32, u32); N] {
    ids.map(|id| (id, 1))
}

#[test]
fn the_emptiest_block_is_collected_on_whose_pages_just_fit_behind_those_that_moved() {
    let mut device = one_plane(6, 8).device();
    device.lay(0, Data, of([0, 1, 2, 3]));
    device.lay(1, Data, of([4, 5, 6, 7]));
    device.lay(2, Data, of([0, 1]));
    device.bad_from(3);
    device.start_up();
    assert_eq!((device.pool.areas[0].half_collected, device.pool.areas[0].frontiers[0]), (Some(0), 2));
    assert_eq!(device.blocks_of([0, 1, 2, 3]), [2, 2, 0, 0]);
}

#[test]
fn the_room_is_that_of_the_block_that_moved_pages_go_to() {
    let mut device = one_plane(8, 12).set(json!({ "gc.separate_frontier": true })).device();
    device.lay(0, Data, of([0, 1, 2, 3]));
    device.lay(1, Data, of([4, 5, 6, 7]));
    device.lay(2, Data, of([8, 9, 10]));
    device.lay(3, Data, of([0, 1]));
    device.bad_from(4);
    device.start_up();
    assert_eq!((device.pool.areas[0].half_collected, device.pool.areas[0].frontiers), (Some(0), [2, 3, NONE, NONE]));
}

/// Two closed blocks of three valid pages, and an open one in which `moved` and then two spoilt pages leave room for one.
fn without_room(make: &Make, moved: (u32, u32)) -> Device {
    let mut device = make.device();
    device.lay(0, Data, of([0, 1, 2, 3]));
    device.lay(1, Data, [(4, 1), (5, 1), (6, 1), TORN]);
    device.lay(2, Data, [moved, TORN, TORN]);
    device
}

#[test]
fn where_none_fits_a_block_of_nothing_but_copies_is_erased_and_what_they_were_copied_from_is_current_again() {
    let mut device = without_room(&one_plane(14, 8).shape(Shape::Shared), (0, 1));
    device.lay(3, Translation, [(8, 0)]);
    device.bad_from(4);
    device.start_up();
    let area = &device.pool.areas[0];
    assert_eq!((area.half_collected, area.frontiers), (Some(2), [NONE, NONE, NONE, 3]));
    assert_eq!((device.pool.place(0), device.core.nand.block(2).state), (0, BlockState::Closed));
    assert_eq!(area.moved, [0], "the map is to be told");
    // The first block has four valid pages again, so that it is not the emptiest any more.
    assert_eq!(device.pool.areas[0].victims.select(&device.core.nand), Some(1));
}

#[test]
fn nobody_is_told_where_there_is_no_map() {
    let mut device = without_room(&one_plane(6, 8), (0, 1));
    device.bad_from(3);
    device.start_up();
    assert_eq!((device.pool.areas[0].half_collected, device.pool.areas[0].moved.len()), (Some(2), 0));
}

#[test]
fn pages_of_the_map_are_current_again_without_being_told() {
    let mut device = one_plane(14, 8).shape(Shape::Shared).device();
    device.lay(0, Data, of([0, 1, 2, 3]));
    device.lay(1, Translation, [8, 9, 10, 11].map(|id| (id, 0)));
    device.lay(2, Translation, [(8, 0), TORN, TORN]);
    device.bad_from(3);
    device.start_up();
    assert_eq!((device.pool.areas[0].half_collected, device.blocks_of([8])), (Some(2), [1]));
    assert!(device.pool.areas[0].moved.is_empty());
}

#[test]
fn where_no_block_is_of_copies_alone_the_emptiest_is_collected() {
    // The page in the open block is newer than the one in the first.
    let mut device = without_room(&one_plane(6, 8), (0, 2));
    device.bad_from(3);
    device.start_up();
    assert_eq!((device.pool.areas[0].half_collected, device.blocks_of([0])), (Some(0), [2]));
}

#[test]
fn a_page_of_an_open_block_is_not_what_a_copy_was_made_from() {
    let mut device = one_plane(8, 12).set(json!({ "gc.separate_frontier": true })).device();
    device.lay(0, Data, of([4, 5, 6, 7]));
    device.lay(1, Data, of([0, 1, 2]));
    device.lay(2, Data, [(0, 1), TORN]);
    device.bad_from(3);
    device.start_up();
    assert_eq!((device.pool.areas[0].frontiers, device.pool.areas[0].half_collected), ([1, 2, NONE, NONE], Some(0)));
}

#[test]
fn without_a_closed_block_there_is_nothing_to_go_on_with() {
    let mut device = one_plane(6, 8).device();
    device.lay(0, Data, [TORN, TORN]);
    device.bad_from(1);
    device.start_up();
    assert_eq!((device.pool.areas[0].half_collected, device.pool.areas[0].frontiers[0]), (None, 0));
}
