//! ttFlash, FAST 2017.

use super::basis::Basis;
use super::paper::Paper;
use super::reading::Reading;
use crate::figures::figure::SEEDS;
use crate::figures::ttflash::series::AS_NOGC;
use crate::figures::ttflash::setup::PAPER as FAST_2017;

/// Who is served first.
const A: Reading = Reading {
    id: "A",
    name: "served as in the authors' simulator",
    reason: "In which order a channel serves what is queued is not stated. In the authors' simulator reads go before writes, and \
             only one GC of a channel moves pages at a time.",
    basis: Basis::Published,
    source: "the code of the authors' simulator, tinyTailFlash: a channel turns to writes when there is no read for it (process), and keeps the one chip that moves pages (gc_chip).",
    chosen_for: &[],
    settings: &[("device.read_priority", "true"), ("ftl.one_copy_per_channel", "true")],
    systems: &[],
    factors: &[],
    measures: &[],
    seeds: SEEDS.len(),
};

/// How requests follow each other.
const B: Reading = Reading {
    id: "B",
    name: "requests in bursts of 4",
    reason: "The paper takes real traces, in their busiest periods, in which the times between requests are given; those of the substitutes are \
             not. Our own reading sends requests one by one at random; here they come four at a time on average, 0.1 ms apart within a burst, at \
             the same mean rates.",
    basis: Basis::Assumed,
    source: "No source says so: that requests of these traces come in bursts, and in bursts of four, is assumed.",
    chosen_for: &[],
    settings: &[],
    systems: &[],
    factors: &[("workload.burst", 4.0)],
    measures: &[],
    seeds: SEEDS.len(),
};

/// What there is to reach.
const N: Reading = Reading {
    id: "N",
    name: "NoGC without parity",
    reason: "Whether the device without GC writes parity is not stated. Without, it is Base without GC: then ttFlash is \
             charged with all that parity costs.",
    basis: Basis::Assumed,
    source: "No source says so: the text at hand describes Base as a device without RAIN and does not say whether the device without GC has parity, and the authors' configuration of NoGC has parity, as in our own reading.",
    chosen_for: &[],
    settings: &[],
    systems: &[(AS_NOGC, &[("ftl.parity", "\"off\""), ("ftl.flush_order", "\"lru\"")])],
    factors: &[],
    measures: &[],
    seeds: SEEDS.len(),
};

/// What is to be known.
pub(super) const PAPER: Paper =
    Paper { paper: FAST_2017, readings: &[A, B, N], ours_chosen_for: &[], contradictions: &[] };
