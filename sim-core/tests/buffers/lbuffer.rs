//! l-buffer and its rehearsals: what a rehearsal lets go is what the device lets go, with little memory as with
//! much where nothing is coarse, and a session's end takes up the cheapest α.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device::{Fields, finish, machine, record, with};
use serde_json::json;
use sim_core::assembly::source;
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::buffer::lbuffer::LBuffer;
use sim_core::flash::counters::Counters;
use sim_core::flash::operation::Kind;
use sim_core::machine::Machine;

/// Blocks of 16 pages of 8 sectors, FAST with 4 log blocks, room for 24 pages.
fn fields(tuner: &str) -> Fields {
    vec![
        ("device.page_bytes", json!(4096)),
        ("device.pages_per_block", json!(16)),
        ("device.logical_bytes", json!(64 * 16 * 4096)),
        ("device.over_provisioning", json!(0.5)),
        ("ftl.kind", json!("fast")),
        ("ftl.log_blocks", json!(5)),
        ("run.initial_state", json!("full_seq")),
        ("buffer.kind", json!("lbuffer")),
        ("buffer.bytes", json!(24 * 4096)),
        ("buffer.tuner", json!(tuner)),
        ("buffer.session", json!(200)),
    ]
}

/// Nothing coarse and nothing left out: records and bits of one sector, no early deletion, all of the log.
const EXACT: [(&str, i64); 2] = [("buffer.record_sectors", 1), ("buffer.bit_sectors", 1)];

fn exact(fields: Fields) -> Fields {
    let ones = EXACT.map(|(field, value)| (field, json!(value)));
    let none = [("buffer.convert_threshold", json!(null)), ("buffer.log_nodes", json!(null))];
    with(with(fields, &ones), &none)
}

/// Writes of some sectors: half of them to a few blocks, some long, a few flushes.
fn requests(seed: u64, count: usize) -> Vec<Request> {
    let mut rng = Rng::new(seed, Component::Workload);
    let sectors = 64 * 16 * 8;
    let mut one = || {
        let hot = rng.below(2) == 0;
        let sector = if hot { rng.below(6) * 128 + rng.below(128) } else { rng.below(sectors) };
        let length = if rng.below(6) == 0 { 8 + rng.below(64) } else { 1 + rng.below(8) };
        let length = length.min(sectors - sector) as u32;
        match rng.below(400) {
            0 => Request { arrival_ns: 0, op: HostOp::Flush, sector: 0, sectors: 0 },
            _ => Request { arrival_ns: 0, op: HostOp::Write, sector, sectors: length },
        }
    };
    (0..count).map(|_| one()).collect()
}

/// The logical blocks that leave, in order.
fn victims(machine: &mut Machine) -> Vec<u32> {
    let leaves = |kind| matches!(kind, Kind::FlushStart | Kind::PlugStart);
    let seen = record(machine);
    seen.operations
        .iter()
        .filter(|operation| leaves(operation.kind))
        .map(|operation| operation.lpn.unwrap() / 16)
        .collect()
}

fn policy(machine: &Machine) -> &LBuffer {
    machine.buffer.lbuffer().unwrap()
}

fn alphas(machine: &Machine) -> Vec<f64> {
    policy(machine).past().iter().map(|past| past.alpha.0).collect()
}

#[test]
fn with_nothing_coarse_the_device_tunes_itself_as_the_host_does() {
    for seed in 0..6 {
        let run = |fields: Fields| {
            let mut device = machine(&fields, requests(seed, 6000));
            (victims(&mut device), alphas(&device))
        };
        let host = run(fields("host"));
        assert!(host.0.len() > 1000 && host.1.len() > 20);
        assert!(host.1.iter().any(|&alpha| alpha != host.1[0]), "α never moves: {:?}", host.1);
        let all = [("buffer.log_information", json!("all"))];
        assert_eq!(run(with(exact(fields("device")), &all)), host, "seed {seed}");
    }
}

