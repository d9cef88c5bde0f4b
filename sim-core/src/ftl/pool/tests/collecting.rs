//! When collecting begins and ends, which blocks it takes, and who is told.

use super::*;

#[test]
fn it_begins_at_the_low_mark_and_ends_at_the_high_one() {
    let mut device = one_plane(10, 4 * PAGES).set(json!({ "gc.high": 4 })).device();
    device.fill(0..16);
    device.trim(0..8);
    device.leave_free(0, 3);
    device.write([8]);
    assert_eq!((device.free(0), device.core.counters.gc_runs), (2, 0), "three are above the low mark");
    device.write([9, 10, 11]);
    assert_eq!((device.free(0), device.core.counters.gc_runs), (2, 0), "the open block has room");
    device.write([12]);
    let why = ["free blocks 2 ≤ low mark 2", "still, free blocks 3 < high mark 4"].map(String::from);
    assert_eq!(device.victims(), [0, 1].into_iter().zip(why).collect::<Vec<_>>());
    assert_eq!(device.free(0), 3, "a block of four is written");
}

/// Two closed blocks without a valid page, of which the first is being collected; two pages can be written to the open block.
fn begun_in_idle_time(make: &Make, free: u32) -> Device {
    let mut device = make.device();
    device.fill(0..14);
    device.trim(0..8);
    device.leave_free(0, free);
    device.begin_to_collect(0, 0);
    device.seen = Recorder::default();
    device
}

#[test]
fn one_begun_in_idle_time_ends_with_the_reserve_before_a_page_takes_the_room_of_its_victims() {
    let mut device = begun_in_idle_time(&one_plane(10, 4 * PAGES), 0);
    device.write([8]);
    assert_eq!(device.victims(), [(1, "free blocks 1 < low mark 2".into())]);
    use Kind::{Erase, GcEnd, GcStart, Program};
    assert_eq!(device.kinds(), [Erase, GcEnd, GcStart, Erase, GcEnd, Program]);
    assert_eq!(device.free(0), 2);
}

#[test]
fn one_begun_in_idle_time_holds_up_nothing_while_the_reserve_is_there() {
    for (free, goes_on) in [(1, true), (2, false), (3, false)] {
        let mut device = begun_in_idle_time(&one_plane(10, 4 * PAGES).event_clock(), free);
        device.write([8, 9]);
        let Clock::Event(event) = &device.core.clock else { unreachable!("the event clock") };
        assert_eq!(
            (event.is_collecting(0), device.pool.areas[0].half_collected.is_none()),
            (goes_on, goes_on),
            "{free}"
        );
    }
}

#[test]
fn commands_that_wait_for_one_another_go_on_doing_so_after_a_collection() {
    let mut device = one_plane(10, 4 * PAGES).device();
    device.act(|pool, told, flash| {
        flash.chain_after(Some(7));
        pool.collect(0, 3, None, told, flash)?;
        assert_eq!(flash.chain_end(), Some(7));
        Ok(())
    });
}

