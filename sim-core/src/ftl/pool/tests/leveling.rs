//! The data of a block that is too young moves.

use super::*;

/// A map that shares the blocks, and wear levelling that acts where erases are more than one apart.
pub(super) fn made() -> Make {
    one_plane(12, 2 * PAGES).shape(Shape::Shared).set(json!({ "wear_leveling.kind": "static" }))
}

/// Three pages in a closed block, four in an open one, and a free one that was erased twice, B11.
pub(super) fn worn(make: &Make) -> Device {
    let mut device = make.device();
    device.fill(0..8);
    device.trim([2]);
    let area = &mut device.pool.areas[0];
    assert_eq!(area.free.take(true), Some(11));
    age(&mut device, 11);
    device.pool.areas[0].free.add(11, 2);
    device.seen = Recorder::default();
    device
}

/// A block was erased twice.
fn age(device: &mut Device, block: BlockId) {
    device.core.nand.blocks[block as usize].erase_count = 2;
    device.pool.areas[0].leveling.restart(&device.core.nand);
}

fn level(device: &mut Device) {
    device.act(|pool, told, flash| pool.level(0, told, flash));
}

#[test]
fn valid_pages_of_the_youngest_closed_block_move_to_the_most_worn_free_block_and_the_map_is_told() {
    let mut device = worn(&made());
    level(&mut device);
    assert_eq!((device.blocks_of([0, 1, 3]), device.core.nand.block(0).state), ([11; 3], BlockState::Free));
    use Kind::{Copy, Erase, WearEnd, WearStart};
    assert_eq!(device.kinds(), [WearStart, Copy, Copy, Copy, Erase, WearEnd]);
    let [start, inside @ ..] = &device.seen.operations[..] else { unreachable!("six operations") };
    assert!(inside.iter().all(|operation| operation.cause == Some(start.index)));
    assert!(inside.iter().all(|operation| operation.purpose == Purpose::Wear));
    assert_eq!((&device.told.0, device.core.counters.wear_runs), (&vec![vec![0, 1, 3]], 1));
    let [decision] = &device.seen.decisions[..] else { unreachable!("one decision") };
    assert_eq!((decision.op, decision.rows[0].block), (start.index, Some(0)));
    device.check();
}

#[test]
fn it_acts_only_where_a_block_stays_free_beside_the_one_that_it_writes() {
    let runs = [1, 2].map(|free| {
        let mut device = worn(&made());
        let area = &mut device.pool.areas[0];
        while area.free.len() > free {
            area.free.take(false);
        }
        level(&mut device);
        device.core.counters.wear_runs
    });
    assert_eq!(runs, [0, 1]);
}

#[test]
fn pages_of_the_map_move_for_wear_levelling_too_to_where_such_pages_go() {
    let mut device = worn(&made());
    let own = device.own(0..6);
    device.fill(own);
    age(&mut device, 0);
    level(&mut device);
    assert_eq!(device.of_kind(Kind::WearStart).map(|start| start.block).collect::<Vec<_>>(), [Some(2)]);
    assert_eq!(device.copied_for(), [Purpose::Wear; 4]);
    // Two are left in the open block of the map, and the least worn free block is next.
    assert_eq!((device.blocks_of([8, 9, 10, 11]), device.told.0.len()), ([3, 3, 4, 4], 0));
}
