//! ttFlash, FAST 2017.

use super::{Paper, Reading};
use crate::figures::figure::SEEDS;
use crate::figures::ttflash::PAPER as FAST_2017;
use crate::figures::ttflash::series::AS_NOGC;

/// Who is served first.
const A: Reading = Reading {
    id: "A",
    name: "served as in the authors' simulator",
    reason: "In which order a channel serves what is queued is not stated. In the authors' simulator reads go before writes, and \
             only one GC of a channel moves pages at a time.",
    source: "The public source of the authors' simulator, tinyTailFlash: a channel turns to writes when there is no read for \
             it (process), and keeps the one chip that moves pages (gc_chip).",
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
    reason: "The paper does not say how requests follow each other in the traces' busiest periods; its traces would show it. Servers' requests come in bursts: here \
             four on average, 0.1 ms apart within a burst, at the same mean rates.",
    source: "None: the length of a burst is ours.",
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
    source: "The paper describes Base as a device without RAIN and says nothing of NoGC. The authors' configuration of NoGC has parity, as in our own reading.",
    settings: &[],
    systems: &[(AS_NOGC, &[("ftl.parity", "\"off\""), ("ftl.flush_order", "\"lru\"")])],
    factors: &[],
    measures: &[],
    seeds: SEEDS.len(),
};

/// What is to be known.
pub(super) const PAPER: Paper = Paper { paper: FAST_2017, readings: &[A, B, N], contradictions: &[] };
