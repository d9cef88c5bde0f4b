//! Reads beside writes at a rate: claim T7, the motivation.

use super::inequalities::at_least;
use super::series::{AS_BASE, AS_BASE_NOGC, OF_BASE, OF_BASE_NOGC};
use super::setup::{PAPER, QUICK_READER, READER, SETTING, TTFLASH};
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::claim::{Bounds, Claim};
use crate::figures::claimed_place::{ClaimedPlace, Level};
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, Panel, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::points::{Points, Points::At};
use crate::figures::scale::Scale;
use crate::figures::single_curve::Shape;
use crate::figures::ttflash::assumptions;

const WRITES: &str = "writes";
const READS: &str = "reads";

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "ttflash-noise",
    system: TTFLASH,
    paper: PAPER,
    place: "Fig. 2",
    title: "Reads beside writes",
    what: "Reads of 16 KiB at random times, beside single-page writes, or reads, at a given rate.",
    x: Axis {
        name: "noise",
        unit: "requests/s",
        scale: Scale::Log,
        grid: Grid::These(&[1000.0, 2500.0, 5000.0]),
        sets: Sets::Field("workload.write_rate", 1),
    },
    panels: &[
        Panel { id: WRITES, title: "beside writes", settings: &[&[("workload.noise", "\"write\"")]] },
        Panel { id: READS, title: "beside reads", settings: &[&[("workload.noise", "\"read\"")]] },
    ],
    systems: &[OF_BASE, OF_BASE_NOGC],
    settings: &[SETTING, READER, &[("workload.read_pages", "4")]],
    metrics: &[Metric::ReadP90, Metric::ReadP95, Metric::ReadP99, Metric::ReadP999],
    log: &[Metric::ReadP90, Metric::ReadP95, Metric::ReadP99, Metric::ReadP999],
    seeds: SEEDS,
    quick: QUICK_READER,
    claims: &[T7],
    assumptions: &[assumptions::DEVICE, assumptions::WITHOUT_PARITY, assumptions::READER],
};

const RATES: Points = At(&[1000.0, 2500.0, 5000.0]);
const FASTEST: Points = At(&[5000.0]);

const T7: Claim = Claim {
    id: "T7",
    statement: "The more writes, the longer the tail: with 5 000 writes a second P90, P95 and P99 are 15, 19 and 96 \
                times those without GC; beside reads there is no such effect.",
    conditions: &[
        at(WRITES, Metric::ReadP99, RATES, Test::Alone(Shape::Rises(105))),
        at(WRITES, Metric::ReadP90, FASTEST, at_least(500, AS_BASE_NOGC)),
        at(WRITES, Metric::ReadP95, FASTEST, at_least(630, AS_BASE_NOGC)),
        at(WRITES, Metric::ReadP99, FASTEST, at_least(3200, AS_BASE_NOGC)),
        at(READS, Metric::ReadP99, At(&[1000.0, 5000.0]), Test::Alone(Shape::GrowsBetween(0, 150))),
    ],
    report_only: false,
    is_ours: false,
    bounds: Bounds::Widened(
        "a third of the multiples is enough, P99 has to rise by 5 % at each rate of writes, and beside reads it may grow by 50 %",
    ),
    proof: None,
    places: &[
        times(Metric::ReadP90, 15.0),
        times(Metric::ReadP95, 19.0),
        times(Metric::ReadP99, 96.0),
        ClaimedPlace::flat(Metric::ReadP99).of(AS_BASE).on(READS),
    ],
    note: "The paper measured it on a commercial drive and takes its runs with reads as noise to stand for a device \
           without GC. Here Base is compared with itself without GC beside the same writes, a stricter comparison: by \
           that of the paper, against reads as noise, P90, P95 and P99 are 76, 100 and 136 times as long. Beside reads P99 grows by 24 %, 0.06 ms (P90, which is not judged, by 52 %, 0.07 ms); beside writes by \
           54 %, 14 ms. The paper has one foreground thread, and does not say whether it waits for each read; here \
           reads arrive at random. A reader with one read at a time (workload.queue_depth=1, \
           workload.writes_before=0) is blocked once per GC, however long it takes, and sends nothing meanwhile: GC \
           then shows from P99.9 on only, so that the claim holds for reads that do not wait for each other. With \
           reads first (A) it fails: P99 falls by 13 % from 2 500 to 5 000 writes a second.",
};

/// As many times as without GC.
const fn times(metric: Metric, times: f64) -> ClaimedPlace {
    ClaimedPlace::about(metric, Level::Share(AS_BASE_NOGC, times)).of(AS_BASE).on(WRITES).at(5000.0)
}

const fn at(panel: &'static str, metric: Metric, points: Points, test: Test) -> Condition {
    Condition { panel: Some(panel), of: AS_BASE, metric, points, test }
}
