//! The host FTL over open channels: the newest version of every page, what must hold between any two operations, and power cuts
//!.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device;
use crate::support::device::cuts::{requests, survives_cut_after_cut, sweep};
use crate::support::device::model::{
    self, agrees_with_the_model, is_in_step_between_operations, is_not_changed_by_looking,
};
use crate::support::device::{Fields, check, finish, machine, request, with};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::assembly::{initial, source};
use sim_core::base::request::{HostOp, Request};
use sim_core::flash::observer::NoObserver;
use sim_core::ftl::openchannel::map_policy;
use sim_core::machine::{EndKind, Machine};
use sim_core::nand::NONE;

/// 40 logical pages on two parallel units, lines of 8 pages; of the table two of five map blocks in memory, each on two pages.
fn fields(kind: &str, clock: &str, more: &[(&'static str, Value)]) -> Fields {
    let mut fields: Fields = vec![
        ("device.channels", json!(2)),
        ("device.pages_per_block", json!(4)),
        ("device.transfer_ns", json!(50_000)),
        ("device.clock", json!(clock)),
        ("ftl.kind", json!(kind)),
        ("ftl.ring_entries", json!(8)),
        ("run.continue_after_power_cut", json!(true)),
    ];
    if kind == "pblk-selective" {
        fields.extend([
            ("ftl.cache_block_bytes", json!(32)),
            ("ftl.map_page_entries", json!(4)),
            ("ftl.cache_bytes", json!(64)),
        ]);
    }
    fields.extend(lines(22));
    with(fields, more)
}

/// So many lines, for 40 logical pages.
fn lines(lines: u32) -> [(&'static str, Value); 2] {
    [("device.blocks_per_plane", json!(lines)), ("device.over_provisioning", json!(f64::from(lines * 8) / 40.0 - 1.0))]
}

const KINDS: [&str; 2] = ["pblk", "pblk-selective"];

/// Few lines, so that they are collected all the time.
fn tight(kind: &str, clock: &str, more: &[(&'static str, Value)]) -> Fields {
    // Data needs 5 lines, one being written, two kept free and one to gain; the map two, and three more.
    let of_data = 9;
    let mut fields = with(fields(kind, clock, more), &lines(if kind == "pblk" { of_data } else { of_data + 5 }));
    if kind == "pblk-selective" {
        fields.push(("ftl.map_lines", json!(5)));
    }
    fields
}

fn options() -> impl Strategy<Value = Fields> {
    let policies: Vec<&str> =
        map_policy::KINDS.iter().copied().filter(|kind| *kind != "opt").chain(["entries"]).collect();
    (
        (any::<bool>(), any::<bool>(), any::<bool>()),
        prop::sample::select(policies),
        prop::sample::select(vec![1u64, 2, 4]),
        prop::sample::select(vec![16u64, 32, 64]),
        prop::sample::select(vec!["clean", "full_seq", "full_rand", "dirty_alloc", "partial"]),
        prop::option::of(1..6u64),
    )
        .prop_map(|((selective, event, is_tight), policy, unit, bytes, start, depth)| {
            let (kind, clock) = (KINDS[usize::from(selective)], if event { "event" } else { "serial" });
            let mut more = vec![
                ("ftl.write_unit", json!(unit)),
                ("run.initial_state", json!(start)),
                ("workload.queue_depth", json!(depth)),
            ];
            if selective {
                more.extend([
                    ("ftl.policy", json!(policy)),
                    ("ftl.cache_block_bytes", json!(bytes)),
                    ("ftl.cache_bytes", json!(128)),
                    ("ftl.cold_epoch", json!(7)),
                ]);
            }
            if is_tight && bytes == 32 { tight(kind, clock, &more) } else { fields(kind, clock, &more) }
        })
}

proptest! {
    #![proptest_config(cases(160))]

    #[test]
    fn every_page_shows_its_newest_version(fields in options(), list in model::requests(400)) {
        agrees_with_the_model(&fields, list);
    }

    #[test]
    fn what_it_believes_is_true_between_any_two_operations(fields in options(), list in model::requests(80)) {
        is_in_step_between_operations(&fields, list);
    }

    #[test]
    fn looking_changes_nothing(fields in options(), list in model::requests(150)) {
        is_not_changed_by_looking(&fields, list);
    }

    #[test]
    fn no_cut_loses_what_was_flushed(fields in options(), seed in 0..u64::MAX, cut in 0..900u64) {
        keeps_what_was_flushed(&fields, &requests(seed, 160, true), cut);
    }
}

/// Cuts power at `cut`. Of each page the version shown afterwards is none older than it had when the last flush that was over by then
/// began, and none newer than was written.
fn keeps_what_was_flushed(fields: &Fields, list: &[Request], cut: u64) {
    let mut device = machine(&with(fields.clone(), &[("run.power_cut", json!(cut))]), list.to_vec());
    let mut known = Flushed::of(&device);
    let mut steps = 0;
    while device.step(&mut NoObserver).unwrap() {
        steps += 1;
        assert!(steps < 100_000, "cut at {cut}: it never ends");
        known.follow(&device, list);
        if let Some(loss) = device.power_loss.take() {
            check(&device);
            known.compare(&device, cut);
            assert_eq!(loss.lost_in_flush, 0);
            known = Flushed::of(&device);
        }
    }
    assert_eq!(device.end.clone().unwrap().kind, EndKind::Done, "cut at {cut}: {:?}\n{fields:?}", device.end);
    check(&device);
}

/// Versions of every page that a flush has made safe.
struct Flushed {
    safe: Vec<u32>,
    /// What the host should read; 0 for what it gave up.
    now: Vec<u32>,
    /// The newest that was ever written.
    newest: Vec<u32>,
    begun: u64,
    over: usize,
    /// Flushes under way, each with the versions when it began.
    under_way: Vec<(u64, Vec<u32>)>,
}

impl Flushed {
    fn of(device: &Machine) -> Self {
        let newest: Vec<u32> = newest(device);
        Self {
            // What was prepared may be in the ring still.
            safe: newest.iter().enumerate().map(|(lpn, &newest)| newest.min(on_flash(device, lpn as u32))).collect(),
            now: newest.clone(),
            newest,
            begun: device.requests_begun,
            over: device.completions.len(),
            under_way: Vec::new(),
        }
    }

    fn follow(&mut self, device: &Machine, list: &[Request]) {
        // On the serial clock a request begins and ends within a step.
        for number in self.begun..device.requests_begun {
            match list[number as usize].op {
                HostOp::Flush => self.under_way.push((number, self.now.clone())),
                // A trim may be undone, or may not: nothing is promised of its pages until they are written again.
                HostOp::Trim => {
                    let first = list[number as usize].sector as usize;
                    self.safe[first..first + list[number as usize].sectors as usize].fill(0);
                    for (_, versions) in &mut self.under_way {
                        versions[first..first + list[number as usize].sectors as usize].fill(0);
                    }
                }
                _ => {}
            }
            self.now = newest(device);
            self.newest.iter_mut().zip(&self.now).for_each(|(newest, now)| *newest = (*newest).max(*now));
        }
        self.begun = device.requests_begun;
        for done in &device.completions[self.over..] {
            if let Some(at) = self.under_way.iter().position(|(number, _)| *number == done.request) {
                let (_, versions) = self.under_way.remove(at);
                self.safe.iter_mut().zip(versions).for_each(|(safe, version)| *safe = (*safe).max(version));
            }
        }
        self.over = device.completions.len();
    }

    fn compare(&self, device: &Machine, cut: u64) {
        for (lpn, (&safe, &newest)) in (0..).zip(self.safe.iter().zip(&self.newest)) {
            let found = on_flash(device, lpn);
            assert!(safe <= found, "cut at {cut}: page {lpn} shows version {found}, {safe} was flushed");
            assert!(found <= newest, "cut at {cut}: page {lpn} shows version {found}, {newest} was written");
        }
    }
}

fn on_flash(device: &Machine, lpn: u32) -> u32 {
    let ppn = device.ftl.lookup(lpn);
    if ppn == NONE { 0 } else { device.core.nand.oob.as_ref().unwrap().version[ppn as usize] }
}

fn newest(device: &Machine) -> Vec<u32> {
    let shadow = device.core.shadow.as_ref().unwrap();
    (0..device.core.nand.geometry.logical_pages).map(|lpn| shadow.newest(lpn)).collect()
}

/// A database writes its journal in a circle, and the map blocks of the journal make way for those of the data, and the other way round.
#[test]
fn a_journal_is_served_by_every_rule() {
    let policies = map_policy::KINDS.iter().copied().filter(|kind| *kind != "opt").chain(["entries"]);
    for (policy, clock) in policies.flat_map(|policy| [(policy, "serial"), (policy, "event")]) {
        let fields = fields(
            "pblk-selective",
            clock,
            &[
                ("ftl.policy", json!(policy)),
                ("workload.kind", json!("oltp-journal")),
                ("workload.data_pages", json!(28)),
                ("workload.journal_pages", json!(12)),
                ("workload.transaction_pages", json!(2)),
                ("workload.requests", json!(2_000)),
                ("workload.queue_depth", json!(1)),
            ],
        );
        let experiment = device::experiment(&fields);
        let mut device = initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap();
        while device.step(&mut NoObserver).unwrap() {
            check(&device);
            for (lpn, version) in (0..).zip(newest(&device)) {
                let found = device.version_in_ram(lpn).unwrap_or_else(|| on_flash(&device, lpn));
                assert_eq!(found, version, "page {lpn}: {policy}, {clock} clock");
            }
        }
        assert!(device.core.counters.map_write_backs > 100, "{policy}, {clock} clock");
    }
}

/// Only where its clock charges a command of many pages once is a device not on like terms with one that gives each page a command.
#[test]
fn commands_of_many_pages_are_told_on_the_serial_clock() {
    for kind in KINDS {
        assert!(machine(&fields(kind, "serial", &[]), Vec::new()).joins_commands(), "{kind}");
        assert!(!machine(&fields(kind, "event", &[]), Vec::new()).joins_commands(), "{kind}");
    }
    let mut page = lines(22).to_vec();
    page.push(("ftl.kind", json!("page")));
    assert!(!machine(&page, Vec::new()).joins_commands());
}

/// With commands of one page on the serial clock, nothing that was acknowledged is in memory alone.
#[test]
fn without_a_ring_nothing_is_lost_at_any_operation() {
    for kind in KINDS {
        sweep(&fields(kind, "serial", &[]), &requests(1, 150, true), 1);
        sweep(&tight(kind, "serial", &[]), &requests(2, 200, true), 1);
    }
    for policy in ["lru", "entries"] {
        sweep(&tight("pblk-selective", "serial", &[("ftl.policy", json!(policy))]), &requests(3, 150, true), 1);
    }
}

#[test]
fn cut_after_cut_is_survived() {
    for kind in KINDS {
        for apart in [61, 150] {
            let cuts = survives_cut_after_cut(&tight(kind, "serial", &[]), &requests(apart, 300, true), apart);
            assert!(cuts > 1, "{kind}: {cuts}");
        }
    }
}

/// Everything in memory at once is the full table: after each map block was loaded once, both do the same to the flash.
#[test]
fn a_cache_of_everything_is_the_full_table() {
    let list = requests(5, 600, true);
    let all = [("ftl.cache_bytes", Value::Null)];
    let mut selective = machine(&fields("pblk-selective", "serial", &all), list.clone());
    finish(&mut selective);
    let counters = &selective.core.counters;
    assert_eq!((counters.map_evictions, counters.map_write_backs), (0, 0));
    assert_eq!(counters.map_lookups - counters.map_hits, 5, "each of the five map blocks is fetched once");
    let mut whole = machine(&fields("pblk", "serial", &lines(17)), list);
    finish(&mut whole);
    let of_data = |machine: &Machine| {
        let counters = &machine.core.counters;
        (counters.programs[0], counters.reads[0], counters.unmapped_reads)
    };
    assert_eq!(of_data(&selective), of_data(&whole));
}

/// Writes that come faster than lines can be collected wait for the ring, and all are served.
#[test]
fn the_limiter_holds_the_host_back_and_lets_it_go_on() {
    for kind in KINDS {
        let list: Vec<Request> = (0..3000).map(|at| request(0, HostOp::Write, at * 7 % 40, 1)).collect();
        let mut device = machine(&tight(kind, "event", &[("workload.queue_depth", json!(16))]), list);
        finish(&mut device);
        let counters = &device.core.counters;
        assert!(counters.gc_runs > 100 && counters.map_blocks.user_stalls > 100, "{kind}");
        check(&device);
    }
}

#[test]
fn sizes_that_cannot_work_are_refused_by_name() {
    let refusal = |more: &[(&'static str, Value)]| {
        let experiment = device::experiment(&fields("pblk-selective", "serial", more));
        let source = sim_core::workload::source::Source::listed(Vec::new());
        sim_core::assembly::initial::machine(&experiment, source, true).unwrap_err().to_string()
    };
    assert!(refusal(&[("ftl.cache_bytes", json!(16))]).contains("ftl.cache_bytes"));
    assert!(
        refusal(&[("ftl.cache_block_bytes", json!(48))]).starts_with("ftl.cache_block_bytes: 48 is not a power of two")
    );
    assert!(refusal(&[("ftl.ring_entries", json!(9))]).starts_with("ftl.ring_entries: 9 is not a power of two"));
    assert!(refusal(&[("ftl.write_unit", json!(8))]).contains("ftl.write_unit"));
    assert!(refusal(&lines(10)).contains("device.blocks_per_plane"));
    assert!(refusal(&[("ftl.map_lines", json!(3))]).contains("ftl.map_lines"));
    assert!(refusal(&[("ftl.start", json!("figure-4"))]).starts_with("ftl.start: figure-4 is not as-filled"));
}

/// Whether versions are kept changes nothing of what the device does, while writes wait for the ring.
#[test]
fn a_run_that_nobody_watches_is_the_same() {
    let more = [("ftl.write_unit", json!(2)), ("workload.queue_depth", json!(32))];
    for kind in KINDS {
        let fields = tight(kind, "event", &more);
        let ends = |watched: bool| {
            let source = sim_core::workload::source::Source::listed(requests(7, 1500, true));
            let mut device =
                sim_core::assembly::initial::machine(&device::experiment(&fields), source, watched).unwrap();
            finish(&mut device);
            assert!(device.core.counters.map_blocks.user_stalls > 50, "{kind}");
            (device.completions, device.core.counters)
        };
        assert!(ends(true) == ends(false), "{kind}");
    }
}

/// Map blocks that do not divide a line, found again from every start.
#[test]
fn map_blocks_that_leave_the_end_of_a_line_free_are_found_again() {
    let shape = [
        ("device.channels", json!(3)),
        ("device.pages_per_block", json!(3)),
        ("device.blocks_per_plane", json!(24)),
        ("device.over_provisioning", json!(24.0 * 9.0 / 42.0 - 1.0)),
        ("ftl.cache_block_bytes", json!(16)),
        ("ftl.map_page_entries", json!(1)),
        ("ftl.cache_bytes", json!(64)),
    ];
    for start in ["full_seq", "clean"] {
        let more = with(shape.to_vec(), &[("run.initial_state", json!(start))]);
        for cut in (0..700).step_by(23) {
            keeps_what_was_flushed(&fields("pblk-selective", "serial", &more), &requests(cut, 160, true), cut);
        }
    }
}

#[test]
fn knowing_the_future_is_refused_where_it_comes_in_another_order() {
    for more in
        [("device.clock", json!("event")), ("run.power_cut", json!(30)), ("run.initial_state", json!("full_rand"))]
    {
        let fields = fields("pblk-selective", "serial", &[("ftl.policy", json!("opt")), more]);
        let source = sim_core::workload::source::Source::listed(Vec::new());
        let refused = sim_core::assembly::initial::machine(&device::experiment(&fields), source, true).unwrap_err();
        assert!(refused.to_string().starts_with("ftl.policy opt"), "{refused}");
    }
}
