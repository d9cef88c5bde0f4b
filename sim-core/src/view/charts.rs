//! Figures for the charts, all of the run up to the present position.

use super::series::{Bucket, Series};
use super::so_far::{SoFar, so_far};
#[cfg(feature = "layers")]
use super::stripes::{StripeCharts, stripe_charts};
use crate::experiment::device;
use crate::experiment::document::Experiment;
use crate::flash::clock::Clock;
use crate::flash::counters::Counters;
use crate::flash::observables::Moment;
use crate::flash::operation::Purpose;
use crate::machine::Machine;
use crate::metrics::reference;
use crate::replay::history::Mark;
use crate::replay::lane::Lane;
use serde::Serialize;

/// Stretches of the wear strip.
const STRIP: usize = 128;
/// Bars of the erase histogram.
const BARS: u32 = 24;

/// All charts.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Charts {
    so_far: SoFar,
    /// Response times in bins of `bin_requests` requests.
    latency: Latency,
    /// Cumulative write amplification at the end of each bin; null before the first host write.
    write_amplification: WriteAmplification,
    /// Share of requests slower than `ns[i]`.
    tail: Tail,
    erases: Erases,
    /// What garbage collection cost: `ns` is null where other work goes on beside it.
    collections: Collections,
    /// Of layers that merge: how often, and log blocks emptied with the logical blocks that had pages in them.
    merges: Option<Merges>,
    /// Of layers that keep their map on flash.
    map_cache: Option<MapCache>,
    /// Of layers that keep pages of the host in RAM.
    page_cache: Option<PageCache>,
    /// Of write buffers.
    buffer: Option<BufferCharts>,
    /// Of host FTLs over open channels.
    #[cfg(feature = "layers")]
    openchannel: Option<super::openchannel::OpenChannelCharts>,
    /// Of devices with stripes.
    #[cfg(feature = "layers")]
    ttflash: Option<StripeCharts>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Latency {
    bin_requests: u64,
    p50_ns: Vec<u64>,
    p99_ns: Vec<u64>,
    max_ns: Vec<u64>,
    gc_runs: Vec<u64>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct WriteAmplification {
    values: Vec<Option<f64>>,
    now: Option<f64>,
    theory: Option<Theory>,
    host_pages: u64,
    programs: u64,
}

/// A closed form that applies to the experiment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Theory {
    /// The write amplification it gives.
    pub value: f64,
    /// Its name and the effective α.
    pub label: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Tail {
    ns: Vec<u64>,
    share: Vec<f64>,
    count: u64,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Erases {
    first: u32,
    step: u32,
    blocks: Vec<u32>,
    mean: f64,
    max: u32,
    strip: Vec<f64>,
}

/// What garbage collection cost so far.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Collections {
    moved_pages: u64,
    /// What its copies and erases took; `None` where other work goes on beside it.
    ns: Option<u64>,
}

/// Merges so far, of layers that merge.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Merges {
    switch: u64,
    partial: u64,
    full: u64,
    /// Log blocks emptied.
    reclaims: u64,
    /// Logical blocks with valid pages in them, all together and the most at once.
    associativity_sum: u64,
    associativity_max: usize,
}

/// What pages in RAM spared the flash so far, for layers that keep such.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct PageCache {
    /// Pages that the host asked for: found in page slots, in block slots, not found.
    read: [u64; 3],
    write: [u64; 3],
    set_evictions: u64,
    swaps: u64,
    flushes: u64,
    /// Pages that were in RAM when their block was flushed.
    flushed_pages: u64,
    /// Pages read up from flash for it.
    read_up: u64,
}

/// What a write buffer was good for so far.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BufferCharts {
    /// Pages that the host asked for: found, not found.
    read: [u64; 2],
    write: [u64; 2],
    /// Groups (or pages, where they leave one by one) that left; of those, with their holes filled.
    flushes: u64,
    plugs: u64,
    /// Pages that were in RAM when they left.
    flushed_pages: u64,
    /// Pages read to fill holes, and to complete pages of which only some sectors were in RAM.
    padding_reads: u64,
    fill_reads: u64,
    /// Write requests that all victims together had not been touched for.
    victim_age_sum: u64,
    groups: u32,
    /// Sectors.
    used: u64,
    capacity: u64,
}

