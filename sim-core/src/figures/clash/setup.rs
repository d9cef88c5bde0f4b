//! What the runs have in common: the papers, the device and its requests, and the systems compared.

use crate::figures::assignments::Assignments;
use crate::figures::figure::{Source, System};
use crate::figures::metric::Metric;

pub(in crate::figures) const SPECTS: &str = "Boukhobza, Olivier, Rubini: A Cache Management Strategy to Replace Wear Leveling Techniques for \
                      Embedded Flash Memory, SPECTS 2011";
pub(in crate::figures) const SYMPA: &str =
    "Olivier, Boukhobza: Un mécanisme de cache pour les E/S séquentielles en mémoires flash, SympA 2011";

/// What systems are called, in results too. The figures are about this one: their `system`, and its curve's id.
pub(super) const CLASH_ID: &str = "clash";
pub(in crate::figures) const DFTL_ID: &str = "dftl";
pub(super) const FAST_ID: &str = "fast";
pub(in crate::figures) const PAGE_ID: &str = "page";

/// The device and the requests, where a figure does not say otherwise. All of it is stated, so that a figure stays what
/// it is when a default changes.
pub(super) const SETTING: Assignments = &[
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
pub(super) const SYMPA_REQUESTS: Assignments =
    &[("workload.sequential_ratio", "0.8"), ("workload.spatial_locality", "0.4")];

/// All media are full at first.
const FULL: Assignments = &[("run.initial_state", "\"full_seq\"")];

/// Each system with the spare space that it needs: C-lash none, FAST its log blocks and three more, DFTL and page mapping that of
/// [`SETTING`].
pub(super) const CLASH: System = System {
    id: CLASH_ID,
    title: "C-lash",
    source: Source::Runs([&[("ftl.kind", "\"clash\"")], FULL, &[("device.over_provisioning", "0")]]),
};
/// With the mapping cache of FlashSim.
pub(super) const DFTL: System = System {
    id: DFTL_ID,
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
};
/// With as few log blocks as its device gives it.
pub(super) const FAST: System = fast(&[("device.over_provisioning", "0.001")]);
/// On devices so small that its fewest log blocks are more than that: on larger ones it has up to 70 spare blocks.
const FAST_ON_SMALL_FLASH: System = fast(&[("device.over_provisioning", "0.005")]);
/// The ideal.
pub(super) const PAGE: System = System {
    id: PAGE_ID,
    title: "page mapping",
    source: Source::Runs([
        &[("ftl.kind", "\"page\""), ("ftl.gc.policy", "\"greedy\""), ("ftl.gc.low", "3"), ("ftl.gc.high", "4")],
        FULL,
        &[],
    ]),
};

/// All that the papers compare. A figure that takes some of them names these.
pub(super) const SYSTEMS: &[System] = &[CLASH, DFTL, FAST, PAGE];
/// The same on small devices.
pub(super) const SYSTEMS_ON_SMALL_FLASH: &[System] = &[CLASH, DFTL, FAST_ON_SMALL_FLASH, PAGE];

const fn fast(spare: Assignments) -> System {
    System {
        id: FAST_ID,
        title: "FAST",
        source: Source::Runs([&[("ftl.kind", "\"fast\""), ("ftl.log_blocks", "null")], FULL, spare]),
    }
}

/// What SPECTS draws, its spread of erases by both measures. SympA draws the first two.
pub(super) const METRICS: &[Metric] = &[Metric::Response, Metric::Erases, Metric::EraseStdDev, Metric::EraseCv];
