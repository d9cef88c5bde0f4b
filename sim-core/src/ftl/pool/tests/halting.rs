//! Every flash operation may halt the device: what the pool keeps is true after each single one.

use super::*;

/// Lets the pool do something on such a device, cut off before its first flash operation, before its second and so on, until it is
/// not cut off any more. How often it was.
fn cut_off(device: impl Fn() -> Device, act: impl Fn(&mut Pool, &mut Told, &mut Flash<'_>) -> Result<(), Halt>) -> u64 {
    for operations in 0.. {
        let mut device = device();
        device.core.power_cut_at = device.core.flash_operations + operations;
        let acted = device.attempt(&act);
        device.check();
        if acted.is_ok() {
            return operations;
        }
    }
    unreachable!("it is not cut off for ever");
}

#[test]
fn a_collection_can_be_cut_off_anywhere() {
    let device = || {
        let mut device = one_plane(12, 4 * PAGES).event_clock().device();
        device.fill(0..16);
        device.trim([0, 1, 4, 5]);
        device.leave_free(0, 2);
        device
    };
    // Two copies of each of two victims, of a read and a program each, and their erases.
    let collect = |pool: &mut Pool, told: &mut Told, flash: &mut Flash<'_>| pool.collect(0, 3, None, told, flash);
    assert_eq!(cut_off(device, collect), 2 * (2 * 2 + 1));
}

#[test]
fn emptying_a_block_of_the_layers_own_pages_can_be_cut_off_anywhere() {
    let device = || {
        let mut device = one_plane(12, 2 * PAGES).shape(Shape::Shared).event_clock().device();
        let own = device.own(0..4);
        device.fill((0..8).chain(own));
        device.write_own([0, 1]);
        device
    };
    let empty = |pool: &mut Pool, _: &mut Told, flash: &mut Flash<'_>| pool.empty_own_block(0, None, flash).map(drop);
    // Two copies, of a read and a program each, and the erase.
    assert_eq!(cut_off(device, empty), 2 * 2 + 1);
}

#[test]
fn wear_levelling_can_be_cut_off_anywhere() {
    let level = |pool: &mut Pool, told: &mut Told, flash: &mut Flash<'_>| pool.level(0, told, flash);
    assert_eq!(cut_off(|| super::leveling::worn(&super::leveling::made().event_clock()), level), 3 * 2 + 1);
}
