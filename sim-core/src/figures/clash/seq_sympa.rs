//! Sequentiality with locality: claim C11.

use super::{
    CLASH, DFTL, FAST, METRICS, SETTING, SYMPA, SYMPA_REQUESTS, SYSTEMS, erases, less_than, more_than, response,
};
use crate::figures::axis::{Axis, Grid, Scale, Sets};
use crate::figures::claim::Claim;
use crate::figures::claimed_place::ClaimedPlace;
use crate::figures::clash::assumptions;
use crate::figures::comparison::Comparison;
use crate::figures::condition::Test;
use crate::figures::figure::{Figure, ONE_PANEL, Quick, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::points::Points::{At, Over};

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "clash-seq-sympa",
    system: CLASH,
    paper: SYMPA,
    place: "Fig. 4, right",
    title: "Sequentiality, with locality",
    what: "Half to four fifths of the requests are sequential; of the others, up to 40 % of all requests are local.",
    x: Axis {
        name: "sequential ratio",
        unit: "",
        scale: Scale::Linear,
        grid: Grid::hundredths(50, 80, 5),
        sets: Sets::Field("workload.sequential_ratio", 1),
    },
    panels: ONE_PANEL,
    systems: SYSTEMS,
    settings: &[SETTING, SYMPA_REQUESTS],
    metrics: METRICS,
    log: &[],
    seeds: SEEDS,
    quick: Quick::Edges,
    claims: &[C11],
    assumptions: &[
        assumptions::CACHE,
        assumptions::RIVALS,
        assumptions::ALL_FULL,
        assumptions::SPREAD,
        assumptions::SYMPA,
    ],
};

const C11: Claim = Claim {
    id: "C11",
    statement: "Above 65 % sequential C-lash outperforms DFTL and FAST, responding up to 48 % faster than DFTL and erasing up to 54 % \
                less; with small requests it responds slower below 60 %; at 65 % it responds faster although it erases more.",
    conditions: &[
        response(Over(0.7, 0.8), less_than(DFTL)),
        response(Over(0.7, 0.8), less_than(FAST)),
        response(Over(0.7, 0.8), Test::Beside(DFTL, Comparison::SomewhereAtMost(54))),
        erases(Over(0.7, 0.8), Test::Beside(DFTL, Comparison::SomewhereAtMost(48))),
        response(At(&[0.5, 0.55]), more_than(DFTL)),
        response(At(&[0.65]), less_than(DFTL)),
        erases(At(&[0.65]), more_than(DFTL)),
    ],
    report_only: true,
    is_ours: false,
    proof: None,
    places: &[
        ClaimedPlace::ahead(Metric::Response, DFTL).from(0.65),
        ClaimedPlace::behind(Metric::Response, DFTL).below(0.6),
        ClaimedPlace::behind(Metric::Erases, DFTL).at(0.65),
    ],
    note: "The paper limits the losses to small requests and states no size. With 4 pages, a fifth of them local, the cache gathers whole blocks well below 60 % too; with 2 pages and much spare space for DFTL (reading S20) it does not. But that spare space also takes away what C-lash saves in erases: under S20 it erases more than DFTL even at 80 %. No setting was found that has both the losses below 60 % and 54 % fewer erases above 65 %; both gains are allowed 2 points of tolerance.",
};
