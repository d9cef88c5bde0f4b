//! What of the mapping table is in memory: map blocks, or single entries.

use super::cache::MapCache;
use super::map_policy;
use super::map_policy::policy::{MapBlock, Setup};
use super::map_sizes::MapSizes;
use super::memory_sizes::MemorySizes;
use crate::base::bulk::Bulk;
use crate::base::error::Error;
use crate::ftl::dftl::cmt::{Cmt, Replacement};
use crate::ftl::layer::Build;
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
        let MemorySizes { is_single, slots, .. } = MemorySizes::of(settings, &sizes)?;
        if is_single {
            return Ok(Self::Entries(Cmt::new(Replacement::Plain, [0, slots])));
        }
        let policy = (map_policy::entry(settings.word("policy")).build)(Setup {
            settings,
            slots,
            map_blocks: sizes.blocks,
            journal: journal.filter(|_| settings.flag("journal_hint")),
            future: build.future.clone(),
        });
        Ok(Self::Blocks(MapCache::new(slots, sizes.blocks, policy)))
    }

    /// Whether it is single entries.
    pub(super) fn is_single(&self) -> bool {
        matches!(self, Self::Entries(_))
    }

    /// Map blocks, or single entries, that there is room for.
    pub(super) fn capacity(&self) -> u32 {
        match self {
            Self::Blocks(cache) => cache.capacity(),
            Self::Entries(entries) => entries.capacity()[1],
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
