//! What the page is told about a host FTL over open channels.

use super::part::{Part, Subject};
use crate::replay::lane::Lane;
use serde::Serialize;

#[cfg(feature = "layers")]
use crate::flash::clock::Clock;
#[cfg(feature = "layers")]
use crate::flash::observables::Moment;
#[cfg(feature = "layers")]
use crate::flash::operation::{Kind, Purpose};
#[cfg(feature = "layers")]
use crate::ftl::openchannel::picture::{Board, Details};

/// The smallest core has no such layer.
#[cfg(not(feature = "layers"))]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OpenChannelView {}

/// None.
#[cfg(not(feature = "layers"))]
pub fn openchannel(_: &Lane, _: Option<u32>) -> Option<OpenChannelView> {
    None
}

/// The host FTL, and what its map has cost so far.
#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpenChannelView {
    #[serde(flatten)]
    board: Board,
    /// Null where `map` is.
    costs: Option<MapCosts>,
}

/// Look-ups, and the time of a host page with and without what they cost.
#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct MapCosts {
    lookups: u64,
    hits: u64,
    loads: u64,
    write_backs: u64,
    page_ns: Option<u64>,
    full_page_ns: Option<u64>,
}

impl Part for OpenChannelView {
    fn of(subject: &mut Subject<'_>) -> Option<Self> {
        openchannel(subject.lane, subject.near)
    }
}

/// The host FTL of `lane` while it serves `near`.
#[cfg(feature = "layers")]
pub fn openchannel(lane: &Lane, near: Option<u32>) -> Option<OpenChannelView> {
    let machine = lane.machine();
    let mut board = machine.ftl.host_ftl()?.board(near, &machine.core.nand);
    if let Some(walk) = board.map.as_mut().and_then(|map| map.walk.as_mut()) {
        let known = lane.history.moments(Moment::MapStep);
        let first = lane.history.moments_before(Moment::MapStep, walk.op).len();
        let so_far = known[first..].iter().map(|mark| mark.operation).take_while(|&op| op < lane.position());
        walk.took(so_far);
        let reads = lane.seen.served.iter().filter(|operation| operation.kind == Kind::Read);
        walk.read_so_far(reads.map(|operation| operation.cause));
    }
    let counters = &machine.core.counters;
    let costs = board.map.as_ref().map(|map| {
        let pages = counters.host_read_pages() + counters.host_written_pages();
        let per_page = |ns: u64| ns.checked_div(pages);
        let serial = matches!(machine.core.clock, Clock::Serial(_));
        // On the serial clock what map pages took is known exactly: one command each block, its pages' transfers besides.
        let timing = machine.core.clock.timing();
        let of = |counts: &[u64; Purpose::COUNT]| -> u64 {
            [Purpose::Map, Purpose::MapUpdate, Purpose::MapGc].iter().map(|&purpose| counts[purpose as usize]).sum()
        };
        let (reads, writes) = (of(&counters.reads), of(&counters.programs));
        let block_pages = u64::from(map.block_pages);
        let map_ns = reads * timing.transfer_ns
            + reads / block_pages * (timing.read_ns + timing.command_ns)
            + writes * timing.transfer_ns
            + writes / block_pages * (timing.program_ns + timing.command_ns)
            + counters.erases[Purpose::MapGc as usize] * timing.erase_cost();
        MapCosts {
            lookups: counters.map_lookups,
            hits: counters.map_hits,
            loads: counters.map_blocks.loads,
            write_backs: counters.map_write_backs,
            page_ns: per_page(if serial { counters.service_ns } else { machine.core.clock.now_ns() }),
            full_page_ns: per_page(counters.service_ns.saturating_sub(map_ns)).filter(|_| serial),
        }
    });
    Some(OpenChannelView { board, costs })
}

/// A map block, where the map is kept in such.
#[cfg(feature = "layers")]
pub fn map_block(lane: &Lane, block: u32) -> Option<Details> {
    lane.machine().ftl.host_ftl()?.map_block(block)
}

/// Look-ups so far, for the charts.
#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct OpenChannelCharts {
    lookups: u64,
    hits: u64,
    journal_lookups: u64,
    journal_hits: u64,
    /// By bin of the response times: requests, and map blocks that they had to wait for.
    per_bin: Vec<[u64; 2]>,
}

/// The charts of `lane` in bins of `bin_requests`, `requests` of whose requests are over; none for other layers.
#[cfg(feature = "layers")]
pub(super) fn openchannel_charts(lane: &Lane, bin_requests: u64, requests: u64) -> Option<OpenChannelCharts> {
    let machine = lane.machine();
    machine.ftl.host_ftl().filter(|_| machine.ftl.traits().caches_map())?;
    let bin_requests = bin_requests.max(1);
    let mut per_bin: Vec<[u64; 2]> =
        (0..requests.div_ceil(bin_requests)).map(|bin| [bin_requests.min(requests - bin * bin_requests), 0]).collect();
    for miss in lane.history.moments_before(Moment::MapMiss, lane.position()) {
        if let Some(bin) = per_bin.get_mut((miss.request / bin_requests) as usize) {
            bin[1] += 1;
        }
    }
    let counters = &machine.core.counters;
    Some(OpenChannelCharts {
        lookups: counters.map_lookups,
        hits: counters.map_hits,
        journal_lookups: counters.map_blocks.journal_lookups,
        journal_hits: counters.map_blocks.journal_hits,
        per_bin,
    })
}
