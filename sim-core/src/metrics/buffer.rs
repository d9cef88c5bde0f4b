//! What pages in RAM were good for: of a write buffer, or of a layer that keeps such.

use super::mark::Mark;
use crate::base::request::HostOp;
#[cfg(feature = "layers")]
use crate::buffer::lbuffer::session::Past;
use crate::flash::counters::Counters;
use crate::flash::operation::Purpose;
use crate::machine::Machine;
use serde::Serialize;

/// A write buffer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Buffer {
    /// Pages found in it.
    pub hits: u64,
    /// Pages not found in it.
    pub misses: u64,
    /// Pages found in it by reads.
    pub(crate) read_hits: u64,
    /// Pages found in it by writes.
    pub(crate) write_hits: u64,
    /// Pages found in block slots; none where there are none.
    block_slot_hits: Option<u64>,
    /// Times it wrote to flash.
    pub flushes: Option<u64>,
    /// Of those, times it filled the holes of a block; none where it never does.
    pub plugs: Option<u64>,
    /// Sets that swapped places with a block; none where there are no block slots.
    pub(crate) swaps: Option<u64>,
    /// Pages read from flash to fill holes.
    pub(crate) padding_reads: Option<u64>,
    /// Pages read from flash to complete those of which only some sectors were in it; none where whole pages are kept.
    pub(crate) fill_reads: Option<u64>,
    /// Mean of the pages that a flush found in it.
    pub(crate) flushed_pages_mean: Option<f64>,
    /// Mean of the write requests for which what it wrote to flash had not been touched.
    pub(crate) victim_age_mean: Option<f64>,
    /// Logical blocks with pages in it, mean over the write requests.
    pub groups_mean: Option<f64>,
    /// Bytes of pages that there is room for.
    pub capacity_bytes: u64,
    /// Bytes of its tables as they are at the end.
    pub metadata_bytes: u64,
    /// How it tuned itself; none where it does not.
    pub(crate) tuning: Option<Tuning>,
    /// Acknowledged pages lost in a power cut.
    lost_on_power_cut: Option<u64>,
}

/// How l-buffer tuned itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Tuning {
    /// The α in force at the end.
    pub alpha: f64,
    /// The λ in force at the end, in pages; none: nothing is plugged.
    pub lambda: Option<f64>,
    /// Sessions that ended after counting began.
    pub(crate) sessions: Vec<SessionReport>,
}

/// A session that is over.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SessionReport {
    /// The α in force.
    pub alpha: f64,
    /// The λ in force, in pages; none: nothing was plugged.
    pub lambda: Option<f64>,
    /// Bytes of the rehearsals of the buffer at its end.
    pub(crate) write_simulation_bytes: u64,
    /// Bytes of the rehearsals of the log at its end.
    pub(crate) log_simulation_bytes: u64,
}

impl Buffer {
    /// Of `machine`, on what was counted since `begin`.
    pub fn of(machine: &Machine, counters: &Counters, begin: &Mark) -> Self {
        let read_hits: u64 = counters.cache_read_hits.iter().sum();
        let write_hits: u64 = counters.cache_write_hits.iter().sum();
        let slots = machine.has_page_slots();
        let by_policy = machine.buffer.is_some() && !slots;
        let mean = |sum: u64, of: u64| (of > 0).then(|| sum as f64 / of as f64);
        let page_bytes = machine.core.nand.geometry.page_bytes;
        let own = Own::of(machine, begin);
        Self {
            hits: read_hits + write_hits,
            misses: counters.host_read_pages() + counters.host_written_pages() - read_hits - write_hits,
            read_hits,
            write_hits,
            block_slot_hits: slots.then_some(counters.cache_read_hits[1] + counters.cache_write_hits[1]),
            flushes: Some(counters.flushes),
            plugs: own.plugs.then_some(counters.plugs),
            swaps: slots.then_some(counters.swaps),
            padding_reads: Some(counters.reads[Purpose::Rewrite as usize]),
            fill_reads: own.by_sector.then_some(counters.reads[Purpose::Fill as usize]),
            flushed_pages_mean: mean(counters.flushed_pages, counters.flushes),
            victim_age_mean: mean(counters.victim_age, counters.flushes).filter(|_| by_policy),
            groups_mean: mean(counters.buffered_groups, counters.requests[HostOp::Write as usize])
                .filter(|_| by_policy),
            capacity_bytes: machine.buffer.capacity_bytes(page_bytes)
                + machine.ftl.cache_pages() * u64::from(page_bytes),
            metadata_bytes: match machine.buffer.is_some() {
                true => machine.buffer.table_bytes(),
                false => machine.ftl.ram_bytes(),
            },
            tuning: own.tuning,
            lost_on_power_cut: machine.power_loss.map(|loss| loss.lost_pages),
        }
    }
}

/// What only some buffers have.
#[derive(Default)]
struct Own {
    plugs: bool,
    by_sector: bool,
    tuning: Option<Tuning>,
}

impl Own {
    #[cfg(not(feature = "layers"))]
    fn of(_: &Machine, _: &Mark) -> Self {
        Self::default()
    }

    #[cfg(feature = "layers")]
    fn of(machine: &Machine, begin: &Mark) -> Self {
        let Some(buffer) = machine.buffer.pages() else { return Self::default() };
        let pages = buffer.store.pages_per_block;
        let counted_from = begin.counters.requests[HostOp::Write as usize];
        let session = |past: &Past| SessionReport {
            alpha: past.alpha.0,
            lambda: past.lambda.pages(pages),
            write_simulation_bytes: past.bytes[0],
            log_simulation_bytes: past.bytes[1],
        };
        let tuning = machine.buffer.lbuffer().map(|policy| Tuning {
            alpha: policy.alpha(),
            lambda: policy.lambda(),
            sessions: policy.past().iter().filter(|past| past.ended > counted_from).map(session).collect(),
        });
        Self { plugs: buffer.policy.can_plug(), by_sector: buffer.store.cells_per_page > 1, tuning }
    }
}
