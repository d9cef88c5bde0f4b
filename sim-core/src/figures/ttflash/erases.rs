//! What parity costs: claim T9.

use super::inequalities::at_most;
use super::series::{AS_BASE, AS_BASE_PARITY, OF_BASE, OF_BASE_PARITY, OF_TTFLASH, TTFLASH as ALL_FEATURES};
use super::setup::{PAPER, QUICK, SETTING, TTFLASH};
use super::substitutes::{SUBSTITUTES, every};
use crate::figures::claim::{Bounds, Claim};
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
    what: "A parity page per stripe takes space and has to be written; beyond parity and flush order the features cost no erases.",
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
    statement: "ttFlash does not significantly increase P/E cycles beyond the overhead of RAIN.",
    conditions: &[
        every(ALL_FEATURES, Metric::Erases, at_most(105, AS_BASE_PARITY)),
        every(ALL_FEATURES, Metric::Erases, Test::Beside(AS_BASE, Comparison::Told)),
    ],
    report_only: false,
    is_ours: false,
    bounds: Bounds::Ours("\"significantly\" is by more than 5 %"),
    proof: None,
    places: &[ClaimedPlace::near(Metric::Erases, AS_BASE_PARITY).of(ALL_FEATURES)],
    note: "P/E cycles are counted as erases. \"Beyond the overhead of RAIN\" is read as beyond what Base with parity erases. Base with parity has the flush order \
           of ttFlash. In that of Base, the least recently used stripe first (ftl.flush_order=lru), more pages are \
           overwritten in RAM: against it ttFlash erases 10 % more on TPCC, 6.5 % on DAPPS and 5.3 % on EXCH (medians of \
           five seeds), and the claim would fail. Against Base without parity erases rise \
           by 25 to 69 %. Parity pages explain half to two thirds of that; the rest is flush order (9 to 28 % on DAPPS, DTRS, EXCH \
           and TPCC, seed 1) and less spare space, so that GC copies more.",
};
