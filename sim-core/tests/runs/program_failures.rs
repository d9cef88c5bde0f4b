//! Programs that fail: the block is replaced from the reserve below every layer, which notices nothing but the time.

#![allow(clippy::unwrap_used)] // a test may stop at once

use crate::support::changing::{Set, changes, machine, machine_of, set, small, with};
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::base::request::{HostOp, Request};
use sim_core::experiment::document::Experiment;
use sim_core::flash::observer::Recorder;
use sim_core::flash::operation::{Kind, Operation, PENDING_NS, Purpose};
use sim_core::ftl::LAYERS;
use sim_core::machine::{EndKind, Machine};
use sim_core::workload::source::Source;

/// From this request on a program fails.
const FAILS_AT: u64 = 200;

fn failing(fields: &Set, programs: u64) -> Set {
    with(fields, changes(&[(FAILS_AT, json!({ "device.program_failures": programs }))]))
}

/// The device at its end, which keeps every rule after each step, and its log.
fn run(fields: &Set) -> (Machine, Vec<Operation>) {
    through(machine(fields))
}

fn through(mut device: Machine) -> (Machine, Vec<Operation>) {
    let mut recorder = Recorder::default();
    while device.step(&mut recorder).unwrap() {
        device.check().unwrap();
    }
    (device, recorder.operations)
}

fn is_replacing(operation: &&Operation) -> bool {
    operation.purpose == Purpose::Replace
}

/// What an operation does and where, whenever that is.
fn deed(operation: &Operation) -> impl PartialEq + std::fmt::Debug + use<> {
    let Operation { kind, purpose, request, lpn, pages, from, to, stale, block, slot, .. } = *operation;
    (kind, purpose, request, (lpn, pages, from, to, stale), block, slot)
}

#[test]
fn on_the_serial_clock_every_layer_does_the_same_with_blocks_replaced_only_later() {
    for (layer, failures) in LAYERS.iter().flat_map(|layer| [(layer, 2), (layer, 60)]) {
        let name = layer.info.kind;
        if name == "ttflash" {
            continue;
        }
        let fields = with(&small(name, "none", "serial"), ("device.reserve_blocks".into(), json!(60)));
        let ((sound, plain), (device, log)) = (run(&fields), run(&failing(&fields, failures)));
        let replacing: Vec<&Operation> = log.iter().filter(is_replacing).collect();
        let failed = replacing.iter().filter(|one| one.kind == Kind::ProgramFailed).count();
        assert_eq!(failed as u64, failures, "{name}");
        assert_eq!(u64::from(device.core.nand.replaced_blocks()), failures, "{name}");
        assert_eq!(device.core.nand.bad_blocks, 0, "{name}: no layer has a block less");
        let rest: Vec<_> = log.iter().filter(|one| !is_replacing(one)).map(deed).collect();
        assert_eq!(rest, plain.iter().map(deed).collect::<Vec<_>>(), "{name}");
        assert_eq!(
            (&device.core.nand.owner, &device.core.nand.blocks),
            (&sound.core.nand.owner, &sound.core.nand.blocks)
        );
        let took_ns: u64 = replacing.iter().map(|one| one.end_ns - one.start_ns).sum();
        assert_eq!(device.core.counters.service_ns - sound.core.counters.service_ns, took_ns, "{name}");
        // A power cut finds each of them: a copy is two operations of the flash.
        let steps: u64 = replacing.iter().copied().map(steps_of).sum();
        assert_eq!(device.core.flash_operations - sound.core.flash_operations, steps, "{name}");
        let copies = replacing.iter().filter(|one| one.kind == Kind::Copy).count() as u64;
        assert_eq!(device.core.counters.copies - sound.core.counters.copies, copies, "{name}");
    }
}

fn steps_of(operation: &Operation) -> u64 {
    match operation.kind {
        Kind::Copy => 2,
        Kind::ProgramFailed => 1,
        _ => 0,
    }
}

