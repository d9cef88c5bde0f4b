//! Start-up after a power cut: free blocks, blocks to write on and victims, by what is on flash alone.

use super::*;
use BlockKind::{Data, Translation};
use BlockState::{Closed, Free, Open};

/// A page that a power cut spoilt, in [`Device::lay`].
pub(super) const TORN: (u32, u32) = (NONE, 0);

impl Device {
    /// A block holds these versions of pages, in this order, and is closed if it is full.
    pub(super) fn lay<const N: usize>(&mut self, block: BlockId, kind: BlockKind, pages: [(u32, u32); N]) {
        let nand = &mut self.core.nand;
        nand.open(block, kind).unwrap();
        for (ppn, (id, version)) in (nand.geometry.page(block, 0)..).zip(pages) {
            match (id, version) {
                TORN => nand.tear_program(ppn).unwrap(),
                _ => nand.program(ppn, id, version, 0).unwrap(),
            }
        }
        if N as u32 == PAGES {
            nand.close(block).unwrap();
        }
    }

    /// Blocks from this one on went bad.
    pub(super) fn bad_from(&mut self, block: BlockId) {
        self.core.nand.blocks[block as usize..].iter_mut().for_each(|block| block.state = BlockState::Bad);
    }

    /// Power is back. How many pages are readable.
    pub(super) fn start_up(&mut self) -> u32 {
        let readable = self.act(|pool, _, flash| {
            let readable = pool.find_newest(flash.nand())?;
            let outer = pool.start_up(readable, flash)?;
            flash.leave(outer);
            Ok(readable)
        });
        self.check();
        readable
    }

    fn states<const N: usize>(&self, blocks: [BlockId; N]) -> [BlockState; N] {
        blocks.map(|block| self.core.nand.block(block).state)
    }
}

#[test]
fn the_copy_of_a_page_that_was_programmed_last_is_the_page() {
    let mut device = one_plane(8, 8).device();
    device.lay(0, Data, [(0, 1), (1, 1), (0, 2), (2, 1)]);
    device.lay(1, Data, [TORN, (1, 1)]);
    assert_eq!(device.start_up(), 5);
    assert_eq!([0, 1, 2, 3].map(|lpn| device.pool.place(lpn)), [2, 5, 3, NONE]);
    assert_eq!(device.pool.areas[0].reclaimable, 2);
}

#[test]
fn the_blocks_with_most_room_are_written_on_those_of_moved_pages_first_and_the_others_are_closed() {
    for (separate, frontiers, states) in [
        (false, [1, NONE, NONE, 3], [Closed, Open, Closed, Open, Closed]),
        (true, [2, 1, NONE, 3], [Closed, Open, Open, Open, Closed]),
    ] {
        let mut device =
            one_plane(16, 12).shape(Shape::Shared).set(json!({ "gc.separate_frontier": separate })).device();
        device.lay(0, Data, [(1, 1), (2, 1), (3, 1)]);
        device.lay(1, Data, [(4, 1)]);
        device.lay(2, Data, [(5, 1), (6, 1)]);
        device.lay(3, Translation, [(12, 0)]);
        device.lay(4, Translation, [(13, 0), (14, 0)]);
        device.start_up();
        assert_eq!((device.pool.areas[0].frontiers, device.states([0, 1, 2, 3, 4])), (frontiers, states), "{separate}");
        assert_eq!(device.pool.areas[0].half_collected, None);
    }
}

#[test]
fn a_block_without_a_page_is_free_and_one_that_was_closed_before_it_was_full_is_written_on() {
    let mut device = one_plane(8, 8).device();
    device.lay(0, Data, []);
    device.lay(1, Data, [(0, 1)]);
    device.core.nand.close(1).unwrap();
    device.start_up();
    assert_eq!((device.states([0, 1]), device.pool.areas[0].frontiers[0]), ([Free, Open], 1));
}

#[test]
fn what_had_moved_before_is_forgotten() {
    let mut device = one_plane(16, 12).shape(Shape::Shared).device();
    device.pool.areas[0].moved.push(3);
    device.start_up();
    assert!(device.pool.areas[0].moved.is_empty());
}

#[test]
fn the_reserve_is_refilled_before_anything_else_is_written() {
    let mut device = one_plane(6, 8).set(json!({ "gc.low": 1 })).device();
    device.lay(0, Data, [0, 1, 2, 3].map(|lpn| (lpn, 1)));
    device.lay(1, Data, [4, 5, 6, 7].map(|lpn| (lpn, 1)));
    device.lay(2, Data, [0, 1].map(|lpn| (lpn, 1)));
    device.bad_from(3);
    device.start_up();
    device.act(|pool, told, flash| pool.refill_reserve(told, flash));
    assert_eq!((device.blocks_of([0, 1, 2, 3]), device.states([0, 1, 2])), ([2; 4], [Free, Closed, Open]));
    device.check();
}
