//! Every write buffer over every layer: reads return the newest version, a power cut loses what was in RAM and
//! nothing else, or nothing where a capacitor keeps it.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device::cuts::{self, after_the_cut, operations, survives};
use crate::support::device::{Fields, check, experiment, finish, machine, model, record, request, with, write};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::base::span::Span;
use sim_core::base::state_hash::state_hash;
use sim_core::buffer::store::Victim;
use sim_core::buffer::{BUFFERS, BufferEntry};
use sim_core::experiment::document::Experiment;
use sim_core::flash::observer::NoObserver;
use sim_core::ftl::LAYERS;
use sim_core::machine::{EndKind, Machine};
use sim_core::metrics::run;
use sim_core::nand::NONE;
use sim_core::parameters::parameter::{Kind, Parameter};
use sim_core::workload::source::Source;
use std::collections::BTreeMap;

/// The buffers whose pages leave as a policy chooses.
fn buffers() -> impl Iterator<Item = &'static BufferEntry> {
    BUFFERS.iter().filter(|entry| !["none", "clash"].contains(&entry.info.kind))
}

/// Those that a power cut empties.
fn volatile() -> Vec<&'static str> {
    buffers().map(|entry| entry.info.kind).filter(|&kind| kind != "capbacked").collect()
}

/// Layers that a buffer may stand in front of.
fn layers() -> Vec<&'static str> {
    LAYERS.iter().filter(|entry| !entry.traits.caches_pages).map(|entry| entry.info.kind).collect()
}

/// The 40 pages of the model in blocks of 4, with room for any layer, under a buffer of 6 pages; `sectors` of a page.
fn over(layer: &str, buffer: &str, sectors: u32) -> Fields {
    vec![
        ("device.page_bytes", json!(512 * sectors)),
        ("device.pages_per_block", json!(4)),
        ("device.blocks_per_plane", json!(24)),
        ("device.over_provisioning", json!(1.4)),
        ("ftl.kind", json!(layer)),
        ("buffer.kind", json!(buffer)),
        ("buffer.bytes", json!(6 * 512 * sectors)),
        ("buffer.grain", json!(if sectors > 1 { "sector" } else { "page" })),
        ("run.initial_state", json!("full_seq")),
    ]
}

fn on_the_event_clock(fields: &Fields) -> Fields {
    with(fields.clone(), &[("device.clock", json!("event")), ("device.transfer_ns", json!(100_000))])
}

/// Any value of a parameter, small ones of those without a bound.
fn any_value(parameter: &Parameter, rng: &mut Rng) -> Value {
    match parameter.kind {
        Kind::Integer { nullable: true, .. } if rng.below(3) == 0 => Value::Null,
        Kind::Integer { min, max, .. } => json!(min + rng.below((max - min + 1).min(40))),
        Kind::Number { min, max } => json!(min + (max - min) * rng.below(9) as f64 / 8.0),
        Kind::Boolean => json!(rng.below(2) == 0),
        Kind::Choice(words) => json!(words[rng.below(words.len() as u64) as usize]),
        Kind::Text => Value::Null,
        Kind::Formula(known) => json!(known.examples[rng.below(known.examples.len() as u64) as usize].formula),
    }
}

fn options() -> impl Strategy<Value = (Fields, u32)> {
    let what = (prop::sample::select(layers()), 0..buffers().count());
    let more = (any::<u64>(), prop::sample::select(vec![1, 2, 4]), 1..14u32, any::<bool>());
    (what, more).prop_map(|((layer, buffer), (seed, sectors, pages, event))| {
        let (entry, mut rng) = (buffers().nth(buffer).unwrap(), Rng::new(seed, Component::Workload));
        let mut fields = over(layer, entry.info.kind, sectors);
        for parameter in entry.info.parameters.iter().filter(|parameter| !["bytes", "grain"].contains(&parameter.name))
        {
            let path: &'static str = ["buffer.", parameter.name].concat().leak();
            fields.push((path, any_value(parameter, &mut rng)));
        }
        let bytes = pages * 512 * sectors + rng.below(u64::from(sectors)) as u32 * 512;
        let grain = if rng.below(4) == 0 { "page" } else { "sector" };
        let fields = with(fields, &[("buffer.bytes", json!(bytes)), ("buffer.grain", json!(grain))]);
        (if event { on_the_event_clock(&fields) } else { fields }, sectors)
    })
}

