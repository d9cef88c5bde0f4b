//! A rehearsed log with fewer nodes: claims L7 and L8.

use super::inequalities::{at_least, at_most, cost};
use super::setup::{
    BLOCKS_PER_MIB, BUFFER_16, DESKTOP, LBUFFER, LONG, NOTEBOOK, OF_DESKTOP, OF_NOTEBOOK, OF_UBUNTU, SETTING, THESIS,
    UBUNTU, sixteenth,
};
use super::systems::{BY_DEVICE, L_BUFFER, runs};
use crate::figures::assignments::Assignments;
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::claim::{Bounds, Claim};
use crate::figures::claimed_place::ClaimedPlace;
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, Panel, SEEDS, System};
use crate::figures::lbuffer::assumptions;
use crate::figures::metric::Metric;
use crate::figures::points::{Points, Points::At};
use crate::figures::scale::Scale;

const ALL_NODES: &str = "all";
const NODES_3000: &str = "3000";
const NODES_2000: &str = "2000";
const NODES_200: &str = "200";

/// l-buffer with ever fewer nodes, the thesis' LogbuffernodeTH; 3000 is what it has elsewhere.
pub const SYSTEMS: &[System] = &[
    nodes(NODES_3000, "TH 3000", &[("buffer.log_nodes", "3000")]),
    nodes(NODES_2000, "TH 2000", &[("buffer.log_nodes", "2000")]),
    nodes(NODES_200, "TH 200", &[("buffer.log_nodes", "200")]),
    nodes(ALL_NODES, "no limit", &[("buffer.log_nodes", "null")]),
];

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "lbuffer-early-deletion",
    system: LBUFFER,
    paper: THESIS,
    place: "Fig. 0.20 and 0.22",
    title: "A rehearsed log with fewer nodes",
    what: "Logs of increasing size; the rehearsals keep a node for each block in the log, or only the most recent, at most \
           as many as the threshold TH says.",
    x: Axis {
        name: "log",
        unit: "MiB",
        scale: Scale::Log,
        grid: Grid::Doublings { first: 64, last: 512 },
        sets: Sets::Field("ftl.log_blocks", BLOCKS_PER_MIB),
    },
    panels: &[
        Panel { id: NOTEBOOK, title: "notebook", settings: &[OF_NOTEBOOK] },
        Panel { id: DESKTOP, title: "desktop", settings: &[OF_DESKTOP] },
        Panel { id: UBUNTU, title: "Ubuntu", settings: &[OF_UBUNTU] },
    ],
    systems: SYSTEMS,
    settings: &[SETTING, BUFFER_16, LONG],
    metrics: &[Metric::WriteTime, Metric::RehearsalLog],
    log: &[],
    seeds: SEEDS,
    quick: sixteenth(Some(&[64.0, 128.0, 512.0])),
    claims: &[L7, L8],
    assumptions: &[
        assumptions::TRACES,
        assumptions::LENGTH,
        assumptions::LOG,
        assumptions::DENSITY,
        assumptions::REHEARSALS,
    ],
};

const FULL_LOG: Points = At(&[512.0]);
const ALL_LOGS: Points = Points::Over(64.0, 512.0);

/// Beside numbers that the thesis gives without a size of the log.
const SIZE_IS_OURS: &str = "the size is ours";
/// Nor a number of nodes.
const BOTH_ARE_OURS: &str = "size and number of nodes are ours";

