//! The share of writes: claim C10.

use super::{CLASH, DFTL, METRICS, SETTING, SYMPA, SYMPA_REQUESTS, SYSTEMS, erases, response, saves};
use crate::figures::axis::{Axis, Grid, Scale, Sets};
use crate::figures::claim::Claim;
use crate::figures::claimed_place::ClaimedPlace;
use crate::figures::clash::assumptions;
use crate::figures::comparison::Comparison;
use crate::figures::condition::Test;
use crate::figures::figure::{Figure, ONE_PANEL, Quick, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::points::Points::At;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "clash-writes",
    system: CLASH,
    paper: SYMPA,
    place: "Fig. 4, left",
    title: "Write ratio",
    what: "Mostly sequential and local requests, with an increasing share of writes.",
    x: Axis {
        name: "write ratio",
        unit: "",
        scale: Scale::Linear,
        grid: Grid::hundredths(20, 80, 5),
        sets: Sets::Field("workload.write_ratio", 1),
    },
    panels: ONE_PANEL,
    systems: SYSTEMS,
    settings: &[SETTING, SYMPA_REQUESTS],
    metrics: METRICS,
    log: &[],
    seeds: SEEDS,
    quick: Quick::Edges,
    claims: &[C10],
    assumptions: &[
        assumptions::CACHE,
        assumptions::RIVALS,
        assumptions::ALL_FULL,
        assumptions::SPREAD,
        assumptions::SYMPA,
    ],
};

const C10: Claim = Claim {
    id: "C10",
    statement: "The advantage over DFTL grows with the share of writes; at 80 % C-lash responds more than 43 % faster \
                and erases more than 47 % less.",
    conditions: &[
        response(At(&[0.2, 0.5, 0.8]), Test::Beside(DFTL, Comparison::GainRises(2))),
        response(At(&[0.8]), saves(43, DFTL)),
        erases(At(&[0.8]), saves(47, DFTL)),
    ],
    report_only: false,
    proof: None,
    places: &[
        ClaimedPlace::ahead(Metric::Response, DFTL).by(0.43).at(0.8),
        ClaimedPlace::ahead(Metric::Erases, DFTL).by(0.47).at(0.8),
    ],
    note: "The paper does not state the size, number and arrival times of its requests: here 4 pages, 60 000, and 200 \
           ms apart on average. Its 80 % sequential and 40 % local exceed 1, so locality is cut to 20 %.",
};
