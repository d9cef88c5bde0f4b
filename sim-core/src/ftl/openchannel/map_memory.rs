//! What of the mapping table is in memory: map blocks, or single entries.

use super::cache::MapCache;
use super::map_policy;
use super::map_policy::policy::{MapBlock, MapPolicy, Setup};
use super::map_sizes::MapSizes;
use super::memory_sizes::MemorySizes;
use crate::base::bulk::AnyBulk;
use crate::base::error::Error;
use crate::ftl::dftl::cmt::{Cmt, Replacement};
use crate::ftl::flash_map::Cache;
use crate::ftl::layer::Build;
use crate::nand::Lpn;
use crate::nand::rule::Rule;
use std::ops::Range;

/// What of the table is in memory.
#[derive(Clone, Debug, Hash)]
pub(super) enum Memory {
    /// Map blocks.
    Blocks(MapCache),
    /// Single entries, the least recent leaves.
    Entries(Cmt),
}

/// A map block of which something is in memory.
pub(super) struct Part {
    pub(super) block: MapBlock,
    /// Whether it differs from the SSD.
    pub(super) dirty: bool,
    /// What its policy takes the block to be worth; none of single entries.
    pub(super) worth: Option<u64>,
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

    /// The map blocks, where it is these.
    pub(super) fn blocks(&self) -> Option<&MapCache> {
        match self {
            Self::Blocks(cache) => Some(cache),
            Self::Entries(_) => None,
        }
    }

    /// As [`Memory::blocks`].
    #[inline(always)]
    pub(super) fn blocks_mut(&mut self) -> Option<&mut MapCache> {
        match self {
            Self::Blocks(cache) => Some(cache),
            Self::Entries(_) => None,
        }
    }

    /// The single entries, where it is these.
    pub(super) fn entries(&self) -> Option<&Cmt> {
        match self {
            Self::Blocks(_) => None,
            Self::Entries(entries) => Some(entries),
        }
    }

    /// As [`Memory::entries`].
    #[inline(always)]
    pub(super) fn entries_mut(&mut self) -> Option<&mut Cmt> {
        match self {
            Self::Blocks(_) => None,
            Self::Entries(entries) => Some(entries),
        }
    }

    /// Whether it is single entries.
    pub(super) fn is_single(&self) -> bool {
        self.entries().is_some()
    }

    /// Map blocks, or single entries, that there is room for.
    pub(super) fn capacity(&self) -> u32 {
        match self {
            Self::Blocks(cache) => cache.capacity(),
            Self::Entries(entries) => entries.capacity()[1],
        }
    }

    /// Of those, how many are in use.
    pub(super) fn in_use(&self) -> u32 {
        match self {
            Self::Blocks(cache) => cache.blocks_in(),
            Self::Entries(entries) => entries.entries()[1],
        }
    }

    /// Of those, how many differ from the SSD.
    pub(super) fn dirty(&self) -> u32 {
        match self {
            Self::Blocks(cache) => cache.dirty_blocks(),
            Self::Entries(entries) => entries.dirty(),
        }
    }

    /// Whether the entry of a page, which is in `block`, is here and differs from the SSD.
    pub(super) fn is_changed(&self, lpn: Lpn, block: MapBlock) -> bool {
        match self {
            // Until the directory points to it, the block of a miss is about to be changed.
            Self::Blocks(cache) => cache.is_changed(block),
            Self::Entries(entries) => entries.is_dirty(lpn),
        }
    }

    /// Entries, from that of a page on, that are brought here together, where a map block has `per_block`.
    pub(super) fn together(&self, lpn: Lpn, per_block: u32) -> u32 {
        match self {
            Self::Blocks(_) => per_block - lpn % per_block,
            Self::Entries(_) => 1,
        }
    }

    /// Map blocks of which something is here; one several times where several of its entries are. `block_of` is that of a page.
    pub(super) fn parts(&self, block_of: impl Fn(Lpn) -> MapBlock) -> Vec<Part> {
        match self {
            Self::Blocks(cache) => {
                let part = |(slot, block)| Part {
                    block,
                    dirty: cache.is_changed(block),
                    worth: Some(cache.policy.worth(slot, block)),
                };
                (0..cache.capacity()).filter_map(|slot| Some((slot, cache.block(slot)?))).map(part).collect()
            }
            Self::Entries(entries) => {
                let part =
                    |slot| Part { block: block_of(entries.lpn(slot)), dirty: entries.is_marked(slot), worth: None };
                entries.most_recent(1).map(part).collect()
            }
        }
    }

    /// All that was here is gone.
    pub(super) fn clear(&mut self) {
        match self {
            Self::Blocks(cache) => cache.clear(),
            Self::Entries(entries) => entries.clear(),
        }
    }

    /// What must hold of it.
    pub(super) fn check(&self) -> Result<(), Rule> {
        match self {
            Self::Blocks(cache) => cache.check(),
            Self::Entries(entries) => entries.check(),
        }
    }

    /// The large arrays, for checkpoints.
    pub(super) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        match self {
            Self::Blocks(cache) => cache.bulk(visit),
            Self::Entries(entries) => entries.bulk(visit),
        }
    }
}
