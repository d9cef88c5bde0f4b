//! The report of a run: every figure that the command line prints and the page exports, made in one place so that both
//! say the same to the last byte.
//!
//! A field that does not apply is `None`, `null` in JSON, never 0. Shares are fractions of 1, times whole nanoseconds.
//! Only requests after the warm-up count, and only what the device did from the first of them on. Beside a background
//! responses are those of the other requests; counts are of both.

use super::buffer::Buffer;
use super::checks::Check;
use super::openchannel::OpenChannel;
use super::reference::Reference;
use super::time_by_purpose::TimeByPurpose;
use super::ttflash::Ttflash;
use crate::machine::power::PowerLoss;
use crate::machine::{End, Machine};
use crate::trace::coverage::Coverage;
use serde::Serialize;
use serde_json::Value;

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The experiment, every field filled in.
    pub experiment: Value,
    /// How the run ended; none while it goes on.
    pub end: Option<End>,
    /// Counted requests: all that were begun after the warm-up, of whatever kind.
    pub requests: u64,
    /// Reads among them.
    pub reads: u64,
    /// Writes among them.
    pub writes: u64,
    /// Trims among them.
    pub trims: u64,
    /// Flushes among them.
    pub flushes: u64,
    /// Pages that reads asked for.
    pub host_read_pages: u64,
    /// Of those, pages that held nothing.
    pub(super) unmapped_read_pages: u64,
    /// Pages that writes brought.
    pub host_written_pages: u64,
    /// Pages that trims gave up.
    pub(super) host_trimmed_pages: u64,
    /// Time from the first counted request to the end of the last.
    pub simulated_ns: u64,
    /// Mean time from a request's arrival to its end.
    pub mean_response_ns: Option<f64>,
    /// The same of reads.
    pub read_mean_response_ns: Option<f64>,
    /// The same of writes.
    pub write_mean_response_ns: Option<f64>,
    /// Median response. Percentiles are samples, by nearest rank.
    pub p50_ns: Option<u64>,
    /// 75 % of the requests took no longer.
    pub p75_ns: Option<u64>,
    /// 90 %.
    pub p90_ns: Option<u64>,
    /// 95 %.
    pub p95_ns: Option<u64>,
    /// 99 %.
    pub p99_ns: Option<u64>,
    /// 99.9 %.
    pub p999_ns: Option<u64>,
    /// 99.99 %.
    pub p9999_ns: Option<u64>,
    /// The longest response.
    pub max_ns: Option<u64>,
    /// Of reads alone: for each share the response that so many of them do not exceed; none without a read.
    pub read_tail: Option<Vec<(f64, u64)>>,
    /// What the requests' time went to.
    pub time_by_purpose: TimeByPurpose,
    /// Whether requests came faster than the device could serve them; false in a closed loop, none below 100 requests.
    pub saturated: Option<bool>,
    /// Flash page reads.
    pub nand_reads: u64,
    /// Flash page programs.
    pub nand_programs: u64,
    /// Block erases.
    pub nand_erases: u64,
    /// The three, by cause.
    pub causes: Causes,
    /// Flash pages programmed for each page the host wrote.
    pub write_amplification: Option<f64>,
    /// What theory gives for it, where there is a model.
    pub write_amplification_reference: Option<Reference>,
    /// Mean erases of a block.
    pub erase_mean: f64,
    /// Erases of the block with most.
    pub erase_max: u64,
    /// Erases of the block with fewest.
    pub erase_min: u64,
    /// Population standard deviation of erases over blocks.
    pub erase_std_dev: f64,
    /// The same divided by the mean.
    pub erase_cv: Option<f64>,
    /// Gini coefficient of erases over blocks.
    pub(crate) erase_gini: Option<f64>,
    /// Host pages until the most erased block reaches its endurance, if all goes on as it did.
    pub lifetime_host_pages: Option<u64>,
    /// Merges; none for layers that do not merge.
    pub merges: Option<Merges>,
    /// Garbage collection.
    pub gc: Option<Gc>,
    /// Stripes across channels; none for layers without.
    pub ttflash: Option<Ttflash>,
    /// A host FTL over open channels; none for other layers.
    pub openchannel: Option<OpenChannel>,
    /// The write buffer; none without one.
    pub buffer: Option<Buffer>,
    /// The mapping table.
    pub mapping: Option<Mapping>,
    /// Reads that garbage collection held up; none on the serial clock, where all waits are one queue.
    pub blocked: Option<Blocked>,
    /// Busy time / time.
    pub utilisation: Utilisation,
    /// RAM that the device's tables and buffers take.
    pub ram_bytes: u64,
    /// How a trace's addresses were fitted to the device; none for a generator.
    pub address_mode: Option<&'static str>,
    /// Requests of a trace that lie beyond the device and were left out; none for a generator.
    pub dropped_requests: Option<u64>,
    /// What is replayed of a trace, and what of it is left out; none for a generator.
    pub trace: Option<Coverage>,
    /// What a power cut cost, if there was one.
    pub power_loss: Option<PowerLoss>,
    /// What must add up; empty where a request was cut off.
    pub checks: Vec<Check>,
    /// How fast the simulator was: the one part that differs from run to run.
    pub engine: Engine,
}