/// What fills a command up is programmed like anything else, and fails like it.
#[test]
fn what_fills_a_command_up_is_replaced_too() {
    let request = |at: u64, op| Request {
        arrival_ns: at * 1_000_000,
        op,
        sector: at * 4,
        sectors: u32::from(op == HostOp::Write) * 4,
    };
    let requests: Vec<Request> =
        (0..40).map(|at| request(at, if at % 2 == 0 { HostOp::Write } else { HostOp::Flush })).collect();
    for clock in ["serial", "event"] {
        let of = |failures: u64| {
            let more = [("device.program_failures", json!(failures)), ("device.reserve_blocks", json!(60))];
            let fields: Set = small("pblk", "none", clock).into_iter().chain(set(&more)).collect();
            let experiment = Experiment::new(&json!({}), &fields).unwrap();
            through(initial::machine(&experiment, Source::listed(requests.clone()), true).unwrap())
        };
        let ((sound, _), (device, log)) = (of(0), of(60));
        let pads = |device: &Machine| device.core.counters.programs[Purpose::Pad as usize];
        let told = log.iter().filter(|one| one.kind == Kind::Program && one.purpose == Purpose::Pad).count();
        assert_eq!(pads(&device), told as u64, "{clock}");
        let of_pads = log.iter().filter(|one| one.kind == Kind::ProgramFailed && one.lpn.is_none()).count();
        assert!(of_pads > if clock == "serial" { 20 } else { 2 }, "{clock}: {of_pads} pages of nothing failed");
        let failed = log.iter().filter(|one| one.kind == Kind::ProgramFailed).count();
        assert_eq!((device.core.nand.replaced_blocks(), device.core.nand.bad_blocks), (failed as u32, 0), "{clock}");
        if clock == "serial" {
            // On the event clock more is in the ring by the time a flush comes.
            assert_eq!(pads(&device), pads(&sound));
            let steps: u64 = log.iter().filter(is_replacing).map(steps_of).sum();
            assert_eq!(device.core.flash_operations - sound.core.flash_operations, steps);
        }
    }
}

/// The program, all that can be read of the block in order, the block, and the program once more.
#[test]
fn a_replacement_is_the_failed_program_the_pages_before_it_and_the_program_once_more() {
    let (read, program, transfer, command) = (130_900, 405_900, 20_000, 300);
    for layer in LAYERS {
        for clock in ["serial", "event"] {
            let name = format!("{} {clock}", layer.info.kind);
            let (device, log) = run(&failing(&small(layer.info.kind, "none", clock), 1));
            let at = log.iter().position(|one| one.kind == Kind::ProgramFailed).expect(&name);
            let (failed, page) = (log[at], log[at].to.unwrap());
            assert!(failed.request >= FAILS_AT, "{name}");
            let end = at + log[at..].iter().position(|one| one.kind == Kind::BlockReplaced).expect(&name);
            let copies = &log[at + 1..end];
            let block = page / 8;
            // Of pages that were left out there is nothing to copy.
            assert!(copies.iter().all(|one| one.kind == Kind::Copy && one.from == one.to), "{name}");
            let copied: Vec<u32> = copies.iter().map(|one| one.from.unwrap()).collect();
            assert!(copied.is_sorted() && copied.iter().all(|&copy| copy / 8 == block && copy != page), "{name}");
            if layer.traits.caches_pages || ["page", "dftl", "fast", "bast"].contains(&layer.info.kind) {
                assert_eq!(copied.len() as u32, page % 8, "{name}: every page before it");
            }
            assert_eq!((log[end].block, log[end].pages), (Some(block), copied.len() as u32), "{name}");
            assert_eq!(log[end].trigger.unwrap().words(), format!("a program in block {block} failed"), "{name}");
            let again = log[end + 1];
            assert!(matches!(again.kind, Kind::Program | Kind::Copy) && again.to == Some(page), "{name}: {again:?}");
            assert!(failed.lpn == again.lpn && again.start_ns >= failed.end_ns, "{name}");
            if clock == "serial" && layer.info.kind != "ttflash" {
                assert_eq!(failed.end_ns - failed.start_ns, program + transfer + command, "{name}");
                let a_copy = read + program + 2 * (transfer + command);
                assert!(copies.iter().all(|copy| copy.end_ns - copy.start_ns == a_copy), "{name}");
            }
            let of = Purpose::Replace as usize;
            let counters = &device.core.counters;
            assert_eq!(
                (counters.reads[of], counters.programs[of]),
                (copied.len() as u64, copied.len() as u64 + 1),
                "{name}"
            );
            assert_eq!(device.end.unwrap().kind, EndKind::Done, "{name}");
        }
    }
}

#[test]
fn a_plane_with_nothing_in_reserve_makes_the_device_read_only() {
    let fields = with(&failing(&small("page", "none", "serial"), 3), ("device.reserve_blocks".into(), json!(0)));
    let (device, log) = run(&fields);
    let page = log.last().unwrap().to.unwrap();
    let end = device.end.unwrap();
    assert_eq!((log.last().unwrap().kind, end.kind), (Kind::ProgramFailed, EndKind::ReadOnly));
    let plane = page / 8 / 20;
    assert_eq!(
        end.text,
        format!(
            "the device is read-only: a program failed in block {}, and plane {plane} has no block left in reserve",
            page / 8
        )
    );
}

