//! The report of a run: every figure that the command line prints and the page exports, made in one place so that both
//! say the same to the last byte.
//!
//! A field that does not apply is `None`, `null` in JSON, never 0. Shares are fractions of 1, times whole nanoseconds.
//! Only requests after the warm-up count, and only what the device did from the first of them on.

use super::checks::{Check, checks};
use super::counters::Counters;
use super::mark::{Counted, Mark};
use super::reference::{self, Reference};
use super::samples::Samples;
use super::saturation::saturated;
use super::wear::Wear;
use crate::engine::clock::Clock;
use crate::engine::machine::{End, EndKind, Machine};
use crate::engine::operation::Purpose;
use crate::engine::power::PowerLoss;
use crate::engine::request::HostOp;
use crate::experiment::device;
use crate::experiment::document::Experiment;
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
    pub unmapped_read_pages: u64,
    /// Pages that writes brought.
    pub host_written_pages: u64,
    /// Pages that trims gave up.
    pub host_trimmed_pages: u64,
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
    pub erase_gini: Option<f64>,
    /// Host pages until the most erased block reaches its endurance, if all goes on as it did.
    pub lifetime_host_pages: Option<u64>,
    /// Merges; none for layers that do not merge.
    pub merges: Option<Merges>,
    /// Garbage collection.
    pub gc: Option<Gc>,
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

/// A count by cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ByCause {
    /// The host's own pages; erases of blocks that were found full of remains.
    pub host: u64,
    /// Garbage collection.
    pub gc: u64,
    /// Wear levelling.
    pub wear: u64,
    /// Start-up after a power cut.
    pub recovery: u64,
}

/// Merges of log and data blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Merges {
    /// The log block became the data block.
    pub switch: u64,
    /// The log block was filled up and became the data block.
    pub partial: u64,
    /// Logical blocks rebuilt page by page.
    pub full: u64,
}

/// Garbage collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gc {
    /// Victims collected.
    pub runs: u64,
    /// Valid pages moved out of them.
    pub moved_pages: u64,
}

/// A write buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Buffer {
    /// Pages found in it.
    pub hits: u64,
    /// Pages not found in it.
    pub misses: u64,
    /// Times it wrote to flash.
    pub flushes: Option<u64>,
    /// Swaps of a block.
    pub swaps: Option<u64>,
    /// Pages read from flash to fill holes.
    pub padding_reads: Option<u64>,
    /// Acknowledged pages lost in a power cut.
    pub lost_on_power_cut: Option<u64>,
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
}

/// Reads held up, as shares of all reads (SPEC 9.7).
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
    pub wall_ms: Option<f64>,
    /// Flash pages read and programmed for each second of it, warm-up included.
    pub page_ops_per_s: Option<f64>,
}

impl Report {
    /// The report of `machine`, which runs `experiment`, on what happened since `begin`.
    pub fn new(experiment: &Experiment, machine: &Machine, begin: &Mark, samples: &Samples) -> Self {
        let counted = Mark::of(machine).since(begin);
        let counters = &counted.counters;
        let of = |op: HostOp| counters.requests[op as usize];
        let sorted = samples.sorted();
        let wear = Wear::of(&counted.erases);
        let map = machine.source().address_map();
        let ram_bytes = machine.ftl.ram_bytes();
        Self {
            experiment: experiment.to_document(),
            end: machine.end.clone(),
            requests: counters.requests.iter().sum(),
            reads: of(HostOp::Read),
            writes: of(HostOp::Write),
            trims: of(HostOp::Trim),
            flushes: of(HostOp::Flush),
            host_read_pages: counters.host_read_pages(),
            unmapped_read_pages: counters.unmapped_reads,
            host_written_pages: counters.host_written_pages(),
            host_trimmed_pages: counters.host_pages[HostOp::Trim as usize],
            simulated_ns: counted.simulated_ns,
            mean_response_ns: samples.mean_ns(&[HostOp::Read, HostOp::Write, HostOp::Trim, HostOp::Flush]),
            read_mean_response_ns: samples.mean_ns(&[HostOp::Read]),
            write_mean_response_ns: samples.mean_ns(&[HostOp::Write]),
            p50_ns: sorted.percentile_ns(5000),
            p75_ns: sorted.percentile_ns(7500),
            p90_ns: sorted.percentile_ns(9000),
            p95_ns: sorted.percentile_ns(9500),
            p99_ns: sorted.percentile_ns(9900),
            p999_ns: sorted.percentile_ns(9990),
            p9999_ns: sorted.percentile_ns(9999),
            max_ns: sorted.max_ns(),
            saturated: is_saturated(machine, &counted, samples),
            nand_reads: counters.nand_reads(),
            nand_programs: counters.nand_programs(),
            nand_erases: counters.nand_erases(),
            causes: Causes::of(counters),
            write_amplification: counters.write_amplification(),
            write_amplification_reference: reference::write_amplification(experiment, &machine.core.nand.geometry),
            erase_mean: wear.mean,
            erase_max: wear.max,
            erase_min: wear.min,
            erase_std_dev: wear.std_dev,
            erase_cv: wear.cv,
            erase_gini: wear.gini,
            lifetime_host_pages: lifetime(experiment, counters, &wear),
            merges: None,
            gc: Some(Gc { runs: counters.gc_runs, moved_pages: counters.gc_moved_pages }),
            buffer: None,
            mapping: Some(Mapping { lookups: None, hits: None, resident_bytes: ram_bytes, full_bytes: ram_bytes }),
            blocked: blocked(machine, samples),
            utilisation: Utilisation::of(machine, &counted),
            ram_bytes,
            address_mode: map.map(|map| map.mode().name()),
            dropped_requests: map.map(|map| map.dropped()),
            power_loss: machine.power_loss,
            checks: conservation(experiment, machine, &counted),
            engine: Engine::default(),
        }
    }

