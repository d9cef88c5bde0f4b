//! Mean latency of reads: claim T1.

use super::inequalities::at_least;
use super::series::{ALL, AS_BASE, TTFLASH as ALL_FEATURES};
use super::setup::{PAPER, QUICK, SETTING, TTFLASH};
use super::substitutes::{SUBSTITUTES, every};
use crate::figures::claim::{Bounds, Claim};
use crate::figures::claimed_place::{ClaimedPlace, Level};
use crate::figures::comparison::Comparison;
use crate::figures::condition::Test;
use crate::figures::figure::{Figure, ONE_PANEL, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::ttflash::assumptions;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "ttflash-mean",
    system: TTFLASH,
    paper: PAPER,
    place: "Fig. 6",
    title: "Mean latency of reads",
    what: "The effect of the tail on the mean.",
    x: SUBSTITUTES,
    panels: ONE_PANEL,
    systems: ALL,
    settings: &[SETTING],
    metrics: &[Metric::ReadMean, Metric::ReadP90, Metric::ReadP999],
    log: &[Metric::ReadMean, Metric::ReadP90, Metric::ReadP999],
    seeds: SEEDS,
    quick: QUICK,
    claims: &[T1],
    assumptions: &[assumptions::DEVICE, assumptions::WITHOUT_PARITY, assumptions::TURNS, assumptions::TRACES],
};

const T1: Claim = Claim {
    id: "T1",
    statement: "On average ttFlash's reads are 2.5 to 7.8 times as fast as Base's.",
    conditions: &[
        every(AS_BASE, Metric::ReadMean, at_least(150, ALL_FEATURES)),
        every(AS_BASE, Metric::ReadMean, Test::Beside(ALL_FEATURES, Comparison::MedianBetween(170, 1170))),
    ],
    report_only: false,
    is_ours: false,
    bounds: Bounds::Widened(
        "each trace has to reach 1.5 times, and their median 1.7 to 11.7 times, a factor of 1.5 around the paper's range",
    ),
    proof: None,
    places: &[
        ClaimedPlace::at_least(Metric::ReadMean, Level::Share(ALL_FEATURES, 2.5)).of(AS_BASE),
        ClaimedPlace::at_most(Metric::ReadMean, Level::Share(ALL_FEATURES, 7.8)).of(AS_BASE),
    ],
    note: "The paper's traces do not come along. Here and in the other trace figures a substitute replaces each: a \
           mix of sequential streams, hot and cold requests, at the rate at which Base blocks 2.3 % of the reads of \
           seed 1: DAPPS 74 requests a second, DTRS 96, EXCH 210, LMBE 74, MSNFS 324, TPCC 1 090.",
};
