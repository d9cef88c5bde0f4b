//! Which map block makes way: each policy against a plain model of its rule, and hit ratios against those reckoned.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::map_policy_models::{Arc, ClockHand, Plain, Rules};
use proptest::prelude::*;
use serde_json::json;
use sim_core::assembly::source;
use sim_core::base::state_hash::state_hash;
use sim_core::experiment::document::Experiment;
use sim_core::figures::openchannel::map_cache::{Alone, Hits, Pages};
use sim_core::ftl::openchannel::map_policy::policy::{MapBlock, MapPolicy, Setup, Slot};
use sim_core::ftl::openchannel::map_policy::{self, AnyPolicy, KINDS};
use sim_core::parameters::settings::Settings;
use sim_core::workload::source::Source;

const MAP_BLOCKS: u32 = 40;

fn settings(rules: &Rules) -> Settings {
    let fields = json!({
        "load_bonus": rules.load_bonus, "cold_penalty": rules.cold_penalty, "cold_epoch": rules.cold_epoch,
        "persist_hotness": rules.persists, "journal_bonus": rules.journal_bonus,
    });
    Settings(fields.as_object().unwrap().clone())
}

/// The default weights.
fn defaults(slots: u32, map_blocks: u32) -> Rules {
    Rules {
        slots: slots as usize,
        map_blocks,
        load_bonus: 8,
        cold_penalty: 4,
        cold_epoch: 4096,
        persists: true,
        journal: 0..0,
        journal_bonus: 1_000_000,
    }
}

fn build(kind: &str, rules: &Rules, future: &[MapBlock]) -> AnyPolicy {
    let setup = Setup {
        settings: &settings(rules),
        slots: rules.slots as u32,
        map_blocks: rules.map_blocks,
        journal: Some(rules.journal.clone()),
        future: Some(future.into()),
    };
    (map_policy::entry(kind).build)(setup)
}

/// A cache around a policy, with every promise of a policy looked after.
struct Cache {
    policy: AnyPolicy,
    blocks: Vec<Option<MapBlock>>,
}

impl Cache {
    fn new(kind: &str, rules: &Rules, future: &[MapBlock]) -> Self {
        Self { policy: build(kind, rules, future), blocks: vec![None; rules.slots] }
    }

    fn look_up(&mut self, block: MapBlock, is_told: bool) -> (bool, Option<MapBlock>) {
        if is_told {
            self.policy.looks_up(block);
        }
        if let Some(slot) = self.blocks.iter().position(|&cached| cached == Some(block)) {
            self.policy.used(slot as Slot, block);
            return (true, None);
        }
        let free = self.blocks.iter().position(Option::is_none);
        let gone = if free.is_some() { None } else { Some(self.make_way(block)) };
        let slot = free.unwrap_or_else(|| self.blocks.iter().position(Option::is_none).unwrap());
        self.blocks[slot] = Some(block);
        self.policy.loaded(slot as Slot, block);
        (false, gone)
    }

    fn make_way(&mut self, block: MapBlock) -> MapBlock {
        let before = state_hash(&self.policy);
        let slot = self.policy.victim(block);
        let order = self.policy.order(block, self.blocks.len());
        assert_eq!(state_hash(&self.policy), before, "asking decides nothing");
        assert_eq!(order.first(), Some(&slot), "the victim is the first in order");
        assert_eq!(self.policy.order(block, 2), order[..2.min(order.len())]);
        let mut all = order;
        all.sort_unstable();
        assert!(all.into_iter().eq(0..self.blocks.len() as Slot), "every slot has its place in the order");
        let gone = self.blocks[slot as usize].take().unwrap();
        self.policy.left(slot, gone, block);
        gone
    }
}

/// The rule of `kind`, slowly.
fn model(
    kind: &'static str,
    rules: &Rules,
    future: Vec<MapBlock>,
) -> Box<dyn FnMut(MapBlock, bool) -> (bool, Option<MapBlock>)> {
    match kind {
        "arc" => {
            let mut arc = Arc::new(rules.slots);
            Box::new(move |block, _| arc.look_up(block))
        }
        "clock" => {
            let mut hand = ClockHand::new(rules.slots);
            Box::new(move |block, _| hand.look_up(block))
        }
        _ => {
            let mut plain = Plain::new(kind, rules, future);
            Box::new(move |block, is_told| plain.look_up(block, is_told))
        }
    }
}

