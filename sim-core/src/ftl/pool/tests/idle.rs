//! Collecting in idle time: where there is nothing to gain, or no room, nothing is done.

use super::*;

/// Two blocks of data of which the first is closed, and a plane that collects below nine free blocks when it is idle.
fn device() -> Device {
    let mut device = one_plane(8, 2 * PAGES).set(json!({ "gc.idle_below": 9 })).event_clock().device();
    device.fill(0..8);
    device
}

fn step(device: &mut Device) {
    device.act(|pool, told, flash| pool.collect_in_idle_time(0, told, flash));
}

#[test]
fn a_victim_is_begun_and_its_first_page_moved() {
    let mut device = device();
    device.trim([1]);
    step(&mut device);
    assert_eq!(device.victims(), [(0, "idle plane, free blocks 6 < idle mark 9".into())]);
    assert_eq!((device.blocks_of([0, 2, 3]), device.pool.areas[0].half_collected), ([2, 0, 0], Some(0)));
}

#[test]
fn no_victim_is_begun_where_all_pages_of_closed_blocks_are_valid() {
    let mut device = device();
    step(&mut device);
    assert_eq!(device.kinds(), []);
}

#[test]
fn no_victim_is_begun_without_a_free_block_for_its_pages() {
    let mut device = device();
    device.trim([1]);
    device.leave_free(0, 0);
    step(&mut device);
    assert_eq!(device.kinds(), [Kind::Trim]);
}
