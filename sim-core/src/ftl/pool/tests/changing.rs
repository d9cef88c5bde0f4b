//! Settings that change while there is data.

use super::*;
use crate::ftl::layer::Change;

/// These settings change.
fn change(device: &mut Device, before: &Make, settings: Value) {
    let after = before.clone().set(settings);
    let change = Change {
        before: &before.settings,
        settings: &after.settings,
        timing: TIMING,
        event_clock: true,
        journal: None,
        seed: 1,
    };
    device.pool.change(&change, &mut device.core.nand).unwrap();
}

#[test]
fn what_changes_is_as_if_it_had_been_set_from_the_start() {
    let rules = |pool: &Pool| {
        (pool.policy, pool.idle_below, pool.scope, pool.separate_gc_frontier, pool.placement, pool.areas[0].marks)
    };
    let make = one_plane(12, 2 * PAGES).event_clock();
    let all = json!({
        "gc.policy": "fifo", "gc.low": 3, "gc.high": 5, "gc.idle_below": 6, "gc.blocking": "controller",
        "gc.separate_frontier": true, "skip_busy": true,
    });
    let mut changed = make.device();
    change(&mut changed, &make, all.clone());
    let anew = make.clone().set(all).pool().unwrap();
    assert_eq!(rules(&changed.pool), rules(&anew));
    assert_ne!(rules(&anew), rules(&make.pool().unwrap()));
}

/// Open blocks of moved pages and of those that stay, with two pages in each.
fn with_frontiers(make: &Make) -> Device {
    let mut device = make.device();
    device.fill(0..4);
    for (lpn, purpose) in [(0, Purpose::Gc), (1, Purpose::Gc), (2, Purpose::Wear), (3, Purpose::Wear)] {
        device.act(|pool, _, flash| pool.move_page(0, pool.place(lpn), purpose, flash));
    }
    assert_eq!(device.blocks_of([0, 1, 2, 3]), [1, 1, 11, 11]);
    device
}

#[test]
fn an_open_block_of_pages_that_are_no_longer_kept_apart_is_closed_and_can_be_collected() {
    use BlockState::{Closed, Open};
    let make = one_plane(12, 2 * PAGES).set(json!({ "gc.separate_frontier": true, "wear_leveling.kind": "static" }));
    for (settings, states, frontiers) in [
        (json!({ "gc.low": 1 }), [Open, Open], [0, 1, 11, NONE]),
        (json!({ "gc.separate_frontier": false }), [Closed, Open], [0, NONE, 11, NONE]),
        (json!({ "wear_leveling.kind": "dynamic" }), [Open, Closed], [0, 1, NONE, NONE]),
        (json!({ "wear_leveling.kind": "ban" }), [Open, Open], [0, 1, 11, NONE]),
    ] {
        let mut device = with_frontiers(&make);
        change(&mut device, &make, settings.clone());
        assert_eq!([1, 11].map(|block| device.core.nand.block(block).state), states, "{settings}");
        assert_eq!(device.pool.areas[0].frontiers, frontiers, "{settings}");
        let closed = states.iter().filter(|&&state| state == Closed).count() as u64;
        assert_eq!(device.pool.areas[0].reclaimable, 2 * closed, "two pages of it were not written");
        device.check();
    }
}

#[test]
fn a_victim_policy_goes_on_as_it_was_where_nothing_of_it_changes_and_else_begins_anew() {
    let make = one_plane(12, 6 * PAGES).set(json!({ "gc.policy": "d-choices" }));
    let mut device = make.device();
    device.fill(0..24);
    let policy = |device: &Device| format!("{:?}", device.pool.areas[0].victims);
    let undrawn = policy(&device);
    let select = |device: &mut Device| device.pool.areas[0].victims.select(&device.core.nand);
    select(&mut device);
    let drawn = policy(&device);
    assert_ne!(drawn, undrawn);
    change(&mut device, &make, json!({ "gc.low": 1, "gc.separate_frontier": true }));
    assert_eq!(policy(&device), drawn);
    change(&mut device, &make, json!({ "gc.d": 3 }));
    let mut other = make.clone().set(json!({ "gc.d": 3 })).device();
    other.fill(0..24);
    assert_eq!(policy(&device), policy(&other));
}
