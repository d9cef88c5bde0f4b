//! Where pages of the layer's own go, and how room is made for them.

use super::*;

/// Two blocks of data, in a plane of which any block may hold the layer's own pages.
fn shared() -> Device {
    let mut device = one_plane(14, 2 * PAGES).shape(Shape::Shared).device();
    device.fill(0..8);
    device
}

/// The place that one of the layer's own pages gets in the middle of a collection.
fn nested(device: &mut Device) -> Ppn {
    let id = device.pool.logical_pages;
    device.seen = Recorder::default();
    device.act(|pool, told, flash| pool.own_page(id, true, told, flash))
}

#[test]
fn in_the_middle_of_a_collection_the_emptiest_block_of_such_pages_is_emptied_for_more_of_them() {
    let mut device = shared();
    // The emptiest of all is a block of data.
    device.trim(0..4);
    let own = device.own(0..8);
    device.fill(own);
    device.write_own([0, 1, 4, 0]);
    assert_eq!(device.blocks_of([8, 9, 10, 11, 12, 13]), [4, 4, 2, 2, 4, 3]);
    device.leave_free(0, 1);
    let runs = device.core.counters.gc_runs;
    // Two pages move to the last free block, the third place of which is next: nobody else has to make room.
    assert_eq!(nested(&mut device), 5 * PAGES + 2);
    assert_eq!(device.victims(), [(2, "free blocks 1 < needed for the map during GC: 2".into())]);
    use Kind::{Copy, Erase, GcEnd, GcStart};
    assert_eq!(device.kinds(), [GcStart, Copy, Copy, Erase, GcEnd]);
    assert!(device.seen.operations.iter().all(|operation| operation.purpose == Purpose::MapGc));
    assert_eq!((device.core.counters.gc_runs - runs, device.free(0)), (1, 1));
    let [decision] = &device.seen.decisions[..] else { unreachable!("one decision") };
    assert_eq!(decision.rows.iter().map(|row| row.block).collect::<Vec<_>>(), [Some(2), Some(3)]);
    device.check();
}

#[test]
fn such_blocks_are_emptied_until_two_blocks_are_free() {
    let mut device = shared();
    let own = device.own(0..8);
    device.fill(own);
    device.write_own(0..8);
    device.leave_free(0, 0);
    assert_eq!((nested(&mut device), device.free(0)), (2 * PAGES, 1));
    assert_eq!(device.victims().into_iter().map(|(block, _)| block).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn no_such_block_is_emptied_while_all_their_pages_are_valid() {
    let mut device = shared();
    let own = device.own(0..8);
    device.fill(own);
    device.leave_free(0, 1);
    assert_eq!((nested(&mut device), device.free(0), device.kinds()), (4 * PAGES, 0, vec![]));
}

#[test]
fn a_collection_begun_in_idle_time_ends_before_such_a_page_takes_its_room_but_not_in_the_middle_of_another() {
    for (is_begun, is_nested, then_free) in [(true, false, 2), (true, true, 1), (false, false, 1)] {
        let mut device = shared();
        let own = device.own(0..2);
        device.fill(own);
        device.trim(0..4);
        device.leave_free(0, 1);
        if is_begun {
            device.begin_to_collect(0, 0);
        }
        let ppn = device.act(|pool, told, flash| pool.own_page(10, is_nested, told, flash));
        assert_eq!((ppn, device.free(0)), (2 * PAGES + 2, then_free));
        assert_eq!(device.pool.areas[0].half_collected, (is_begun && is_nested).then_some(0));
    }
}

#[test]
fn such_pages_are_spread_over_the_planes_by_their_numbers() {
    for shape in [Shape::Shared, Shape::Separate(5)] {
        let mut device = one_plane(14, 8).planes(3).shape(shape).device();
        device.write_own(0..4);
        let geometry = device.core.nand.geometry;
        assert_eq!(device.blocks_of([8, 9, 10, 11]).map(|block| geometry.plane_of(block)), [0, 1, 2, 0], "{shape:?}");
    }
}
