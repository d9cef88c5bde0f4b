//! What policies go by, as numbers and in words.

use super::super::ratio::Ratio;
use super::super::victim_quantities::mean_erases;
use super::*;

#[test]
fn cost_benefit_is_shown_as_a_sum_where_it_has_room_and_gains_something() {
    let mut plane = Plane::new("cost-benefit");
    (0..3).for_each(|block| plane.close(block, 4 * block));
    let mut told = |block: BlockId, host_pages: u64| {
        plane.nand.host_pages = host_pages;
        plane.policy.score_text(block, &plane.nand)
    };
    assert_eq!(told(1, 5), "5×4/8 = 2.5");
    assert_eq!(told(1, 6), "6×4/8 = 3");
    assert_eq!(told(1, 999), "999×4/8 = 499.5");
    assert_eq!(told(1, 1_000), "500");
    assert_eq!(told(0, 7), "7×8/0 = ∞");
    assert_eq!(told(2, 7), "no gain");
    plane.nand.host_pages = 20;
    plane.outdate(1);
    plane.nand.host_pages += 2;
    assert_eq!(plane.policy.score_text(1, &plane.nand), "2×5/6 = 1.7", "the age is since it last lost a page");
}

#[test]
fn what_costs_nothing_is_worth_more_than_anything_even_where_nothing_is_gained() {
    assert_eq!(Ratio { benefit: 0, cost: 0 }.value(), f64::INFINITY);
    assert_eq!(Ratio { benefit: 3, cost: 2 }.value(), 1.5);
}

#[test]
fn in_the_order_of_a_formula_no_number_is_behind_all_numbers_and_no_gain_behind_that() {
    let mut plane = Plane::under("if(valid == 5, 0 / 0, if(valid == 4, -1 / 0, if(valid == 3, 1 / 0, valid)))");
    for (block, valid) in [(0, 8), (1, 5), (2, 4), (3, 1), (4, 2), (5, 3)] {
        plane.close(block, valid);
    }
    let rank = |block: &BlockId| plane.policy.rank(*block, &plane.nand);
    let mut blocks: Vec<BlockId> = (0..6).collect();
    blocks.sort_by(|one, other| rank(one).total_cmp(&rank(other)));
    assert_eq!(blocks, [5, 4, 3, 2, 1, 0]);
    assert!(blocks.is_sorted_by(|one, next| rank(one).total_cmp(&rank(next)).is_lt()));
}

#[test]
fn erases_of_a_plane_are_averaged_over_all_its_blocks() {
    let mut plane = Plane::new("greedy");
    plane.wear(0, 1);
    plane.wear(2, 8);
    assert_eq!(mean_erases(&(0..4), &plane.nand), 2.25);
}
