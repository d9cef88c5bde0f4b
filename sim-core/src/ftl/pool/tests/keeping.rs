//! What the pool says of its blocks, and that a mistake about them is found.

use super::*;

#[test]
fn free_blocks_are_those_of_the_plane_of_data_with_fewest() {
    let mut device = one_plane(14, 8).planes(2).shape(Shape::Separate(5)).device();
    device.leave_free(1, 4);
    device.leave_free(2, 1);
    assert_eq!(device.pool.free_blocks(), FreeBlocks { now: 4, low: Some(2), high: Some(3) });
}

#[test]
fn open_blocks_are_shown_in_their_roles() {
    let mut device = one_plane(14, 8).shape(Shape::Shared).device();
    let own = device.own(0..1);
    device.fill((0..1).chain(own));
    let expected = vec![Parked::shared(0, Role::Frontier), Parked::shared(1, Role::MapFrontier)];
    assert_eq!(device.pool.parked(), (expected, 2));
}

#[test]
fn as_many_open_blocks_are_listed_as_there_is_room_for_and_all_are_counted() {
    let planes = PARKED_MAX as u32 + 2;
    let mut device = one_plane(6, 2 * planes).planes(planes).device();
    device.fill(0..planes);
    let (listed, total) = device.pool.parked();
    assert_eq!((listed.len(), total), (PARKED_MAX, planes));
}

#[test]
fn a_checkpoint_is_shown_the_table() {
    let mut device = one_plane(14, 8).shape(Shape::Shared).device();
    let mut lengths = Vec::new();
    device.pool.bulk(&mut |bulk| match bulk {
        AnyBulk::U32(words) => lengths.push(words.len() as u32),
        AnyBulk::U8(_) | AnyBulk::U64(_) => unreachable!("places of pages alone"),
    });
    assert_eq!(lengths, [8 + OWN_PAGES]);
}

/// What is wrong with the device.
fn wrong(device: &Device) -> String {
    device.pool.check(&device.core.nand).map_or_else(|rule| rule.to_string(), |()| String::new())
}

#[test]
fn a_free_block_that_is_not_in_the_free_list_is_found() {
    let mut device = one_plane(6, 8).device();
    assert_eq!(wrong(&device), "");
    device.pool.areas[0].free.take(false);
    assert!(wrong(&device).contains("plane 0: the free list is not the list of free blocks"), "{}", wrong(&device));
}

#[test]
fn a_miscount_of_outdated_pages_is_found() {
    let mut device = one_plane(6, 8).device();
    device.fill(0..8);
    device.trim([0]);
    assert_eq!(wrong(&device), "");
    device.core.nand.invalidate(1).unwrap();
    let text = wrong(&device);
    assert!(text.contains("plane 0: 1 reclaimable pages counted in closed blocks, there are 2"), "{text}");
}
