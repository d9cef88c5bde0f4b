//! What parity costs: claim T9.

use super::series::{AS_BASE, AS_BASE_PARITY, OF_BASE, OF_BASE_PARITY, OF_TTFLASH, TTFLASH as ALL_FEATURES};
use super::{PAPER, QUICK, SETTING, SUBSTITUTES, TTFLASH, at_most, every};
use crate::figures::claim::Claim;
use crate::figures::claimed_place::ClaimedPlace;
use crate::figures::comparison::Comparison;
use crate::figures::condition::Test;
use crate::figures::figure::{Figure, ONE_PANEL, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::ttflash::assumptions;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "ttflash-erases",
    system: TTFLASH,
    paper: PAPER,
    place: "Section 6",
    title: "Erases",
    what: "A page of parity with each stripe takes room and has to be written; the other features cost no erase.",
    x: SUBSTITUTES,
    panels: ONE_PANEL,
    systems: &[OF_BASE, OF_BASE_PARITY, OF_TTFLASH],
    settings: &[SETTING],
    metrics: &[Metric::Erases, Metric::ParityPrograms],
    log: &[],
    seeds: SEEDS,
    quick: QUICK,
    claims: &[T9],
    assumptions: &[assumptions::DEVICE, assumptions::WITHOUT_PARITY, assumptions::TURNS, assumptions::TRACES],
};

const T9: Claim = Claim {
    id: "T9",
    statement: "Erases are those of a Base with parity, give or take a few percent.",
    conditions: &[
        every(ALL_FEATURES, Metric::Erases, at_most(105, AS_BASE_PARITY)),
        every(ALL_FEATURES, Metric::Erases, Test::Beside(AS_BASE, Comparison::Told)),
    ],
    report_only: false,
    places: &[ClaimedPlace::near(Metric::Erases, AS_BASE_PARITY)],
    note: "It is the order in which stripes leave RAM: whole stripes first, as GC-tolerant flushing has it, and \
           not the one used least recently, lets hot pages go that would have been written over. In that order \
           (ftl.flush_order=lru) all features take as many erases as Base with parity, 998 on TPCC, and in the \
           other both take 1 096 to 1 098 (seed 1). Beside Base without parity the share is larger than 1/7: \
           most stripes are written in part, each with a parity page of its own.",
};
