//! Reads that a collection holds up: claims T3, T4 and T6.

use super::series::{ALL, AS_BASE, AS_GTR, AS_NOGC, AS_PB, TTFLASH as ALL_FEATURES};
use super::{PAPER, QUICK, SETTING, SUBSTITUTES, TTFLASH, at_most, every};
use crate::figures::claim::Claim;
use crate::figures::claimed_place::{ClaimedPlace, Level};
use crate::figures::condition::Test;
use crate::figures::figure::{Figure, ONE_PANEL, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::single_curve::Shape;
use crate::figures::ttflash::assumptions;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "ttflash-blocked",
    system: TTFLASH,
    paper: PAPER,
    place: "Fig. 7",
    title: "Blocked reads",
    what: "Which share of the reads waits for a collection, or behind one that does.",
    x: SUBSTITUTES,
    panels: ONE_PANEL,
    systems: ALL,
    settings: &[SETTING],
    metrics: &[Metric::GcBlocked, Metric::QueueBlocked, Metric::Blocked, Metric::ReadP99, Metric::Unchosen],
    log: &[Metric::ReadP99],
    seeds: SEEDS,
    quick: QUICK,
    claims: &[T3, T4, T6],
    assumptions: &[assumptions::DEVICE, assumptions::WITHOUT_PARITY, assumptions::TURNS, assumptions::TRACES],
};

const T3: Claim = Claim {
    id: "T3",
    statement: "Base blocks 2 to 7 % of the reads, all features together 0.003 to 0.05 %, 0.7 % on the worst trace.",
    conditions: &[
        every(AS_BASE, Metric::Blocked, Test::Alone(Shape::AtMost(1000))),
        every(ALL_FEATURES, Metric::Blocked, Test::Alone(Shape::AtMost(70))),
        every(ALL_FEATURES, Metric::Blocked, Test::Alone(Shape::SeveralAtMost(5, 15))),
    ],
    report_only: false,
    places: &[ClaimedPlace::at_most(Metric::Blocked, Level::Value(0.05)).of(ALL_FEATURES)],
    note: "How many collections block on Base is what the rule for its rate makes it, 3.4 to 3.7 %; how many wait behind \
           those, and all that the other features leave, is found.",
};

const T4: Claim = Claim {
    id: "T4",
    statement: "With each feature fewer reads are blocked and P99 falls, until it is about that without collections.",
    conditions: &[
        every(AS_PB, Metric::ReadP99, at_most(102, AS_BASE)),
        every(AS_GTR, Metric::ReadP99, at_most(102, AS_PB)),
        every(ALL_FEATURES, Metric::ReadP99, at_most(102, AS_GTR)),
        every(ALL_FEATURES, Metric::ReadP99, at_most(260, AS_NOGC)),
        every(AS_PB, Metric::Blocked, at_most(102, AS_BASE)),
        every(AS_GTR, Metric::Blocked, at_most(102, AS_PB)),
        every(ALL_FEATURES, Metric::Blocked, at_most(102, AS_GTR)),
    ],
    report_only: false,
    places: &[ClaimedPlace::near(Metric::ReadP99, AS_NOGC)],
    note: "Blocked reads fall with every feature on every stand-in. P99 does not on TPCC: on +PB fewer than 1 % \
           of its reads are blocked already, 0.47 %, so that P99 meets no collection, but the parity that is \
           written from +GTR on: 0.61 ms before, 0.68 with it, 47.5 on Base.",
};

const T6: Claim = Claim {
    id: "T6",
    statement: "The reads that all features leave blocked are those for which waiting was sooner.",
    conditions: &[every(ALL_FEATURES, Metric::Unchosen, Test::Alone(Shape::AtMost(0)))],
    report_only: false,
    places: &[],
    note: "Pages that could not be rebuilt are counted, and blocked reads beyond the pages that chose to wait. Without \
           turns, on +GTR, there are 58 to 223: two planes of a stripe collect at once.",
};
