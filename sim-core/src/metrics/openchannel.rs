//! What a host FTL over open channels did beside what all do.

use crate::flash::counters::Counters;
#[cfg(feature = "layers")]
use crate::flash::operation::Purpose;
use crate::machine::Machine;
use serde::Serialize;

/// Lines, the ring, and the map where only part of it is in memory.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpenChannel {
    /// Lines of the device, and those that are free.
    pub lines: u64,
    /// Free lines for data.
    pub(crate) free_lines: u64,
    /// Pages of the host that waited to enter the ring.
    pub user_stalls: u64,
    /// Pages programmed with nothing, to fill up commands and lines.
    padding_pages: u64,
    /// Flash pages programmed for each page the host wrote, without those of the map.
    write_amplification_data: Option<f64>,
    /// The map; none where all of it is in memory.
    pub map: Option<MapReport>,
}

/// A map of which only some blocks are in memory.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MapReport {
    /// Map blocks.
    pub map_blocks: u64,
    /// Flash pages of each.
    pub(crate) map_block_pages: u64,
    /// Map blocks, or single entries, that there is room for in memory.
    pub(crate) cache_blocks: u64,
    /// Bytes of the directory.
    pub directory_bytes: u64,
    /// Bytes of the cache.
    pub(crate) cache_bytes: u64,
    /// Bytes of the bitmap of its slots.
    pub(crate) bitmap_bytes: u64,
    /// Map blocks brought into memory.
    pub(crate) loads: u64,
    /// Look-ups of garbage collection that had to be fetched.
    pub(crate) gc_misses: u64,
    /// Look-ups in map blocks of the journal; none where no journal is known.
    pub(crate) journal_lookups: Option<u64>,
    /// Of those, look-ups found in memory.
    pub(crate) journal_hits: Option<u64>,
    /// Lines of the map that were collected.
    pub gc_runs: u64,
    /// Map blocks moved by that.
    pub(crate) gc_moved: u64,
}

/// What `machine` counted; none for other layers.
#[cfg(feature = "layers")]
pub(super) fn openchannel_report(machine: &Machine, counters: &Counters) -> Option<OpenChannel> {
    let ftl = machine.ftl.host_ftl()?;
    let of_map: u64 = [Purpose::Map, Purpose::MapUpdate, Purpose::MapGc]
        .iter()
        .map(|&purpose| counters.programs[purpose as usize])
        .sum();
    let written = counters.host_written_pages();
    let data = counters.nand_programs() - of_map;
    let counted = &counters.map_blocks;
    let map = ftl.map().map(|map| {
        let memory = map.memory_sizes();
        MapReport {
            map_blocks: u64::from(map.blocks),
            map_block_pages: u64::from(map.block_pages),
            cache_blocks: u64::from(memory.slots),
            directory_bytes: memory.directory_bytes(),
            cache_bytes: memory.cache_bytes(),
            bitmap_bytes: memory.bitmap_bytes(),
            loads: counted.loads,
            gc_misses: counted.gc_misses,
            journal_lookups: map.journal.as_ref().map(|_| counted.journal_lookups),
            journal_hits: map.journal.as_ref().map(|_| counted.journal_hits),
            gc_runs: counted.gc_runs,
            gc_moved: counted.gc_moved,
        }
    });
    Some(OpenChannel {
        lines: u64::from(machine.core.nand.geometry.blocks_per_plane),
        free_lines: u64::from(ftl.free_lines()),
        user_stalls: counted.user_stalls,
        padding_pages: counters.programs[Purpose::Pad as usize],
        write_amplification_data: (written > 0).then(|| data as f64 / written as f64),
        map,
    })
}

/// The smallest core has no such layer.
#[cfg(not(feature = "layers"))]
pub(super) fn openchannel_report(_: &Machine, _: &Counters) -> Option<OpenChannel> {
    None
}
