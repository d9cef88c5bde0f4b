//! The larger the read, the more it meets: claim T8.

use super::series::{AS_BASE, OF_BASE};
use super::setup::{PAPER, QUICK_READER, READER, SETTING, TTFLASH};
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::claim::{Bounds, Claim};
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, Panel, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::points::Points::At;
use crate::figures::scale::Scale;
use crate::figures::single_curve::Shape;
use crate::figures::ttflash::assumptions;

const FAST: &str = "5000";
const SLOW: &str = "1000";

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "ttflash-read-size",
    system: TTFLASH,
    paper: PAPER,
    place: "Fig. 2",
    title: "Larger reads",
    what: "Reads of 8 to 128 KiB at random times, on Base, beside single-page writes.",
    x: Axis {
        name: "read size",
        unit: "pages",
        scale: Scale::Log,
        grid: Grid::Doublings { first: 2, last: 32 },
        sets: Sets::Field("workload.read_pages", 1),
    },
    panels: &[
        Panel { id: FAST, title: "5 000 writes/s", settings: &[&[("workload.write_rate", "5000")]] },
        Panel { id: SLOW, title: "1 000 writes/s", settings: &[&[("workload.write_rate", "1000")]] },
    ],
    systems: &[OF_BASE],
    settings: &[SETTING, READER],
    metrics: &[Metric::ReadP85, Metric::ReadP95, Metric::ReadP99],
    log: &[Metric::ReadP85, Metric::ReadP95, Metric::ReadP99],
    seeds: SEEDS,
    quick: QUICK_READER,
    claims: &[T8],
    assumptions: &[assumptions::DEVICE, assumptions::WITHOUT_PARITY, assumptions::READER],
};

const T8: Claim = Claim {
    id: "T8",
    statement: "Read latency grows faster than read size: with 5 000 writes a second the P85 of 64 KiB reads is 4 times \
                that of 32 KiB reads.",
    conditions: &[at(FAST, &[8.0, 16.0], Shape::Grows(250)), at(SLOW, &[4.0, 8.0], Shape::Told)],
    report_only: true,
    is_ours: false,
    bounds: Bounds::Widened("2.5 times is enough where the paper has 4"),
    proof: None,
    places: &[],
    note: "The paper measured it on a commercial drive, whose channels and striping are not known; here the device is \
           that of its simulator, scaled down. A read of 32 KiB already has a page on each of its 8 channels, and \
           with 5 000 writes a second GC blocks 34.8 % of such reads, 36.5 % of 64 KiB (seed 1): P85 lies within a GC \
           for both, 19.1 and 23.0 ms (medians). Only the step from 8 to 16 KiB grows faster than the read there, \
           from 0.85 to 10.3 ms. With 1 000 writes a second the step from 16 to 32 KiB grows × 3.55, and that from 64 \
           to 128 KiB × 5.33.",
};

const fn at(panel: &'static str, pages: &'static [f64], shape: Shape) -> Condition {
    Condition { panel: Some(panel), of: AS_BASE, metric: Metric::ReadP85, points: At(pages), test: Test::Alone(shape) }
}
