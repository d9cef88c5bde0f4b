//! Choices in words.

use super::super::explain;
use super::*;
use crate::flash::decision::Decision;

const PAGE: f64 = 1.0 / PAGES as f64;

/// The choice that the policy makes now.
fn chosen(plane: &mut Plane) -> Decision {
    let victim = plane.select().unwrap();
    explain::decision(7, victim, plane.entry, &plane.policy, 0..BLOCKS, &plane.nand)
}

/// What is in a row: the block, its name, whether it is the chosen one, its cells, and how much of its bar is filled.
type Told<'a> = (Option<BlockId>, &'a str, bool, String, Option<f64>);

fn rows(decision: &Decision) -> Vec<Told<'_>> {
    let rows = decision.rows.iter();
    rows.map(|row| (row.block, row.label.as_str(), row.chosen, row.cells.join(", "), row.share)).collect()
}

fn blocks(decision: &Decision) -> Vec<BlockId> {
    decision.rows.iter().filter_map(|row| row.block).collect()
}

#[test]
fn a_choice_is_told_with_the_closed_blocks_best_first_the_age_of_each_and_the_rule() {
    let mut plane = Plane::new("greedy");
    plane.close(4, 3);
    plane.close(0, 1);
    plane.open(3);
    plane.close(2, 5);
    plane.close(1, 1);
    plane.close(9, 2);
    plane.empty(9);
    let decision = chosen(&mut plane);
    let told = [
        (Some(0), "block 0", true, "1, 4 blocks ago".into(), Some(PAGE)),
        (Some(1), "block 1", false, "1, 2 blocks ago".into(), Some(PAGE)),
        (Some(4), "block 4", false, "3, 5 blocks ago".into(), Some(3.0 * PAGE)),
        (Some(2), "block 2", false, "5, 3 blocks ago".into(), Some(5.0 * PAGE)),
    ];
    assert_eq!(rows(&decision), told);
    assert_eq!((decision.op, decision.candidates, &decision.among), (7, 4, &vec![]));
    assert_eq!(decision.columns, ["valid", "closed"]);
    assert_eq!(decision.rule, "greedy: fewest valid pages");
    assert_eq!(decision.tie.as_deref(), Some("the block closed first wins"));
    plane.empty(0);
    let decision = chosen(&mut plane);
    assert_eq!((blocks(&decision), decision.tie), (vec![1, 4, 2], None), "nothing is as good as the best");
}

#[test]
fn of_many_blocks_the_best_and_the_last_are_told() {
    for (policy, told) in [("fifo", [0, 1, 2, 3, 4, 8]), ("greedy", [8, 7, 6, 5, 4, 0])] {
        let mut plane = Plane::new(policy);
        (0..9).for_each(|block| plane.close(block, 8 - block));
        let decision = chosen(&mut plane);
        assert_eq!((blocks(&decision), decision.candidates), (told.to_vec(), 9), "{policy}");
    }
}

#[test]
fn a_policy_that_looks_at_some_blocks_says_at_which_and_ranks_them_before_the_others() {
    for (policy, words) in [("d-choices", ["yes", "no"]), ("windowed", ["inside", "outside"])] {
        let mut plane = Plane::new(policy);
        (0..5).for_each(|block| plane.close(block, 4 - block));
        let decision = chosen(&mut plane);
        let [victim, other, ..] = blocks(&decision)[..] else { unreachable!("five blocks") };
        assert_eq!(decision.among, [victim, other], "{policy}");
        assert!((0..5).all(|block| plane.policy.looks_at(block) == [victim, other].contains(&block)), "{policy}");
        let figures: Vec<&str> = decision.rows.iter().map(|row| row.cells[2].as_str()).collect();
        assert_eq!(figures, [words[0], words[0], words[1], words[1], words[1]], "{policy}");
        assert_eq!(decision.columns.len(), 3);
    }
}

#[test]
fn the_headline_says_what_a_collection_gains() {
    let headline = |valid: u32| {
        let mut plane = Plane::new("fifo");
        plane.close(1, valid);
        chosen(&mut plane).headline
    };
    let picks = "GC picks **block 1**: ";
    let told = [
        (0, "**none of its 8 pages** is valid, so it is erased without copying."),
        (1, "**1 of its 8 pages** is still valid, so moving it frees 7."),
        (5, "**5 of its 8 pages** are still valid, so moving them frees 3."),
        (8, "**all 8 pages** are valid, so moving them gains nothing."),
    ];
    told.into_iter().for_each(|(valid, rest)| assert_eq!(headline(valid), format!("{picks}{rest}")));
}

#[test]
fn of_the_blocks_of_a_map_those_with_the_fewest_valid_pages_are_told() {
    let mut plane = Plane::new("greedy");
    (0..8).for_each(|block| plane.close(block, [6, 3, 8, 3, 7, 5, 6, 4][block as usize]));
    let decision = explain::own(7, 1, 0..8, &plane.nand);
    let told = [
        (Some(1), "block 1", true, "3".into(), Some(3.0 * PAGE)),
        (Some(3), "block 3", false, "3".into(), Some(3.0 * PAGE)),
        (Some(7), "block 7", false, "4".into(), Some(4.0 * PAGE)),
        (Some(5), "block 5", false, "5".into(), Some(5.0 * PAGE)),
        (Some(0), "block 0", false, "6".into(), Some(6.0 * PAGE)),
        (Some(6), "block 6", false, "6".into(), Some(6.0 * PAGE)),
    ];
    assert_eq!((rows(&decision), decision.candidates), (told.to_vec(), 8));
}
