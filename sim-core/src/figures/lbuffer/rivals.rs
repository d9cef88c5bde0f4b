//! l-buffer against other write buffers: claim L5.

use super::inequalities::{at_most, cost};
use super::setup::{
    ALL_SIZES, BUFFER_SIZE, FEW_SIZES, LBUFFER, NOTEBOOK, SETTING, SUBSTITUTES, THESIS, UBUNTU, quarter_firm,
};
use super::systems::{BPLRU, CLC, DEVICE, FAB, OTHERS, REF, TUNED_BY_DEVICE};
use crate::figures::claim::{Bounds, Claim};
use crate::figures::claimed_place::ClaimedPlace;
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, SEEDS};
use crate::figures::lbuffer::assumptions;
use crate::figures::metric::Metric;
use crate::figures::points::Points::At;
use crate::figures::tolerance::{Bound, Mostly};

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "lbuffer-rivals",
    system: LBUFFER,
    paper: THESIS,
    place: "Fig. 0.16 and 0.17, right",
    title: "Against other write buffers",
    what: "Write buffers of increasing size; l-buffer tunes α in the device, the others evict by age, by size or by \
           the contents of the log.",
    x: BUFFER_SIZE,
    panels: SUBSTITUTES,
    systems: &[TUNED_BY_DEVICE, OTHERS[0], OTHERS[1], OTHERS[2], OTHERS[3]],
    settings: &[SETTING],
    metrics: &[Metric::WriteTime, Metric::Erases],
    log: &[],
    seeds: SEEDS,
    // A claim is tried again and again with the smallest buffer and the largest.
    quick: quarter_firm(FEW_SIZES, &[2.0, 128.0]),
    claims: &[L5],
    assumptions: &[
        assumptions::TRACES,
        assumptions::LOG,
        assumptions::DENSITY,
        assumptions::REHEARSALS,
        assumptions::OTHERS,
    ],
};

/// What the thesis says of Ubuntu.
const NEARLY: &str = "at nearly every size";

const L5: Claim = Claim {
    id: "L5",
    statement: "l-buffer is faster than the others at every size on the notebook and at nearly every size on Ubuntu; there it \
                is hardly faster than BPLRU with a small buffer.",
    conditions: &[
        Condition {
            panel: None,
            of: DEVICE,
            metric: Metric::WriteTime,
            points: ALL_SIZES,
            test: Test::Mostly(Mostly { than: &[BPLRU, FAB, CLC, REF], bound: Bound::AtMost(100), pairs: 80, of: 84 }),
        },
        faster_on_the_notebook(BPLRU),
        faster_on_the_notebook(FAB),
        faster_on_the_notebook(CLC),
        faster_on_the_notebook(REF),
        cost(UBUNTU, DEVICE, At(&[2.0, 4.0]), Test::Beside(BPLRU, Comparison::Between(90, 110))),
    ],
    report_only: false,
    is_ours: false,
    bounds: Bounds::Ours(
        "80 of all 84 pairs no slower, on the notebook 2 % faster, and on Ubuntu with 2 and 4 MiB within 10 % of BPLRU",
    ),
    proof: None,
    places: &[
        ClaimedPlace::ahead(Metric::WriteTime, BPLRU).on(NOTEBOOK),
        ClaimedPlace::ahead(Metric::WriteTime, FAB).on(NOTEBOOK),
        ClaimedPlace::ahead(Metric::WriteTime, CLC).on(NOTEBOOK),
        ClaimedPlace::ahead(Metric::WriteTime, REF).on(NOTEBOOK),
        ClaimedPlace::ahead(Metric::WriteTime, BPLRU).on(UBUNTU).remarked(NEARLY),
        ClaimedPlace::ahead(Metric::WriteTime, FAB).on(UBUNTU).remarked(NEARLY),
        ClaimedPlace::ahead(Metric::WriteTime, CLC).on(UBUNTU).remarked(NEARLY),
        ClaimedPlace::ahead(Metric::WriteTime, REF).on(UBUNTU).remarked(NEARLY),
        ClaimedPlace::near(Metric::WriteTime, BPLRU).on(UBUNTU).up_to(4.0).remarked("of \"small\" buffers"),
    ],
    note: "All buffers manage sectors (buffer.grain=sector), so none reads a page to complete it where another would \
           not. Groups are padded as in the thesis: by BPLRU and REF if more than half a block is there, by FAB and \
           CLC never. The desktop is not in the thesis' figures. On Ubuntu's trace substitute REF takes as long as \
           BPLRU, to 0.1 %.",
};

const fn faster_on_the_notebook(rival: &'static str) -> Condition {
    cost(NOTEBOOK, DEVICE, ALL_SIZES, at_most(98, rival))
}
