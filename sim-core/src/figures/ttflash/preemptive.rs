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
    title: "Collections that give way",
    what: "DTRS ever faster: a collection may stand back behind requests only as long as there is room.",
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
    statement: "As long as there is time to spare, collections that give way do as well; once there is no room to wait, they \
                do not give way, and the tail is back.",
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
    places: &[ClaimedPlace::near(Metric::ReadP999, AS_PREEMPTIVE).at(1.0)],
    note: "The rule gives DTRS 7 requests a second, since its bursts alone block 3.6 % of the reads on Base. At \
           16 times that the device is idle between bursts still, and no collection runs out of time. Room \
           becomes short only at 2048 times, where requests overrun the device without collections as well: 873 \
           ms against 370 of ttFlash and 657. Until then collections that give way do better than ttFlash, \
           which has parity to write: 6.9 ms against 125 at 1024 times.",
};
