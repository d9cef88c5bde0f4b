//! What l-buffer shows of itself.

use super::LBuffer;
use super::settings::Kind;
use super::spatial::Spatial;
use super::tuner::GRID;
use serde::Serialize;

/// Sessions that are told of.
const HISTORY: usize = 256;

/// How it chooses and tunes itself. Costs in nanoseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "DensityView"))]
pub struct DensityPicture {
    alpha: f64,
    tuner: Kind,
    /// The values that tuning chooses among.
    grid: [f64; 7],
    /// Pages from which holes are filled; null: never.
    lambda: Option<f64>,
    /// Merge time that a logged page has cost, the last sessions counting most.
    merge_ns_per_page: u64,
    read_ns: u64,
    program_ns: u64,
    erase_ns: u64,
    evictions: u64,
    plugged: u64,
    session: Progress,
    /// Sessions that are over, the latest 256.
    history: Vec<PastSession>,
    /// The rehearsals of this session; empty where α is not tuned.
    rehearsals: Vec<RehearsalPicture>,
    /// Bytes of the rehearsals as they are kept, and what full information would take: of the buffer, of the log.
    memory: Option<Memory>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "SessionProgress"))]
struct Progress {
    index: u64,
    writes: u64,
    length: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct PastSession {
    index: u64,
    alpha: f64,
    lambda: Option<f64>,
}

/// The buffer rehearsed with another α.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Rehearsal"))]
struct RehearsalPicture {
    alpha: f64,
    /// Whether it has the α in force.
    running: bool,
    cost_ns: u64,
    groups: u32,
    evictions: u64,
    /// Its cost after each 64th of the session so far.
    trail: Vec<u64>,
}

/// Bytes of the rehearsals, of the buffer and of the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RehearsalMemory"))]
struct Memory {
    kept: [u64; 2],
    full: [u64; 2],
}

/// How a rehearsal keeps a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "KeptAs"))]
#[serde(rename_all = "kebab-case")]
pub enum Kept {
    /// A list of so many records.
    Records(u32),
    /// A bitmap.
    Bits,
}

impl LBuffer {
    /// How the rehearsal with the α in force keeps a logical block.
    pub fn kept(&self, lbn: u32) -> Option<Kept> {
        let running = self.tuner.as_ref()?.rehearsals.iter().find(|rehearsal| rehearsal.alpha == self.alpha)?;
        running.ghost.kept(lbn).map(|spatial| match spatial {
            Spatial::Records(records) => Kept::Records(records.len() as u32),
            Spatial::Bits(..) => Kept::Bits,
        })
    }

    /// What it shows of itself.
    pub fn picture(&self) -> DensityPicture {
        let past = self.past.iter().skip(self.past.len().saturating_sub(HISTORY));
        let rehearsals = self.tuner.iter().flat_map(|tuner| &tuner.rehearsals).map(|rehearsal| RehearsalPicture {
            alpha: rehearsal.alpha.0,
            running: rehearsal.alpha == self.alpha,
            cost_ns: rehearsal.cost_ns,
            groups: rehearsal.ghost.group_count(),
            evictions: rehearsal.evictions,
            trail: rehearsal.trail.clone(),
        });
        DensityPicture {
            alpha: self.alpha.0,
            tuner: self.start.kind,
            grid: GRID,
            lambda: self.lambda(),
            merge_ns_per_page: self.merge_ns_per_page(),
            read_ns: self.timing.read_cost(),
            program_ns: self.timing.program_cost(),
            erase_ns: self.timing.erase_cost(),
            evictions: self.evictions,
            plugged: self.plugged,
            session: Progress {
                index: self.session.index,
                writes: self.session.writes,
                length: self.start.session_writes,
            },
            history: past
                .map(|past| PastSession {
                    index: past.index,
                    alpha: past.alpha.0,
                    lambda: past.lambda.pages(self.pages_per_block),
                })
                .collect(),
            rehearsals: rehearsals.collect(),
            memory: self.tuner.as_ref().map(|tuner| Memory { kept: tuner.bytes(), full: tuner.full_bytes() }),
        }
    }
}
