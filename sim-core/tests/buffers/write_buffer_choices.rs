//! What leaves a write buffer: a worked example, and where two policies have to choose alike.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device::{Fields, check, finish, machine, record, request, with, write};
use serde_json::{Value, json};
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::buffer::AnyPolicy;
use sim_core::buffer::store::Victim;
use sim_core::flash::observer::Recorder;
use sim_core::flash::operation::{Kind, Operation, Purpose};
use sim_core::machine::Machine;
use std::collections::BTreeMap;

/// Pages of a block, as in the worked example.
const P: u64 = 4;
/// Logical blocks.
const BLOCKS: u64 = 12;

/// 12 logical blocks of 4 pages, full, under a buffer of `pages` pages.
fn over(layer: &str, pages: u64, buffer: &str, more: &[(&'static str, Value)]) -> Fields {
    let fields = vec![
        ("device.pages_per_block", json!(P)),
        ("device.blocks_per_plane", json!(BLOCKS * 2)),
        ("device.over_provisioning", json!(1.0)),
        ("ftl.kind", json!(layer)),
        ("buffer.kind", json!(buffer)),
        ("buffer.bytes", json!(pages * 512)),
        ("buffer.grain", json!("page")),
        ("run.initial_state", json!("full_seq")),
    ];
    with(fields, more)
}

fn flush() -> Request {
    request(0, HostOp::Flush, 0, 0)
}

fn read(page: u64) -> Request {
    request(0, HostOp::Read, page, 1)
}

// A, B, C, D and E of the worked example.
const A: u64 = 0;
const B: u64 = 1;
const C: u64 = 2;
const D: u64 = 3;
const E: u64 = 4;

/// The state of the worked example, of blocks written in the order of their last access, and the write to E that follows.
fn worked_example() -> Vec<Request> {
    let pages = [(C, 1), (C, 3), (D, 2), (D, 3), (A, 0), (A, 1), (A, 2), (B, 0), (E, 0)];
    pages.map(|(block, offset)| write(block * P + offset)).to_vec()
}

/// What leaves at the write to E of the worked example, after `before`: everything until the write is done.
fn last_request(fields: &Fields, before: &[Request]) -> Vec<Operation> {
    let list: Vec<Request> = before.iter().copied().chain(worked_example()).collect();
    let last = list.len() as u64 - 1;
    let seen = record(&mut machine(fields, list));
    seen.operations.into_iter().filter(|operation| operation.request == last).collect()
}

/// Pages read and programmed.
fn moved(operations: &[Operation]) -> (Vec<u64>, Vec<u64>) {
    let of = |kind: Kind| {
        let those = operations.iter().filter(|operation| operation.kind == kind);
        those.filter_map(|operation| operation.lpn.map(u64::from)).collect()
    };
    (of(Kind::Read), of(Kind::Program))
}

fn pages(block: u64, offsets: &[u64]) -> Vec<u64> {
    offsets.iter().map(|offset| block * P + offset).collect()
}

#[test]
fn fab_lets_the_largest_group_of_the_worked_example_leave() {
    let operations = last_request(&over("page", 8, "fab", &[]), &[]);
    assert_eq!(moved(&operations), (vec![], pages(A, &[0, 1, 2])));
}

#[test]
fn bplru_lets_the_oldest_leave_and_pads_it() {
    let always = [("buffer.pad_threshold", json!(0.0))];
    let operations = last_request(&over("page", 8, "bplru", &always), &[]);
    assert_eq!(moved(&operations), (pages(C, &[0, 2]), pages(C, &[0, 1, 2, 3])));
    assert!(operations.iter().any(|operation| operation.kind == Kind::PlugStart));
    // Half the block is not more than half of it.
    let operations = last_request(&over("page", 8, "bplru", &[]), &[]);
    assert_eq!(moved(&operations), (vec![], pages(C, &[1, 3])));
}

#[test]
fn clc_keeps_what_is_recent_and_lets_the_largest_of_the_others_leave() {
    // A quarter of four groups is one group, B. In pages, by which the share is counted, that is an eighth to less than a half
    // of eight: B's one page, but not the three of A with it.
    for upper in [0.125, 0.25, 0.375, 0.49] {
        let fields = over("page", 8, "clc", &[("buffer.upper", json!(upper))]);
        let list = worked_example();
        let mut device = machine(&fields, list[..8].to_vec());
        finish(&mut device);
        assert_eq!(order(&device), [(A, Some(1)), (C, Some(1)), (D, Some(1)), (B, Some(0))], "upper {upper}");
        assert_eq!(moved(&last_request(&fields, &[])), (vec![], pages(A, &[0, 1, 2])));
    }
}

#[test]
fn ref_lets_the_group_of_a_block_that_was_evicted_before_leave() {
    let fields = over("page", 8, "ref", &[]);
    // D went to the log, and is written again since.
    let before = [write(D * P), flush()];
    let mut device = machine(&fields, before.iter().copied().chain(worked_example()).take(10).collect());
    finish(&mut device);
    assert_eq!(order(&device), [(D, Some(2)), (C, Some(1)), (A, Some(1)), (B, Some(0))]);
    assert_eq!(moved(&last_request(&fields, &before)), (vec![], pages(D, &[2, 3])));
    // B too, though it came back last; but written again it is not in the window, and the oldest leaves.
    let before = [write(B * P), flush()];
    assert_eq!(moved(&last_request(&fields, &before)), (vec![], pages(B, &[0])));
    let mut list: Vec<Request> = before.into_iter().chain(worked_example()).collect();
    list.insert(list.len() - 1, write(B * P));
    let leaves = victims(&record(&mut machine(&fields, list)));
    assert_eq!(leaves.last(), Some(&(C, 2)), "{leaves:?}");
}

#[test]
fn ref_and_age_alone_let_different_groups_leave() {
    // Half of the writes are to a few blocks, so that some come back soon after they left.
    let mut rng = sim_core::base::rng::Rng::new(3, sim_core::base::rng::Component::Workload);
    let requests: Vec<Request> =
        (0..2000).map(|_| write(if rng.below(2) == 0 { rng.below(5 * P) } else { rng.below(BLOCKS * P) })).collect();
    let leaves = |buffer, set: &[(&'static str, serde_json::Value)]| {
        victims(&record(&mut machine(&over("page", 8, buffer, set), requests.clone())))
    };
    let [by_age, by_ref] = [leaves("bplru", &[("buffer.compensation", json!("none"))]), leaves("ref", &[])];
    assert!(by_age.len() > 300, "{}", by_age.len());
    assert_ne!(by_ref, by_age);
}

#[test]
fn ref_remembers_only_what_went_to_the_log_and_only_until_it_is_merged() {
    let order_after = |fields: &Fields, before: &[Request]| {
        let mut device =
            machine(fields, before.iter().copied().chain(worked_example()).take(before.len() + 8).collect());
        finish(&mut device);
        order(&device)[0].0
    };
    // All of D leaves as a whole block, so nothing of it is in the log.
    let whole: Vec<Request> = (0..P).map(|offset| write(D * P + offset)).chain([flush()]).collect();
    for layer in ["page", "fast"] {
        let fields = over(layer, 8, "ref", &[]);
        assert_eq!(order_after(&fields, &whole), C, "{layer}");
        assert_eq!(order_after(&fields, &[write(D * P + 1), flush()]), D, "{layer}");
    }
    // FAST merges D when its log block, of four pages, is needed; the next choice sees that.
    let fields = over("fast", 8, "ref", &[("ftl.log_blocks", json!(2))]);
    for (more, expected) in [(2, (D, 2)), (6, (C, 2))] {
        let others = (0..more).flat_map(|_| [write(5 * P + 1), flush()]);
        let list = [write(D * P + 1), flush()].into_iter().chain(others).chain(worked_example());
        let leaves = victims(&record(&mut machine(&fields, list.collect())));
        assert_eq!(leaves.last(), Some(&expected), "{leaves:?}");
    }
    // At most three are remembered: of four, the first is forgotten.
    let fields = over("page", 8, "ref", &[]);
    let evicted =
        |blocks: [u64; 4]| -> Vec<Request> { blocks.iter().flat_map(|block| [write(block * P), flush()]).collect() };
    assert_eq!(order_after(&fields, &evicted([D, 7, 8, 9])), C);
    assert_eq!(order_after(&fields, &evicted([7, D, 8, 9])), D);
}

#[test]
fn cflru_and_lru_let_the_oldest_page_leave() {
    for (buffer, sections) in [("lru", 0), ("cflru", 2)] {
        let fields = over("page", 8, buffer, &[]);
        assert_eq!(moved(&last_request(&fields, &[])), (vec![], pages(C, &[1])), "{buffer}");
        let device = machine(&fields, Vec::new());
        assert_eq!(device.buffer.pages().unwrap().policy.words().sections.len(), sections);
    }
}

#[test]
fn cflru_lets_clean_pages_of_the_window_leave_first() {
    let list: Vec<Request> = [write(0), read(5), write(1), read(9), write(2), write(3), read(6), write(7)].to_vec();
    // Page 9 is the fourth oldest: in a window of half of eight pages, not in one of a quarter, where 5 is.
    let next = |window: f64, more: &[Request]| {
        let fields = over("page", 8, "cflru", &[("buffer.window", json!(window))]);
        let mut device = machine(&fields, list.iter().chain(more).copied().collect());
        finish(&mut device);
        (next_page(&device), device.core.counters.nand_programs())
    };
    assert_eq!(next(0.25, &[]), (5, 0));
    assert_eq!(next(0.25, &[write(20)]), (0, 0), "5 left for nothing; of 0 and 1 none is clean");
    assert_eq!(next(0.5, &[write(20)]), (9, 0));
    assert_eq!(next(0.5, &[read(5), write(20)]), (0, 0), "9 left, and 5 is used again");
    assert_eq!(next(0.25, &[write(5)]), (0, 0), "5 is dirty and used since");
    assert_eq!(next(0.0, &[]), (0, 0));
    // Another window holds at once, for what comes into it and for what it leaves out. The last request concerns nothing in RAM.
    let changed = |from: f64, to: f64| {
        let change = json!([{ "request": 9, "set": { "buffer.window": to } }]);
        let fields = over("page", 8, "cflru", &[("buffer.window", json!(from)), ("run.changes", change)]);
        next_page(&after(&fields, list.iter().copied().chain([write(20), request(0, HostOp::Trim, 40, 1)]).collect()))
    };
    assert_eq!([changed(0.25, 0.5), changed(0.5, 0.25)], [9, 0]);
}

/// The page that leaves next.
fn next_page(machine: &Machine) -> u64 {
    let buffer = machine.buffer.pages().unwrap();
    let Some(Victim::Page(slot, offset)) = buffer.policy.victim(&buffer.store, None) else { panic!("a page leaves") };
    u64::from(buffer.store.first_page(buffer.store.group(slot).lbn) + offset)
}

#[test]
fn l_buffer_weighs_age_against_size() {
    // One page is written for each tick, so E comes at t = 13 as there; ages are 10, 5, 3 and 1 writes with C written at 3.
    let list = |pages: &[(u64, u64)]| -> Vec<Request> {
        pages.iter().map(|&(block, offset)| write(block * P + offset)).collect()
    };
    let times = [(C, 1), (C, 3), (9, 0), (9, 0), (9, 0), (D, 2), (D, 3), (A, 0), (A, 1), (A, 2), (9, 0), (B, 0)];
    let spared = request(0, HostOp::Trim, 9 * P, 1);
    let victim = |alpha: f64| {
        let more = [("buffer.tuner", json!("fixed")), ("buffer.plug", json!("fixed")), ("buffer.alpha", json!(alpha))];
        let list: Vec<Request> = list(&times).into_iter().chain([spared, write(E * P)]).collect();
        let seen = record(&mut machine(&over("page", 8, "lbuffer", &more), list));
        victims(&seen).last().unwrap().0
    };
    // At α = 0 the weights are age × size: A 3 × 3, B 1 × 1, C 11 × 2, D 6 × 2.
    assert_eq!([-1.0, 0.0, 1.0].map(victim), [C, C, A]);
}

/// Logical blocks in order of leaving, with their sections.
fn order(machine: &Machine) -> Vec<(u64, Option<u32>)> {
    let buffer = machine.buffer.pages().unwrap();
    let ranked = buffer.policy.order(&buffer.store, usize::MAX).into_iter().map(|ranked| match ranked.victim {
        Victim::Group(slot) => (u64::from(buffer.store.group(slot).lbn), ranked.section),
        Victim::Page(..) => panic!("groups leave"),
    });
    ranked.collect()
}

/// Logical blocks that left, and how many of their pages.
fn victims(seen: &Recorder) -> Vec<(u64, u32)> {
    let starts = seen.operations.iter().filter(|one| matches!(one.kind, Kind::FlushStart | Kind::PlugStart));
    starts.map(|one| (u64::from(one.lpn.unwrap()) / P, one.pages)).collect()
}

/// Writes of up to three pages, some trims and flushes; with `reads`, reads too.
fn stream(seed: u64, count: usize, reads: bool) -> Vec<Request> {
    let mut rng = Rng::new(seed, Component::Workload);
    let mut one = |_| {
        let page = if rng.below(2) == 0 { rng.below(P * BLOCKS / 3) } else { rng.below(P * BLOCKS) };
        let pages = (1 + rng.below(3)).min(P * BLOCKS - page) as u32;
        match rng.below(32) {
            0 => flush(),
            1 => request(0, HostOp::Trim, page, pages),
            2..8 if reads => request(0, HostOp::Read, page, pages),
            _ => request(0, HostOp::Write, page, pages),
        }
    };
    (0..count).map(&mut one).collect()
}

/// The same without requests that concern two blocks: groups are then never of one age.
fn of_one_block(list: Vec<Request>) -> Vec<Request> {
    let one = |request: Request| Request { sectors: request.sectors.min((P - request.sector % P) as u32), ..request };
    list.into_iter().map(one).collect()
}

/// Two buffers do the same, operation by operation.
fn are_the_same(
    one: (&str, &[(&'static str, Value)]),
    other: (&str, &[(&'static str, Value)]),
    list: impl Fn(u64) -> Vec<Request>,
) {
    for layer in ["page", "fast", "dftl"] {
        for (seed, pages) in [(1, 3), (2, 8), (3, 17)] {
            let events = |(buffer, more): (&str, &[(&'static str, Value)])| {
                let mut device = machine(&over(layer, pages, buffer, more), list(seed));
                (record(&mut device).operations, device.core.counters)
            };
            let ((ours, counted), (theirs, counted_theirs)) = (events(one), events(other));
            let differ = ours.iter().zip(&theirs).position(|(ours, theirs)| ours != theirs);
            assert_eq!(differ, None, "{} and {} over {layer}, {pages} pages", one.0, other.0);
            assert_eq!(ours.len(), theirs.len());
            assert_eq!(counted, counted_theirs);
            assert!(ours.iter().filter(|operation| operation.kind == Kind::FlushStart).count() > 300);
        }
    }
}

fn plain_bplru() -> [(&'static str, Value); 2] {
    [("buffer.pad_threshold", json!(1.0)), ("buffer.compensation", json!("none"))]
}

fn fixed_lbuffer(alpha: f64) -> [(&'static str, Value); 3] {
    [("buffer.tuner", json!("fixed")), ("buffer.plug", json!("fixed")), ("buffer.alpha", json!(alpha))]
}

#[test]
fn clc_with_all_room_for_recent_groups_is_bplru_without_padding_and_compensation() {
    // In CLC a read that hits is a use, in BPLRU it is not: no reads.
    are_the_same(("clc", &[("buffer.upper", json!(1.0))]), ("bplru", &plain_bplru()), |seed| stream(seed, 3000, false));
}

#[test]
fn clc_with_no_room_for_recent_groups_is_fab() {
    are_the_same(("clc", &[("buffer.upper", json!(0.0))]), ("fab", &[]), |seed| stream(seed, 3000, true));
}

#[test]
fn cflru_without_a_window_is_lru() {
    for read_alloc in [false, true] {
        let more = [("buffer.read_alloc", json!(read_alloc)), ("buffer.window", json!(0.0))];
        are_the_same(("cflru", &more), ("lru", &more[..1]), |seed| stream(seed, 3000, true));
    }
}

#[test]
fn l_buffer_by_age_alone_is_bplru_without_padding_and_compensation() {
    are_the_same(("lbuffer", &fixed_lbuffer(-1.0)), ("bplru", &plain_bplru()), |seed| {
        of_one_block(stream(seed, 3000, true))
    });
}

#[test]
fn l_buffer_by_size_alone_is_fab() {
    // In FAB a read that hits is a use, in l-buffer it is not: no reads.
    are_the_same(("lbuffer", &fixed_lbuffer(1.0)), ("fab", &[]), |seed| of_one_block(stream(seed, 3000, false)));
}

#[test]
fn l_buffer_by_size_alone_differs_from_fab_only_among_groups_of_one_size_and_age() {
    // Whole requests: one may touch two blocks, whose groups are then equally old.
    let mut ties = 0;
    for seed in 0..40 {
        let mut device = machine(&over("page", 9, "lbuffer", &fixed_lbuffer(1.0)), stream(seed, 400, false));
        while device.step(&mut sim_core::flash::observer::NoObserver).unwrap() {
            let buffer = device.buffer.pages().unwrap();
            let Some(Victim::Group(chosen)) = buffer.policy.victim(&buffer.store, None) else { continue };
            let key = |slot: u32| {
                let group = buffer.store.group(slot);
                (group.cells, std::cmp::Reverse(group.touched))
            };
            let best = buffer.store.groups().map(|(slot, _)| key(slot)).max().unwrap();
            assert_eq!(key(chosen), best);
            ties += u32::from(buffer.store.groups().filter(|&(slot, _)| key(slot) == best).count() > 1);
        }
    }
    assert!(ties > 100);
}

#[test]
fn lambda_of_one_page_always_plugs_and_null_never() {
    for (lambda, kind) in [(json!(1), Kind::PlugStart), (Value::Null, Kind::FlushStart)] {
        let more = with(fixed_lbuffer(0.0).to_vec(), &[("buffer.lambda", lambda)]);
        let seen = record(&mut machine(&over("fast", 8, "lbuffer", &more), stream(4, 1000, true)));
        let starts = seen.operations.iter().filter(|one| matches!(one.kind, Kind::FlushStart | Kind::PlugStart));
        let kinds: Vec<Kind> = starts.map(|one| one.kind).collect();
        assert!(kinds.len() > 100 && kinds.iter().all(|&one| one == kind));
    }
}

/// Holes that each plug had to read up, from the pages that were in RAM and on flash.
#[test]
fn groups_are_padded_above_the_threshold_alone_and_from_what_was_ever_written() {
    let mut plugged = BTreeMap::new();
    for (buffer, threshold) in
        [("bplru", 0.5), ("bplru", 0.25), ("bplru", 0.0), ("bplru", 1.0), ("ref", 0.5), ("ref", 0.0)]
    {
        // A fifth of the pages is never written.
        let more = [("buffer.pad_threshold", json!(threshold)), ("run.initial_state", json!("clean"))];
        let list: Vec<Request> =
            stream(5, 2000, true).into_iter().filter(|one| one.sector % 5 != 4 && one.sectors < 3).collect();
        let list = list.into_iter().map(|one| Request { sectors: one.sectors.min(1), ..one }).collect();
        let mut device = machine(&over("page", 9, buffer, &more), list);
        let seen = record(&mut device);
        let mut on_flash = std::collections::BTreeSet::new();
        let mut at = 0;
        while at < seen.operations.len() {
            let one = &seen.operations[at];
            at += 1;
            match one.kind {
                Kind::Program => drop(on_flash.insert(one.lpn.unwrap())),
                Kind::Trim => drop(on_flash.remove(&one.lpn.unwrap())),
                Kind::FlushStart | Kind::PlugStart => {
                    let end = at + seen.operations[at..].iter().position(|one| one.kind == Kind::FlushEnd).unwrap();
                    let inside = &seen.operations[at..end];
                    let reads: Vec<u32> = inside
                        .iter()
                        .filter(|one| one.kind == Kind::Read && one.purpose == Purpose::Rewrite)
                        .filter_map(|one| one.lpn)
                        .collect();
                    let flushed: Vec<u32> =
                        inside.iter().filter(|one| one.purpose == Purpose::Flush).filter_map(|one| one.lpn).collect();
                    let first = one.lpn.unwrap();
                    let plugs = one.kind == Kind::PlugStart;
                    assert_eq!(plugs, f64::from(one.pages) > threshold * P as f64, "{buffer}, {threshold}, {one:?}");
                    let own: Vec<u32> = flushed.iter().copied().filter(|lpn| !reads.contains(lpn)).collect();
                    assert_eq!(own.len() as u32, one.pages);
                    let holes = (first..first + P as u32).filter(|lpn| on_flash.contains(lpn) && !own.contains(lpn));
                    assert_eq!(reads, if plugs { holes.collect() } else { Vec::new() }, "{buffer}, {threshold}");
                    *plugged.entry((buffer, (threshold * 4.0) as u32, plugs)).or_insert(0) += 1;
                }
                _ => {}
            }
        }
    }
    assert_eq!(plugged.len(), 4 + 2 + 3, "{plugged:?}");
}

#[test]
fn another_threshold_of_padding_holds_at_once() {
    for buffer in ["bplru", "ref"] {
        let plugs = |from: f64, to: f64| {
            let change = json!([{ "request": 3, "set": { "buffer.pad_threshold": to } }]);
            let more = [("buffer.pad_threshold", json!(from)), ("run.changes", change)];
            let list = (0..3).map(write).chain([flush()]).collect();
            after(&over("page", 8, buffer, &more), list).core.counters.plugs
        };
        assert_eq!([plugs(1.0, 0.5), plugs(0.5, 1.0)], [1, 0], "{buffer}");
    }
}

#[test]
fn what_was_written_in_order_goes_to_the_old_end() {
    let block = |block: u64, from: u64, to: u64| (from..to).map(move |offset| write(block * P + offset));
    let first = |compensation: &str, list: Vec<Request>| {
        let more = [("buffer.compensation", json!(compensation))];
        let mut device = machine(&over("page", 16, "bplru", &more), list);
        finish(&mut device);
        assert!(matches!(device.buffer.pages().unwrap().policy, AnyPolicy::Bplru(_)));
        order(&device)[0].0
    };
    let whole: Vec<Request> = block(A, 0, 2).chain(block(B, 0, 4)).collect();
    assert_eq!(["block", "half-run", "none"].map(|one| first(one, whole.clone())), [B, B, A]);
    // Not in order, or not all: no block written in order, but half of it accessed in a row.
    let backwards: Vec<Request> = block(A, 0, 1).chain([3, 2, 1, 0].map(|offset| write(B * P + offset))).collect();
    assert_eq!(["block", "half-run", "none"].map(|one| first(one, backwards.clone())), [A, B, A]);
    let part: Vec<Request> = block(A, 0, 1).chain(block(B, 0, 3)).collect();
    assert_eq!(["block", "half-run", "none"].map(|one| first(one, part.clone())), [A, B, A]);
    // Reads that hit count for half a run, and another block between ends it.
    let with_reads: Vec<Request> =
        block(A, 0, 1).chain([write(B * P), write(C * P), read(B * P), write(B * P + 1)]).collect();
    assert_eq!(["block", "half-run", "none"].map(|one| first(one, with_reads.clone())), [A, B, A]);
    let broken: Vec<Request> =
        block(A, 0, 1).chain([write(B * P), write(C * P), write(B * P + 1), write(C * P + 1)]).collect();
    assert_eq!(["block", "half-run", "none"].map(|one| first(one, broken.clone())), [A, A, A]);
    // What is written again from its beginning is in order again; a gap in between is not.
    let again: Vec<Request> = block(A, 0, 1).chain(block(B, 0, 2)).chain(block(B, 0, 4)).collect();
    assert_eq!(first("block", again), B);
    let gap: Vec<Request> = block(A, 0, 1).chain(block(B, 0, 2)).chain(block(B, 3, 4)).chain(block(B, 2, 3)).collect();
    assert_eq!(first("block", gap), A);
}

#[test]
fn fab_takes_the_newer_of_equals_if_it_is_told_so_and_spares_the_current_block() {
    let list: Vec<Request> = [A, B, C].into_iter().flat_map(|block| [write(block * P), write(block * P + 1)]).collect();
    for (tie, expected) in [("lru", [A, B, C]), ("mru", [C, B, A])] {
        let mut device = machine(&over("page", 8, "fab", &[("buffer.tie", json!(tie))]), list.clone());
        finish(&mut device);
        assert_eq!(order(&device).into_iter().map(|(lbn, _)| lbn).collect::<Vec<_>>(), expected, "{tie}");
    }
    // C is the largest when its third page comes to a full buffer.
    for buffer in ["fab", "bplru"] {
        for (protect, expected) in [(false, C), (true, A)] {
            let blocks = if buffer == "fab" { [A, B, C] } else { [C, A, B] };
            let list = blocks.into_iter().flat_map(|block| [write(block * P), write(block * P + 1)]);
            let pages = if buffer == "fab" { 7 } else { 6 };
            let list = list.chain((2..2 + pages - 5).map(|offset| write(C * P + offset)));
            let fields = over("page", pages, buffer, &[("buffer.protect_current", json!(protect))]);
            assert_eq!(victims(&record(&mut machine(&fields, list.collect())))[0].0, expected, "{buffer}");
        }
    }
}

#[test]
fn bpac_keeps_pages_and_groups_apart_and_shifts_the_share_by_what_comes_back() {
    // Two pages make a group; four pages of eight are for single ones.
    let fields = over("page", 8, "bpac", &[("buffer.migrate_pages", json!(2))]);
    let leaves = |list: &[Request]| -> Vec<u64> {
        let seen = record(&mut machine(&fields, list.to_vec()));
        let starts = seen.operations.iter().filter(|one| one.kind == Kind::FlushStart);
        starts.map(|one| u64::from(one.lpn.unwrap())).collect()
    };
    let single = |block: u64| write(block * P + 1);
    let group = |block: u64| [write(block * P), write(block * P + 2)];
    let singles: Vec<Request> = (0..5).map(single).collect();
    // Five single pages are more than their share, so the oldest of them leaves; four are not, so a group does.
    let more_pages: Vec<Request> = singles.iter().copied().chain(group(5)).chain([single(6), single(7)]).collect();
    assert_eq!(leaves(&more_pages), [0]);
    let more_groups: Vec<Request> =
        singles[..3].iter().copied().chain(group(5)).chain(group(6)).chain(group(7)).collect();
    assert_eq!(leaves(&more_groups), [5 * P]);
    // Page 0 left; if it comes back, the share is five, and five single pages are not too many any more.
    for (back, expected) in [(0, 5 * P), (9, 3 * P)] {
        let then = [single(back), request(0, HostOp::Trim, 2 * P + 1, 1), write(5 * P + 3), single(8)];
        assert_eq!(leaves(&more_pages.iter().copied().chain(then).collect::<Vec<_>>()), [0, P, expected]);
    }
    // Group 5 left; if it comes back, the share is three, and four single pages are too many.
    for (back, expected) in [(5, 0), (9, 7 * P)] {
        let groups = (5..9).flat_map(group).chain([single(0), write(back * P)]);
        assert_eq!(leaves(&groups.chain((1..4).map(single)).collect::<Vec<_>>()), [5 * P, 6 * P, expected]);
    }
    // A group of which pages go on coming stays a group, and half a block or more leaves before less, however new.
    let half: Vec<Request> = group(5)
        .into_iter()
        .chain(group(6))
        .chain([write(6 * P + 3)])
        .chain(group(7))
        .chain([write(7 * P + 1)])
        .collect();
    assert_eq!(leaves(&half.iter().copied().chain([single(1)]).collect::<Vec<_>>()), [6 * P]);
}

/// The device after all of `list`.
fn after(fields: &Fields, list: Vec<Request>) -> Machine {
    let mut device = machine(fields, list);
    finish(&mut device);
    check(&device);
    device
}

/// Single pages and logical blocks in the order of leaving of BPAC.
fn pages_and_groups(machine: &Machine) -> (Vec<u64>, Vec<u64>) {
    let buffer = machine.buffer.pages().unwrap();
    let (mut pages, mut groups) = (Vec::new(), Vec::new());
    for ranked in buffer.policy.order(&buffer.store, usize::MAX) {
        match ranked.victim {
            Victim::Page(slot, offset) => pages.push(u64::from(buffer.store.group(slot).lbn) * 8 + u64::from(offset)),
            Victim::Group(slot) => groups.push(u64::from(buffer.store.group(slot).lbn)),
        }
    }
    (pages, groups)
}

/// BPAC with room for 20 pages over blocks of 8.
fn bpac_of_eights(group_pages: u64) -> Fields {
    let more = [("device.pages_per_block", json!(8)), ("buffer.migrate_pages", json!(group_pages))];
    over("page", 20, "bpac", &more)
}

#[test]
fn a_group_of_bpac_stays_one_however_many_of_its_pages_are_given_up() {
    let block = |block: u64, pages: u64| (0..pages).map(move |offset| write(block * 8 + offset));
    let trim = |block: u64, offset: u64, pages: u32| request(0, HostOp::Trim, block * 8 + offset, pages);
    // Three pages are a small group, six a large one. Two or more of each are given up, and another comes.
    for (pages, given_up) in [(3, 2), (6, 5)] {
        let list = block(1, pages).chain([trim(1, 0, given_up), write(8 + 7)]).collect();
        assert_eq!(pages_and_groups(&after(&bpac_of_eights(3), list)), (vec![], vec![1]), "{pages}");
    }
    // A page of a small group is no page of a large one.
    let list = block(1, 3).chain([trim(1, 0, 1)]).collect();
    assert_eq!(pages_and_groups(&after(&bpac_of_eights(3), list)), (vec![], vec![1]));
    // Of large groups the one with most pages leaves first, the older of equals; what was given up does not count.
    let list: Vec<Request> = block(1, 6).chain(block(2, 5)).collect();
    let and = |more: Request| list.iter().copied().chain([more]).collect::<Vec<_>>();
    assert_eq!(pages_and_groups(&after(&bpac_of_eights(3), list.clone())).1, [1, 2]);
    assert_eq!(pages_and_groups(&after(&bpac_of_eights(3), and(trim(1, 4, 2)))).1, [2, 1]);
    assert_eq!(pages_and_groups(&after(&bpac_of_eights(3), and(trim(1, 5, 1)))).1, [1, 2]);
    // Pages of groups that are given up have not left the line.
    let device = after(&bpac_of_eights(3), and(trim(1, 4, 2)));
    let share = json!(device.buffer.pages().unwrap().policy.share());
    assert_eq!((&share["left_pages"], &share["left_groups"]), (&json!([]), &json!([])));
}

#[test]
fn bpac_goes_back_to_its_first_share_with_nothing_remembered_after_a_power_cut() {
    let share = |device: &Machine| json!(device.buffer.pages().unwrap().policy.share());
    let mut moved = 0;
    for at in (300..1500).step_by(40) {
        let set = [
            ("buffer.migrate_pages", json!(2)),
            ("run.power_cut", json!(at)),
            ("run.continue_after_power_cut", json!(true)),
        ];
        let mut device = machine(&over("page", 8, "bpac", &set), stream(5, 1200, false));
        let mut before = share(&device);
        while device.step(&mut sim_core::flash::observer::NoObserver).unwrap() && device.power_loss.is_none() {
            before = share(&device);
        }
        let is_moved = before["now"] != before["first"];
        moved += u32::from(is_moved && before["left_pages"] != json!([]) && before["left_groups"] != json!([]));
        let after = share(&device);
        assert_eq!(after["now"], before["first"]);
        assert_eq!((&after["left_pages"], &after["left_groups"]), (&json!([]), &json!([])));
        assert_eq!(pages_and_groups(&device), (vec![], vec![]));
        assert_eq!(device.buffer.pages().unwrap().policy.line().unwrap().len(), 0);
    }
    assert!(moved > 2, "{moved}");
}

#[test]
fn another_share_holds_at_once_and_another_size_of_groups_leaves_it_as_it_is() {
    let changed = |set: Value| {
        let list = stream(5, 401, false);
        let change = [("run.changes", json!([{ "request": 400, "set": set }]))];
        let mut device = machine(&over("page", 8, "bpac", &change), list);
        let share = |device: &Machine| device.buffer.pages().unwrap().policy.share().unwrap();
        (0..400).for_each(|_| assert!(device.step(&mut sim_core::flash::observer::NoObserver).unwrap()));
        let before = share(&device).now;
        finish(&mut device);
        (before, share(&device).now, share(&device).first)
    };
    let (before, now, first) = changed(json!({ "buffer.migrate_pages": 3 }));
    assert!(before != 4 && first == 4 && now.abs_diff(before) <= 1, "{before} {now} {first}");
    let (_, now, first) = changed(json!({ "buffer.page_share": 0.25 }));
    assert!(first == 2 && now.abs_diff(2) <= 1, "{now} {first}");
}

#[test]
fn reads_do_not_disturb_what_is_written_in_order_and_a_group_that_comes_begins_anew() {
    let first = |list: Vec<Request>, more: &[(&'static str, Value)]| {
        let more = with(vec![("buffer.compensation", json!("block"))], more);
        order(&after(&over("page", 16, "bplru", &more), list))[0].0
    };
    let part = |block: u64, from: u64, to: u64| (from..to).map(move |offset| write(block * P + offset));
    let with_read = part(A, 0, 1).chain(part(B, 0, 2)).chain([read(B * P)]).chain(part(B, 2, 4)).collect();
    assert_eq!(first(with_read, &[]), B);
    // C takes the place of B, of which two pages had been written in order.
    let gone = [request(0, HostOp::Trim, B * P, 2)];
    assert_eq!(first(part(A, 0, 1).chain(part(B, 0, 2)).chain(gone).chain(part(C, 2, 4)).collect(), &[]), A);
    // So it is where another setting changes meanwhile.
    let change = [("run.changes", json!([{ "request": 3, "set": { "buffer.pad_threshold": 0.25 } }]))];
    assert_eq!(first(part(A, 0, 1).chain(part(B, 0, 4)).collect(), &change), B);
    // Without compensation nothing goes to the old end, from the request before which it is so.
    for (from, to, expected) in [("none", "block", B), ("block", "none", A)] {
        let change = json!([{ "request": 1, "set": { "buffer.compensation": to } }]);
        let more = [("buffer.compensation", json!(from)), ("run.changes", change)];
        assert_eq!(first(part(A, 0, 1).chain(part(B, 0, 4)).collect(), &more), expected, "{from}, then {to}");
    }
}

#[test]
fn of_the_blocks_that_ref_remembers_the_one_written_least_recently_leaves_first_and_reads_change_nothing() {
    let list = [write(A * P), flush(), write(D * P), flush()].into_iter().chain(worked_example()).take(12);
    let then_read = list.chain([read(C * P + 1), read(D * P + 2)]).collect();
    let expected = [(D, Some(2)), (A, Some(2)), (C, Some(1)), (B, Some(0))];
    assert_eq!(order(&after(&over("page", 8, "ref", &[]), then_read)), expected);
}

#[test]
fn groups_of_bpac_from_half_a_block_on_leave_by_size_and_smaller_ones_by_use() {
    let block = |block: u64, pages: u64| (0..pages).map(move |offset| write(block * 8 + offset));
    let groups = |list: Vec<Request>| pages_and_groups(&after(&bpac_of_eights(2), list)).1;
    assert_eq!(groups(block(2, 3).chain(block(1, 4)).collect()), [1, 2]);
    assert_eq!(groups(block(1, 2).chain(block(2, 3)).collect()), [1, 2]);
    // From another number of pages on a logical block is a group from then on.
    let change = json!([{ "request": 2, "set": { "buffer.migrate_pages": 3 } }]);
    let changed = with(bpac_of_eights(8), &[("run.changes", change)]);
    assert_eq!(pages_and_groups(&after(&changed, block(1, 3).collect())), (vec![], vec![1]));
}

#[test]
fn ref_forgets_what_left_before_a_power_cut() {
    // D goes to the log with the first operation of the flash; the second is the read that is cut.
    let list = |last: usize| -> Vec<Request> {
        [write(D * P), flush(), read(40)].into_iter().chain(worked_example()).take(last).collect()
    };
    let cut = [("run.power_cut", json!(1)), ("run.continue_after_power_cut", json!(true))];
    for (more, expected) in [(&[][..], (D, Some(2))), (&cut[..], (C, Some(1)))] {
        let mut device = machine(&over("page", 8, "ref", more), list(11));
        while device.step(&mut sim_core::flash::observer::NoObserver).unwrap() {}
        assert_eq!(device.power_loss.is_some(), !more.is_empty());
        assert_eq!(order(&device)[0], expected);
    }
}

#[test]
fn the_window_of_ref_follows_what_leaves_and_what_is_set() {
    let fields = |more: &[(&'static str, Value)]| over("page", 8, "ref", more);
    let list: Vec<Request> = worked_example()[..8].to_vec();
    // Three of four groups, then two of three.
    let trimmed = list.iter().copied().chain([request(0, HostOp::Trim, B * P, 1)]).collect();
    assert_eq!(order(&after(&fields(&[]), trimmed)), [(C, Some(1)), (D, Some(1)), (A, Some(0))]);
    // Changes are made before the read.
    let changed = |before: &[Request], set: Value| {
        let list: Vec<Request> = before.iter().chain(&list).copied().chain([read(40)]).collect();
        let change = json!([{ "request": list.len() - 1, "set": set }]);
        order(&after(&fields(&[("run.changes", change)]), list))
    };
    let all = [(C, Some(1)), (D, Some(1)), (A, Some(1)), (B, Some(1))];
    assert_eq!(changed(&[], json!({ "buffer.window": 1.0 })), all);
    let [first, ..] = changed(&[write(D * P), flush()], json!({ "buffer.victim_blocks": 0 }))[..] else { panic!() };
    assert_eq!(first, (C, Some(1)));
}