const L7: Claim = Claim {
    id: "L7",
    statement: "With 2 000 nodes or more hardly anything is lost; with 200 writes take longer and α takes a clearly \
                different course.",
    conditions: &[
        cost(DESKTOP, NODES_2000, ALL_LOGS, at_most(102, ALL_NODES)),
        cost(DESKTOP, NODES_3000, ALL_LOGS, at_most(102, ALL_NODES)),
        cost(DESKTOP, NODES_200, FULL_LOG, at_least(102, ALL_NODES)),
        cost(DESKTOP, NODES_200, FULL_LOG, at_least(102, NODES_2000)),
        another_way(DESKTOP),
        cost(UBUNTU, NODES_2000, ALL_LOGS, at_most(102, ALL_NODES)),
        cost(UBUNTU, NODES_3000, ALL_LOGS, at_most(102, ALL_NODES)),
        cost(UBUNTU, NODES_200, FULL_LOG, at_least(102, ALL_NODES)),
        cost(UBUNTU, NODES_200, FULL_LOG, at_least(102, NODES_2000)),
        another_way(UBUNTU),
    ],
    report_only: true,
    is_ours: false,
    bounds: Bounds::Ours(
        "\"hardly anything\" is up to 2 %, \"longer\" 2 % or more, and \"clearly different\" another α in a fifth of the sessions; 200 nodes are judged with 512 MiB alone",
    ),
    proof: None,
    places: &[
        ClaimedPlace::near(Metric::WriteTime, ALL_NODES).of(NODES_2000).on(DESKTOP),
        ClaimedPlace::behind(Metric::WriteTime, ALL_NODES).of(NODES_200).on(DESKTOP).at(512.0).remarked(SIZE_IS_OURS),
        ClaimedPlace::near(Metric::WriteTime, ALL_NODES).of(NODES_2000).on(UBUNTU),
        ClaimedPlace::behind(Metric::WriteTime, ALL_NODES).of(NODES_200).on(UBUNTU).at(512.0).remarked(SIZE_IS_OURS),
    ],
    note: "The thesis names no size of the log. Only with 512 MiB does it hold on both traces. With 2 000 nodes the \
           desktop takes 5 to 48 % longer than with no limit with 64 to 256 MiB, and Ubuntu 47 and 63 % with 64 and \
           128, where 200 take 12 and 3 % longer; with 3 000 the desktop takes 13 % longer with 256, and Ubuntu 3 and 2 % \
           with 64 and 128. How often α differs does not tell 200 nodes apart: \
           the medians over the seeds of 3 000 and 2 000 nodes differ from that of no limit in 88 and 98 % of the desktop's \
           sessions, those of 200 in all; on Ubuntu in 71, 67 and 60 % (the table has the median of the seeds' shares). By how \
           much α differs does so on the desktop, where 200 nodes have medians of 0 to 0.5 and more nodes −0.25 or less; on \
           Ubuntu not. A block that is deleted early counts for the \
           log block in which it was, and once more if it is logged again before that one is reclaimed: to know \
           better the device would have to keep its number.",
};

const L8: Claim = Claim {
    id: "L8",
    statement: "With a log of 512 MiB, 3 000 nodes save 20 to 30 % of the memory for the log on the desktop and 40 to 50 \
                % on Ubuntu; with 128 and 256 MiB hardly anything on the desktop.",
    conditions: &[
        log_bytes(DESKTOP, FULL_LOG, Comparison::Between(65, 85)),
        log_bytes(UBUNTU, FULL_LOG, Comparison::Between(45, 65)),
        log_bytes(DESKTOP, Points::Over(128.0, 256.0), Comparison::AtLeast(95)),
    ],
    report_only: false,
    is_ours: false,
    bounds: Bounds::Widened(
        "the ranges may be missed by 5 points, and \"hardly anything\" is up to 5 % less; more than without a limit is let pass",
    ),
    proof: None,
    places: &[
        ClaimedPlace::ahead(Metric::RehearsalLog, ALL_NODES)
            .by_between(0.2, 0.3)
            .of(NODES_3000)
            .on(DESKTOP)
            .at(512.0)
            .remarked(BOTH_ARE_OURS),
        ClaimedPlace::ahead(Metric::RehearsalLog, ALL_NODES)
            .by_between(0.4, 0.5)
            .of(NODES_3000)
            .on(UBUNTU)
            .at(512.0)
            .remarked(BOTH_ARE_OURS),
        ClaimedPlace::near(Metric::RehearsalLog, ALL_NODES).of(NODES_3000).on(DESKTOP).from(128.0).up_to(256.0),
    ],
    note: "Three rehearsals together, at the end of the session where they need most. The thesis names neither the number of nodes, \
           3 000 being what it has elsewhere, nor, beside 128 and 256 MB, the size of the log. With 256 MiB 3 000 nodes take 7.8 % \
           more than no limit on the desktop. It speaks in tenths: 15 to 35 % is let pass on the desktop, which saves 19, and 35 to 55 % on Ubuntu, which saves 46. The saving depends on how many blocks are written: 4 096 with the desktop's trace \
           substitute, 6 144 with Ubuntu's.",
};

const fn another_way(panel: &'static str) -> Condition {
    let test = Test::Differs(ALL_NODES, 20);
    Condition { panel: Some(panel), of: NODES_200, metric: Metric::Alpha, points: FULL_LOG, test }
}

const fn log_bytes(panel: &'static str, points: Points, comparison: Comparison) -> Condition {
    let test = Test::Beside(ALL_NODES, comparison);
    Condition { panel: Some(panel), of: NODES_3000, metric: Metric::RehearsalLog, points, test }
}

const fn nodes(id: &'static str, title: &'static str, limit: Assignments) -> System {
    runs(id, title, [L_BUFFER, BY_DEVICE, limit])
}
