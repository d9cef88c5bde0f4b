//! The number of requests: claim C8.

use super::{CLASH, DFTL, METRICS, PAGE, SETTING, SPECTS, SYSTEMS, crosses, flat, response};
use crate::figures::axis::{Axis, Grid, Scale, Sets};
use crate::figures::claim::Claim;
use crate::figures::claimed_place::ClaimedPlace;
use crate::figures::clash::assumptions;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, Panel, Quick, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::points::Points::{At, Over};
use crate::figures::single_curve::Shape;

const RANDOM: &str = "random";
const SEQUENTIAL: &str = "sequential";

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "clash-count",
    system: CLASH,
    paper: SPECTS,
    place: "Fig. 4",
    title: "Number of requests",
    what: "A growing number of 6-page requests, until the free space that the other systems profit from is used up.",
    x: Axis {
        name: "requests",
        unit: "",
        scale: Scale::Linear,
        grid: Grid::Steps { first: 10_000, last: 120_000, step: 10_000, per: 1 },
        sets: Sets::Field("workload.requests", 1),
    },
    panels: &[
        Panel { id: RANDOM, title: "random", settings: &[&[("workload.sequential_ratio", "0")]] },
        Panel { id: SEQUENTIAL, title: "sequential", settings: &[&[("workload.sequential_ratio", "0.8")]] },
    ],
    systems: SYSTEMS,
    settings: &[SETTING, &[("workload.request_pages", "6")]],
    metrics: METRICS,
    log: &[],
    seeds: SEEDS,
    quick: Quick::Edges,
    claims: &[C8],
    assumptions: &[
        assumptions::CACHE,
        assumptions::RIVALS,
        assumptions::ALL_FULL,
        assumptions::SPREAD,
        assumptions::REQUESTS,
        assumptions::SEQUENTIAL_CASE,
    ],
};

const C8: Claim = Claim {
    id: "C8",
    statement: "The response time of C-lash does not depend on the number of requests; DFTL and page mapping slow \
                down. DFTL becomes slower than C-lash at 60 000 random requests, and at 20 000 sequential ones.",
    conditions: &[
        response(Over(10_000.0, 120_000.0), flat(105)).on(RANDOM),
        response(Over(10_000.0, 120_000.0), flat(105)).on(SEQUENTIAL),
        slows_down(DFTL),
        slows_down(PAGE),
        response(Over(45_000.0, 75_000.0), crosses(DFTL, 60_000.0, 15_000.0)).on(RANDOM),
        response(Over(15_000.0, 25_000.0), crosses(DFTL, 20_000.0, 5_000.0)).on(SEQUENTIAL),
    ],
    report_only: true,
    is_ours: false,
    proof: None,
    places: &[
        ClaimedPlace::ahead(Metric::Response, DFTL).on(RANDOM).from(60_000.0),
        ClaimedPlace::ahead(Metric::Response, DFTL).on(SEQUENTIAL).from(20_000.0),
    ],
    note: "The paper begins all simulations in the same state, as here: full. DFTL and page mapping then use up their spare space, not a part of the device that was never written. Were all requests of the sequential case sequential, DFTL would need at least a read and a program a page, 537 \u{b5}s, and C-lash a program and its share of an erase, 437: DFTL could never be ahead, and the two would not cross, so the case is 80 % sequential.",
};

const fn slows_down(rival: &'static str) -> Condition {
    Condition {
        panel: Some(RANDOM),
        of: rival,
        metric: Metric::Response,
        points: At(&[10_000.0, 120_000.0]),
        test: Test::Alone(Shape::Grows(120)),
    }
}
