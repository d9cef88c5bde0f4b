//! Why a block is collected, as it is told, against the device at that very moment: the candidates are the closed blocks of the plane,
//! in the order of their policy, each with its valid pages and its age.

#![allow(clippy::unwrap_used)]

use crate::support::common::experiment;
use serde_json::json;
use sim_core::assembly::{initial, source};
use sim_core::flash::decision::Decision;
use sim_core::flash::observables::Moment;
use sim_core::nand::BlockId;
use sim_core::nand::array::Nand;
use sim_core::nand::block::BlockState;
use sim_core::replay::lane::Lane;
use sim_core::replay::places::Unit;

const PAGES: u32 = 8;
/// Collections that are looked at in a run.
const COLLECTIONS: usize = 40;
/// Rows that are shown of the blocks that were not taken.
const OTHERS: usize = 5;

/// Calls `see` at the beginning of each of the first collections on one plane of so many `blocks`.
fn at_collections(policy: &str, blocks: u32, mut see: impl FnMut(&Decision, &Nand)) {
    let experiment = experiment(json!({
        "device": { "blocks_per_plane": blocks, "pages_per_block": PAGES, "over_provisioning": 1 },
        "ftl": { "gc": { "policy": policy, "low": 1, "high": 2 } },
        "workload": { "kind": "hotcold", "requests": 4000, "request_pages": 1, "write_ratio": 1 }
    }));
    let mut lane = Lane::new(initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap());
    for _ in 0..COLLECTIONS {
        lane.step(Unit::Moment(Moment::Gc), true, &mut || false);
        assert!(lane.machine().end.is_none(), "{policy}: too few collections");
        see(lane.seen.choice().unwrap(), &lane.machine().core.nand);
    }
}

/// The closed blocks by `key`, equals by when they were closed: the one that is taken comes first.
fn closed(nand: &Nand, key: impl Fn(BlockId) -> u64) -> Vec<BlockId> {
    let mut closed: Vec<BlockId> =
        (0..nand.blocks.len() as BlockId).filter(|&block| nand.block(block).state == BlockState::Closed).collect();
    closed.sort_by_key(|&block| (key(block), nand.block(block).close_time));
    closed
}

#[test]
fn rows_of_a_collection_are_the_blocks_that_its_policy_had_before_it_in_their_order() {
    // Few blocks, all of which are shown, and many, of which the first and the last are.
    for blocks in [7, 40] {
        for policy in ["greedy", "fifo"] {
            let (mut tied, mut apart) = (0, 0);
            at_collections(policy, blocks, |decision, nand| {
                let key = |block: BlockId| match policy {
                    "greedy" => u64::from(nand.block(block).valid),
                    _ => nand.block(block).close_time,
                };
                let mut closed = closed(nand, key);
                // A frontier that was filled before is closed once the next page of it is looked for, which is after the choice.
                if decision.candidates < closed.len() {
                    let newest = closed.iter().map(|&block| nand.block(block).close_time).max();
                    closed.retain(|&block| Some(nand.block(block).close_time) != newest);
                }
                let others = &closed[1..];
                let shown = match others.len() <= OTHERS {
                    true => others.to_vec(),
                    false => [&others[..OTHERS - 1], &others[others.len() - 1..]].concat(),
                };
                let rows: Vec<BlockId> = decision.rows.iter().filter_map(|row| row.block).collect();
                assert_eq!(rows, [&closed[..1], &shown].concat(), "{policy}");
                assert_eq!((decision.candidates, &decision.among), (closed.len(), &vec![]), "{policy}");
                let is_tied = others.first().is_some_and(|&next| key(next) == key(closed[0]));
                assert_eq!(decision.tie.is_some(), is_tied, "{policy}");
                *(if is_tied { &mut tied } else { &mut apart }) += 1;
            });
            assert!(apart > 0 && (tied > 0 || policy == "fifo"), "{policy}: {tied} tied, {apart} apart");
        }
    }
}

#[test]
fn a_row_has_its_blocks_valid_pages_and_how_many_blocks_were_closed_since() {
    at_collections("greedy", 40, |decision, nand| {
        let newest = closed(nand, |_| 0).last().map(|&block| nand.block(block).close_time).unwrap();
        for (at, row) in decision.rows.iter().enumerate() {
            let block = nand.block(row.block.unwrap());
            let ago = newest + 1 - block.close_time;
            let words = if ago == 1 { "1 block ago".into() } else { format!("{ago} blocks ago") };
            assert_eq!(row.cells, [block.valid.to_string(), words]);
            assert_eq!(row.share, Some(f64::from(block.valid) / f64::from(PAGES)));
            assert_eq!(row.chosen, at == 0);
        }
        let valid = decision.rows[0].cells[0].as_str();
        let said = match valid {
            "0" => format!("none of its {PAGES} pages"),
            "8" => format!("all {PAGES} pages"),
            _ => format!("{valid} of its {PAGES} pages"),
        };
        assert!(decision.headline.contains(&said), "{}", decision.headline);
    });
}

#[test]
fn a_policy_that_looks_at_some_says_which_and_has_its_figure_beside_them() {
    for policy in ["d-choices", "windowed", "random", "cost-benefit", "fifo"] {
        at_collections(policy, 40, |decision, nand| {
            let looks_at_some = policy == "d-choices";
            assert_eq!(!decision.among.is_empty(), looks_at_some, "{policy}");
            assert!(!looks_at_some || decision.among[0] == decision.rows[0].block.unwrap(), "{policy}");
            assert!(decision.among.iter().all(|&block| nand.block(block).state == BlockState::Closed), "{policy}");
            let cells = if ["random", "fifo"].contains(&policy) { 2 } else { 3 };
            assert_eq!(decision.rows[0].cells.len(), cells, "{policy}");
            assert!(decision.tie.is_none() || policy != "random");
        });
    }
}
