//! Request size: claim C7.

use super::inequalities::{crosses, erases, no_more_than, response};
use super::setup::{CLASH_ID, DFTL_ID, FAST_ID, METRICS, PAGE_ID, SETTING, SPECTS, SYSTEMS};
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::claim::{Bounds, Claim};
use crate::figures::claimed_place::ClaimedPlace;
use crate::figures::clash::assumptions;
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, ONE_PANEL, Quick, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::points::Points::{At, Over};
use crate::figures::scale::Scale;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "clash-size",
    system: CLASH_ID,
    paper: SPECTS,
    place: "Fig. 3, third column",
    title: "Request size",
    what: "Requests grow from one page to two blocks; none is sequential, a fifth is local.",
    x: Axis {
        name: "request size",
        unit: "pages",
        scale: Scale::Log,
        grid: Grid::Doublings { first: 1, last: 128 },
        sets: Sets::Field("workload.request_pages", 1),
    },
    panels: ONE_PANEL,
    systems: SYSTEMS,
    settings: &[SETTING, &[("workload.spatial_locality", "0.2")]],
    metrics: METRICS,
    log: &[Metric::Response, Metric::Erases, Metric::EraseStdDev],
    seeds: SEEDS,
    quick: Quick::Edges,
    claims: &[C7],
    assumptions: &[
        assumptions::CACHE,
        assumptions::LATENCIES,
        assumptions::RIVALS,
        assumptions::ALL_FULL,
        assumptions::SPREAD,
        assumptions::REQUESTS,
        assumptions::LOCAL,
    ],
};

const C7: Claim = Claim {
    id: "C7",
    statement: "With requests of more than 6 pages C-lash responds faster than DFTL, with more than 16 faster than \
                page mapping, and its response time rises least as they grow; the same is seen in erases.",
    conditions: &[
        response(Over(8.0, 128.0), no_more_than(DFTL_ID)),
        response(Over(32.0, 128.0), no_more_than(PAGE_ID)),
        response(At(&[4.0, 8.0]), crosses(DFTL_ID, 6.0, 1.0)),
        response(At(&[16.0]), crosses(PAGE_ID, 16.0, 1.0)),
        growth(Metric::Response, DFTL_ID),
        growth(Metric::Response, FAST_ID),
        growth(Metric::Response, PAGE_ID),
        erases(Over(8.0, 128.0), no_more_than(DFTL_ID)),
        erases(Over(32.0, 128.0), no_more_than(PAGE_ID)),
        erases(At(&[4.0, 8.0]), crosses(DFTL_ID, 6.0, 1.0)),
        erases(At(&[16.0]), crosses(PAGE_ID, 16.0, 1.0)),
        growth(Metric::Erases, DFTL_ID),
        growth(Metric::Erases, FAST_ID),
        growth(Metric::Erases, PAGE_ID),
    ],
    report_only: true,
    is_ours: false,
    bounds: Bounds::Widened(
        "beyond a crossing C-lash may be up to 2 % slower or erase up to 2 % more, and it has to grow by 2 % less than each other system",
    ),
    proof: None,
    places: &[
        ClaimedPlace::ahead(Metric::Response, DFTL_ID).above(6.0),
        ClaimedPlace::ahead(Metric::Response, PAGE_ID).above(16.0),
    ],
    note: "Sizes double from one to the next, so that the paper's 6 and 16 pages are judged from 8 and 32 pages on. Growth is judged from 4 to 128 pages, of which 4 is the paper's default size; below 8 FAST gains from larger requests (133 ms at 1 page, 48 at 8 and 16). At 128 pages DFTL is saturated in our own reading: requests come faster than it serves them, and its mean response is that of a queue that grows. All but one of the paper's statements hold: the response time of FAST, twice that of C-lash at 4 pages, grows by less, × 2.24 to 128 pages against × 3.59. Up to 64 pages the latencies decide: with the paper's FAST's grows by less (× 1.45 against × 1.94), with FlashSim's (R, F, D) by slightly more (× 1.90 to 1.94 against × 1.86). Up to 128 pages it grows by less with FlashSim's too (× 2.68 to 2.75 against × 3.14 to 3.16).",
};

const fn growth(metric: Metric, rival: &'static str) -> Condition {
    let test = Test::Beside(rival, Comparison::GrowthAtMost(98));
    Condition { panel: None, of: CLASH_ID, metric, points: At(&[4.0, 128.0]), test }
}
