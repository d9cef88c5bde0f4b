//! l-buffer and its rehearsals: what a rehearsal lets go is what the device lets go, with little memory as with
//! much where nothing is coarse, and a session's end takes up the cheapest α.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device::{Fields, finish, machine, record, with};
use serde_json::{Value, json};
use sim_core::assembly::source;
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::buffer::lbuffer::LBuffer;
use sim_core::flash::counters::Counters;
use sim_core::flash::observer::{NoObserver, Recorder};
use sim_core::flash::operation::{Kind, Purpose};
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

/// What l-buffer shows of itself after `count` requests, and after the change that is made then; a read follows, which it keeps nothing of.
fn before_and_after(fields: Fields, seed: u64, count: usize, set: &Value) -> [Value; 2] {
    let change = ("run.changes", json!([{ "request": count, "set": set }]));
    let read = Request { arrival_ns: 0, op: HostOp::Read, sector: 0, sectors: 1 };
    let list = requests(seed, count).into_iter().chain([read]).collect();
    let mut device = machine(&with(fields, &[change]), list);
    (0..count).for_each(|_| assert!(device.step(&mut NoObserver).unwrap()));
    let before = picture(&device);
    finish(&mut device);
    assert_eq!(device.changes_made(), 1);
    device.check().unwrap();
    [before, picture(&device)]
}

fn picture(machine: &Machine) -> Value {
    serde_json::to_value(policy(machine).picture()).unwrap()
}

/// A field of all rehearsals.
fn rehearsed(picture: &Value, field: &str) -> Vec<Value> {
    picture["rehearsals"].as_array().unwrap().iter().map(|one| one[field].clone()).collect()
}

/// After the sessions that `requests(7, 1110)` end with these fields another α is in force than at the beginning.
const MOVED: (u64, usize) = (7, 1110);

#[test]
fn with_another_size_it_goes_on_with_its_session_and_rehearses_anew() {
    let (seed, count) = MOVED;
    let [before, after] = before_and_after(fields("host"), seed, count, &json!({ "buffer.bytes": 40 * 4096 }));
    assert!(before["alpha"] != json!(0.0) && before["lambda"] != Value::Null, "{before}");
    for field in ["alpha", "lambda", "merge_ns_per_page", "evictions", "plugged", "session", "history"] {
        assert_eq!(before[field], after[field], "{field}");
    }
    assert_eq!(rehearsed(&before, "alpha"), rehearsed(&after, "alpha"));
    assert_eq!(rehearsed(&after, "groups"), [0, 0, 0]);
    // What it counts of itself is what the device counts.
    let mut device = machine(&fields("host"), requests(seed, count));
    finish(&mut device);
    let Counters { flushes, plugs, .. } = device.core.counters;
    assert_eq!((&before["evictions"], &before["plugged"]), (&json!(flushes), &json!(plugs)));
    assert!(plugs > 0);
}

#[test]
fn rehearsals_that_begin_anew_do_so_around_the_alpha_in_force() {
    let (seed, count) = MOVED;
    let [before, after] = before_and_after(fields("host"), seed, count, &json!({ "buffer.rehearse_from": "winner" }));
    assert!(before["alpha"] != json!(0.0), "{before}");
    assert_eq!(before["alpha"], after["alpha"]);
    assert_eq!(rehearsed(&before, "alpha"), rehearsed(&after, "alpha"));
    assert!(rehearsed(&after, "running").contains(&json!(true)), "{after}");
    assert_eq!(rehearsed(&after, "groups"), [0, 0, 0]);
    // Another initial α is taken up at once.
    let [before, after] = before_and_after(fields("host"), seed, count, &json!({ "buffer.alpha": 1 }));
    assert!(before["alpha"] != json!(1.0));
    assert_eq!((&after["alpha"], rehearsed(&after, "alpha")), (&json!(1.0), vec![json!(0.25), json!(0.5), json!(1.0)]));
    assert_eq!(rehearsed(&after, "groups"), [0, 0, 0]);
}

#[test]
fn a_change_of_something_else_leaves_alpha_lambda_and_rehearsals_as_they_are() {
    let (seed, count) = MOVED;
    for set in [json!({ "buffer.session": 300 }), json!({ "device.read_ns": 7 })] {
        let [before, after] = before_and_after(fields("host"), seed, count, &set);
        assert!(before["alpha"] != json!(0.0) && before["lambda"] != Value::Null);
        for field in ["alpha", "lambda", "rehearsals", "evictions", "history"] {
            assert_eq!(before[field], after[field], "{field} with {set}");
        }
    }
}

