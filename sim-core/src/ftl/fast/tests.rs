//! Which log blocks are shown and told of, which are found again after a power cut, and what the check notices.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::assembly::initial;
use crate::base::request::{HostOp, Request};
use crate::experiment::document::Experiment;
use crate::flash::counters::Merge;
use crate::flash::device_state::DeviceState;
use crate::flash::observer::{NoObserver, Observer};
use crate::flash::trigger::{Condition, What};
use crate::ftl::{AnyLayer, Ftl};
use crate::machine::Machine;
use crate::nand::BlockId;
use crate::workload::source::Source;
use serde_json::{Value, json};

/// A device full of data in each of `planes`, in four logical blocks of four pages; a sequential and two random log blocks.
fn device(planes: u32, cut: Value, pages: &[u64]) -> Machine {
    let document = json!({
        "device": {
            "preset": "toy", "page_bytes": 512, "channels": planes, "blocks_per_plane": 12, "over_provisioning": 2.0,
        },
        "ftl": { "kind": "fast", "log_blocks": 3 },
        "run": { "power_cut": cut, "continue_after_power_cut": true },
    });
    let write = |&sector: &u64| Request { arrival_ns: 0, op: HostOp::Write, sector, sectors: 1 };
    let source = Source::listed(pages.iter().map(write).collect());
    initial::machine(&Experiment::new(&document, &[]).unwrap(), source, true).unwrap()
}

/// B1 was rewritten in order. The sequential log block has pages 0 and 1, one random log block pages 13, 9 and 6 beside an
/// outdated one, and the other page 14.
const LOGGED: [u64; 11] = [4, 5, 6, 7, 0, 1, 9, 13, 9, 6, 14];

fn logged() -> (Fast, DeviceState) {
    let mut device = device(1, Value::Null, &LOGGED);
    while device.step(&mut NoObserver).unwrap() {}
    parts(device)
}

fn parts(device: Machine) -> (Fast, DeviceState) {
    match device.ftl {
        Ftl::Other(AnyLayer::Fast(fast)) => (*fast, device.core),
        other => unreachable!("{other:?}"),
    }
}

/// The logical block and the block of the sequential log block, the random ones, and what is known of first ones.
fn found(fast: &Fast) -> (Option<(u32, BlockId)>, Vec<BlockId>, Vec<u32>) {
    let Log { sequential, random, .. } = &fast.logs[0];
    (sequential.map(|one| (one.lbn, one.block)), random.iter().copied().collect(), fast.first_log.to_vec())
}

#[test]
fn after_a_power_cut_the_log_blocks_are_what_they_were() {
    let (mut fast, mut core) = logged();
    let before = found(&fast);
    assert_eq!((before.0.unwrap().0, before.1.len(), &before.2[..]), (0, 2, &[NONE, 0, 0, 0][..]));
    let counters = core.counters;
    fast.recover(&mut Flash::new(&mut core, &mut NoObserver.behind_pointer())).unwrap();
    assert_eq!(found(&fast), before);
    assert_eq!((core.counters - counters).nand_programs(), 0);
    assert_eq!((core.counters - counters).nand_erases(), 0);
}

#[test]
fn no_log_block_without_a_valid_page_is_taken_into_use_again() {
    // The second write of page 5 goes into a rebuild of B1. Cut off behind it, that is done again, which takes page 6, the only
    // valid one of a random log block.
    let pages = [6, 6, 6, 6, 4, 5, 5];
    let mut whole = device(1, Value::Null, &pages);
    while whole.step(&mut NoObserver).unwrap() {}
    for cut in 0..whole.core.flash_operations {
        let mut device = device(1, json!(cut), &pages);
        while device.power_loss.is_none() && device.step(&mut NoObserver).unwrap() {}
        let (fast, core) = parts(device);
        let in_use = fast.log_picture(None).parked;
        assert!(in_use.iter().all(|log| core.nand.block(log.block).valid > 0), "cut at {cut}: {in_use:?}");
    }
}