/// Requests for pages of one sector made requests for some sectors of larger ones.
fn by_sector(mut list: Vec<Request>, sectors: u32) -> Vec<Request> {
    let mut rng = Rng::new(list.len() as u64, Component::Workload);
    for request in list.iter_mut().filter(|request| request.sectors > 0 && sectors > 1) {
        let end = (request.sector + u64::from(request.sectors)) * u64::from(sectors);
        request.sector = request.sector * u64::from(sectors) + rng.below(u64::from(sectors));
        request.sectors = 1 + rng.below(end - request.sector) as u32;
    }
    list
}

/// What would leave, in order, is everything in RAM, each once, and what leaves next is the first of it.
fn order_is_whole(machine: &Machine) {
    let Some(buffer) = machine.buffer.pages() else { return };
    let order = buffer.policy.order(&buffer.store, usize::MAX);
    assert_eq!(order.first().map(|ranked| ranked.victim), buffer.policy.victim(&buffer.store, None));
    let mut pages: Vec<(u32, u32)> = Vec::new();
    for ranked in &order {
        match ranked.victim {
            Victim::Group(slot) => pages.extend(buffer.store.group(slot).pages.iter().map(|page| (slot, page.offset))),
            Victim::Page(slot, offset) => pages.push((slot, offset)),
        }
        let sections = buffer.policy.words().sections.len();
        assert!(ranked.section.map_or(sections == 0, |section| (section as usize) < sections));
    }
    pages.sort_unstable();
    let in_ram =
        buffer.store.groups().flat_map(|(slot, group)| group.pages.iter().map(move |page| (slot, page.offset)));
    let mut in_ram: Vec<(u32, u32)> = in_ram.collect();
    in_ram.sort_unstable();
    assert_eq!(pages, in_ram);
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn every_read_returns_the_newest_version((fields, sectors) in options(), list in model::requests(600)) {
        model::agrees_with_the_model(&fields, by_sector(list, sectors));
    }

    #[test]
    fn looking_changes_nothing((fields, sectors) in options(), list in model::requests(150)) {
        model::is_not_changed_by_looking(&fields, by_sector(list, sectors));
    }

    #[test]
    fn what_leaves_next_is_the_first_of_all_that_would((fields, sectors) in options(), list in model::requests(200)) {
        let mut device = machine(&fields, by_sector(list, sectors));
        while device.step(&mut NoObserver).unwrap() {
            order_is_whole(&device);
        }
        prop_assert_eq!(device.end.unwrap().kind, EndKind::Done);
    }

    #[test]
    fn a_second_flush_has_nothing_to_do((fields, sectors) in options(), list in model::requests(120)) {
        let mut list = by_sector(list, sectors);
        let flush = request(u64::MAX / 4, HostOp::Flush, 0, 0);
        list.extend([flush, flush]);
        let mut device = machine(&fields, list.clone());
        finish(&mut device);
        let operations = device.core.flash_operations;
        let mut once = machine(&fields, list[..list.len() - 1].to_vec());
        finish(&mut once);
        prop_assert_eq!(operations, once.core.flash_operations);
        if !fields.contains(&("buffer.kind", json!("capbacked"))) {
            prop_assert!((0..model::PAGES as u32).all(|lpn| device.version_in_ram(lpn).is_none()));
        }
    }

    #[test]
    fn the_same_run_ends_in_the_same_state((fields, sectors) in options(), list in model::requests(150)) {
        let list = by_sector(list, sectors);
        let (mut one, mut other) = (machine(&fields, list.clone()), machine(&fields, list));
        finish(&mut one);
        finish(&mut other);
        prop_assert_eq!(state_hash(&one), state_hash(&other));
        prop_assert_eq!(one.core.counters, other.core.counters);
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn it_is_in_step_between_operations((fields, sectors) in options(), list in model::requests(80)) {
        model::is_in_step_between_operations(&fields, by_sector(list, sectors));
    }
}

/// What the host knows of a run: versions acknowledged, and those that a completed flush has made durable.
#[derive(Default)]
struct Host {
    /// Versions of the pages that each request changes; of a flush, versions that it makes durable.
    requests: Vec<BTreeMap<u32, u32>>,
    changes: BTreeMap<u32, u32>,
    acknowledged: BTreeMap<u32, u32>,
    durable: BTreeMap<u32, u32>,
    completed: usize,
}

impl Host {
    fn begin(&mut self, request: &Request, sectors: u32) {
        let Span { first, count } = Span::new(request, sectors);
        let mut versions = BTreeMap::new();
        match request.op {
            HostOp::Flush => versions.clone_from(&self.acknowledged),
            HostOp::Write => {
                for lpn in first..first + count {
                    let version = self.changes.entry(lpn).or_insert(1);
                    *version += 1;
                    versions.insert(lpn, *version);
                }
            }
            _ => {}
        }
        self.requests.push(versions);
    }

    fn hear(&mut self, machine: &Machine) {
        for done in &machine.completions[self.completed..] {
            let known = if done.op == HostOp::Flush { &mut self.durable } else { &mut self.acknowledged };
            for (&lpn, &version) in &self.requests[done.request as usize] {
                let known = known.entry(lpn).or_insert(1);
                *known = version.max(*known);
            }
        }
        self.completed = machine.completions.len();
    }
}

/// Cuts power at `cut`: what a flush made durable is there, what is lost was in RAM, and it is counted. How many were.
fn loses_what_was_in_ram(fields: &Fields, list: &[Request], sectors: u32, cut: u64) -> u64 {
    let cut_at = [("run.power_cut", json!(cut)), ("run.continue_after_power_cut", json!(false))];
    let mut device = machine(&with(fields.clone(), &cut_at), list.to_vec());
    let serial = !fields.contains(&("device.clock", json!("event")));
    let (mut host, mut in_ram, mut begun) = (Host::default(), Vec::new(), 0);
    loop {
        let before: Vec<bool> = (0..model::PAGES as u32).map(|lpn| device.version_in_ram(lpn).is_some()).collect();
        let more = device.step(&mut NoObserver).unwrap();
        (begun..device.requests_begun as usize).for_each(|at| host.begin(&list[at], sectors));
        begun = device.requests_begun as usize;
        host.hear(&device);
        if !more {
            in_ram = if serial { before } else { in_ram };
            break;
        }
    }
    device.check().unwrap();
    assert_eq!(device.end.as_ref().unwrap().kind, EndKind::PowerCut);
    let loss = device.power_loss.unwrap();
    let oob = device.core.nand.oob.as_ref().unwrap();
    let mut lost = 0;
    for lpn in 0..model::PAGES as u32 {
        let ppn = device.ftl.lookup(lpn);
        let found = if ppn == NONE { 0 } else { oob.version[ppn as usize] };
        let of = |versions: &BTreeMap<u32, u32>| versions.get(&lpn).copied().unwrap_or(1);
        assert!(found >= of(&host.durable) && found <= of(&host.changes), "cut at {cut}: page {lpn}\n{fields:?}");
        if found < of(&host.acknowledged) {
            lost += 1;
            assert!(in_ram.is_empty() || in_ram[lpn as usize], "cut at {cut}: page {lpn} was not in RAM\n{fields:?}");
        }
    }
    assert_eq!(loss.lost_pages, lost, "cut at {cut}\n{fields:?}");
    lost
}

#[test]
fn a_power_cut_loses_what_was_in_ram_and_counts_it() {
    for buffer in volatile() {
        for (at, layer) in layers().into_iter().enumerate() {
            let sectors = [1, 2][at % 2];
            let serial = over(layer, buffer, sectors);
            for fields in [on_the_event_clock(&serial), serial] {
                let list = by_sector(cuts::requests(23, 70, false), sectors);
                let stride = if layer == "page" { 1 } else { 5 };
                let cuts = (0..operations(&fields, &list)).step_by(stride);
                let lost: u64 = cuts.map(|cut| loses_what_was_in_ram(&fields, &list, sectors, cut)).sum();
                assert!(lost > 0, "{buffer} over {layer}");
            }
        }
    }
}

#[test]
fn what_a_capacitor_keeps_survives_a_power_cut_at_any_operation() {
    for (at, layer) in layers().into_iter().enumerate() {
        let sectors = [1, 2][at % 2];
        for high_water in [0.8, 0.3] {
            let more = [("run.continue_after_power_cut", json!(true)), ("buffer.high_water", json!(high_water))];
            let serial = with(over(layer, "capbacked", sectors), &more);
            for fields in [on_the_event_clock(&serial), serial] {
                let list = by_sector(cuts::requests(24, 70, false), sectors);
                let stride = if layer == "page" { 1 } else { 3 };
                for cut in (0..operations(&fields, &list)).step_by(stride) {
                    survives(&fields, &list, cut);
                }
            }
        }
    }
}

#[test]
fn a_capacitor_keeps_everything_between_trims_too() {
    for layer in layers() {
        let more = [("run.continue_after_power_cut", json!(true))];
        let serial = with(over(layer, "capbacked", 1), &more);
        for fields in [on_the_event_clock(&serial), serial] {
            let list = cuts::requests(25, 70, true);
            for cut in (0..operations(&fields, &list)).step_by(3) {
                survives(&fields, &list, cut);
            }
        }
    }
}

#[test]
fn a_capacitor_keeps_everything_cut_after_cut() {
    for layer in ["page", "fast", "dftl"] {
        let more = [("run.continue_after_power_cut", json!(true))];
        let serial = with(over(layer, "capbacked", 1), &more);
        for fields in [on_the_event_clock(&serial), serial] {
            assert!(cuts::survives_cut_after_cut(&fields, &cuts::requests(26, 200, false), 17) > 3);
        }
    }
}

#[test]
fn volatile_buffers_go_on_after_a_power_cut() {
    for buffer in volatile() {
        for layer in ["page", "fast", "dftl"] {
            let fields = with(over(layer, buffer, 1), &[("run.continue_after_power_cut", json!(true))]);
            for fields in [on_the_event_clock(&fields), fields] {
                let list = cuts::requests(27, 150, true);
                for cut in (0..operations(&fields, &list)).step_by(9) {
                    let mut device = machine(&with(fields.clone(), &[("run.power_cut", json!(cut))]), list.clone());
                    finish(&mut device);
                    check(&device);
                }
            }
        }
    }
}

#[test]
fn after_a_power_cut_nothing_stands_in_line_to_leave() {
    for buffer in volatile() {
        // The third of the reads is cut.
        let cut = [("run.power_cut", json!(2)), ("run.continue_after_power_cut", json!(true))];
        let reads = [5, 9, 20].map(|page| request(0, HostOp::Read, page, 1));
        let list = [write(0), write(1)].into_iter().chain(reads).chain([write(30)]).collect();
        let mut device = machine(&with(over("page", buffer, 1), &cut), list);
        while device.power_loss.is_none() {
            assert!(device.step(&mut NoObserver).unwrap());
        }
        let pages = device.buffer.pages().unwrap();
        assert!(pages.policy.order(&pages.store, usize::MAX).is_empty(), "{buffer}");
        assert!(pages.policy.line().is_none_or(|line| line.is_empty()), "{buffer}");
        finish(&mut device);
        let pages = device.buffer.pages().unwrap();
        let first = pages.policy.order(&pages.store, usize::MAX).first().map(|ranked| ranked.victim);
        assert!(first.is_some() && first == pages.policy.victim(&pages.store, None), "{buffer}");
    }
}

#[test]
fn overwriting_fewer_pages_than_the_mark_costs_no_flash_operation() {
    let fields = with(over("page", "capbacked", 1), &[("buffer.bytes", json!(10 * 512))]);
    let flush = request(0, HostOp::Flush, 0, 0);
    for fields in [on_the_event_clock(&fields), fields] {
        let list: Vec<Request> = (0..400).flat_map(|n| [write(n * 7 % 8), flush]).collect();
        let mut device = machine(&fields, list);
        finish(&mut device);
        assert_eq!(device.core.flash_operations, 0);
        assert!(device.completions.iter().all(|done| done.finish_ns == done.arrival_ns));
    }
}

#[test]
fn a_page_overwritten_behind_a_capacitor_keeps_its_place() {
    // Room for 10, mark at 8: the ninth page makes the first one leave, though it was written again since.
    let fields = with(over("page", "capbacked", 1), &[("buffer.bytes", json!(10 * 512))]);
    let list: Vec<Request> = (10..18).chain([10, 11, 20, 21]).map(write).collect();
    let mut device = machine(&fields, list);
    let seen = record(&mut device);
    let programs: Vec<u32> = seen
        .operations
        .iter()
        .filter(|operation| operation.to.is_some())
        .filter_map(|operation| operation.lpn)
        .collect();
    assert_eq!(programs, [10, 11]);
    // On the serial clock, the request that was too much pays.
    let paid: Vec<bool> = device.completions.iter().map(|done| done.finish_ns > 0).collect();
    assert_eq!(paid.iter().filter(|&&paid| paid).count(), 2);
}

#[test]
fn on_the_event_clock_a_write_waits_only_for_a_slot() {
    // Room for 10, mark at 8, so 2 may be on their way: of 20 pages written at once the first 10 are taken at once, and each
    // of the others when a program has ended.
    let more = [("buffer.bytes", json!(10 * 512)), ("device.transfer_ns", json!(0))];
    let fields = with(on_the_event_clock(&over("page", "capbacked", 1)), &more);
    let mut device = machine(&fields, (0..20).map(write).collect());
    finish(&mut device);
    let program_ns = experiment(&fields).device.integer("program_ns");
    let mut ends: Vec<u64> = device.completions.iter().map(|done| done.finish_ns).collect();
    ends.sort_unstable();
    let expected: Vec<u64> = (0..20u64).map(|n| n.saturating_sub(9) * program_ns).collect();
    assert_eq!(ends, expected);
    // The programs that nobody waits for go on after the last request.
    assert_eq!(device.core.counters.nand_programs(), 12);
    assert_eq!(device.core.clock.now_ns(), 12 * program_ns);
}

#[test]
fn no_room_is_no_buffer() {
    let report = |fields: &Fields| {
        let more = [
            ("workload.kind", json!("hotcold")),
            ("workload.requests", json!(600)),
            ("workload.write_ratio", json!(0.7)),
        ];
        let mut report =
            serde_json::to_value(run::report(&experiment(&with(fields.clone(), &more)), None).unwrap()).unwrap();
        report.as_object_mut().unwrap().remove("experiment");
        serde_json::to_string(&report).unwrap()
    };
    for layer in layers() {
        for clock in ["serial", "event"] {
            let bare = with(over(layer, "none", 1)[..6].to_vec(), &[("device.clock", json!(clock))]);
            let bare: Fields = bare.into_iter().filter(|(path, _)| !path.starts_with("buffer")).collect();
            let without = report(&bare);
            for entry in buffers() {
                let none = with(bare.clone(), &[("buffer.kind", json!(entry.info.kind)), ("buffer.bytes", json!(0))]);
                assert_eq!(report(&none), without, "{} over {layer}", entry.info.kind);
            }
        }
    }
}

#[test]
fn a_layer_with_ram_of_its_own_refuses_every_buffer() {
    for entry in buffers() {
        let set = [("buffer.kind".to_string(), json!(entry.info.kind)), ("ftl.kind".to_string(), json!("clash"))];
        let experiment = Experiment::new(&json!({}), &set).unwrap();
        let refused = initial::machine(&experiment, Source::listed(Vec::new()), false).unwrap_err().to_string();
        assert!(refused.contains("buffer.kind") && refused.contains("ftl.kind clash"), "{refused}");
    }
}

/// 32 logical blocks of 8 pages, as many again to spare, under a buffer of 24 pages.
fn small(layer: &str, buffer: &str, clock: &str, more: Value) -> Value {
    json!({
        "device": {
            "blocks_per_plane": 64, "pages_per_block": 8, "over_provisioning": 1.0, "clock": clock, "page_bytes": 2048,
            "transfer_ns": if clock == "event" { 100_000 } else { 0 },
        },
        "ftl": { "kind": layer },
        "buffer": { "kind": buffer, "bytes": 24 * 2048 },
        "workload": { "kind": "hotcold", "request_pages": 3, "write_ratio": 0.8, "requests": 1500, "queue_depth": 4 },
        "run": more,
    })
}

#[test]
fn everything_adds_up_from_every_start() {
    for entry in buffers() {
        for layer in ["page", "fast", "dftl"] {
            for (clock, checks) in [("serial", 5), ("event", 4)] {
                for state in ["clean", "full_seq", "full_rand", "dirty_alloc", "partial"] {
                    let more = json!({ "initial_state": state, "warmup_requests": 300 });
                    let document = small(layer, entry.info.kind, clock, more);
                    let what = format!("{} over {layer}, {clock}, {state}", entry.info.kind);
                    let report = run::report(&Experiment::new(&document, &[]).unwrap(), None).unwrap();
                    assert_eq!(report.end.as_ref().map(|end| end.kind), Some(EndKind::Done), "{what}");
                    assert_eq!(report.checks.len(), checks, "{what}");
                    assert!(report.checks.iter().all(|check| check.holds), "{what}: {:?}", report.checks);
                    let buffer = report.buffer.unwrap();
                    assert_eq!(buffer.capacity_bytes, 24 * 2048, "{what}");
                    assert!(buffer.hits > 0 && buffer.flushes.unwrap() > 0 && buffer.metadata_bytes > 0, "{what}");
                }
            }
        }
    }
}

#[test]
fn a_run_from_overwritten_flash_begins_with_an_empty_buffer() {
    for entry in buffers() {
        let more = json!({ "initial_state": "full_rand", "overwrites": 3 });
        let mut document = small("fast", entry.info.kind, "serial", more);
        if entry.info.kind == "lbuffer" {
            // What merging costs is measured from the beginning of the run on.
            document["buffer"]["session"] = json!(20);
        }
        let experiment = Experiment::new(&document, &[]).unwrap();
        let machine = initial::machine(&experiment, source::of(&experiment, None).unwrap(), false).unwrap();
        assert_eq!(machine.buffer.pages().unwrap().store.used(), 0);
        let report = run::report(&experiment, None).unwrap();
        assert_eq!(report.end.unwrap().kind, EndKind::Done, "{}", entry.info.kind);
    }
}

#[test]
fn every_buffer_stands_over_every_layer_of_the_default_device() {
    for entry in BUFFERS {
        for layer in layers() {
            let document = json!({
                "ftl": { "kind": layer }, "buffer": { "kind": entry.info.kind },
                "workload": { "requests": 3000, "write_ratio": 0.8 }
            });
            let report = run::report(&Experiment::new(&document, &[]).unwrap(), None).unwrap();
            let what = format!("{} over {layer}", entry.info.kind);
            assert_eq!(report.end.as_ref().map(|end| end.kind), Some(EndKind::Done), "{what}");
            assert!(report.checks.iter().all(|check| check.holds), "{what}: {:?}", report.checks);
        }
    }
}

fn refusal(fields: &Fields) -> String {
    initial::machine(&experiment(fields), Source::listed(Vec::new()), false).unwrap_err().to_string()
}

#[test]
fn room_for_less_than_a_page_is_refused_with_the_least_that_is_not() {
    for entry in buffers() {
        let refused = refusal(&with(over("page", entry.info.kind, 4), &[("buffer.bytes", json!(2047))]));
        assert!(refused.contains("buffer.bytes") && refused.contains("2047") && refused.contains("2048"), "{refused}");
        let sectors = [("device.page_bytes", json!(65_536)), ("buffer.bytes", json!(1 << 20))];
        let refused = refusal(&with(over("page", entry.info.kind, 4), &sectors));
        assert!(refused.contains("buffer.grain") && refused.contains("device.page_bytes"), "{refused}");
        // Room for one page, and as many sectors of it as can be told apart.
        let least = [("device.page_bytes", json!(32_768)), ("buffer.bytes", json!(32_768))];
        let device = machine(&with(over("page", entry.info.kind, 4), &least), Vec::new());
        assert_eq!(device.buffer.capacity_bytes(32_768), 32_768, "{}", entry.info.kind);
        // Whole pages may have more sectors than that.
        let large = with(sectors.to_vec(), &[("buffer.grain", json!("page"))]);
        let device = machine(&with(over("page", entry.info.kind, 4), &large), Vec::new());
        assert_eq!(device.buffer.capacity_bytes(65_536), 1 << 20, "{}", entry.info.kind);
    }
}

#[test]
fn c_lash_as_a_buffer_fills_its_bytes_with_page_slots() {
    let of = |bytes: Value| {
        with(over("page", "clash", 1)[..6].to_vec(), &[("buffer.bytes", bytes), ("buffer.b_blocks", json!(2))])
    };
    let pages = |bytes: Value| machine(&of(bytes), Vec::new()).buffer.capacity_bytes(512) / 512;
    assert_eq!(pages(Value::Null), 128 + 2 * 4);
    assert_eq!(pages(json!(20 * 512)), 20);
    assert_eq!(pages(json!(9 * 512 + 511)), 9);
    let refused = refusal(&of(json!(9 * 512 - 1)));
    assert!(refused.contains("buffer.bytes") && refused.contains("4607") && refused.contains("4608"), "{refused}");
    assert!(refused.contains("buffer.b_blocks"), "{refused}");
}

#[test]
fn after_the_cut_and_in_recovery_nothing_is_written_twice_for_nothing() {
    // All six pages are in RAM behind the capacitor when the read that is cut begins: six programs bring them to flash.
    let more = [("buffer.high_water", json!(1.0)), ("run.power_cut", json!(0))];
    let fields = with(over("page", "capbacked", 1), &more);
    let list = (0..6).map(write).chain([request(0, HostOp::Read, 20, 1)]).collect();
    let mut device = machine(&fields, list);
    while device.step(&mut NoObserver).unwrap() {}
    after_the_cut(&device, 0);
    assert_eq!(device.power_loss.unwrap().recovery_programs, 6);
}