/// What the map cost so far, for layers that keep it on flash.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct MapCache {
    lookups: u64,
    hits: u64,
    evictions: u64,
    write_backs: u64,
    lazy_updates: u64,
    /// Translation pages read and programmed: looking up, updating, collecting.
    reads: [u64; 3],
    programs: [u64; 3],
}

/// The charts of `lane` at its position; `theory` is the reference for its write amplification.
pub fn charts(lane: &Lane, series: &mut Series, theory: Option<Theory>) -> Charts {
    let machine = lane.machine();
    let requests = lane.requests_over();
    let (bin_requests, bins) = series.bins(&lane.history, requests);
    let (buckets, count) = series.buckets(lane, requests);
    let time_by_purpose = series.times.by_purpose(lane);
    Charts {
        so_far: so_far(machine, &lane.history, &buckets, count, time_by_purpose, &lane.seen.served),
        latency: Latency {
            bin_requests,
            p50_ns: bins.iter().map(|bin| bin.p50_ns).collect(),
            p99_ns: bins.iter().map(|bin| bin.p99_ns).collect(),
            max_ns: bins.iter().map(|bin| bin.max_ns).collect(),
            gc_runs: by_bin(lane.history.moments_before(Moment::Gc, lane.position()), bin_requests, bins.len()),
        },
        write_amplification: write_amplification(lane, requests, bin_requests, theory),
        tail: tail(&buckets, count),
        erases: erases(machine),
        collections: collections(machine),
        merges: machine.ftl.traits().merges().then(|| merges(&machine.core.counters)),
        map_cache: machine.ftl.traits().caches_map().then(|| map_cache(&machine.core.counters)),
        page_cache: machine.has_page_slots().then(|| page_cache(&machine.core.counters)),
        buffer: buffer(machine),
        #[cfg(feature = "layers")]
        openchannel: super::openchannel::openchannel_charts(lane, bin_requests, requests),
        #[cfg(feature = "layers")]
        ttflash: machine.ftl.traits().has_stripes.then(|| stripe_charts(lane, series, bin_requests, requests)),
    }
}

fn collections(machine: &Machine) -> Collections {
    let (counters, traits) = (&machine.core.counters, machine.ftl.traits());
    // Where a collection moves pages by copies alone, not through a ring, and nothing else goes on meanwhile, its operations are its time.
    let is_alone = matches!(machine.core.clock, Clock::Serial(_)) && !traits.purposes.contains(&Purpose::Pad);
    let ns = (is_alone && traits.collects()).then(|| {
        let timing = machine.core.clock.timing();
        let of = |counts: &[u64; Purpose::COUNT]| counts[Purpose::Gc as usize] + counts[Purpose::MapGc as usize];
        of(&counters.programs) * timing.copy_cost() + of(&counters.erases) * timing.erase_cost()
    });
    Collections { moved_pages: counters.gc_moved_pages, ns }
}

fn merges(counters: &Counters) -> Merges {
    let [switch, partial, full] = counters.merges;
    let by_owners = &counters.associativity;
    Merges {
        switch,
        partial,
        full,
        reclaims: counters.reclaims(),
        associativity_sum: (0..).zip(by_owners).map(|(owners, &blocks): (u64, _)| owners * blocks).sum(),
        associativity_max: by_owners.iter().rposition(|&blocks| blocks > 0).unwrap_or(0),
    }
}

fn page_cache(counters: &Counters) -> PageCache {
    let [read_pages, read_blocks] = counters.cache_read_hits;
    let [write_pages, write_blocks] = counters.cache_write_hits;
    PageCache {
        read: [read_pages, read_blocks, counters.host_read_pages() - read_pages - read_blocks],
        write: [write_pages, write_blocks, counters.cache_inserts],
        set_evictions: counters.set_evictions,
        swaps: counters.swaps,
        flushes: counters.flushes,
        flushed_pages: counters.flushed_pages,
        read_up: counters.reads[Purpose::Rewrite as usize],
    }
}

#[cfg(not(feature = "layers"))]
fn buffer(_: &Machine) -> Option<BufferCharts> {
    None
}

