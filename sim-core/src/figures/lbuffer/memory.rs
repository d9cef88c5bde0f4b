//! Memory of the rehearsals: claim L6.

use super::inequalities::at_least;
use super::setup::{
    ALL_SIZES, BUFFER_SIZE, FEW_SIZES, LBUFFER, NOTEBOOK, SETTING, SUBSTITUTES, THESIS, UBUNTU, quarter,
};
use super::systems::{DEVICE, HOST, TUNED_BY_DEVICE, TUNED_BY_HOST};
use crate::figures::claim::{Bounds, Claim};
use crate::figures::claimed_place::ClaimedPlace;
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, SEEDS};
use crate::figures::lbuffer::assumptions;
use crate::figures::metric::Metric;
use crate::figures::points::{Points, Points::At};
use crate::figures::single_curve::Shape;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "lbuffer-memory",
    system: LBUFFER,
    paper: THESIS,
    place: "Fig. 0.18 and 0.19",
    title: "Memory to tune α",
    what: "What three rehearsals keep of buffer and log: everything, as on a host, or as much as fits in a device.",
    x: BUFFER_SIZE,
    panels: &[SUBSTITUTES[0], SUBSTITUTES[2]],
    systems: &[TUNED_BY_DEVICE, TUNED_BY_HOST],
    settings: &[SETTING],
    metrics: &[Metric::RehearsalBuffer, Metric::Rehearsal, Metric::RehearsalLog],
    log: &[Metric::RehearsalBuffer, Metric::Rehearsal, Metric::RehearsalLog],
    seeds: SEEDS,
    quick: quarter(FEW_SIZES),
    claims: &[L6],
    assumptions: &[assumptions::TRACES, assumptions::LOG, assumptions::DENSITY, assumptions::REHEARSALS],
};

const L6: Claim = Claim {
    id: "L6",
    statement: "The host needs 3 to 4 times the memory of the device, and more the larger the buffer; the device's grows \
                in proportion to the buffer.",
    conditions: &[
        bytes(NOTEBOOK, HOST, ALL_SIZES, at_least(250, DEVICE)),
        bytes(NOTEBOOK, HOST, At(&[2.0, 128.0]), Test::Beside(DEVICE, Comparison::GrowthAtLeast(100))),
        bytes(NOTEBOOK, DEVICE, At(&[16.0, 128.0]), Test::Alone(Shape::GrowsBetween(400, 1600))),
        bytes(UBUNTU, HOST, ALL_SIZES, at_least(250, DEVICE)),
        bytes(UBUNTU, HOST, At(&[2.0, 128.0]), Test::Beside(DEVICE, Comparison::GrowthAtLeast(100))),
        bytes(UBUNTU, DEVICE, At(&[16.0, 128.0]), Test::Alone(Shape::GrowsBetween(400, 1600))),
    ],
    report_only: true,
    is_ours: false,
    bounds: Bounds::Widened(
        "the host needs 2.5 times as much or more, grows by no less than the device, and the device from 16 to 128 MiB by 4 to 16 times",
    ),
    proof: None,
    places: &[ClaimedPlace::times(Metric::RehearsalBuffer, DEVICE, 3.0, 4.0).of(HOST)],
    note: "The three rehearsals together, at the end of the session where they need most. Judged is the part for the buffer, by which \
           the thesis explains its figure; what the host keeps of the log is the same with every buffer. The host \
           needs more than the thesis says, 5.8 to 9.7 times as much. The difference in bytes grows with the buffer, but the \
           multiple falls, on the notebook from 8.7 to 5.8; that of all memory, the log's part included, falls too, from 24.0 \
           at 2 MiB to 9.3 at 128. The reason: number, age and bitmap of a group take 136 bytes, while the device takes \
           8 bytes and 9 bits a record, or from 25 records on 24 bytes in all. So a group of one record saves a \
           factor of 14.9, one of 24 records 3.9, and larger ones 5.7. The device's part levels off where the buffer \
           holds pages of nearly all blocks that a trace touches, by our own reading 2 048 on the notebook.",
};

const fn bytes(panel: &'static str, of: &'static str, points: Points, test: Test) -> Condition {
    Condition { panel: Some(panel), of, metric: Metric::RehearsalBuffer, points, test }
}
