//! What of the mapping table is in memory: map blocks, or single entries.

use super::cache::MapCache;
use super::map_policy;
use super::map_policy::policy::{MapBlock, Setup};
use super::map_sizes::{MapSizes, SINGLE_BYTES};
use super::settings::ENTRIES;
use crate::base::bulk::Bulk;
use crate::base::error::Error;
use crate::ftl::dftl::cmt::{Cmt, Replacement};
use crate::ftl::layer::Build;
use crate::parameters::settings::Settings;
use std::ops::Range;

/// What of the table is in memory.
#[derive(Clone, Debug, Hash)]
pub(super) enum Memory {
    /// Map blocks.
    Blocks(MapCache),
    /// Single entries, the least recent leaves.
    Entries(Cmt),
}

impl Memory {
    /// Empty; `journal` are the map blocks with entries of the journal.
    pub(super) fn new(build: &Build<'_>, sizes: MapSizes, journal: Option<Range<MapBlock>>) -> Result<Self, Error> {
        let settings = build.settings;
        if settings.word("policy") == ENTRIES {
            let entries = entries(settings, build.nand.geometry.logical_pages);
            return Ok(Self::Entries(Cmt::new(Replacement::Plain, [0, entries])));
        }
        let slots = slots(settings, sizes)?;
        let policy = (map_policy::entry(settings.word("policy")).build)(Setup {
            settings,
            slots,
            map_blocks: sizes.blocks,
            journal: journal.filter(|_| settings.flag("journal_hint")),
            future: build.future.clone(),
        });
        Ok(Self::Blocks(MapCache::new(slots, sizes.blocks, policy)))
    }

    /// Map blocks, or single entries, that there is room for.
    pub(super) fn room(&self) -> u64 {
        match self {
            Self::Blocks(cache) => u64::from(cache.capacity()),
            Self::Entries(entries) => u64::from(entries.capacity()[1]),
        }
    }

    /// Its bytes, of which a map block takes `block_bytes`.
    pub(super) fn bytes(&self, block_bytes: u64) -> u64 {
        match self {
            Self::Blocks(cache) => u64::from(cache.capacity()) * block_bytes,
            Self::Entries(entries) => SINGLE_BYTES * entries.capacity().iter().map(|&n| u64::from(n)).sum::<u64>(),
        }
    }

    /// Bytes of the bitmap of its slots.
    pub(super) fn bitmap_bytes(&self) -> u64 {
        match self {
            Self::Blocks(cache) => u64::from(cache.capacity()).div_ceil(8),
            Self::Entries(_) => 0,
        }
    }

    /// The large arrays, for checkpoints.
    pub(super) fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        match self {
            Self::Blocks(cache) => cache.bulk(visit),
            Self::Entries(entries) => entries.bulk(visit),
        }
    }
}

/// Single entries that there is room for: one at least.
fn entries(settings: &Settings, logical_pages: u32) -> u32 {
    let all = u64::from(logical_pages);
    settings.optional("cache_bytes").map_or(all, |bytes| (bytes / SINGLE_BYTES).clamp(1, all)) as u32
}

/// Map blocks that there is room for.
fn slots(settings: &Settings, sizes: MapSizes) -> Result<u32, Error> {
    let all = u64::from(sizes.blocks);
    let slot_bytes = u64::from(sizes.entries_per_block) * u64::from(sizes.cached_entry_bytes);
    let slots = settings.optional("cache_bytes").map_or(all, |bytes| bytes / slot_bytes).min(all) as u32;
    if slots == 0 {
        return Err(Error::Conflict(format!(
            "the cache (ftl.cache_bytes) has no room for a map block of {slot_bytes} bytes (ftl.cache_block_bytes, ftl.cached_entry_bytes)"
        )));
    }
    Ok(slots)
}
