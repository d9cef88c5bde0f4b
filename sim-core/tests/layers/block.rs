//! Block mapping: what it costs, and that it serves every request.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device;
use crate::support::device::hybrids::{fields, options};
use crate::support::device::{Fields, cuts, finish, machine, model, record, request, with};
use proptest::prelude::*;
use serde_json::json;
use sim_core::base::request::{HostOp, Request};
use sim_core::flash::counters::Merge;
use sim_core::flash::operation::Purpose;
use sim_core::machine::Machine;

const R: u64 = 130_900;
const W: u64 = 405_900;
const E: u64 = 2_000_000;

/// A full device of 64-page blocks with the paper's timing.
fn micron(group_request: bool) -> Fields {
    vec![
        ("device.blocks_per_plane", json!(16)),
        ("device.over_provisioning", json!(1.0)),
        ("ftl.kind", json!("block")),
        ("ftl.group_request", json!(group_request)),
    ]
}

fn served(fields: &Fields, list: Vec<Request>) -> Machine {
    let mut device = machine(fields, list);
    finish(&mut device);
    device
}

fn write(page: u64, pages: u32) -> Request {
    request(0, HostOp::Write, page, pages)
}

#[test]
fn one_page_written_again_moves_its_whole_block() {
    let device = served(&micron(true), vec![write(70, 1)]);
    assert_eq!(device.core.counters.service_ns, 63 * R + 64 * W + E);
    assert_eq!(device.core.counters.service_ns, 36_224_300);
    assert_eq!(device.core.counters.merges[Merge::Full as usize], 1);
    assert_eq!(device.core.counters.programs[Purpose::Full as usize], 63);
}

#[test]
fn a_block_written_again_in_one_request_is_programmed_once() {
    let device = served(&micron(true), vec![write(64, 64)]);
    assert_eq!(device.core.counters.service_ns, 64 * W + E);
}

#[test]
fn pages_of_a_request_are_served_by_one_rebuild_or_one_each() {
    let (once, each) = (served(&micron(true), vec![write(62, 4)]), served(&micron(false), vec![write(62, 4)]));
    assert_eq!(once.core.counters.service_ns, 2 * (62 * R + 64 * W + E));
    assert_eq!(each.core.counters.service_ns, 4 * (63 * R + 64 * W + E));
}

#[test]
fn a_first_write_goes_to_its_place() {
    let fields = with(micron(true), &[("run.initial_state", json!("clean"))]);
    let device = served(&fields, vec![write(5, 3), write(9, 1)]);
    assert_eq!(device.core.counters.service_ns, 4 * W);
    // Pages below the last one written cannot be programmed any more: the block moves with all that it holds.
    let device = served(&fields, vec![write(5, 3), write(9, 1), write(2, 1)]);
    assert_eq!(device.core.counters.service_ns, 4 * W + 4 * (R + W) + W + E);
    let off = with(fields, &[("device.program_order", json!("off"))]);
    assert_eq!(served(&off, vec![write(5, 3), write(2, 1)]).core.counters.service_ns, 4 * W);
}

/// The same with `spare` pages of each block kept for updates.
fn with_spares(spare: u64) -> Fields {
    with(micron(true), &[("ftl.spare_pages", json!(spare))])
}

#[test]
fn spare_pages_take_updates_until_they_are_used_up() {
    let device = served(&with_spares(4), [9, 3, 9, 59, 60].map(|page| write(page, 1)).into());
    // Page 60 is the first of the second logical block, which has its own spare pages.
    assert_eq!(device.core.counters.service_ns, 5 * W);
    let device = served(&with_spares(4), [9, 3, 9, 59, 11].map(|page| write(page, 1)).into());
    assert_eq!(device.core.counters.service_ns, 4 * W + 59 * R + 60 * W + E);
    assert_eq!(device.core.counters.merges[Merge::Full as usize], 1);
    // After the move they are free again.
    let device = served(&with_spares(4), vec![write(9, 1); 10]);
    assert_eq!(device.core.counters.service_ns, 8 * W + 2 * (59 * R + 60 * W + E));
}

