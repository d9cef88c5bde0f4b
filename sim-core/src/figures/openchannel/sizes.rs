//! How large a mapping table is, and how much of it is in memory: arithmetic, without a device.

use crate::base::error::Error;
use crate::experiment::device;
use crate::experiment::document::Experiment;
use crate::ftl::openchannel::SELECTIVE;
use crate::ftl::openchannel::map_sizes::{self, ENTRY_BYTES, SINGLE_BYTES};
use crate::ftl::openchannel::settings::ENTRIES;

/// A table of which a part is in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Entries of the table.
    pub logical_pages: u32,
    /// Entries that are fetched at once.
    pub entries_per_block: u32,
    /// Parts of the table, each with so many entries.
    pub blocks: u32,
    /// Of those, how many there is room for: map blocks, or single entries.
    pub slots: u32,
    /// Whether single entries are kept.
    pub is_single: bool,
    /// Bytes of an entry in memory.
    cached_entry_bytes: u64,
}

/// Bytes of the whole table of `experiment`.
///
/// # Errors
/// A device that is none.
pub fn full_bytes(experiment: &Experiment) -> Result<u64, Error> {
    let pages = device::geometry_of(experiment)?.logical_pages;
    Ok(u64::from(ENTRY_BYTES) * u64::from(pages))
}

impl Sizes {
    /// Of an `experiment`, if only part of its table is in memory.
    ///
    /// # Errors
    /// A device that is none; a cache with no room for anything.
    pub fn of(experiment: &Experiment) -> Result<Option<Self>, Error> {
        if experiment.ftl_kind != SELECTIVE.info.kind {
            return Ok(None);
        }
        let (ftl, geometry) = (&experiment.ftl, device::geometry_of(experiment)?);
        let is_single = ftl.word("policy") == ENTRIES;
        let entry_bytes = u64::from(ENTRY_BYTES);
        let page_bytes = || ftl.optional("map_page_entries").map(|entries| entries * entry_bytes);
        let block_bytes = match is_single {
            true => page_bytes().unwrap_or(u64::from(geometry.page_bytes)),
            false => ftl.integer("cache_block_bytes"),
        };
        let entries_per_block = (block_bytes / entry_bytes) as u32;
        let blocks = map_sizes::map_blocks(full_bytes(experiment)?, block_bytes) as u32;
        let cached_entry_bytes = if is_single { SINGLE_BYTES } else { ftl.integer("cached_entry_bytes") };
        let (all, entries) = if is_single { (geometry.logical_pages, 1) } else { (blocks, entries_per_block) };
        let each = u64::from(entries) * cached_entry_bytes;
        let slots = ftl.optional("cache_bytes").map_or(all, |bytes| (bytes / each).min(u64::from(all)) as u32);
        if slots == 0 {
            return Err(Error::Conflict("the cache (ftl.cache_bytes) has no room for a map block".into()));
        }
        let logical_pages = geometry.logical_pages;
        Ok(Some(Self { logical_pages, entries_per_block, blocks, slots, is_single, cached_entry_bytes }))
    }

    /// Bytes of the directory.
    pub fn directory_bytes(&self) -> u64 {
        let blocks = u64::from(self.blocks);
        if self.is_single { u64::from(ENTRY_BYTES) * blocks } else { map_sizes::directory_bytes(blocks) }
    }

    /// Bytes of the cache.
    pub fn cache_bytes(&self) -> u64 {
        let entries = if self.is_single { 1 } else { u64::from(self.entries_per_block) };
        u64::from(self.slots) * entries * self.cached_entry_bytes
    }

    /// Bytes of all that is in memory: directory, cache, and the bitmap of its slots.
    pub fn memory_bytes(&self) -> u64 {
        let bitmap = if self.is_single { 0 } else { u64::from(self.slots).div_ceil(8) };
        self.directory_bytes() + self.cache_bytes() + bitmap
    }
}