#[test]
fn a_fixed_lambda_holds_at_once_and_stays_until_another_is_known() {
    let fixed = with(fields("fixed"), &[("buffer.plug", json!("fixed")), ("buffer.lambda", json!(3))]);
    let lambdas = |fields: Fields, set: Value| {
        let [before, after] = before_and_after(fields, 2, 900, &set);
        [before["lambda"].clone(), after["lambda"].clone()]
    };
    assert_eq!(lambdas(fixed.clone(), json!({ "buffer.lambda": 5 })), [3.0, 5.0]);
    assert_eq!(lambdas(fixed, json!({ "buffer.plug": "tuned" })), [3.0, 3.0]);
    let tuned = with(fields("fixed"), &[("buffer.lambda", json!(9))]);
    let [before, after] = lambdas(tuned, json!({ "buffer.plug": "fixed" }));
    assert!(before != Value::Null && before != json!(9.0));
    assert_eq!(after, json!(9.0));
}

#[test]
fn sessions_end_where_there_is_something_to_tune() {
    let run = |tuner: &str, plug: &str| {
        let set = [("buffer.plug", json!(plug)), ("buffer.lambda", json!(3))];
        let mut device = machine(&with(fields(tuner), &set), requests(1, 1000));
        let seen = record(&mut device);
        let ends = seen.operations.iter().filter(|operation| operation.kind == Kind::SessionEnd).count();
        (ends, picture(&device))
    };
    let (ends, shown) = run("fixed", "fixed");
    assert_eq!((ends, &shown["session"]), (0, &json!({ "index": 1, "writes": 0, "length": 200 })));
    assert_eq!(run("fixed", "tuned").0, 4);
    let (ends, shown) = run("host", "fixed");
    assert_eq!(ends, 4);
    assert!(shown["history"].as_array().unwrap().iter().all(|past| past["lambda"] == json!(3.0)));
    assert_eq!(shown["lambda"], json!(3.0));
}

/// Time spent on making room below.
fn merging_ns(counters: &Counters, [read, program, erase]: [u64; 3]) -> u64 {
    let purposes = [Purpose::Gc, Purpose::Partial, Purpose::Full, Purpose::Reclaim, Purpose::MapUpdate, Purpose::MapGc];
    let of = |counts: &[u64]| purposes.iter().map(|&purpose| counts[purpose as usize]).sum::<u64>();
    of(&counters.reads) * read + of(&counters.programs) * program + of(&counters.erases) * erase
}

#[test]
fn what_a_logged_page_costs_is_all_merge_time_by_all_logged_pages_of_which_older_ones_fade() {
    // Within the third session flash becomes ten times as slow: what was merged until then keeps its time.
    let times = [50, 700, 2000];
    let slower = times.map(|ns| 10 * ns);
    let set = json!({ "device.read_ns": slower[0], "device.program_ns": slower[1], "device.erase_ns": slower[2] });
    let at_first = [
        ("device.read_ns", json!(times[0])),
        ("device.program_ns", json!(times[1])),
        ("device.erase_ns", json!(times[2])),
        ("ftl.log_blocks", json!(3)),
        ("run.changes", json!([{ "request": 500, "set": set }])),
    ];
    let list: Vec<Request> = requests(2, 1600).into_iter().filter(|request| request.op == HostOp::Write).collect();
    let mut device = machine(&with(fields("fixed"), &at_first), list);
    let faded = |sum: u64| sum - sum / 8;
    let (mut spent_ns, mut logged, mut known) = (0, 0, (0, 0));
    let (mut last, mut counted, mut sessions, mut plugs) = (Counters::default(), 0, 0, 0);
    let mut seen = Recorder::default();
    while device.step(&mut seen).unwrap() {
        let now = device.core.counters;
        let cost = if device.changes_made() == 0 { times } else { slower };
        spent_ns += merging_ns(&now, cost) - merging_ns(&last, cost);
        last = now;
        for operation in &seen.operations[counted..] {
            match operation.kind {
                Kind::FlushStart => logged += u64::from(operation.pages),
                Kind::PlugStart => plugs += 1,
                Kind::SessionEnd => {
                    let before = if logged == 0 { known.1 } else { faded(known.1) };
                    known = (faded(known.0) + spent_ns, before + logged);
                    (spent_ns, logged, sessions) = (0, 0, sessions + 1);
                    let shown = picture(&device);
                    assert_eq!(shown["merge_ns_per_page"], json!(known.0 / known.1), "session {sessions}");
                }
                _ => {}
            }
        }
        counted = seen.operations.len();
    }
    assert!(sessions >= 7 && plugs > 20, "{sessions} {plugs}");
}

#[test]
fn rehearsals_reckon_with_the_times_of_the_flash_as_it_is_now() {
    let forever = [
        ("buffer.session", json!(1_000_000)),
        (
            "run.changes",
            json!([{ "request": 800, "set": { "device.read_ns": 0, "device.program_ns": 0, "device.erase_ns": 0 } }]),
        ),
    ];
    let mut device = machine(&with(fields("host"), &forever), requests(3, 1600));
    (0..800).for_each(|_| assert!(device.step(&mut NoObserver).unwrap()));
    let before = picture(&device);
    finish(&mut device);
    let after = picture(&device);
    assert_eq!(rehearsed(&before, "cost_ns"), rehearsed(&after, "cost_ns"));
    let sum = |shown: &Value| rehearsed(shown, "evictions").iter().map(|one| one.as_u64().unwrap()).sum::<u64>();
    assert!(sum(&after) > sum(&before) + 300);
}