#[test]
fn spare_pages_make_more_and_smaller_logical_blocks() {
    let device = served(&with_spares(8), Vec::new());
    let homes = device.ftl.picture(None, &device.core.nand).homes;
    assert_eq!(homes.len(), (8 * 64usize).div_ceil(56));
    let geometry = device.core.nand.geometry;
    assert_eq!((geometry.pages_per_block, geometry.pages_per_logical_block()), (64, 56));
    assert_eq!((geometry.block_of(device.ftl.lookup(56)), geometry.offset_of(device.ftl.lookup(56))), (homes[1], 0));
}

#[test]
fn a_block_of_nothing_but_spare_pages_is_refused() {
    let refusal = |spare| {
        let experiment = device::experiment(&with_spares(spare));
        let none = sim_core::workload::source::Source::listed(Vec::new());
        sim_core::assembly::initial::machine(&experiment, none, true).err().map(|error| error.to_string())
    };
    assert_eq!(refusal(64).unwrap(), "ftl.spare_pages: 64 is not fewer than the 64 pages of a block");
    assert!(refusal(60).unwrap().contains("device.over_provisioning"));
    assert!(refusal(16).is_none());
}

#[test]
fn its_table_has_four_bytes_a_block() {
    let fields =
        [("device.logical_bytes", json!(1u64 << 30)), ("device.page_bytes", json!(2048)), ("ftl.kind", json!("block"))];
    assert_eq!(machine(&fields, Vec::new()).ftl.ram_bytes(), 32 << 10);
}

#[test]
fn nothing_is_lost_at_any_operation() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 4)] {
        for group in [true, false] {
            let fields = with(fields("block", clock, planes, 0, 0), &[("ftl.group_request", json!(group))]);
            cuts::sweep(&fields, &cuts::requests(planes, 60, false), 1);
        }
    }
}

#[test]
fn cut_after_cut_is_survived() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 2)] {
        for apart in [3, 7, 20, 61] {
            let list = cuts::requests(apart, 150, false);
            assert!(cuts::survives_cut_after_cut(&fields("block", clock, planes, 0, 0), &list, apart) > 3);
        }
    }
}

/// Devices with up to 2 spare pages in each block of 4, and blocks enough for that.
fn devices() -> impl Strategy<Value = Fields> {
    (0..3u64, any::<bool>()).prop_flat_map(|(spare, group)| {
        // 40 pages make 10 logical blocks of 4, 14 of 3 or 20 of 2.
        options("block", [0, 4, 10][spare as usize]).prop_map(move |fields| {
            with(fields, &[("ftl.group_request", json!(group)), ("ftl.spare_pages", json!(spare))])
        })
    })
}

#[test]
fn nothing_is_lost_with_spare_pages() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 4)] {
        let fields = with(fields("block", clock, planes, 4, 0), &[("ftl.spare_pages", json!(1))]);
        cuts::sweep(&fields, &cuts::requests(planes, 80, false), 1);
        assert!(cuts::survives_cut_after_cut(&fields, &cuts::requests(7, 150, false), 7) > 3);
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn it_serves_every_request(fields in devices(), list in model::requests(400)) {
        model::agrees_with_the_model(&fields, list);
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn time_is_conserved(fields in devices(), list in model::requests(200)) {
        model::conserves_time(&with(fields, &[("device.clock", json!("serial"))]), list);
    }

    #[test]
    fn it_is_never_out_of_step(fields in devices(), list in model::requests(60)) {
        model::is_in_step_between_operations(&fields, list.clone());
        model::is_not_changed_by_looking(&fields, list);
    }

    #[test]
    fn any_cut_is_survived(fields in devices(), seed in any::<u64>(), cut in 0..500u64, trims in any::<bool>()) {
        cuts::survives(&fields, &cuts::requests(seed, 100, trims), cut);
    }
}

#[test]
fn a_move_is_told_as_one_story() {
    let mut device = machine(&micron(true), vec![write(70, 1)]);
    let seen = record(&mut device);
    let words: Vec<String> = seen
        .operations
        .iter()
        .filter(|operation| operation.purpose != Purpose::Full || operation.block.is_some())
        .map(|operation| format!("{:?}", operation.kind))
        .collect();
    assert_eq!(words, ["HostWrite", "FullMerge", "Program", "Erase", "MergeEnd"]);
}