#[test]
fn whatever_it_remembers_of_the_log_a_rehearsal_with_nothing_coarse_lets_go_of_the_same() {
    // One session, so that α stays where it is: the order depends on the buffer alone.
    let forever = [("buffer.session", json!(1_000_000))];
    for alpha in [-1.0, -0.25, 0.0, 0.5, 1.0] {
        let run = |fields: Fields| {
            let fields = with(with(fields, &forever), &[("buffer.alpha", json!(alpha))]);
            let mut device = machine(&fields, requests(3, 3000));
            let victims = victims(&mut device);
            let picture = serde_json::to_value(policy(&device).picture()).unwrap();
            let of = |field: &str| -> Vec<(String, String)> {
                let rehearsals = picture["rehearsals"].as_array().unwrap();
                rehearsals.iter().map(|one| (one["alpha"].to_string(), one[field].to_string())).collect()
            };
            (victims, of("evictions"), of("groups"), picture)
        };
        let (host, device) = (run(fields("host")), run(exact(fields("device"))));
        assert_eq!((&host.0, &host.1, &host.2), (&device.0, &device.1, &device.2));
        // The rehearsal with the α in force has let go of exactly as many groups as the device itself.
        let running = host.3["rehearsals"].as_array().unwrap().iter().find(|one| one["running"] == json!(true));
        assert_eq!(running.unwrap()["evictions"], json!(host.0.len()), "α {alpha}");
    }
}

#[test]
fn a_session_ends_after_so_many_writes_and_takes_up_the_cheapest() {
    let mut device = machine(&fields("host"), requests(1, 2000));
    let seen = record(&mut device);
    let mut writes = 0;
    let mut ends = Vec::new();
    for operation in &seen.operations {
        match operation.kind {
            Kind::HostWrite => writes += 1,
            Kind::SessionEnd => ends.push(writes),
            _ => {}
        }
    }
    assert!(ends.len() > 5);
    assert!(ends.iter().zip(1..).all(|(&end, session)| end == session * 200), "{ends:?}");
    let choices: Vec<_> = seen.decisions.iter().filter(|decision| decision.question == "Which α?").collect();
    assert_eq!(choices.len(), ends.len());
    for (at, choice) in choices.iter().enumerate() {
        let next = alphas(&device).get(at + 1).copied().unwrap_or_else(|| policy(&device).alpha());
        let name = sim_core::buffer::lbuffer::session::alpha_name(next);
        assert!(choice.rows[0].chosen && choice.rows[0].label == name, "{choice:?}");
        assert_eq!(choice.rows.len(), 3);
    }
}

#[test]
fn rehearsals_go_on_from_where_they_stand_or_begin_where_the_cheapest_stands() {
    // Stopped right after a session's end, when nothing has been written since.
    let groups = |from: &str| {
        let mut device =
            machine(&with(fields("host"), &[("buffer.rehearse_from", json!(from))]), requests(7, 5 * 200 + 9));
        while policy(&device).past().len() < 5 {
            device.step(&mut sim_core::flash::observer::NoObserver).unwrap();
        }
        let picture = serde_json::to_value(policy(&device).picture()).unwrap();
        let of = |one: &serde_json::Value| one["groups"].as_u64().unwrap();
        picture["rehearsals"].as_array().unwrap().iter().map(of).collect::<Vec<u64>>()
    };
    let (own, winner) = (groups("own"), groups("winner"));
    assert!(winner.iter().all(|&groups| groups == winner[0]), "{winner:?}");
    assert!(own.iter().any(|&groups| groups != own[0]), "{own:?}");
}

#[test]
fn lambda_follows_from_what_merges_cost() {
    let mut device = machine(&with(fields("fixed"), &[("buffer.lambda", json!(1))]), requests(2, 2000));
    assert_eq!(policy(&device).lambda(), None, "nothing is known yet");
    finish(&mut device);
    let lambda = policy(&device).lambda().unwrap();
    assert!((1.0..16.0).contains(&lambda), "{lambda}");
    let plugged = |log_blocks: u64| {
        let mut device = machine(&with(fields("fixed"), &[("ftl.log_blocks", json!(log_blocks))]), requests(2, 4000));
        finish(&mut device);
        let Counters { plugs, flushes, .. } = device.core.counters;
        (policy(&device).lambda().unwrap_or(17.0), plugs as f64 / flushes as f64)
    };
    // A smaller log makes merges dearer for each page logged, so that more is plugged.
    let (small, large) = (plugged(3), plugged(12));
    assert!(small.0 < large.0 && small.1 > large.1, "{small:?} {large:?}");
}

#[test]
fn lambda_below_every_group_is_found_out() {
    // Long sessions in which nothing but whole blocks change place, so that merges are dear for the few pages logged.
    let set = [("buffer.session", json!(50)), ("buffer.alpha", json!(1)), ("ftl.log_blocks", json!(2))];
    let mut device = machine(&with(fields("fixed"), &set), requests(9, 20_000));
    finish(&mut device);
    let past: Vec<f64> = policy(&device).past().iter().map(|past| past.lambda.pages(16).unwrap_or(17.0)).collect();
    assert!(past.len() > 300);
    // However low it fell, it rises again.
    let lowest = past.iter().copied().reduce(f64::min).unwrap();
    assert!(past.windows(40).skip(20).all(|some| some.iter().any(|&lambda| lambda > lowest * 1.05)), "{past:?}");
    let Counters { plugs, flushes, .. } = device.core.counters;
    assert!(plugs < flushes * 9 / 10, "{plugs} of {flushes}");
}

