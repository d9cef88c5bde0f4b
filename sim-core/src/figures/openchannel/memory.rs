//! Memory of the host by capacity: claim O3.

use super::policies::{BY_HOTNESS, SELECTIVE, WHOLE, WHOLE_TABLE};
use super::setup::{DEVICE, OPENCHANNEL, PAPER};
use crate::figures::assignments::Assignments;
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::by::By;
use crate::figures::claim::{Bounds, Claim};
use crate::figures::claimed_place::ClaimedPlace;
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, ONE_PANEL, Quick, Source, System};
use crate::figures::metric::Metric;
use crate::figures::openchannel::assumptions;
use crate::figures::points::{Points, Points::At};
use crate::figures::scale::Scale;
use crate::figures::single_curve::Shape;

const CACHE_64: Assignments = &[("ftl.cache_bytes", "67108864")];
const DIRECTORY: &str = "directory";
const EVERY: Points = At(&[100.0, 200.0, 400.0, 800.0, 1600.0]);

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "openchannel-memory",
    system: OPENCHANNEL,
    paper: PAPER,
    place: "Fig. 1",
    title: "Memory by capacity",
    what: "Devices of increasing capacity; the host keeps the whole mapping table in memory, or a directory of its \
           blocks and a cache of 64 MiB.",
    x: Axis {
        name: "capacity",
        unit: "GiB",
        scale: Scale::Log,
        grid: Grid::Doublings { first: 100, last: 1600 },
        sets: Sets::Field("device.logical_bytes", 1 << 30),
    },
    panels: ONE_PANEL,
    systems: &[
        told(SELECTED, "cache and directory", By::Memory, [SELECTIVE, BY_HOTNESS, CACHE_64]),
        told(DIRECTORY, "directory", By::Directory, [SELECTIVE, BY_HOTNESS, CACHE_64]),
        told(WHOLE, "whole table", By::Memory, [WHOLE_TABLE, &[], &[]]),
    ],
    settings: &[DEVICE],
    metrics: &[Metric::HostMemory],
    log: &[Metric::HostMemory],
    seeds: &[1],
    quick: Quick::All,
    claims: &[O3],
    assumptions: &[assumptions::CAPACITY],
};

const SELECTED: &str = "selective";

const O3: Claim = Claim {
    id: "O3",
    statement: "The memory for the whole mapping table increases linearly with the capacity; that for the directory is \
                negligible: 640 KB on a device of 1 TB, whose table takes 1 GB.",
    conditions: &[
        bytes(WHOLE, Test::Alone(Shape::Doubles)),
        bytes(DIRECTORY, Test::Beside(WHOLE, Comparison::AtMostPerMille(1))),
    ],
    report_only: false,
    is_ours: false,
    bounds: Bounds::Ours(
        "\"linearly\" is doubling with the capacity, \"negligible\" at most a thousandth of the table",
    ),
    proof: None,
    places: &[ClaimedPlace::ahead(Metric::HostMemory, WHOLE).of(DIRECTORY)],
    note: "Computed, not run: 4 bytes per entry and 40 per map block of 64 KiB, as in the paper, whose 640 KB are 0.06 % of \
           its table. The cache has a fixed \
           size, whatever the capacity; what a smaller share of the table costs, the other figures show at 400 GiB. The claim is \
           arithmetic: no run can fail it.",
};

const fn bytes(of: &'static str, test: Test) -> Condition {
    Condition { panel: None, of, metric: Metric::HostMemory, points: EVERY, test }
}

const fn told(id: &'static str, title: &'static str, by: By, settings: [Assignments; 3]) -> System {
    System { id, title, source: Source::Without(by, settings) }
}
