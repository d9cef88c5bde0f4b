//! What may be set about l-buffer.

use super::committed::Limits;
use super::ghost::Shape;
use super::lambda::Lambda;
use super::spatial::Resolution;
use super::tuner::{LogMemory, LogShape, Plan, nearest};
use super::{LBuffer, Start};
use crate::base::real::Real;
use crate::buffer::entry::{BufferContext, Entry, FLUSHES};
use crate::buffer::settings::BYTES;
use crate::buffer::store::Store;
use crate::flash::observables::{BreakpointKind, Moment, Observables};
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;
use serde::Serialize;

const GRAIN: Parameter = Parameter { default: "\"sector\"", ..crate::buffer::settings::GRAIN };
const TUNER: Parameter = Parameter::choice(
    "tuner",
    "\"device\"",
    &["fixed", "offline", "host", "device"],
    "How α is chosen: fixed; the best over the whole run, found in advance; by on-device simulation with full information; by on-device simulation within the memory of the device.",
).changing();
const ALPHA: Parameter = Parameter::number(
    "alpha",
    "0",
    -1.0,
    1.0,
    "α, from age only (-1) to size only (1). Where it is tuned, its initial value: the nearest of -1, -0.5, -0.25, 0, 0.25, 0.5, 1.",
).changing();
const SESSION: Parameter = Parameter::integer(
    "session",
    "10000",
    1,
    1 << 40,
    "Session length: write requests after which α and λ are tuned again.",
)
.changing();
const PLUG: Parameter = Parameter::choice(
    "plug",
    "\"tuned\"",
    &["tuned", "fixed"],
    "Whether λ is computed from the merge costs of past sessions, of which the last count most, or fixed by lambda.",
)
.changing();
const LAMBDA: Parameter = Parameter::optional(
    "lambda",
    "null",
    1,
    65_536,
    "Fixed λ: groups of at least this many pages are plugged, the others logged; null plugs none.",
)
.changing();
const RECORD: Parameter =
    Parameter::integer("record_sectors", "2", 1, 64, "Sectors that a record of a rehearsal stands for.").changing();
const BIT: Parameter =
    Parameter::integer("bit_sectors", "8", 1, 64, "Sectors that a bit of a rehearsal stands for.").changing();
const CONVERT: Parameter = Parameter::optional(
    "convert_threshold",
    "24",
    0,
    65_536,
    "Records of a group beyond which a rehearsal keeps it as a bitmap; null never does.",
)
.changing();
const NODES: Parameter = Parameter::optional(
    "log_nodes",
    "3000",
    1,
    1 << 24,
    "Logical blocks in the log that a rehearsal remembers; beyond, those logged least recently are deleted early. Null remembers all.",
)
.changing();
const RECORDS: Parameter = Parameter::integer(
    "log_records",
    "4",
    0,
    4096,
    "Pages of a logical block in the log that a rehearsal keeps as a list; more are a bitmap.",
)
.changing();
const INFORMATION: Parameter = Parameter::choice(
    "log_information",
    "\"committed\"",
    &["committed", "all"],
    "What rehearsals in the device remember of the log: the first pages of each logical block, or all pages as with full information.",
).changing();

const GO_ON: Parameter = Parameter::choice(
    "rehearse_from",
    "\"own\"",
    &["own", "winner"],
    "Where rehearsals stand when a session begins: each where it stood, one with a new α where the cheapest stands; or all there.",
).changing();

/// How it is chosen.
pub(crate) const ENTRY: Entry<LBuffer> = Entry {
    info: Info {
        kind: "lbuffer",
        title: "l-buffer",
        help: "Evicts the least dense logical block, by age and size; their weight α is tuned by simulating the buffer on the device itself.",
        source: "l-buffer, master's thesis, 2011",
        parameters: &[
            BYTES,
            GRAIN,
            TUNER,
            ALPHA,
            SESSION,
            PLUG,
            LAMBDA,
            RECORD,
            BIT,
            CONVERT,
            NODES,
            RECORDS,
            INFORMATION,
            GO_ON,
        ],
    },
    observables: Observables {
        moments: &[Moment::Flush, Moment::Session],
        breakpoints: &[BreakpointKind::BufferFlush, BreakpointKind::Session],
        ..FLUSHES
    },
    build: |set, site, store| build(set, store, site),
};