/// 2 % of 20 blocks is one; each plane replaces so many, and not one more.
#[test]
fn each_plane_replaces_as_many_blocks_as_it_has_in_reserve() {
    for (reserve, most) in [(Value::Null, 1), (json!(3), 3)] {
        let fields = with(&failing(&small("page", "none", "serial"), 100), ("device.reserve_blocks".into(), reserve));
        let (device, log) = run(&fields);
        assert_eq!(device.end.unwrap().kind, EndKind::ReadOnly);
        let replaced: Vec<u32> =
            log.iter().filter(|one| one.kind == Kind::BlockReplaced).map(|one| one.block.unwrap() / 20).collect();
        let of = |plane: u32| replaced.iter().filter(|&&of| of == plane).count();
        let last = log.last().unwrap().to.unwrap() / 8 / 20;
        assert_eq!(of(last), most, "the plane that had none left");
        assert!(of(1 - last) <= most);
    }
}

#[test]
fn blocks_that_were_bad_from_the_start_are_taken_from_the_reserve() {
    let bad = |blocks: u64, reserve: u64| {
        let more = [("device.factory_bad_blocks", json!(blocks)), ("device.reserve_blocks", json!(reserve))];
        let fields = failing(&small("page", "none", "serial"), 100);
        machine_of(&fields.into_iter().chain(set(&more)).collect())
    };
    let replaced = |mut device: Machine| {
        while device.step(&mut Recorder::default()).unwrap() {}
        device.core.nand.replaced_blocks()
    };
    assert!(replaced(bad(6, 6).unwrap()) < replaced(bad(0, 6).unwrap()));
    let text = bad(7, 3).unwrap_err().to_string();
    let (most, rest) = text
        .strip_prefix("device.factory_bad_blocks: 7 is not at most ")
        .and_then(|rest| rest.split_once(" with this seed, since plane "))
        .expect(&text);
    assert!(rest.ends_with(" has 3 in reserve (device.reserve_blocks)"), "{text}");
    let most: u64 = most.parse().unwrap();
    assert!((3..7).contains(&most) && bad(most, 3).is_ok() && bad(most + 1, 3).is_err(), "{text}");
}

/// Wherever power is cut, a replacement that was not over is none, and one that was stays.
#[test]
fn a_power_cut_in_the_middle_of_a_replacement_leaves_the_block_where_it_was() {
    for clock in ["serial", "event"] {
        let fields = failing(&small("page", "none", clock), 1);
        let (_, log) = run(&fields);
        let is_flash = |one: &&Operation| one.start_ns != one.end_ns;
        let at = log.iter().position(|one| one.kind == Kind::ProgramFailed).unwrap();
        // Each copy is a read and a program.
        let before: u64 = log[..at].iter().filter(is_flash).map(|one| 1 + u64::from(one.kind == Kind::Copy)).sum();
        let (mut kept, mut gone) = (0, 0);
        for cut in before..before + 24 {
            let more = [("run.power_cut", json!(cut)), ("run.continue_after_power_cut", json!(true))];
            let (device, log) = run(&fields.iter().cloned().chain(set(&more)).collect());
            assert_eq!(device.end.clone().unwrap().kind, EndKind::Done);
            let power = log.iter().position(|one| one.kind == Kind::PowerCut).unwrap();
            let is_over = |from: usize, to: usize| {
                let replacing: Vec<&Operation> = log[from..to].iter().filter(is_replacing).collect();
                let is_replaced = replacing.last().is_some_and(|last| last.kind == Kind::BlockReplaced);
                is_replaced && replacing.iter().all(|one| one.end_ns != PENDING_NS)
            };
            let replaced = u32::from(is_over(0, power)) + u32::from(is_over(power, log.len()));
            assert_eq!(device.core.nand.replaced_blocks(), replaced, "{clock}, cut at {cut}");
            assert!(log.iter().filter(|one| one.kind == Kind::ProgramFailed).count() <= 2, "{clock}, cut at {cut}");
            kept += replaced;
            gone += 1 - replaced.min(1);
        }
        assert!(kept > 0 && gone > 0, "{clock}: {kept} replaced, {gone} not");
    }
}
