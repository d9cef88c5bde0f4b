//! What a device keeps of the groups in its buffer: claim L11.

use super::systems::{BY_DEVICE, L_BUFFER, runs};
use super::{
    BUFFER_SIZE, DESKTOP, FEW_SIZES, LBUFFER, LOG_64, LOG_128, NOTEBOOK, OF_DESKTOP, OF_NOTEBOOK, OF_UBUNTU, SETTING,
    THESIS, UBUNTU, quarter,
};
use crate::figures::claim::Claim;
use crate::figures::claimed_place::{ClaimedPlace, Level};
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, ONE_PANEL, SEEDS};
use crate::figures::lbuffer::assumptions;
use crate::figures::metric::Metric;
use crate::figures::points::Points::At;
use crate::figures::single_curve::Shape;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "lbuffer-metadata",
    system: LBUFFER,
    paper: THESIS,
    place: "3.1",
    title: "Metadata of groups",
    what: "The number and the age of each group take 4 bytes each; a bitmap of its 1 024 sectors takes 128 more.",
    x: BUFFER_SIZE,
    panels: ONE_PANEL,
    systems: &[
        runs(NOTEBOOK, "notebook", [OF_NOTEBOOK, LOG_64, &[]]),
        runs(DESKTOP, "desktop", [OF_DESKTOP, LOG_128, &[]]),
        runs(UBUNTU, "Ubuntu", [OF_UBUNTU, LOG_128, &[]]),
    ],
    settings: &[SETTING, L_BUFFER, BY_DEVICE],
    metrics: &[Metric::GroupListBytes, Metric::SectorMapBytes],
    log: &[Metric::GroupListBytes, Metric::SectorMapBytes],
    seeds: SEEDS,
    quick: quarter(FEW_SIZES),
    claims: &[L11],
    assumptions: &[assumptions::TRACES, assumptions::LOG, assumptions::DENSITY, assumptions::REHEARSALS],
};

const L11: Claim = Claim {
    id: "L11",
    statement: "The numbers and ages of all groups in 16 MiB take less than 20 KiB; bitmaps of their sectors would \
                take 250 KiB.",
    conditions: &[small(NOTEBOOK), small(DESKTOP), large_maps(NOTEBOOK), large_maps(DESKTOP)],
    report_only: false,
    is_ours: false,
    proof: None,
    places: &[
        ClaimedPlace::at_most(Metric::GroupListBytes, Level::Size(20_480.0)).of(NOTEBOOK).at(16.0),
        ClaimedPlace::about(Metric::SectorMapBytes, Level::Size(256_000.0)).of(NOTEBOOK).at(16.0),
    ],
    note: "The bytes per group are the thesis'; the number of groups is measured. A bit per sector always takes 16 \
           times as much as number and age.",
};

const fn small(of: &'static str) -> Condition {
    kept(of, Metric::GroupListBytes, Test::Alone(Shape::Below(20_480)))
}

const fn large_maps(of: &'static str) -> Condition {
    kept(of, Metric::SectorMapBytes, Test::Across(Metric::GroupListBytes, Comparison::AtLeast(1000)))
}

const fn kept(of: &'static str, metric: Metric, test: Test) -> Condition {
    Condition { panel: None, of, metric, points: At(&[16.0]), test }
}