#[test]
fn whoever_keeps_a_map_is_told_of_each_victim_of_which_pages_moved() {
    let mut device = one_plane(14, 5 * PAGES).shape(Shape::Shared).device();
    device.fill(0..20);
    device.trim([0, 1, 2, 3, 5, 6, 8, 9]);
    device.leave_free(0, 3);
    device.act(|pool, told, flash| pool.collect(0, 5, None, told, flash));
    assert_eq!(device.victims().into_iter().map(|(block, _)| block).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(device.told.0, [vec![4, 7], vec![10, 11]]);
}

#[test]
fn what_pages_are_copied_for_goes_by_what_they_are() {
    let mut device = one_plane(14, 3 * PAGES).shape(Shape::Shared).device();
    let own = device.own(0..4);
    device.fill((0..12).chain(own));
    device.write_own([0, 1]);
    device.trim([0, 1, 2]);
    device.leave_free(0, 3);
    device.act(|pool, told, flash| pool.collect(0, 4, None, told, flash));
    assert_eq!(device.copied_for(), [Purpose::Gc, Purpose::MapGc, Purpose::MapGc]);
    assert_eq!(device.core.counters.gc_moved_pages, 3);
}

#[test]
fn blocks_set_apart_for_the_map_have_marks_and_a_victim_policy_of_their_own() {
    let make = one_plane(20, 4 * PAGES).shape(Shape::Separate(7)).set(json!({ "gc.policy": "fifo" }));
    let mut device = make.device();
    // The first of the own blocks has one valid page left, the second none.
    let own = device.own(0..8);
    device.fill((0..16).chain(own));
    device.write_own([1, 2, 3, 4, 5, 6, 7]);
    assert_eq!((device.blocks_of([16, 17, 23]), device.free(1)), ([13, 15, 16], 3));
    device.check();
    device.leave_free(1, 0);
    device.act(|pool, told, flash| pool.collect(1, 2, None, told, flash));
    assert_eq!(device.victims(), [(14, String::new()), (13, "still, free blocks for the map 1 < high mark 2".into())]);
    // Of the data the oldest block is collected, full of valid pages or not.
    device.trim(4..8);
    device.leave_free(0, 3);
    device.seen.operations.clear();
    device.act(|pool, told, flash| pool.collect(0, 4, None, told, flash));
    assert_eq!(device.victims(), [(0, String::new()), (1, "still, free blocks 3 < high mark 4".into())]);
    let rules: Vec<_> = device.seen.decisions.iter().map(|decision| decision.rule.as_str()).collect();
    assert_eq!(
        rules,
        ["greedy: fewest valid pages", "greedy: fewest valid pages", "FIFO: closed first", "FIFO: closed first"]
    );
}

#[test]
fn a_page_that_finds_no_free_block_leaves_no_full_block_behind_as_the_open_one() {
    let mut device = one_plane(6, PAGES).device();
    device.fill(0..4);
    device.leave_free(0, 0);
    let moved = device.attempt(|pool, _, flash| pool.moved_page(0, 0, Purpose::Gc, flash));
    assert!(moved.unwrap_err().to_string().contains("no free block is left to write to"));
    assert_eq!((device.pool.parked(), device.core.nand.block(0).state), ((Vec::new(), 0), BlockState::Closed));
}

/// Keeps a map of which an update takes as much room as a victim with one outdated page gives back: when pages moved it outdates
/// another, and writes it anew, but for the first times.
struct Costly {
    told: u32,
    at_no_cost: u32,
}

impl MapListener for Costly {
    fn moved(&mut self, pool: &mut Pool, at: usize, _: bool, flash: &mut Flash<'_>) -> Result<(), Halt> {
        pool.areas[at].moved.clear();
        self.told += 1;
        assert!(self.told < 100, "it goes on for ever");
        let nand = flash.nand();
        let is_closed = |ppn| ppn != NONE && nand.block(nand.geometry.block_of(ppn)).state == BlockState::Closed;
        let lpn = (0..pool.logical_pages).find(|&lpn| is_closed(pool.place(lpn))).unwrap();
        if self.told <= self.at_no_cost {
            return pool.trim(lpn, flash);
        }
        let (to, stale) = (pool.moved_page(at, lpn, Purpose::Gc, flash)?, pool.place(lpn));
        flash.program(lpn, to, stale, Purpose::Host)?;
        pool.l2p[lpn as usize] = to;
        pool.lost_page(stale, flash.nand());
        Ok(())
    }
}

#[test]
fn it_is_given_up_when_more_victims_than_there_are_blocks_brought_no_free_block_more() {
    const BLOCKS: u32 = 11;
    // With four updates at no cost there is a free block more, from which on it is counted again.
    for (at_no_cost, before) in [(0, 0), (4, 4)] {
        let mut device = one_plane(BLOCKS, 4 * PAGES).shape(Shape::Shared).device();
        device.fill(0..16);
        device.trim([0]);
        device.leave_free(0, 2);
        let mut costly = Costly { told: 0, at_no_cost };
        let collected = device.attempt(|pool, _, flash| pool.collect(0, 4, None, &mut costly, flash));
        let text = collected.unwrap_err().to_string();
        assert!(text.contains("more victims than blocks brought no free block"), "{text}");
        assert_eq!(device.core.counters.gc_runs, u64::from(before + BLOCKS + 1));
    }
}

#[test]
fn a_block_for_pages_in_order_is_opened_after_collecting_at_the_low_mark() {
    for (free, runs) in [(2, 1), (3, 0)] {
        let mut device = one_plane(10, 4 * PAGES).device();
        device.fill(0..16);
        device.trim(0..4);
        device.leave_free(0, free);
        device.act(|pool, told, flash| pool.open_for_order(0, told, flash));
        assert_eq!((device.free(0), device.core.counters.gc_runs), (2, runs), "{free}");
    }
}
