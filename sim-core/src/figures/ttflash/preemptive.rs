//! Collections that give way: claim T10.

use super::rates::DTRS;
use super::series::{AS_PREEMPTIVE, OF_NOGC, OF_PREEMPTIVE, OF_TTFLASH, TTFLASH as ALL_FEATURES};
use super::{PAPER, QUICK, SETTING, TTFLASH, at_most};
use crate::figures::axis::{Axis, Grid, Scale, Sets};
use crate::figures::claim::Claim;
use crate::figures::claimed_place::ClaimedPlace;
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, ONE_PANEL, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::points::Points::At;
use crate::figures::precondition::{Provided, Which};
use crate::figures::ttflash::assumptions;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "ttflash-preemptive",
    system: TTFLASH,
    paper: PAPER,
    place: "Section 6.2",
    title: "Preemptive GC",
    what: "DTRS at increasing rates: requests can preempt GC only as long as there is free space.",
    x: Axis {
        name: "times the rate",
        unit: "",
        scale: Scale::Log,
        grid: Grid::These(&[1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0, 512.0, 1024.0, 2048.0]),
        sets: Sets::Field("workload.rate", DTRS.rate),
    },
    panels: ONE_PANEL,
    systems: &[OF_PREEMPTIVE, OF_TTFLASH, OF_NOGC],
    settings: &[SETTING, DTRS.settings],
    metrics: &[Metric::ReadP999, Metric::ReadP99, Metric::HardSteps],
    log: &[Metric::ReadP999, Metric::ReadP99],
    seeds: SEEDS,
    quick: QUICK,
    claims: &[T10],
    assumptions: &[
        assumptions::DEVICE,
        assumptions::WITHOUT_PARITY,
        assumptions::TURNS,
        assumptions::TRACES,
        assumptions::GIVING_WAY,
    ],
};

const T10: Claim = Claim {
    id: "T10",
    statement: "As long as there is idle time, preemptive GC does as well; once free space runs out, GC can no longer \
                be preempted, and the tail is back.",
    conditions: &[
        Condition {
            panel: None,
            of: AS_PREEMPTIVE,
            metric: Metric::ReadP999,
            points: At(&[1.0]),
            test: at_most(500, ALL_FEATURES),
        },
        Condition {
            panel: None,
            of: AS_PREEMPTIVE,
            metric: Metric::ReadP999,
            points: At(&[2.0, 4.0, 8.0, 16.0]),
            test: Test::Provided(Provided {
                metric: Metric::HardSteps,
                at_least: 100,
                at: Which::First,
                than: ALL_FEATURES,
                comparison: Comparison::AtLeast(500),
            }),
        },
    ],
    report_only: false,
    proof: None,
    places: &[ClaimedPlace::near(Metric::ReadP999, AS_PREEMPTIVE).at(1.0)],
    note: "The rate of DTRS is 7 requests a second, since its bursts alone block 3.6 % of the reads on Base. At 16 \
           times that the device is still idle between bursts, and GC never runs out of time. Free space runs short \
           only at 2048 times, where requests saturate the device without GC as well: 873 ms against 370 of ttFlash \
           and 657. Until then preemptive GC does better than ttFlash, which has to write parity: 6.9 ms against 125 \
           at 1024 times.",
};
