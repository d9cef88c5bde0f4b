//! Mean latency of reads: claim T1.

use super::series::{ALL, AS_BASE, TTFLASH as ALL_FEATURES};
use super::{PAPER, QUICK, SETTING, STANDINS, TTFLASH, at_least, every};
use crate::figures::beside::Comparison;
use crate::figures::claim::Claim;
use crate::figures::condition::Test;
use crate::figures::figure::{Figure, ONE_PANEL, SEEDS};
use crate::figures::metric::Metric;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "ttflash-mean",
    system: TTFLASH,
    paper: PAPER,
    place: "Fig. 6",
    title: "Mean latency of reads",
    what: "What the tail does to the mean.",
    x: STANDINS,
    panels: ONE_PANEL,
    systems: ALL,
    settings: &[SETTING],
    metrics: &[Metric::ReadMean, Metric::ReadP90, Metric::ReadP999],
    log: &[Metric::ReadMean, Metric::ReadP90, Metric::ReadP999],
    seeds: SEEDS,
    quick: QUICK,
    claims: &[T1],
};

const T1: Claim = Claim {
    id: "T1",
    statement: "Reads are 2.5 to 7.8 times as fast in the mean as on Base.",
    conditions: &[
        every(AS_BASE, Metric::ReadMean, at_least(150, ALL_FEATURES)),
        every(AS_BASE, Metric::ReadMean, Test::Beside(ALL_FEATURES, Comparison::MedianBetween(170, 1170))),
    ],
    report_only: false,
    note: "",
};