    /// As JSON, indented. The same bytes for the same run, natively and in WebAssembly, `engine` aside.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report has only plain values")
    }
}

impl Engine {
    /// The speed of a run that took `wall_ms` milliseconds for all that `machine` did.
    pub fn of(machine: &Machine, wall_ms: f64) -> Self {
        let pages = machine.core.counters.nand_reads() + machine.core.counters.nand_programs();
        Self { wall_ms: Some(wall_ms), page_ops_per_s: (wall_ms > 0.0).then(|| pages as f64 / wall_ms * 1000.0) }
    }
}

impl Causes {
    fn of(counters: &Counters) -> Self {
        let by_cause = |counts: &[u64; Purpose::COUNT]| ByCause {
            host: counts[Purpose::Host as usize],
            gc: counts[Purpose::Gc as usize],
            wear: counts[Purpose::Wear as usize],
            recovery: counts[Purpose::Recovery as usize],
        };
        Self {
            reads: by_cause(&counters.reads),
            programs: by_cause(&counters.programs),
            erases: by_cause(&counters.erases),
        }
    }
}

impl Utilisation {
    fn of(machine: &Machine, counted: &Counted) -> Self {
        let share = |busy_ns: u64| busy_ns as f64 / counted.simulated_ns as f64;
        if counted.simulated_ns == 0 {
            return Self { controller: None, channels: None, planes: None };
        }
        match machine.core.clock {
            Clock::Serial(_) => {
                Self { controller: Some(share(counted.counters.service_ns)), channels: None, planes: None }
            }
            Clock::Event(_) => {
                let host_pages: u64 = counted.counters.host_pages.iter().sum();
                Self {
                    controller: Some(share(host_pages * machine.core.controller_ns)),
                    channels: Some(counted.channels_ns.iter().map(|&ns| share(ns)).collect()),
                    planes: Some(counted.planes_ns.iter().map(|&ns| share(ns)).collect()),
                }
            }
        }
    }
}

fn is_saturated(machine: &Machine, counted: &Counted, samples: &Samples) -> Option<bool> {
    if machine.is_closed_loop() {
        return Some(false);
    }
    // On the event clock a request's own service is what its share of the planes' work would take one by one.
    let busy_ns = match machine.core.clock {
        Clock::Serial(_) => counted.counters.service_ns,
        Clock::Event(_) => counted.planes_ns.iter().sum(),
    };
    saturated(samples, busy_ns)
}

fn blocked(machine: &Machine, samples: &Samples) -> Option<Blocked> {
    let Clock::Event(_) = machine.core.clock else { return None };
    let reads = samples.requests_of(HostOp::Read);
    let share = |part: u64| (reads > 0).then(|| part as f64 / reads as f64);
    Some(Blocked { gc_fraction: share(samples.reads_behind_gc), queue_fraction: share(samples.reads_behind_blocked) })
}

fn lifetime(experiment: &Experiment, counters: &Counters, wear: &Wear) -> Option<u64> {
    let pages = u128::from(counters.host_written_pages()) * u128::from(experiment.device.integer("endurance"));
    pages.checked_div(u128::from(wear.max)).and_then(|pages| u64::try_from(pages).ok())
}

fn conservation(experiment: &Experiment, machine: &Machine, counted: &Counted) -> Vec<Check> {
    let whole = machine.end.as_ref().is_none_or(|end| end.kind == EndKind::Done) && machine.power_loss.is_none();
    let serial = matches!(machine.core.clock, Clock::Serial(_));
    if whole { checks(counted, &device::timing(&experiment.device), serial) } else { Vec::new() }
}
