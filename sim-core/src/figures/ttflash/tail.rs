//! How long the slower half of the reads take: claims T2 and T5.

use super::inequalities::{at_least, at_most};
use super::rates::{DAPPS, DTRS, EXCH, LMBE, MSNFS, TPCC};
use super::series::{ALL, AS_BASE, AS_NOGC, TTFLASH as ALL_FEATURES};
use super::setup::{PAPER, QUICK, SETTING, TTFLASH};
use crate::figures::axis::Axis;
use crate::figures::claim::{Bounds, Claim};
use crate::figures::claimed_place::{ClaimedPlace, Level};
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, Panel, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::points::{Points, Points::At};
use crate::figures::ttflash::assumptions;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "ttflash-tail",
    system: TTFLASH,
    paper: PAPER,
    place: "Fig. 5",
    title: "The tail of the reads",
    what: "Server traces, here trace substitutes; feature by feature, until hardly any read waits for GC.",
    x: Axis::TAIL,
    panels: &[
        Panel { id: "dapps", title: "DAPPS", settings: &[DAPPS.settings] },
        Panel { id: "dtrs", title: "DTRS", settings: &[DTRS.settings] },
        Panel { id: "exch", title: "EXCH", settings: &[EXCH.settings] },
        Panel { id: "lmbe", title: "LMBE", settings: &[LMBE.settings] },
        Panel { id: "msnfs", title: "MSNFS", settings: &[MSNFS.settings] },
        Panel { id: "tpcc", title: "TPCC", settings: &[TPCC.settings] },
    ],
    systems: ALL,
    settings: &[SETTING],
    metrics: &[Metric::ReadTail],
    log: &[Metric::ReadTail],
    seeds: SEEDS,
    quick: QUICK,
    claims: &[T2, T5],
    assumptions: &[assumptions::DEVICE, assumptions::WITHOUT_PARITY, assumptions::TURNS, assumptions::TRACES],
};

/// P99, P99.9 and P99.99: the slowest of so many.
const TAIL: Points = At(&[100.0, 1000.0, 10_000.0]);
const P90: Points = At(&[10.0]);

const T2: Claim = Claim {
    id: "T2",
    statement: "From P99 to P99.99 reads take at most 2.6 times as long as without GC; on Base 5 to 138 times.",
    conditions: &[
        tail("dapps", ALL_FEATURES, at_most(260, AS_NOGC)),
        tail("dapps", AS_BASE, at_least(500, AS_NOGC)),
        tail("dtrs", ALL_FEATURES, at_most(260, AS_NOGC)),
        tail("dtrs", AS_BASE, at_least(500, AS_NOGC)),
        tail("exch", ALL_FEATURES, at_most(260, AS_NOGC)),
        tail("exch", AS_BASE, at_least(500, AS_NOGC)),
        tail("lmbe", ALL_FEATURES, at_most(260, AS_NOGC)),
        tail("lmbe", AS_BASE, at_least(500, AS_NOGC)),
        tail("msnfs", ALL_FEATURES, at_most(260, AS_NOGC)),
        tail("msnfs", AS_BASE, at_least(500, AS_NOGC)),
        tail("tpcc", ALL_FEATURES, at_most(260, AS_NOGC)),
        tail("tpcc", AS_BASE, at_least(500, AS_NOGC)),
    ],
    report_only: false,
    is_ours: false,
    bounds: Bounds::Paper,
    proof: None,
    places: &[
        ClaimedPlace::at_most(Metric::ReadTail, Level::Share(AS_NOGC, 2.6)).of(ALL_FEATURES).from(100.0),
        ClaimedPlace::at_least(Metric::ReadTail, Level::Share(AS_NOGC, 5.0)).of(AS_BASE).from(100.0),
        ClaimedPlace::at_most(Metric::ReadTail, Level::Share(AS_NOGC, 138.0)).of(AS_BASE).from(100.0),
    ],
    note: "The numbers are those of the paper's abstract; it names the range of percentiles, not the traces. At P99, P99.9 and P99.99, medians of five seeds, reads on Base take 52 to 107 times as long as without GC, \
           where the paper has 5 to 138; with all features 0.99 to 1.06 times. The device without GC writes the same \
           parity; against one without (N) ttFlash's P99 is 1.4 to 1.9 times as long. The paper's upper end, 138, is not judged: by our own reading, A and B nothing exceeds it; by N Base's P99 exceeds it on three substitutes, \
           138.3 times on DAPPS, 142 on EXCH and 171 on TPCC.",
};

const T5: Claim = Claim {
    id: "T5",
    statement: "At P90 Base and ttFlash are alike: it is the tail that differs.",
    conditions: &[body("dapps"), body("dtrs"), body("exch"), body("lmbe"), body("msnfs"), body("tpcc")],
    report_only: false,
    is_ours: false,
    bounds: Bounds::Ours("0.8 to 1.25 times"),
    proof: None,
    places: &[ClaimedPlace::near(Metric::ReadTail, ALL_FEATURES).of(AS_BASE).at(10.0)],
    note: "By our own reading Base is faster on all but TPCC: hardly any request waits for another, so that P90 is \
           what the layout gives. A read of 16 pages takes two from each of 8 channels of Base, 0.24 ms; stripes of 7 \
           pages and a parity put three of them on one channel, 0.34 ms. On EXCH it is a read of 8 pages: one a \
           channel, 0.14 ms, against two, 0.24 ms. On TPCC the two are equal. Elsewhere they are 0.1 ms apart, where \
           P99 is 28 to 34 ms apart. In bursts (B) requests wait for each other on either device.",
};

const fn tail(panel: &'static str, of: &'static str, test: Test) -> Condition {
    Condition { panel: Some(panel), of, metric: Metric::ReadTail, points: TAIL, test }
}

const fn body(panel: &'static str) -> Condition {
    let test = Test::Beside(ALL_FEATURES, Comparison::Between(80, 125));
    Condition { panel: Some(panel), of: AS_BASE, metric: Metric::ReadTail, points: P90, test }
}
