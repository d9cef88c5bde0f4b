//! What the runs have in common: the papers, the device and its requests, and the systems compared.

use crate::figures::assignments::Assignments;
use crate::figures::figure::{Source, System};
use crate::figures::metric::Metric;

pub(in crate::figures) const SPECTS: &str = "Boukhobza, Olivier, Rubini: A Cache Management Strategy to Replace Wear Leveling Techniques for \
                      Embedded Flash Memory, SPECTS 2011";
pub(in crate::figures) const SYMPA: &str =
    "Olivier, Boukhobza: Un mécanisme de cache pour les E/S séquentielles en mémoires flash, SympA 2011";

/// The system that the figures are about: its figures' `system`, and its curve's id.
pub(super) const CLASH: &str = "clash";
pub(in crate::figures) const DFTL: &str = "dftl";
pub(super) const FAST: &str = "fast";
pub(in crate::figures) const PAGE: &str = "page";

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

/// Each with the spare space that it needs: C-lash none, FAST its log blocks and three more, DFTL and page mapping that of [`SETTING`].
pub(super) const SYSTEMS: &[System] = &systems(&[("device.over_provisioning", "0.001")]);
/// The same on devices so small that FAST's fewest log blocks are more than that: on larger ones it has up to 70 spare blocks.
pub(super) const SYSTEMS_ON_SMALL_FLASH: &[System] = &systems(&[("device.over_provisioning", "0.005")]);

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
pub(super) const METRICS: &[Metric] = &[Metric::Response, Metric::Erases, Metric::EraseStdDev, Metric::EraseCv];