#[test]
fn at_its_extremes_lambda_plugs_everything_or_nothing() {
    let share = |lambda: serde_json::Value| {
        let fixed = [("buffer.plug", json!("fixed")), ("buffer.lambda", lambda)];
        let mut device = machine(&with(fields("fixed"), &fixed), requests(4, 1500));
        finish(&mut device);
        let Counters { plugs, flushes, .. } = device.core.counters;
        assert!(flushes > 100);
        (plugs, flushes)
    };
    let (plugs, flushes) = share(json!(1));
    assert_eq!(plugs, flushes);
    assert_eq!(share(json!(null)).0, 0);
    assert_eq!(share(json!(17)).0, 0);
}

#[test]
fn offline_takes_the_alpha_that_whole_runs_have_shown_to_be_best() {
    use sim_core::assembly::initial;
    use sim_core::experiment::document::Experiment;
    use sim_core::flash::observer::NoObserver;
    let set = |extra: &[(&'static str, serde_json::Value)]| -> Experiment {
        let set: Vec<_> =
            with(fields("fixed"), extra).into_iter().map(|(path, value)| (path.to_string(), value)).collect();
        Experiment::new(
            &json!({ "workload": { "kind": "zipf", "requests": 3000, "request_pages": 2, "queue_depth": 1 } }),
            &set,
        )
        .unwrap()
    };
    let run = |experiment: &Experiment| {
        let source = source::of(experiment, None).unwrap();
        let mut machine = initial::machine(experiment, source, false).unwrap();
        let alpha = policy(&machine).alpha();
        let mut ns = 0;
        while machine.step(&mut NoObserver).unwrap() {
            let done = machine.completions.drain(..).filter(|done| done.op == HostOp::Write);
            ns += done.map(|done| done.finish_ns - done.arrival_ns).sum::<u64>();
        }
        (ns, alpha)
    };
    let fixed: Vec<(u64, f64)> = sim_core::buffer::lbuffer::tuner::GRID
        .iter()
        .map(|alpha| run(&set(&[("buffer.alpha", json!(alpha))])))
        .collect();
    let best = fixed.iter().copied().reduce(|a, b| if b.0 < a.0 { b } else { a }).unwrap();
    assert_eq!(run(&set(&[("buffer.tuner", json!("offline"))])), best, "{fixed:?}");
}

#[test]
fn a_power_cut_sets_everything_back_and_loses_what_was_in_ram() {
    let cut =
        [("run.power_cut", json!(9000)), ("run.continue_after_power_cut", json!(true)), ("buffer.session", json!(50))];
    let mut device = machine(&with(fields("device"), &cut), requests(5, 4000));
    let mut seen = false;
    while device.step(&mut sim_core::flash::observer::NoObserver).unwrap() {
        if let Some(loss) = device.power_loss.filter(|_| !seen) {
            seen = true;
            assert!(loss.lost_pages > 0);
            assert_eq!((policy(&device).alpha(), policy(&device).lambda()), (0.0, None));
            let picture = serde_json::to_value(policy(&device).picture()).unwrap();
            assert!(picture["rehearsals"].as_array().unwrap().iter().all(|one| one["groups"] == json!(0)));
        }
    }
    assert!(seen);
    device.check().unwrap();
}

#[test]
fn memory_is_counted_as_the_paper_counts_it() {
    let mut device = machine(&fields("host"), requests(6, 3000));
    finish(&mut device);
    let picture = serde_json::to_value(policy(&device).picture()).unwrap();
    let groups: u64 = picture["rehearsals"].as_array().unwrap().iter().map(|one| one["groups"].as_u64().unwrap()).sum();
    // Number and age of a group, 4 bytes each, and a bit for each of its 128 sectors; 16 bytes a page of the log, three times.
    assert_eq!(picture["memory"]["kept"], json!([groups * (8 + 16), 3 * 16 * 4 * 16]));
    assert_eq!(picture["memory"]["full"], picture["memory"]["kept"]);
    let mut device = machine(&fields("device"), requests(6, 3000));
    finish(&mut device);
    let picture = serde_json::to_value(policy(&device).picture()).unwrap();
    let bytes = |which: &str| picture["memory"][which][0].as_u64().unwrap();
    assert!(bytes("kept") < bytes("full"), "{picture}");
}
