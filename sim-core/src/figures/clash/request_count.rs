//! The number of requests: claim C8.

use super::inequalities::{crosses, flat, no_more_than, response};
use super::setup::{CLASH_ID, DFTL_ID, METRICS, PAGE_ID, SETTING, SPECTS, SYSTEMS};
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::claim::{Bounds, Claim};
use crate::figures::claimed_place::ClaimedPlace;
use crate::figures::clash::assumptions;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, Panel, Quick, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::points::Points::{At, Over};
use crate::figures::scale::Scale;
use crate::figures::single_curve::Shape;

const RANDOM: &str = "random";
const SEQUENTIAL: &str = "sequential";

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "clash-count",
    system: CLASH_ID,
    paper: SPECTS,
    place: "Fig. 4",
    title: "Number of requests",
    what: "A growing number of 6-page requests, far beyond those that fill the spare space of the other systems.",
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
        assumptions::LATENCIES,
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
        slows_down(DFTL_ID).on(RANDOM),
        slows_down(PAGE_ID).on(RANDOM),
        slows_down(DFTL_ID).on(SEQUENTIAL),
        slows_down(PAGE_ID).on(SEQUENTIAL),
        response(Over(45_000.0, 75_000.0), crosses(DFTL_ID, 60_000.0, 15_000.0)).on(RANDOM),
        response(Over(15_000.0, 25_000.0), crosses(DFTL_ID, 20_000.0, 5_000.0)).on(SEQUENTIAL),
        response(Over(80_000.0, 120_000.0), no_more_than(DFTL_ID)).on(RANDOM),
        response(Over(30_000.0, 120_000.0), no_more_than(DFTL_ID)).on(SEQUENTIAL),
    ],
    report_only: true,
    is_ours: false,
    bounds: Bounds::Widened(
        "C-lash may vary by 5 % and beyond the crossings be up to 2 % slower than DFTL, and the others have to slow down by 20 %",
    ),
    proof: None,
    places: &[
        ClaimedPlace::ahead(Metric::Response, DFTL_ID).on(RANDOM).above(60_000.0),
        ClaimedPlace::ahead(Metric::Response, DFTL_ID).on(SEQUENTIAL).above(20_000.0),
    ],
    note: "The paper begins all simulations in the same state, \"completely dirty\"; here that is read as full. That each new write in a block then causes an erase, as it also says, is not so here as long as a system has spare space. That of DFTL and page mapping, 451 blocks, is gone after some 3 600 random requests in DFTL, which writes its map to flash as well, and after some 6 000 in page mapping. From then on DFTL erases ever more often: 8 231 times during the third 10 000 random requests, and 13 883 times during the last. Were all requests of the sequential case sequential, DFTL, which loads a map entry a miss, would need at least a read and a program a page, 537 \u{b5}s, and C-lash a program and its share of an erase, 437: DFTL could never be ahead, and the two would not cross. So in this model some must be random; 80 % sequential is the authors' share in SympA. What the paper says here of erases and of wear is not judged: With random requests C-lash's erases fall from 3.0 to 0.84 times DFTL's and stay at 0.91 times FAST's; with sequential ones they fall from 1.96 to 0.58, and stay at 0.81 to 0.82. Its coefficient of variation is below DFTL's with any number, and above FAST's from 50 000 random requests (up to 1.083 times) and from 80 000 sequential ones on (up to 1.022 times).",
};

const fn slows_down(rival: &'static str) -> Condition {
    Condition {
        panel: None,
        of: rival,
        metric: Metric::Response,
        points: At(&[10_000.0, 120_000.0]),
        test: Test::Alone(Shape::Grows(120)),
    }
}