#[cfg(feature = "layers")]
fn buffer(machine: &Machine) -> Option<BufferCharts> {
    let (buffer, counters) = (machine.buffer.pages()?, &machine.core.counters);
    let [reads, writes] = [counters.cache_read_hits[0], counters.cache_write_hits[0]];
    Some(BufferCharts {
        read: [reads, counters.host_read_pages() - reads],
        write: [writes, counters.cache_inserts],
        flushes: counters.flushes,
        plugs: counters.plugs,
        flushed_pages: counters.flushed_pages,
        padding_reads: counters.reads[Purpose::Rewrite as usize],
        fill_reads: counters.reads[Purpose::Fill as usize],
        victim_age_sum: counters.victim_age,
        groups: buffer.store.group_count(),
        used: u64::from(buffer.store.used()) * buffer.cell_sectors(),
        capacity: u64::from(buffer.store.capacity) * buffer.cell_sectors(),
    })
}

fn map_cache(counters: &Counters) -> MapCache {
    let of =
        |counts: &[u64]| [Purpose::Map, Purpose::MapUpdate, Purpose::MapGc].map(|purpose| counts[purpose as usize]);
    MapCache {
        lookups: counters.map_lookups,
        hits: counters.map_hits,
        evictions: counters.map_evictions,
        write_backs: counters.map_write_backs,
        lazy_updates: counters.map_lazy_updates,
        reads: of(&counters.reads),
        programs: of(&counters.programs),
    }
}

/// How many of `marks` fall into each bin of `bin_requests` requests.
pub(super) fn by_bin(marks: &[Mark], bin_requests: u64, bins: usize) -> Vec<u64> {
    let mut counts = vec![0; bins];
    for mark in marks {
        if let Some(count) = counts.get_mut((mark.request / bin_requests) as usize) {
            *count += 1;
        }
    }
    counts
}

/// What theory says of `experiment`, where it has an answer.
pub fn theory(experiment: &Experiment) -> Option<Theory> {
    let geometry = device::geometry_of(experiment).ok()?;
    let reference = reference::write_amplification(experiment, &geometry)?;
    let value = reference.write_amplification;
    value
        .is_finite()
        .then(|| Theory { value, label: format!("{}, α {:.4}", reference.model, reference.alpha_effective) })
}

fn write_amplification(lane: &Lane, requests: u64, bin_requests: u64, theory: Option<Theory>) -> WriteAmplification {
    let counters = lane.counters_of_requests_over();
    let bins = requests.div_ceil(bin_requests);
    let value = |bin: u64| {
        let written = lane.history.written_before((bin + 1) * bin_requests);
        (written.host_pages > 0).then(|| written.programs as f64 / written.host_pages as f64)
    };
    let mut values: Vec<Option<f64>> = (0..bins.saturating_sub(1)).map(value).collect();
    values.extend((bins > 0).then(|| counters.write_amplification()));
    WriteAmplification {
        values,
        now: counters.write_amplification(),
        theory,
        host_pages: counters.host_written_pages(),
        programs: counters.nand_programs(),
    }
}

/// Share of requests slower than the slowest of each bucket.
fn tail(buckets: &[Bucket], count: u64) -> Tail {
    let mut slower = count;
    let mut tail = Tail { ns: Vec::new(), share: Vec::new(), count };
    for bucket in buckets {
        slower -= bucket.count;
        tail.ns.push(bucket.max_ns);
        tail.share.push(slower as f64 / count as f64);
    }
    tail
}

fn erases(machine: &Machine) -> Erases {
    let counts: Vec<u32> = machine.core.nand.blocks.iter().map(|block| block.erase_count).collect();
    let (min, max) = (counts.iter().min().copied().unwrap_or(0), counts.iter().max().copied().unwrap_or(0));
    let step = (max - min + 1).div_ceil(BARS).max(1);
    let mut blocks = vec![0; ((max - min) / step + 1) as usize];
    counts.iter().for_each(|count| blocks[((count - min) / step) as usize] += 1);
    let stretch = |i: usize| {
        let part = &counts[i * counts.len() / STRIP..((i + 1) * counts.len()).div_ceil(STRIP).min(counts.len())];
        part.iter().map(|&count| f64::from(count)).sum::<f64>() / part.len().max(1) as f64
    };
    let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    Erases {
        first: min,
        step,
        blocks,
        mean: total as f64 / counts.len() as f64,
        max,
        strip: (0..STRIP).map(stretch).collect(),
    }
}
