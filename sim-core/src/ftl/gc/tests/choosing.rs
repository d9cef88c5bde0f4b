//! Which block is taken.

use super::*;

/// Every policy, and formulas of each kind of order.
fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let kinds = super::super::KINDS.into_iter().filter(|&kind| kind != "formula").map(|kind| (kind, ""));
    let formulas = ["invalid", "invalid + mean_erases", "invalid + 0 * age"].map(|formula| ("formula", formula));
    kinds.chain(formulas)
}

#[test]
fn a_policy_that_forgets_all_blocks_takes_none_until_it_is_told_of_one() {
    for (kind, formula) in all() {
        let mut plane = Plane::with(kind, formula);
        (0..5).for_each(|block| plane.close(block, 4));
        plane.select().unwrap();
        plane.policy.clear();
        assert!(!["d-choices", "windowed"].contains(&kind) || (0..5).all(|block| !plane.policy.looks_at(block)));
        assert_eq!(plane.select(), None, "{kind} {formula}");
        plane.policy.closed(3, plane.nand.block(3));
        assert_eq!(plane.select(), Some(3), "{kind} {formula}");
    }
}

#[test]
fn fifo_takes_the_block_closed_first_although_its_erase_came_undone() {
    let mut plane = Plane::new("fifo");
    (0..3).for_each(|block| plane.close(block, 4));
    plane.empty(0);
    assert_eq!(plane.select(), Some(1));
    plane.nand.undo_erase(0);
    plane.policy.clear();
    (0..3).for_each(|block| plane.policy.closed(block, plane.nand.block(block)));
    assert_eq!(plane.select(), Some(0));
}

#[test]
fn the_first_block_that_ever_closed_waits_for_no_window_once_it_is_erased() {
    let mut plane = Plane::new("windowed");
    (0..3).for_each(|block| plane.close(block, 4 + block));
    plane.empty(0);
    assert_eq!(plane.select(), Some(1));
    assert!(!plane.policy.looks_at(0) && plane.policy.looks_at(2));
}

#[test]
fn a_formula_that_asks_for_idle_pages_sees_those_of_blocks_without_a_valid_page_in_any_order() {
    let mut plane = Plane::under("idle");
    [0, 1, 2].into_iter().for_each(|block| plane.close(block, 1));
    // Block 1 has been idle for longest, though it was closed later than the other without a valid page.
    plane.outdate(1);
    plane.nand.invalidate(2 * PAGES).unwrap();
    plane.outdate(0);
    plane.nand.host_pages += 5;
    assert_eq!(plane.select(), Some(1));
}

#[test]
fn a_formula_knows_the_mean_erases_of_the_plane_as_it_chooses() {
    // Block 0 was erased less than the mean of 3/16, block 1 more.
    let mut plane = Plane::under("if(erases < mean_erases, 10, invalid)");
    plane.wear(1, 3);
    plane.close(0, 6);
    plane.close(1, 5);
    assert_eq!(plane.select(), Some(0));
}

#[test]
fn a_formula_that_spares_what_has_more_to_gain_finds_the_block_that_has_least() {
    let mut plane = Plane::under("idle - 10 * invalid");
    plane.close(0, 2);
    plane.close(1, 6);
    assert_eq!(plane.select(), Some(1));
}

#[test]
fn cost_age_times_spares_no_block_for_an_erase_that_came_undone() {
    let mut plane = Plane::new("cat");
    (0..BLOCKS).filter(|&block| block != 1).for_each(|block| plane.wear(block, 1));
    plane.close(0, 4);
    plane.close(1, 5);
    plane.empty(1);
    plane.nand.host_pages = 10;
    assert_eq!(plane.select(), Some(0), "every block of the plane was erased once");
    plane.nand.undo_erase(1);
    plane.nand.revalidate(|ppn, _| ppn % PAGES < 4 + ppn / PAGES);
    plane.policy.clear();
    [0, 1].into_iter().for_each(|block| plane.policy.closed(block, plane.nand.block(block)));
    // 10 × 4 / (4 × 2) = 5, and 10 × 3 / (5 × 1) = 6, which were 3 if the block had been erased.
    assert_eq!(plane.select(), Some(1));
}
