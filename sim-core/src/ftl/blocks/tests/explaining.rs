//! Choices in words and numbers.

use super::*;
use crate::flash::counters::Merge;
use crate::flash::decision::{Decision, LISTED};
use crate::flash::trigger::{Condition, Is, What};
use crate::ftl::blocks::cost::Cost;
use crate::ftl::blocks::{explain, shared_log};

/// The rows that tell which merge is done and why no other: name, cost, why not.
fn rows(decision: &Decision) -> Vec<(&str, &str, &str)> {
    decision.rows.iter().map(|row| (row.label.as_str(), row.cells[0].as_str(), row.cells[1].as_str())).collect()
}

/// Merging B0, of which pages 0, 1 and 3 were written, with a log block to which `pages` are written.
fn merge_with(pages: &[Lpn]) -> Decision {
    let mut device = Device::new(4, 2 * PAGES);
    device.fill([0, 1, 3]);
    let log = device.log(pages.iter().copied());
    let taken = explain::cheapest(0, log, &device.core.nand);
    explain::merge(0, explain::Choice { lbn: 0, log, taken }, &device.blocks, &device.core.nand)
}

#[test]
fn why_not_a_cheaper_merge_is_told_with_what_each_would_cost() {
    assert_eq!(
        rows(&merge_with(&[0, 1, 2, 3])),
        [
            ("switch merge", "0 copies, 1 erase", ""),
            ("partial merge", "0 copies, 1 erase", "a switch merge will do"),
            ("full merge", "4 copies, 2 erases", "costs more"),
        ]
    );
    assert_eq!(
        rows(&merge_with(&[0, 1])),
        [
            ("partial merge", "1 copy, 1 erase", ""),
            ("switch merge", "0 copies, 1 erase", "it holds 2 of 4 pages"),
            ("full merge", "3 copies, 2 erases", "costs more"),
        ]
    );
    assert_eq!(
        rows(&merge_with(&[0, 3])),
        [
            ("full merge", "3 copies, 2 erases", ""),
            ("partial merge", "2 copies, 1 erase", "page 1 is not in its place"),
            ("switch merge", "0 copies, 1 erase", "page 1 is not in its place"),
        ]
    );
}

#[test]
fn an_empty_log_block_holds_no_beginning() {
    let mut device = Device::new(4, 2 * PAGES);
    let log = device.log([]);
    assert_eq!(explain::cheapest(0, log, &device.core.nand), Merge::Full);
}

#[test]
fn valid_pages_are_counted_of_one_logical_block() {
    let mut device = Device::new(4, 2 * PAGES);
    let log = device.log([4, 4, 7, 0]);
    let holds = |pages: u32| Condition::new(What::ValidPages, pages, Is::Above, 0u32);
    assert_eq!([0, 1].map(|lbn| explain::valid_pages(lbn, log, &device.core.nand)), [holds(1), holds(2)]);
}

#[test]
fn of_many_shared_log_blocks_the_first_and_the_last_are_listed_with_the_share_of_their_pages_that_is_valid() {
    let mut device = Device::new(12, 2 * PAGES);
    let logs: Vec<BlockId> = (0..LISTED as u32 + 2).map(|_| device.log([0, 1, 0])).collect();
    let newest_first: Vec<BlockId> = logs.into_iter().rev().collect();
    let choice = shared_log::Choice {
        candidates: &newest_first,
        rule: "",
        tie: None,
        subject: "This log block",
        merge: &|lbn, _| Cost::of_merge(lbn, 0, &device.blocks),
    };
    let decision = shared_log::reclaim(0, &choice, &device.blocks, &device.core.nand);
    let listed: Vec<_> = decision.rows.iter().map(|row| (row.block, row.share)).collect();
    let expected = [(7, 0.5), (6, 0.0), (5, 0.0), (4, 0.0), (3, 0.0), (0, 0.0)];
    assert_eq!(listed, expected.map(|(block, share)| (Some(block), Some(share))));
    assert_eq!(decision.candidates, newest_first.len());
}
