//! The event clock against times reckoned by hand, and its rules.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device::{machine, record, request};
use serde_json::{Value, json};
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::observer::{NoObserver, Recorder};
use sim_core::flash::operation::{Kind, Operation, Purpose};
use sim_core::flash::trigger::{Trigger, What};
use sim_core::machine::Machine;
use sim_core::nand::block::BlockState;

const READ: u64 = 140_000;
const PROGRAM: u64 = 900_000;
const COPYBACK: u64 = 840_000;

type Fields = Vec<(&'static str, Value)>;

/// ttFlash's timing on `channels` × `chips` planes of 16 blocks of 8 pages.
fn ttflash(channels: u64, chips: u64, more: &[(&'static str, Value)]) -> Fields {
    let mut fields = vec![
        ("device.preset", json!("ttflash")),
        ("device.channels", json!(channels)),
        ("device.chips_per_channel", json!(chips)),
        ("device.blocks_per_plane", json!(16)),
        ("device.pages_per_block", json!(8)),
        ("device.over_provisioning", json!(1.0)),
        ("ftl.placement", json!("static")),
    ];
    fields.extend(more.iter().cloned());
    fields
}

fn run(fields: &Fields, list: Vec<Request>) -> (Machine, Recorder) {
    let mut device = machine(fields, list);
    let seen = record(&mut device);
    assert_eq!(device.end.as_ref().unwrap().text, "all requests are served");
    (device, seen)
}

/// Finish times by request number.
fn finishes(device: &Machine) -> Vec<u64> {
    let mut done = device.completions.clone();
    done.sort_by_key(|completion| completion.request);
    done.iter().map(|completion| completion.finish_ns).collect()
}

fn finish_times(fields: &Fields, list: Vec<Request>) -> Vec<u64> {
    finishes(&run(fields, list).0)
}

fn at(ns: u64, op: HostOp, page: u64) -> Request {
    request(ns, op, page, u32::from(op != Flush))
}

use HostOp::{Flush, Read, Write};

#[test]
fn an_idle_device_reads_and_programs_in_the_published_times() {
    let list = vec![at(5, Read, 0), at(10_000_000, Write, 0)];
    assert_eq!(finish_times(&ttflash(8, 8, &[]), list), [5 + READ, 10_000_000 + PROGRAM]);
}

#[test]
fn a_command_takes_its_time_on_the_bus() {
    let fields = ttflash(1, 1, &[("device.command_ns", json!(200))]);
    let list = vec![at(0, Read, 0), at(10_000_000, Write, 0)];
    assert_eq!(finish_times(&fields, list), [READ + 200, 10_000_000 + PROGRAM + 200]);
}

#[test]
fn two_reads_on_one_channel_share_its_bus() {
    // Pages 0 and 1 live on two planes of one channel.
    let list = vec![at(0, Read, 0), at(0, Read, 1)];
    assert_eq!(finish_times(&ttflash(1, 2, &[]), list), [READ, 40_000 + 100_000 + 100_000]);
}

#[test]
fn two_channels_work_side_by_side() {
    let list = vec![at(0, Read, 0), at(0, Read, 1), at(0, Write, 2), at(0, Write, 3)];
    assert_eq!(finish_times(&ttflash(4, 1, &[]), list), [READ, READ, PROGRAM, PROGRAM]);
}

#[test]
fn planes_of_a_channel_program_at_the_same_time() {
    let list = vec![at(0, Write, 0), at(0, Write, 1)];
    assert_eq!(finish_times(&ttflash(1, 2, &[]), list), [PROGRAM, 100_000 + PROGRAM]);
}

#[test]
fn a_plane_serves_first_come_first_served() {
    // A read that arrives during a program waits for it, and the write after it waits for the read.
    let list = vec![at(0, Write, 0), at(1, Read, 1), at(2, Write, 2)];
    assert_eq!(finish_times(&ttflash(1, 1, &[]), list), [PROGRAM, PROGRAM + READ, 2 * PROGRAM + READ]);
}

#[test]
fn reads_overtake_where_they_may() {
    let list = vec![at(0, Write, 0), at(1, Write, 1), at(2, Read, 2), at(3, Read, 1)];
    let fields = ttflash(1, 1, &[("device.read_priority", json!(true))]);
    // The read of page 2 passes the second write; the read of page 1 waits for what it reads.
    let expected = [PROGRAM, 2 * PROGRAM + READ, PROGRAM + READ, 2 * PROGRAM + 2 * READ];
    assert_eq!(finish_times(&fields, list), expected);
}

#[test]
fn a_closed_loop_sends_a_request_when_one_is_over() {
    let fields = ttflash(1, 1, &[("workload.queue_depth", json!(2))]);
    let list = vec![at(0, Read, 0); 4];
    let (device, _) = run(&fields, list);
    let times: Vec<(u64, u64)> = device.completions.iter().map(|done| (done.arrival_ns, done.finish_ns)).collect();
    assert_eq!(times, [(0, READ), (0, 2 * READ), (READ, 3 * READ), (2 * READ, 4 * READ)]);
}

#[test]
fn the_controller_works_on_one_request_after_the_other() {
    let fields = ttflash(2, 1, &[("device.controller_ns", json!(7_000))]);
    let list = vec![at(0, Read, 0), at(0, Read, 1), at(1_000_000, Flush, 0), at(2_000_000, Read, 0)];
    assert_eq!(finish_times(&fields, list.clone()), [7_000 + READ, 14_000 + READ, 1_000_000, 2_007_000 + READ]);
    let closed = ttflash(2, 1, &[("device.controller_ns", json!(7_000)), ("workload.queue_depth", json!(1))]);
    let (first, second) = (7_000 + READ, 2 * (7_000 + READ));
    assert_eq!(finish_times(&closed, list), [first, second, second, second + 7_000 + READ]);
}

#[test]
fn a_flush_waits_for_the_writes_before_it_only() {
    let list = vec![at(0, Write, 0), at(1, Read, 1), at(2, Flush, 0), at(3, Write, 2), at(4, Flush, 0)];
    let (first, read) = (PROGRAM, PROGRAM + READ);
    assert_eq!(finish_times(&ttflash(1, 1, &[]), list), [first, read, first, read + PROGRAM, read + PROGRAM]);
}

#[test]
fn a_flush_does_not_count_a_later_write_that_is_over_first() {
    // Three writes of one plane, the flush, and a write of the other plane, which is over long before the third.
    let list = vec![at(0, Write, 0), at(0, Write, 2), at(0, Write, 4), at(1, Flush, 0), at(2, Write, 1)];
    let finished = finish_times(&ttflash(2, 1, &[]), list);
    assert_eq!(finished[2..], [3 * PROGRAM, 3 * PROGRAM, 2 + PROGRAM]);
}

#[test]
fn what_ends_comes_before_what_arrives() {
    // The closed plane is idle again at the very moment the write arrives: it does not queue behind the read.
    let list = vec![at(0, Read, 0), at(READ, Write, 0)];
    let mut device = machine(&ttflash(1, 1, &[]), list);
    assert!(device.begins_request());
    device.step(&mut NoObserver).unwrap();
    let mut last = 0;
    while device.completions.is_empty() {
        assert!(!device.begins_request(), "the write waits until the read is over");
        device.step(&mut NoObserver).unwrap();
        assert!(device.core.clock.now_ns() >= last);
        last = device.core.clock.now_ns();
    }
    assert!(device.begins_request());
}

/// A plane of 256-page blocks, full but for its marks, in which the block closed first has 64 valid pages.
fn about_to_collect(more: &[(&'static str, Value)]) -> (Fields, Vec<Request>) {
    let mut fields = ttflash(1, 1, more);
    fields.extend([
        ("device.pages_per_block", json!(256)),
        ("device.blocks_per_plane", json!(16)),
        ("device.over_provisioning", json!(1.0)),
        ("ftl.gc.low", json!(6)),
        ("ftl.gc.high", json!(7)),
        ("ftl.wear_leveling.kind", json!("none")),
    ]);
    // 8 blocks of data leave 8 free. 192 pages of the first are written anew, and as many and more of pages of all others.
    let anew = (0..192).chain((1..8).flat_map(|block| (0..9).map(move |page| block * 256 + page)));
    (fields, anew.map(|page| request(0, Write, page, 1)).collect())
}

#[test]
fn a_collection_of_64_valid_pages_takes_as_long_as_published() {
    let (fields, mut list) = about_to_collect(&[]);
    let before = list.len() as u64;
    list.push(at(0, Write, 2_047));
    list.extend((0..1).map(|_| at(0, Write, 2_046)));
    // Fill the frontier: 192 + 63 pages of 256; the write that needs a new block finds 7 free, the one after that 6.
    let fill = (0..256u64).map(|page| at(0, Write, 1_200 + page));
    list.extend(fill);
    let (_, seen) = run(&fields, list);
    assert_eq!(before, 255);
    let start = seen.operations.iter().position(|operation| operation.kind == Kind::GcStart).unwrap();
    let end = seen.operations.iter().position(|operation| operation.kind == Kind::GcEnd).unwrap();
    let steps: Vec<&Operation> =
        seen.operations[start..end].iter().filter(|step| matches!(step.kind, Kind::Copy | Kind::Erase)).collect();
    assert_eq!(steps.len(), 65, "64 copies and an erase");
    for copy in &steps[..64] {
        assert_eq!(copy.end_ns - copy.start_ns, COPYBACK);
    }
    assert_eq!(steps[64].end_ns - steps[0].start_ns, 55_760_000);
    for pair in steps.windows(2) {
        assert_eq!(pair[0].end_ns, pair[1].start_ns, "the plane does nothing else meanwhile");
    }
}

fn mixed(seed: u64, count: usize, pages: u64, gap_ns: u64) -> Vec<Request> {
    let mut rng = Rng::new(seed, Component::Workload);
    let mut now = 0;
    (0..count)
        .map(|_| {
            now += rng.below(gap_ns);
            let page = rng.below(pages - 3);
            let op = if rng.below(4) == 0 { Read } else { Write };
            request(now, op, page, 1 + rng.below(3) as u32)
        })
        .collect()
}

fn scopes() -> Vec<Fields> {
    let mut all = Vec::new();
    for blocking in ["plane", "channel", "controller"] {
        for (copyback, priority) in [(false, false), (true, true)] {
            all.push(ttflash(
                2,
                2,
                &[
                    ("ftl.gc.blocking", json!(blocking)),
                    ("device.copyback", json!(copyback)),
                    ("device.read_priority", json!(priority)),
                    ("device.command_ns", json!(175)),
                ],
            ));
        }
    }
    all
}

#[test]
fn no_plane_does_two_things_at_once() {
    for fields in scopes() {
        let (device, seen) = run(&fields, mixed(3, 1_500, 256, 400_000));
        let nand = &device.core.nand;
        let mut busy: Vec<Vec<(u64, u64)>> = vec![Vec::new(); nand.geometry.planes() as usize];
        for step in &seen.operations {
            let block = step.to.or(step.from).map(|ppn| nand.geometry.block_of(ppn)).or(step.block);
            let on_flash = matches!(step.kind, Kind::Read | Kind::Program | Kind::Copy | Kind::Erase);
            if let (true, Some(block)) = (on_flash, block) {
                assert!(step.start_ns < step.end_ns && step.end_ns < u64::MAX, "{step:?}");
                busy[nand.geometry.plane_of(block) as usize].push((step.start_ns, step.end_ns));
            }
        }
        for plane in &mut busy {
            plane.sort_unstable();
            assert!(plane.len() > 100);
            assert!(plane.windows(2).all(|pair| pair[0].1 <= pair[1].0));
        }
        let sim_core::flash::clock::Clock::Event(event) = &device.core.clock else { panic!("event clock") };
        let (channels, planes) = event.busy_ns();
        assert!(channels.iter().chain(&planes).all(|&ns| ns > 0 && ns <= event.now_ns));
        assert!(device.core.counters.gc_runs > 50);
    }
}

/// Time on the bus that an operation of [`scopes`] takes: a command, and a page on its way in or out.
fn on_the_bus(step: &Operation, copyback: bool) -> u64 {
    let (command, transfer) = (175, 100_000);
    match step.kind {
        Kind::Read | Kind::Program => command + transfer,
        Kind::Copy if copyback => 2 * command,
        Kind::Copy => 2 * (command + transfer),
        _ => command,
    }
}

#[test]
fn planes_and_channels_are_busy_as_long_as_the_operations_of_the_log_take() {
    for fields in scopes() {
        let copyback = fields.contains(&("device.copyback", json!(true)));
        let (device, seen) = run(&fields, mixed(3, 1_500, 256, 400_000));
        let nand = &device.core.nand;
        let mut planes_ns = vec![0; nand.geometry.planes() as usize];
        let mut channels_ns = vec![0; 2];
        for step in seen
            .operations
            .iter()
            .filter(|step| matches!(step.kind, Kind::Read | Kind::Program | Kind::Copy | Kind::Erase))
        {
            let block = step.to.or(step.from).map(|ppn| nand.geometry.block_of(ppn)).or(step.block).unwrap();
            let plane = nand.geometry.plane_of(block) as usize;
            planes_ns[plane] += step.end_ns - step.start_ns;
            channels_ns[plane % 2] += on_the_bus(step, copyback);
        }
        let sim_core::flash::clock::Clock::Event(event) = &device.core.clock else { panic!("event clock") };
        assert_eq!(event.busy_ns(), (channels_ns, planes_ns), "{fields:?}");
        assert!(device.core.counters.copies > 100);
    }
}

/// Own service of a request: its longest single operation, at least.
#[test]
fn responses_are_no_shorter_than_the_work_and_time_never_goes_back() {
    for fields in scopes() {
        let list = mixed(4, 800, 256, 400_000);
        let mut device = machine(&fields, list);
        let (mut seen, mut now) = (Recorder::default(), 0);
        while device.step(&mut seen).unwrap() {
            assert!(device.core.clock.now_ns() >= now);
            now = device.core.clock.now_ns();
        }
        let arrival: Vec<(u64, u64)> = {
            let mut done = device.completions.clone();
            done.sort_by_key(|done| done.request);
            done.iter().map(|done| (done.arrival_ns, done.finish_ns)).collect()
        };
        for step in seen.operations.iter().filter(|step| matches!(step.kind, Kind::Read | Kind::Program)) {
            let (arrival_ns, finish_ns) = arrival[step.request as usize];
            let least = if step.kind == Kind::Read { READ } else { PROGRAM };
            assert!(step.end_ns - step.start_ns >= least);
            assert!(arrival_ns <= step.start_ns && step.end_ns <= finish_ns, "{step:?}");
        }
    }
}

/// What was done, without when.
fn stream(seen: &Recorder) -> Vec<Operation> {
    let timeless = |step: &Operation| Operation { start_ns: 0, end_ns: 0, ..*step };
    seen.operations.iter().map(timeless).collect()
}

#[test]
fn both_clocks_do_the_same_operations() {
    for policy in sim_core::ftl::gc::KINDS {
        for kind in sim_core::ftl::wear::KINDS {
            let on = |clock: &str| {
                let more = [
                    ("device.clock", json!(clock)),
                    ("ftl.gc.policy", json!(policy)),
                    ("ftl.placement", json!("dynamic")),
                    ("ftl.wear_leveling.kind", json!(kind)),
                    ("ftl.wear_leveling.delta", json!(2)),
                    ("ftl.wear_leveling.interval", json!(9)),
                ];
                run(&ttflash(2, 2, &more), mixed(5, 1_000, 256, 100_000))
            };
            let ((serial, serially), (event, side_by_side)) = (on("serial"), on("event"));
            assert_eq!(stream(&serially), stream(&side_by_side), "{policy}, {kind}");
            assert_eq!(serial.core.counters.nand_operations(), event.core.counters.nand_operations());
        }
    }
}

#[test]
fn skipping_busy_planes_passes_over_those_that_collect() {
    let fields = |skip: bool| ttflash(2, 2, &[("ftl.placement", json!("dynamic")), ("ftl.skip_busy", json!(skip))]);
    let list = mixed(6, 2_000, 200, 1_500_000);
    let mean = |skip| {
        let (device, _) = run(&fields(skip), list.clone());
        let writes: Vec<u64> = device.completions.iter().map(|done| done.finish_ns - done.arrival_ns).collect();
        writes.iter().sum::<u64>() / writes.len() as u64
    };
    assert!(mean(true) < mean(false));
}

#[test]
fn a_wider_scope_blocks_more() {
    let reads_behind = |blocking: &str| {
        let fields = ttflash(2, 2, &[("ftl.gc.blocking", json!(blocking))]);
        let (device, _) = run(&fields, mixed(7, 1_500, 256, 2_000_000));
        device.completions.iter().map(|done| done.finish_ns - done.arrival_ns).sum::<u64>()
    };
    let [plane, channel, controller] = ["plane", "channel", "controller"].map(reads_behind);
    assert!(plane < channel && channel < controller, "{plane} {channel} {controller}");
}

/// What a plane carries out and has to do, at every step of a run: the operations given to it by then that begin later.
#[test]
fn what_waits_at_a_plane_was_given_to_it_and_has_not_begun() {
    let of_plane = |step: &Operation, machine: &Machine| {
        let geometry = &machine.core.nand.geometry;
        let block = step.to.or(step.from).map(|ppn| geometry.block_of(ppn)).or(step.block)?;
        (step.start_ns != step.end_ns).then(|| geometry.plane_of(block))
    };
    let mut told = [0; 3];
    for fields in scopes() {
        let (mut device, mut seen) = (machine(&fields, mixed(11, 700, 256, 400_000)), Recorder::default());
        let mut looks = Vec::new();
        while device.step(&mut seen).unwrap() {
            let sim_core::flash::clock::Clock::Event(event) = &device.core.clock else { panic!("event clock") };
            looks.push((seen.operations.len(), event.now_ns, [0, 1, 2, 3].map(|plane| event.load(plane))));
        }
        for (given, now_ns, loads) in looks.into_iter().step_by(7) {
            // What begins at this very moment may have begun or not.
            let given = &seen.operations[..given];
            if given.iter().any(|step| step.start_ns == now_ns) {
                continue;
            }
            for (plane, load) in (0..).zip(loads) {
                let its = |step: &&Operation| of_plane(step, &device) == Some(plane);
                let waits = given.iter().filter(its).filter(|step| step.start_ns > now_ns);
                let counted =
                    waits.fold([0; 3], |[reads, programs, collecting], step| match (step.purpose, step.kind) {
                        (Purpose::Gc, _) => [reads, programs, collecting + 1],
                        (_, Kind::Read) => [reads + 1, programs, collecting],
                        _ => [reads, programs + 1, collecting],
                    });
                assert_eq!(
                    [load.reads, load.programs, load.collecting],
                    counted,
                    "{fields:?}: plane {plane}, {now_ns}"
                );
                let runs = |step: &Operation| step.start_ns < now_ns && now_ns < step.end_ns;
                let running = given.iter().filter(its).find(|step| runs(step));
                assert!(running.is_none() || load.running.is_some(), "{fields:?}: plane {plane}, {now_ns}");
                told = [told[0] + load.reads, told[1] + load.programs, told[2] + load.collecting];
            }
        }
    }
    assert!(told.iter().all(|&count| count > 500), "{told:?}");
}

/// Requests marked as behind a collection, or behind such a request, against a look at all that was queued before.
#[test]
fn who_waits_for_a_collection_is_told() {
    let (mut behind_gc, mut behind_blocked) = (0, 0);
    for fields in
        scopes().into_iter().chain([ttflash(2, 2, &[("device.read_ns", json!(0)), ("device.transfer_ns", json!(0))])])
    {
        let mut list = mixed(9, 800, 256, 600_000);
        list.iter_mut().for_each(|request| request.sectors = 1);
        let (device, seen) = run(&fields, list);
        let geometry = device.core.nand.geometry;
        let on_flash = |step: &&Operation| matches!(step.kind, Kind::Read | Kind::Program | Kind::Copy | Kind::Erase);
        let plane = |step: &Operation| {
            let block = step.to.or(step.from).map(|ppn| geometry.block_of(ppn)).or(step.block);
            geometry.plane_of(block.unwrap())
        };
        let mut done = device.completions.clone();
        done.sort_by_key(|done| done.request);
        let steps: Vec<&Operation> = seen.operations.iter().filter(on_flash).collect();
        for (at, step) in steps.iter().enumerate().filter(|(_, step)| step.purpose == Purpose::Host) {
            let completion = done[step.request as usize];
            let now = completion.arrival_ns;
            let ahead = || steps[..at].iter().filter(|other| plane(other) == plane(step) && other.end_ns > now);
            let collected = ahead().any(|other| other.purpose == Purpose::Gc);
            let blocked = ahead().any(|other| other.purpose == Purpose::Host && done[other.request as usize].behind_gc);
            assert!(completion.behind_gc || !collected, "{step:?}");
            // A collection may wait for its scope to be free, before its first copy.
            if completion.behind_gc == collected {
                assert_eq!(completion.behind_blocked, blocked && !collected, "{step:?}");
            }
            behind_gc += u32::from(completion.behind_gc);
            behind_blocked += u32::from(completion.behind_blocked);
        }
    }
    assert!(behind_gc > 100 && behind_blocked > 10, "{behind_gc} {behind_blocked}");
}

#[test]
fn a_collection_holds_what_its_scope_says() {
    // Planes 0 and 2 hang on one channel, 1 and 3 on the other. Plane 0 collects, and the others are read meanwhile.
    let hot: Vec<Request> = (0..400).map(|i| at(i * 50_000_000, Write, 4 * (i % 13))).collect();
    let quiet = ttflash(2, 2, &[]);
    let (_, seen) = run(&quiet, hot.clone());
    let collects = seen.operations.iter().find(|step| step.kind == Kind::GcStart).unwrap().request;
    let during = hot[collects as usize].arrival_ns + 1;
    let mut list = hot[..=collects as usize].to_vec();
    list.extend([1, 2, 3].map(|page| at(during, Read, page)));
    let read_after = |blocking: &str| {
        let (device, seen) = run(&ttflash(2, 2, &[("ftl.gc.blocking", json!(blocking))]), list.clone());
        let erases = seen.operations.iter().filter(|step| step.kind == Kind::Erase);
        let end = erases.map(|step| step.end_ns).max().unwrap();
        assert!(end > during + 1_900_000);
        let times = finishes(&device);
        (end - during, times[times.len() - 3..].iter().map(|finish| finish - during).collect::<Vec<_>>())
    };
    let (_, times) = read_after("plane");
    assert_eq!(times, [READ, READ, READ + 100_000]);
    // When the channel is free again, the write that collected goes over it first.
    let (end, times) = read_after("channel");
    assert_eq!(times, [READ, end + 200_000, READ + 100_000]);
    let (end, times) = read_after("controller");
    assert_eq!(times, [end + READ, end + 200_000, end + READ + 100_000]);
}

/// What is queued when a collection takes its channels is behind it; what the array works on already is not, nor what goes another way.
#[test]
fn what_is_queued_where_a_collection_takes_the_channel_is_behind_it() {
    let hot: Vec<Request> = (0..400).map(|i| at(i * 50_000_000, Write, 4 * (i % 13))).collect();
    let (_, seen) = run(&ttflash(2, 2, &[]), hot.clone());
    let collects = seen.operations.iter().find(|step| step.kind == Kind::GcStart).unwrap().request as usize;
    // Two reads each of plane 2, on the channel of the plane that is to collect, and of plane 1, on the other.
    let before = hot[collects].arrival_ns - 1_000;
    let mut list = hot[..collects].to_vec();
    list.extend([2, 6, 1, 5].map(|page| at(before, Read, page)));
    list.push(hot[collects]);
    for (blocking, expected) in [
        ("plane", [false, false, false, false]),
        ("channel", [false, true, false, false]),
        ("controller", [false, true, false, true]),
    ] {
        let (device, _) = run(&ttflash(2, 2, &[("ftl.gc.blocking", json!(blocking))]), list.clone());
        let mut done = device.completions.clone();
        done.sort_by_key(|completion| completion.request);
        let behind: Vec<bool> = done[collects..collects + 4].iter().map(|completion| completion.behind_gc).collect();
        assert_eq!(behind, expected, "{blocking}");
        assert!(done[..collects].iter().all(|completion| !completion.behind_gc), "{blocking}");
    }
}

#[test]
fn idle_planes_collect_in_the_background() {
    let fields = ttflash(1, 1, &[("ftl.gc.idle_below", json!(6))]);
    let list = mixed(8, 600, 64, 20_000_000);
    let (device, seen) = run(&fields, list.clone());
    let (plain, _) = run(&ttflash(1, 1, &[]), list);
    let mean = |device: &Machine| device.completions.iter().map(|done| done.finish_ns - done.arrival_ns).sum::<u64>();
    assert!(mean(&device) < mean(&plain), "{} {}", mean(&device), mean(&plain));
    assert!(seen.operations.iter().any(|step| step.purpose == Purpose::Gc && step.kind == Kind::Erase));
    let free = device.core.nand.blocks.iter().filter(|block| block.state == BlockState::Free).count();
    assert!(free >= 6, "{free} free blocks at rest");
}

#[test]
fn idle_planes_collect_up_to_the_free_blocks_asked_for_and_no_further() {
    for wanted in [5, 6, 8] {
        let fields = ttflash(1, 1, &[("ftl.gc.idle_below", json!(wanted))]);
        let mut device = machine(&fields, mixed(8, 600, 64, 20_000_000));
        let free = |device: &Machine| {
            device.core.nand.blocks.iter().filter(|block| block.state == BlockState::Free).count() as u64
        };
        let mut seen = Recorder::default();
        let (mut begun, mut collections) = (0, 0);
        loop {
            let before = free(&device);
            let goes_on = device.step(&mut seen).unwrap();
            for operation in &seen.operations[begun..] {
                let is_idle = |trigger: Trigger| trigger.conditions().any(|why| why.what() == What::IdleFreeBlocks);
                if operation.kind == Kind::GcStart && operation.trigger.is_some_and(is_idle) {
                    collections += 1;
                    assert!(before < wanted, "a collection begins with {before} free blocks of {wanted}");
                }
            }
            begun = seen.operations.len();
            if !goes_on {
                break;
            }
        }
        assert!(collections > 50, "{collections}");
        assert_eq!(free(&device), wanted, "at rest");
    }
}

/// Collecting brings the map up to date, which outdates pages of the map: without an end to it these would be collected in turn for ever.
#[test]
fn idle_collections_that_gain_nothing_come_to_an_end() {
    const BLOCKS: usize = 16;
    let fields = ttflash(
        2,
        2,
        &[
            ("ftl.kind", json!("dftl")),
            ("ftl.cmt_protected", json!(6)),
            ("ftl.cmt_probationary", json!(2)),
            ("ftl.gc.policy", json!("fifo")),
            ("ftl.gc.separate_frontier", json!(true)),
            ("ftl.gc.idle_below", json!(9)),
            ("run.initial_state", json!("full_rand")),
        ],
    );
    let mut device = machine(&fields, mixed(8, 120, 200, 20_000_000));
    let (mut seen, mut steps) = (Recorder::default(), 0);
    while device.step(&mut seen).unwrap() {
        steps += 1;
        assert!(steps < 100_000, "it goes on for ever");
    }
    device.check().unwrap();
    let last = seen.operations.iter().rposition(|step| step.kind == Kind::HostWrite).unwrap();
    let mut begun = [0; 4];
    for step in seen.operations[last..].iter().filter(|step| step.kind == Kind::GcStart) {
        begun[device.core.nand.geometry.plane_of(step.block.unwrap()) as usize] += 1;
    }
    // One of them may have been asked for by the write itself.
    assert!(begun.iter().all(|&begun| begun <= BLOCKS + 1), "{begun:?}");
    assert!(begun.contains(&BLOCKS), "{begun:?}: no plane went on to the last");
}
