//! The experiments of the two C-lash papers, claims C1 to C14.
//!
//! Here: the papers, what the runs have in common, the systems compared, and the words in which claims are put.

pub mod assumptions;

use super::assignments::Assignments;
use super::condition::{Condition, Test};
use super::figure::{Source, System};
use super::figures;
use super::metric::Metric;
use super::points::Points;
use crate::figures::comparison::Comparison;
use crate::figures::single_curve::Shape;

figures! {
    seq,           // C1 C2 C3 C4 C9: sequentiality
    local,         // C5 C6: spatial locality
    request_size,  // C7: request size
    request_count, // C8: number of requests
    write_ratio,   // C10: write ratio
    seq_sympa,     // C11: sequentiality with locality
    local_sympa,   // C12: locality with sequentiality
    flash_size,    // C13: size of the flash
    traces,        // C14: recorded traces
}

pub(super) const SPECTS: &str = "Boukhobza, Olivier, Rubini: A Cache Management Strategy to Replace Wear Leveling Techniques for \
                      Embedded Flash Memory, SPECTS 2011";
pub(super) const SYMPA: &str =
    "Olivier, Boukhobza: Un mécanisme de cache pour les E/S séquentielles en mémoires flash, SympA 2011";

/// The system that the figures are about: its figures' `system`, and its curve's id.
const CLASH: &str = "clash";
pub(super) const DFTL: &str = "dftl";
const FAST: &str = "fast";
pub(super) const PAGE: &str = "page";

/// The device and the requests, where a figure does not say otherwise. All of it is stated, so that a figure stays what
/// it is when a default changes.
const SETTING: Assignments = &[
    ("device.preset", "\"micron-lb\""),
    ("device.logical_bytes", "1073741824"),
    ("device.over_provisioning", "0.055"),
    ("device.clock", "\"serial\""),
    ("workload.kind", "\"synthetic\""),
    ("workload.requests", "60000"),
    ("workload.write_ratio", "0.8"),
    ("workload.sequential_ratio", "0"),
    ("workload.spatial_locality", "0"),
    ("workload.request_pages", "4"),
    ("workload.size.distribution", "\"constant\""),
    ("workload.inter_arrival_ms.distribution", "\"exponential\""),
    ("workload.inter_arrival_ms.mean", "200"),
];

/// The requests of SympA, table 1; what it leaves open is as in SPECTS. Its shares add up to more than 1, of which the
/// generator cuts locality to what sequentiality leaves.
const SYMPA_REQUESTS: Assignments = &[("workload.sequential_ratio", "0.8"), ("workload.spatial_locality", "0.4")];

/// All media are full at first.
const FULL: Assignments = &[("run.initial_state", "\"full_seq\"")];

/// Each with the spare space that it needs: C-lash none, FAST its log blocks and three more, DFTL and page mapping that of [`SETTING`].
const SYSTEMS: &[System] = &systems(&[("device.over_provisioning", "0.001")]);
/// The same on devices so small that FAST's fewest log blocks are more than that: on larger ones it has up to 70 spare blocks.
const SYSTEMS_ON_SMALL_FLASH: &[System] = &systems(&[("device.over_provisioning", "0.005")]);

const fn systems(of_fast: Assignments) -> [System; 4] {
    [
        System {
            id: CLASH,
            title: "C-lash",
            source: Source::Runs([&[("ftl.kind", "\"clash\"")], FULL, &[("device.over_provisioning", "0")]]),
        },
        System {
            id: DFTL,
            title: "DFTL",
            source: Source::Runs([
                &[
                    ("ftl.kind", "\"dftl\""),
                    ("ftl.cmt_protected", "6552"),
                    ("ftl.cmt_probationary", "1640"),
                    ("ftl.gc.policy", "\"greedy\""),
                    ("ftl.gc.low", "3"),
                    ("ftl.gc.high", "4"),
                ],
                FULL,
                &[],
            ]),
        },
        System {
            id: FAST,
            title: "FAST",
            source: Source::Runs([&[("ftl.kind", "\"fast\""), ("ftl.log_blocks", "null")], FULL, of_fast]),
        },
        System {
            id: PAGE,
            title: "page mapping",
            source: Source::Runs([
                &[("ftl.kind", "\"page\""), ("ftl.gc.policy", "\"greedy\""), ("ftl.gc.low", "3"), ("ftl.gc.high", "4")],
                FULL,
                &[],
            ]),
        },
    ]
}

/// What SPECTS draws, its spread of erases by both measures. SympA draws the first two.
const METRICS: &[Metric] = &[Metric::Response, Metric::Erases, Metric::EraseStdDev, Metric::EraseCv];

/// C-lash's mean response at these points.
const fn response(points: Points, test: Test) -> Condition {
    Condition { panel: None, of: CLASH, metric: Metric::Response, points, test }
}

/// C-lash's erases at these points.
const fn erases(points: Points, test: Test) -> Condition {
    Condition { panel: None, of: CLASH, metric: Metric::Erases, points, test }
}

/// How C-lash's mean response compares with this system's: nothing is asked.
pub(super) const fn told_beside(rival: &'static str, points: Points) -> Condition {
    response(points, Test::Beside(rival, Comparison::Told))
}

/// Not above the other's; 2 % is the margin of all claims.
const fn no_more_than(rival: &'static str) -> Test {
    Test::Beside(rival, Comparison::AtMost(102))
}

/// Clearly below the other's.
const fn less_than(rival: &'static str) -> Test {
    Test::Beside(rival, Comparison::AtMost(98))
}

/// Clearly above the other's.
const fn more_than(rival: &'static str) -> Test {
    Test::Beside(rival, Comparison::AtLeast(102))
}

/// Lower than the other's by these hundredths of it.
const fn saves(hundredths: u32, rival: &'static str) -> Test {
    Test::Beside(rival, Comparison::AtMost(100 - hundredths))
}

/// The two cross where the paper says, or so near it.
const fn crosses(rival: &'static str, at: f64, within: f64) -> Test {
    Test::Crosses { than: rival, at, within }
}

/// The largest at most these hundredths of the smallest.
const fn flat(hundredths: u32) -> Test {
    Test::Alone(Shape::Flat(hundredths))
}
