//! FAST: which log block was the first to take pages of a logical block since that was last rebuilt (claim L9).

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device::hybrids::{options, toy};
use crate::support::device::{Fields, machine, model, record, with, write};
use proptest::prelude::*;
use serde_json::json;
use sim_core::base::request::Request;
use sim_core::flash::operation::{Kind, Operation};
use std::collections::BTreeMap;

/// The same from the operations alone.
struct Told<'a> {
    operations: &'a [Operation],
    pages_per_block: u32,
    /// For each program into a random log block that is emptied later: the operation that begins that. A log block that never
    /// is, is younger than all that are, so it is the first for none that is rebuilt.
    taken_for: BTreeMap<usize, u64>,
}

impl<'a> Told<'a> {
    fn new(operations: &'a [Operation], pages_per_block: u32) -> Self {
        let mut told = Self { operations, pages_per_block, taken_for: BTreeMap::new() };
        for (at, reclaim) in operations.iter().enumerate().filter(|(_, one)| one.kind == Kind::ReclaimStart) {
            let erased = |one: &Operation| one.kind == Kind::Erase && one.block == reclaim.block;
            let begin = operations[..at].iter().rposition(erased).map_or(0, |erase| erase + 1);
            let into_it = |place: &usize| {
                let one = &operations[*place];
                one.kind == Kind::Program && one.to.map(|to| to / pages_per_block) == reclaim.block
            };
            told.taken_for.extend((begin..at).filter(into_it).map(|place| (place, reclaim.index)));
        }
        told
    }

    fn count(&self) -> u64 {
        let mut count = 0;
        let mut lives_in: BTreeMap<u32, u32> = BTreeMap::new();
        let mut first: BTreeMap<u32, u64> = BTreeMap::new();
        for (place, one) in self.operations.iter().enumerate() {
            let Some(lpn) = one.lpn else { continue };
            let lbn = lpn / self.pages_per_block;
            match one.kind {
                Kind::Program | Kind::Copy => {
                    lives_in.insert(lpn, one.to.unwrap() / self.pages_per_block);
                    if let Some(&reclaim) = self.taken_for.get(&place) {
                        first.entry(lbn).or_insert(reclaim);
                    }
                }
                Kind::Trim => drop(lives_in.remove(&lpn)),
                Kind::SwitchMerge | Kind::PartialMerge | Kind::FullMerge => {
                    count += u64::from(one.cause.is_some() && first.get(&lbn).copied() == one.cause);
                }
                Kind::MergeEnd => {
                    let at_home = |page: u32| lives_in.get(&page).is_none_or(|&block| Some(block) == one.block);
                    if (lpn..lpn + one.pages).all(at_home) {
                        first.remove(&lbn);
                    }
                }
                _ => {}
            }
        }
        count
    }
}

/// Log blocks emptied, logical blocks rebuilt for that, and those of them for which that log block was the first.
fn served(fields: &Fields, list: Vec<Request>) -> [u64; 3] {
    let mut device = machine(fields, list);
    let seen = record(&mut device);
    device.ftl.check(&device.core).unwrap();
    let counters = device.core.counters;
    let rebuilt = (0..).zip(counters.associativity).map(|(blocks, times): (u64, _)| blocks * times).sum();
    let told = Told::new(&seen.operations, device.core.nand.geometry.pages_per_block);
    assert_eq!(counters.first_log_block, told.count());
    [counters.reclaims(), rebuilt, counters.first_log_block]
}

#[test]
fn the_log_block_that_first_took_pages_is_told_from_later_ones() {
    let counted = |pages: &[u64]| {
        let fields = toy("fast", 12, &[("ftl.log_blocks", json!(3))]);
        served(&fields, pages.iter().copied().map(write).collect())
    };
    // Two random log blocks of four pages, and pages of B1, B2 and B3 (page 1 of B2 is page 9). The first, A, takes pages of
    // B1, B2 and B3; of B1 a newer copy goes to the second, which is left with B1 alone.
    let mut pages = vec![5, 9, 13, 10, 5, 5, 5, 5];
    assert_eq!(counted(&pages), [0, 0, 0]);
    // A is emptied for the third: B2 and B3 had their first pages there. So had B1, but it has no valid page in it.
    pages.extend([9, 9, 9, 9]);
    assert_eq!(counted(&pages), [1, 2, 2]);
    // The second is emptied for the fourth: B1 is rebuilt, but A was its first.
    pages.extend([5, 5, 5, 5]);
    assert_eq!(counted(&pages), [2, 3, 2]);
    // The third, then the fourth: B2 and B1 had been rebuilt in between.
    pages.extend([13, 13, 13, 13, 13]);
    assert_eq!(counted(&pages), [4, 5, 4]);
}

#[test]
fn after_a_power_cut_the_oldest_with_valid_pages_passes_for_the_first() {
    // As above: A has outdated pages of B1 only, beside its valid ones.
    let pages = [5, 9, 13, 10, 5, 5, 5, 5, 9, 9, 9, 9, 5, 5, 5, 5];
    let cut = |before: Option<u64>| {
        let more = [
            ("ftl.log_blocks", json!(3)),
            ("run.power_cut", json!(before)),
            ("run.continue_after_power_cut", json!(true)),
        ];
        let mut device = machine(&toy("fast", 12, &more), pages.map(write).into());
        while device.step(&mut sim_core::flash::observer::NoObserver).unwrap() {}
        device.ftl.check(&device.core).unwrap();
        let counters = device.core.counters;
        (counters.reclaims(), counters.first_log_block)
    };
    assert_eq!(cut(None), (2, 2));
    // During the eighth write, before A is emptied: the second then passes for the first of B1.
    assert_eq!(cut(Some(7)), (2, 3));
}

/// Both variants on devices of every shape, with two to five log blocks.
fn any_device() -> impl Strategy<Value = Fields> {
    (2..6u64, prop::sample::select(vec!["flashsim", "rw"])).prop_flat_map(|(log_blocks, violation)| {
        options("fast", log_blocks).prop_map(move |fields| {
            with(fields, &[("ftl.log_blocks", json!(log_blocks)), ("ftl.sw_violation", json!(violation))])
        })
    })
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn the_count_is_what_the_operations_say(fields in any_device(), list in model::requests(400)) {
        // What the log blocks hold at the start must be among the operations: nothing.
        let fields = with(fields, &[("run.initial_state", json!("full_seq"))]);
        let [_, rebuilt, first] = served(&fields, list);
        prop_assert!(first <= rebuilt);
    }
}