/// Look-ups, and whether the policy is told of each. Mostly of few blocks, some of runs, some of all.
fn stream() -> impl Strategy<Value = Vec<(MapBlock, bool)>> {
    let block = prop_oneof![3 => 0..6u32, 2 => 0..14u32, 2 => 0..MAP_BLOCKS, 1 => Just(MAP_BLOCKS)];
    let look_up = (block, prop::bool::weighted(0.9));
    let one = |(block, is_told)| vec![(block, is_told)];
    let some = prop_oneof![
        8 => look_up.prop_map(one),
        1 => (0..MAP_BLOCKS, 1..12u32).prop_map(|(from, count)| (from..from + count).map(|at| (at % MAP_BLOCKS, true)).collect()),
    ];
    prop::collection::vec(some, 0..400).prop_map(|parts| {
        parts.into_iter().flatten().map(|(block, is_told)| (block.min(MAP_BLOCKS - 1), is_told)).collect()
    })
}

fn rules() -> impl Strategy<Value = Rules> {
    let weights = (0..12u64, 0..6u64, 1..40u64, any::<bool>());
    let journal = (0..MAP_BLOCKS, 0..10u32, prop_oneof![Just(0), 1..20u64, Just(1_000_000)]);
    (1..12usize, weights, journal).prop_map(
        |(slots, (load_bonus, cold_penalty, cold_epoch, persists), (first, count, journal_bonus))| Rules {
            slots,
            map_blocks: MAP_BLOCKS,
            load_bonus,
            cold_penalty,
            cold_epoch,
            persists,
            journal: first..(first + count).min(MAP_BLOCKS),
            journal_bonus,
        },
    )
}

proptest! {
    #![proptest_config(cases(160))]

    #[test]
    fn every_policy_keeps_its_rule(rules in rules(), stream in stream(), known in 0..=100usize) {
        let told: Vec<MapBlock> = stream.iter().filter(|look_up| look_up.1).map(|look_up| look_up.0).collect();
        let future = &told[..told.len() * known / 100];
        for kind in KINDS {
            let mut cache = Cache::new(kind, &rules, future);
            let mut model = model(kind, &rules, future.to_vec());
            for (at, &(block, is_told)) in stream.iter().enumerate() {
                prop_assert_eq!(cache.look_up(block, is_told), model(block, is_told), "{} at {}", kind, at);
            }
        }
    }

    #[test]
    fn nobody_hits_more_often_than_who_knows_the_future(rules in rules(), stream in stream()) {
        let blocks: Vec<MapBlock> = stream.into_iter().map(|look_up| look_up.0).collect();
        let hits = |kind| {
            let mut cache = Alone::new(build(kind, &rules, &blocks), rules.slots as u32);
            blocks.iter().filter(|&&block| cache.look_up(block)).count()
        };
        for kind in KINDS {
            prop_assert!(hits("opt") >= hits(kind), "{kind}");
        }
    }

    #[test]
    fn a_power_cut_leaves_nothing_but_the_policy(rules in rules(), stream in stream()) {
        for kind in KINDS.into_iter().filter(|&kind| kind != "opt") {
            let mut cache = Cache::new(kind, &rules, &[]);
            let fresh = state_hash(&cache.policy);
            for &(block, is_told) in &stream {
                cache.look_up(block, is_told);
            }
            cache.policy.clear();
            prop_assert_eq!(state_hash(&cache.policy), fresh, "{}", kind);
        }
    }
}

#[test]
fn the_journal_stays_and_leaves_half_of_the_cache() {
    let rules = Rules { journal: 0..8, ..defaults(8, 1_000) };
    let mut cache = Cache::new("hotness", &rules, &[]);
    for block in (0..8).chain(100..900) {
        cache.look_up(block, true);
    }
    let stayed = cache.blocks.iter().flatten().filter(|&&block| block < 8).count();
    assert_eq!(stayed, 4);
}