#[test]
fn log_blocks_that_are_not_as_they_should_be_are_noticed() {
    let broken = |wrong: &dyn Fn(&mut Fast, &mut Nand)| {
        let (mut fast, mut core) = logged();
        fast.check_logs(&core.nand).unwrap();
        wrong(&mut fast, &mut core.nand);
        match fast.check_logs(&core.nand) {
            Err(Rule::Invariant(text)) => text,
            other => format!("{other:?}"),
        }
    };
    let block = |fast: &Fast| fast.logs[0].sequential.unwrap().block;
    let (fast, core) = logged();
    let (sequential, free) = (block(&fast), fast.blocks.free_in(0));
    assert_eq!(
        broken(&|fast, _| fast.logs[0].random.push_back(block(fast))),
        format!("block {sequential} is used for two things")
    );
    assert_eq!(broken(&|fast, _| fast.random_blocks = 1), "plane 0 has 2 random log blocks");
    // Two are in use, and the sequential one is too.
    assert_eq!(broken(&|fast, _| fast.random_blocks = 2 + free), "Ok(())");
    let no_room = format!("plane 0 has no free blocks for {} log blocks", free + 1);
    assert_eq!(broken(&|fast, _| fast.random_blocks = 2 + free + 1), no_room);
    let worn_out = |fast: &mut Fast, nand: &mut Nand| (fast.random_blocks, nand.bad_blocks) = (2 + free + 1, 1);
    assert_eq!(broken(&worn_out), "Ok(())");
    let swapped = |fast: &mut Fast, nand: &mut Nand| nand.owner[nand.geometry.page(block(fast), 1) as usize] = 2;
    assert_eq!(broken(&swapped), format!("page 1 of sequential log block {sequential} is not in order"));
    assert_eq!(broken(&|fast, _| fast.first_log.fill(NONE)), "the first log block of logical block 3 is not known");
    let data = fast.blocks.data_block(1);
    let newer = format!("page 4 is newer than in sequential log block {data}");
    let instead = Sequential { lbn: 1, block: data };
    assert_eq!(instead.check(&fast.blocks, &core.nand), Err(Rule::Invariant(newer)));
}

#[test]
fn of_many_log_blocks_the_sequential_the_oldest_and_the_newest_are_shown() {
    let shown = |random: std::ops::Range<BlockId>| {
        let (mut fast, _) = logged();
        fast.logs[0] = Log { sequential: Some(Sequential { lbn: 3, block: 7 }), random: random.collect(), emptied: 0 };
        let picture = fast.log_picture(None);
        (picture.parked.iter().map(|log| log.block).collect::<Vec<_>>(), picture.parked_total)
    };
    assert_eq!(shown(100..103), (vec![7, 100, 101, 102], 4));
    let most: Vec<BlockId> = [7].into_iter().chain(100..162).chain([169]).collect();
    assert_eq!((most.len(), shown(100..170)), (64, (most, 71)));
}

#[test]
fn the_log_blocks_of_the_plane_looked_at_come_first_and_then_those_of_the_planes_behind_it() {
    let (mut fast, _) = parts(device(4, Value::Null, &[]));
    (0..).zip(&mut fast.logs).for_each(|(plane, log)| log.random.push_back(100 + plane));
    let shown = |near: Option<Lpn>| fast.log_picture(near).parked.iter().map(|log| log.block).collect::<Vec<_>>();
    assert_eq!(shown(None), [100, 101, 102, 103]);
    // Page 9 is of B2.
    assert_eq!(shown(Some(9)), [102, 103, 100, 101]);
}

#[test]
fn a_logical_block_that_begins_again_needs_no_other_reason_to_close_its_log_block() {
    let (fast, core) = logged();
    let sequential = fast.logs[0].sequential.unwrap();
    let of = |new| explain::trigger(Why::Begins(new), sequential, 1, &fast.blocks, &core.nand);
    let begins = |new: u32| Condition::fact(What::FirstPage, new);
    assert_eq!(of(0), begins(0).into());
    assert_eq!(of(1), (begins(1), Condition::all(What::SequentialLogs, 1u32, 1u32)).into());
}

#[test]
fn why_a_partial_merge_will_not_do_depends_on_which_does() {
    let (fast, core) = logged();
    let sequential = fast.logs[0].sequential.unwrap();
    let why_not = |taken| {
        let told = explain::merge(0, taken, sequential, Why::GoesBack(1), &fast.blocks, &core.nand);
        told.rows.into_iter().find(|row| row.label == "partial merge").unwrap().cells.remove(1)
    };
    assert_eq!(why_not(Merge::Full), "one of its pages was written again");
    assert_eq!(why_not(Merge::Switch), "a switch merge will do");
}