/// Flash operations by cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Causes {
    /// Flash page reads.
    pub reads: ByCause,
    /// Flash page programs.
    pub programs: ByCause,
    /// Block erases.
    pub erases: ByCause,
}

/// A count by cause: the names of [`crate::flash::operation::Purpose`], those that do not apply to the layer left out.
pub(crate) type ByCause = serde_json::Map<String, Value>;

/// Merges of log and data blocks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Merges {
    /// The log block became the data block.
    pub switch: u64,
    /// The log block was filled up and became the data block.
    pub partial: u64,
    /// Logical blocks rebuilt page by page.
    pub full: u64,
    /// Log blocks emptied; none where the layer has none.
    pub(crate) log_block_gc: u64,
    /// How many logical blocks had valid pages in a log block when it was emptied: mean.
    pub(crate) associativity_mean: Option<f64>,
    /// The same: most.
    pub(crate) associativity_max: Option<u64>,
    /// The same: log blocks by that number, from 0 on; the last entry counts those with 128 or more.
    pub(super) associativity_histogram: Vec<u64>,
    /// Of those logical blocks, those whose first pages in the log since they were last rebuilt were in that log block;
    /// `None` for layers other than FAST.
    pub first_log_block: Option<u64>,
}

/// Garbage collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gc {
    /// Victims collected.
    pub runs: u64,
    /// Valid pages moved out of them.
    pub moved_pages: u64,
}

/// A mapping table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mapping {
    /// Lookups in a cache of it; none if all of it is in RAM.
    pub lookups: Option<u64>,
    /// Lookups that the cache answered.
    pub hits: Option<u64>,
    /// Bytes of it in RAM.
    pub resident_bytes: u64,
    /// Bytes of all of it.
    pub full_bytes: u64,
    /// What the cache costs in flash operations; none if all of it is in RAM.
    pub(crate) traffic: Option<MapTraffic>,
}

/// Flash operations for a mapping table that is only partly in RAM: map traffic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct MapTraffic {
    /// Entries that left the cache.
    pub evictions: u64,
    /// Of those, entries written back.
    pub(crate) write_backs: u64,
    /// Translation pages read by look-ups and write-backs.
    pub reads: u64,
    /// Translation pages programmed by write-backs.
    pub writes: u64,
    /// Translation pages read to bring them up to date after a garbage collection.
    pub(crate) update_reads: u64,
    /// Translation pages programmed for that.
    pub(crate) update_writes: u64,
    /// Entries that were brought up to date in the cache instead.
    pub(crate) lazy_updates: u64,
    /// Translation pages moved by garbage collection.
    pub(crate) gc_copies: u64,
    /// Logical blocks copied in order, so that one entry maps them; none where the layer does not.
    pub conversions: Option<u64>,
}

/// Reads held up, as shares of all reads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Blocked {
    /// Waited for a garbage collection.
    pub gc_fraction: Option<f64>,
    /// Waited behind a request that did.
    pub queue_fraction: Option<f64>,
}

/// Busy time as a share of simulated time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Utilisation {
    /// The controller; on the serial clock the one server.
    pub controller: Option<f64>,
    /// Each channel. Event clock.
    pub channels: Option<Vec<f64>>,
    /// Each plane. Event clock.
    pub planes: Option<Vec<f64>>,
}

/// How fast the simulator was.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Engine {
    /// Wall time of the run, in milliseconds; the caller's clock.
    pub(crate) wall_ms: Option<f64>,
    /// Flash pages read and programmed for each second of it, warm-up included.
    pub(crate) page_ops_per_s: Option<f64>,
}

impl Report {
    /// As JSON, indented. The same bytes for the same run, natively and in WebAssembly, `engine` aside.
    pub fn to_json(&self) -> String {
        let report = serde_json::to_value(self).expect("a report has only plain values");
        format!("{report:#}")
    }
}

impl Engine {
    /// The speed of a run that took `wall_ms` milliseconds for all that `machine` did.
    pub fn of(machine: &Machine, wall_ms: f64) -> Self {
        let pages = machine.core.counters.nand_reads() + machine.core.counters.nand_programs();
        Self { wall_ms: Some(wall_ms), page_ops_per_s: (wall_ms > 0.0).then(|| pages as f64 / wall_ms * 1000.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::run::Run;
    use serde_json::json;

    #[test]
    fn the_simulators_speed_is_the_pages_read_and_programmed_for_each_second() {
        let document = json!({ "device": { "preset": "toy" } });
        let experiment = crate::experiment::document::Experiment::new(&document, &[]).expect("an experiment");
        let mut run = Run::new(&experiment, None).expect("a run");
        run.finish();
        let counters = &run.machine().core.counters;
        let pages = (counters.nand_reads() + counters.nand_programs()) as f64;
        assert!(counters.nand_reads() > 100 && counters.nand_programs() > 100);
        let speed = Engine::of(run.machine(), 250.0);
        assert_eq!((speed.wall_ms, speed.page_ops_per_s), (Some(250.0), Some(4.0 * pages)));
        assert_eq!(Engine::of(run.machine(), 0.0), Engine { wall_ms: Some(0.0), page_ops_per_s: None });
    }
}