/// Block 0 is much used and leaves; what stays is not used for long, until block 0 is back: `persists` decides who leaves next.
fn leaves_after_a_long_absence(persists: bool) -> Option<MapBlock> {
    let rules = Rules { persists, ..defaults(3, 10) };
    let mut cache = Cache::new("hotness", &rules, &[]);
    let mut look_up = |block, times| (0..times).map(|_| cache.look_up(block, true).1).last().flatten();
    (0..3).for_each(|block| assert_eq!(look_up(block, 21), None));
    assert_eq!(look_up(3, 1), Some(0));
    // The first of these epochs is that in which they were used.
    look_up(3, 13 * rules.cold_epoch);
    assert_eq!(look_up(0, 1), Some(1));
    look_up(2, 10);
    look_up(4, 1)
}

#[test]
fn what_was_hot_before_it_left_stays_longer_once_the_others_have_cooled() {
    assert_eq!(leaves_after_a_long_absence(true), Some(2));
    assert_eq!(leaves_after_a_long_absence(false), Some(0));
}

/// The device of the paper: 6 400 map blocks of 16 384 pages.
const PAGES: Pages = Pages { sectors_per_page: 8, per_block: 16_384 };
const ALL_BLOCKS: u32 = 6_400;

fn source(h: f64, scatter: bool, requests: u64) -> Source {
    let document = json!({
        "device": { "preset": "ocssd" },
        "workload": { "kind": "pareto", "h": h, "scatter": scatter, "requests": requests, "request_pages": 1, "write_ratio": 1 }
    });
    source::of(&Experiment::new(&document, &[]).unwrap(), None).unwrap()
}

fn hits(kind: &str, percent: u32, source: &Source) -> Hits {
    hits_by(kind, &defaults(ALL_BLOCKS * percent / 100, ALL_BLOCKS), source)
}

fn hits_by(kind: &str, rules: &Rules, source: &Source) -> Hits {
    let future = if kind == "opt" { PAGES.future(source.clone()) } else { [].into() };
    let policy = build(kind, rules, &future);
    Alone::new(policy, rules.slots as u32).run(source.clone(), PAGES, 200_000)
}

#[test]
fn hit_ratios_are_those_of_the_table() {
    let table = [
        (0.2, 32, 0.8540, 0.7972),
        (0.2, 64, 0.9397, 0.9165),
        (0.2, 96, 0.9942, 0.9929),
        (0.1, 32, 0.9490, 0.9281),
        (0.3, 32, 0.7131, 0.6153),
    ];
    for (h, percent, lfu, lru) in table {
        let source = source(h, false, 1_000_000);
        for (kind, printed) in [("lfu", lfu), ("lru", lru)] {
            let hits = hits(kind, percent, &source);
            assert_eq!(hits.lookups, 800_000);
            let ratio = hits.ratio().unwrap();
            assert!((ratio / printed - 1.0).abs() <= 0.01, "{kind}, h {h}, {percent} %: {ratio:.4} is not {printed}");
        }
    }
}

#[test]
fn the_default_weights_do_what_lru_does_on_a_stream_that_does_not_move() {
    let source = source(0.2, false, 1_000_000);
    let ratio = |kind| hits(kind, 32, &source).ratio().unwrap();
    let (hotness, lfu, opt) = (ratio("hotness"), ratio("lfu"), ratio("opt"));
    assert!((hotness / 0.791 - 1.0).abs() <= 0.01, "{hotness:.4}");
    assert!(hotness < lfu && lfu < opt, "{hotness:.4}, {lfu:.4}, {opt:.4}");
}

#[test]
fn hotness_that_is_kept_makes_no_difference_to_a_stream_that_does_not_move() {
    for (h, scatter, percent) in [(0.2, false, 32), (0.1, false, 32), (0.2, true, 64)] {
        let source = source(h, scatter, 500_000);
        let hits = |persists| {
            let rules = Rules { persists, ..defaults(ALL_BLOCKS * percent / 100, ALL_BLOCKS) };
            hits_by("hotness", &rules, &source).hits
        };
        assert_eq!(hits(true), hits(false), "h {h}, scattered {scatter}, {percent} %");
    }
}