/// Parameters that α follows from.
pub(super) const OF_ALPHA: [&str; 2] = [TUNER.name, ALPHA.name];
/// Other parameters that rehearsals are made from.
pub(super) const OF_REHEARSALS: [&str; 7] =
    [RECORD.name, BIT.name, CONVERT.name, NODES.name, RECORDS.name, INFORMATION.name, GO_ON.name];

/// The policy as it is set.
pub(crate) fn build(settings: &Settings, store: &Store, site: &BufferContext) -> LBuffer {
    let tuner = Kind::of(settings.word(TUNER.name));
    let alpha = match tuner {
        Kind::Fixed | Kind::Offline => settings.number(ALPHA.name),
        Kind::Host | Kind::Device => nearest(settings.number(ALPHA.name)),
    };
    let lambda = match (settings.word(PLUG.name), settings.optional(LAMBDA.name)) {
        ("fixed", Some(pages)) => Lambda::fixed(pages),
        _ => Lambda::NEVER,
    };
    let rehearsals = match tuner {
        Kind::Fixed | Kind::Offline => None,
        Kind::Host | Kind::Device => Some(rehearsals(tuner, settings, store, site)),
    };
    let start = Start {
        kind: tuner,
        alpha: Real(alpha),
        lambda,
        tunes_lambda: settings.word(PLUG.name) == "tuned",
        session_writes: settings.integer(SESSION.name),
        rehearsals,
    };
    LBuffer::new(store, site, start)
}

fn rehearsals(kind: Kind, settings: &Settings, store: &Store, site: &BufferContext) -> Plan {
    let cells_per_block = store.cells_per_block();
    // Where pages are told apart and not sectors, nothing finer than a page is kept.
    let sectors_per_cell = site.geometry.sectors_per_page() / store.cells_per_page;
    let cells = |parameter: &Parameter| (settings.integer(parameter.name) as u32 / sectors_per_cell).max(1);
    let optional = |parameter: &Parameter| settings.optional(parameter.name).map(|value| value as u32);
    let resolution = match kind {
        Kind::Device => Resolution {
            cells_per_block,
            record_cells: cells(&RECORD),
            bit_cells: cells(&BIT),
            convert_threshold: optional(&CONVERT),
        },
        _ => Resolution::full(cells_per_block),
    };
    let memory = match (kind, settings.word(INFORMATION.name)) {
        (Kind::Device, "committed") => {
            LogMemory::Committed(Limits { nodes: optional(&NODES), records: settings.integer(RECORDS.name) as u32 })
        }
        _ => LogMemory::EveryPage,
    };
    let shape = Shape {
        capacity: store.capacity,
        cells_per_page: store.cells_per_page,
        pages_per_block: store.pages_per_block,
        groups: store.group_slots,
        resolution,
    };
    let logical_blocks = site.geometry.logical_pages.div_ceil(store.pages_per_block);
    let log = LogShape { blocks: site.log_blocks, logical_blocks, memory };
    Plan { shape, log, timing: site.timing, go_on: settings.word(GO_ON.name) == "own" }
}

/// How α is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Tuner"))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// As set.
    Fixed,
    /// As the best of whole runs.
    Offline,
    /// By rehearsals with full information.
    Host,
    /// By rehearsals that fit in the device.
    Device,
}

impl Kind {
    fn of(word: &str) -> Self {
        match word {
            // Tried out, its α is filled in.
            "tried" => Self::Offline,
            "host" => Self::Host,
            "device" => Self::Device,
            _ => Self::Fixed,
        }
    }
}