#[test]
fn each_rehearsal_tells_its_cost_after_every_64th_of_the_session() {
    let list: Vec<Request> = requests(3, 1600).into_iter().filter(|request| request.op == HostOp::Write).collect();
    let mut device = machine(&with(fields("host"), &[("buffer.session", json!(640))]), list);
    let mut costs = Vec::new();
    for writes in 1..=400 {
        assert!(device.step(&mut NoObserver).unwrap());
        let shown = picture(&device);
        let cost = rehearsed(&shown, "cost_ns");
        if writes % 10 == 0 {
            costs.push(cost);
        }
        let expected: Vec<Value> =
            (0..3).map(|one| json!(costs.iter().map(|all| &all[one]).collect::<Vec<_>>())).collect();
        assert_eq!(rehearsed(&shown, "trail"), expected, "after {writes} writes");
    }
}

#[test]
fn the_latest_256_sessions_are_told_of() {
    let mut device = machine(&with(fields("host"), &[("buffer.session", json!(2))]), requests(3, 700));
    finish(&mut device);
    let (past, shown) = (policy(&device).past().len(), picture(&device));
    let told: Vec<u64> =
        shown["history"].as_array().unwrap().iter().map(|one| one["index"].as_u64().unwrap()).collect();
    assert!(past > 300);
    assert_eq!(told, (past as u64 - 255..=past as u64).collect::<Vec<_>>());
}

#[test]
fn after_a_power_cut_a_session_begins_with_nothing_known() {
    let cut =
        [("run.power_cut", json!(9000)), ("run.continue_after_power_cut", json!(true)), ("buffer.session", json!(70))];
    let mut device = machine(&with(fields("host"), &cut), requests(5, 4000));
    let mut before = picture(&device);
    while device.step(&mut NoObserver).unwrap() && device.power_loss.is_none() {
        before = picture(&device);
    }
    let after = picture(&device);
    assert!(before["merge_ns_per_page"] != json!(0) && before["session"]["writes"] != json!(0), "{before}");
    let index = before["session"]["index"].as_u64().unwrap() + 1;
    assert_eq!(after["session"], json!({ "index": index, "writes": 0, "length": 70 }));
    assert_eq!(after["merge_ns_per_page"], json!(0));
}

#[test]
fn what_is_kept_of_a_logical_block_is_what_the_running_rehearsal_keeps_of_it() {
    // 30 scattered sectors of block 1: beyond 24 records it is a bitmap. Two of block 0, and two side by side of block 2: a record is of two.
    let write = |sector: u64| Request { arrival_ns: 0, op: HostOp::Write, sector, sectors: 1 };
    let list: Vec<Request> = (0..30).map(|at| write(128 + 4 * at)).chain([0, 5, 256, 257].map(write)).collect();
    let mut device = machine(&fields("device"), list);
    finish(&mut device);
    let kept = [0, 1, 2, 3].map(|lbn| json!(policy(&device).kept(lbn)));
    assert_eq!(kept, [json!({ "records": 2 }), json!("bits"), json!({ "records": 1 }), Value::Null]);
    // Each rehearsal has groups of its own; of those of the running one something is kept.
    let mut differ = 0;
    for count in (500..1500).step_by(50) {
        let mut device = machine(&fields("device"), requests(7, count));
        finish(&mut device);
        let shown = picture(&device);
        let groups = rehearsed(&shown, "groups");
        let at = rehearsed(&shown, "running").iter().position(|running| running == &json!(true)).unwrap();
        let kept = (0..64).filter(|&lbn| policy(&device).kept(lbn).is_some()).count();
        assert_eq!(json!(kept), groups[at], "after {count}");
        differ += usize::from(groups[0] != groups[at]);
    }
    assert!(differ > 5, "{differ}");
}

#[test]
fn where_pages_are_told_apart_a_rehearsal_keeps_nothing_finer_than_a_page() {
    let rehearsals = |record: u64, bit: u64| {
        let set = [
            ("buffer.grain", json!("page")),
            ("buffer.record_sectors", json!(record)),
            ("buffer.bit_sectors", json!(bit)),
        ];
        let mut device = machine(&with(fields("device"), &set), requests(7, 900));
        finish(&mut device);
        (rehearsed(&picture(&device), "cost_ns"), picture(&device)["memory"]["kept"].clone())
    };
    // A page has eight sectors.
    let of_a_page = rehearsals(8, 8);
    assert_eq!(rehearsals(1, 1), of_a_page);
    assert_eq!(rehearsals(15, 15), of_a_page);
    assert_ne!(rehearsals(16, 8), of_a_page);
}
