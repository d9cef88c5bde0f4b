//! How much of the map is in memory: what finds its map blocks, and the slots of its cache.

use super::map_sizes::{ENTRY_BYTES, MapSizes, directory_bytes};
use super::settings::ENTRIES;
use crate::base::error::Error;
use crate::parameters::settings::Settings;

/// Bytes of an entry that is cached by itself: with its page, as DFTL keeps them.
const SINGLE_BYTES: u64 = 8;

/// The sizes of what is in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemorySizes {
    /// Whether single entries are cached, not map blocks.
    pub(crate) is_single: bool,
    /// Map blocks that the directory finds.
    pub(super) map_blocks: u32,
    /// Bytes of one in memory.
    pub(super) block_bytes: u64,
    /// Map blocks, or single entries, that there is room for.
    pub(crate) slots: u32,
}

impl MemorySizes {
    /// As they are set, if there is room for a map block.
    pub(crate) fn of(settings: &Settings, map: &MapSizes) -> Result<Self, Error> {
        let is_single = settings.word("policy") == ENTRIES;
        let whole = Self {
            is_single,
            map_blocks: map.blocks,
            block_bytes: cached_block_bytes(map.entries_per_block, map.cached_entry_bytes),
            slots: if is_single { map.logical_pages } else { map.blocks },
        };
        let slot_bytes = whole.slot_bytes();
        let room = settings.optional("cache_bytes").map(|bytes| bytes / slot_bytes);
        let slots = room.map_or(whole.slots, |slots| slots.min(u64::from(whole.slots)) as u32);
        if slots == 0 {
            return Err(Error::Conflict(format!(
                "the cache (ftl.cache_bytes) has no room for a map block of {slot_bytes} bytes (ftl.cache_block_bytes, ftl.cached_entry_bytes)"
            )));
        }
        Ok(Self { slots, ..whole })
    }

    fn slot_bytes(&self) -> u64 {
        if self.is_single { SINGLE_BYTES } else { self.block_bytes }
    }

    /// Bytes of the directory: a row a map block, or where each is.
    pub(crate) fn directory_bytes(&self) -> u64 {
        let blocks = u64::from(self.map_blocks);
        if self.is_single { u64::from(ENTRY_BYTES) * blocks } else { directory_bytes(blocks) }
    }

    /// Bytes of the cache.
    pub(crate) fn cache_bytes(&self) -> u64 {
        u64::from(self.slots) * self.slot_bytes()
    }

    /// Bytes of the bitmap of its slots.
    pub(crate) fn bitmap_bytes(&self) -> u64 {
        if self.is_single { 0 } else { u64::from(self.slots).div_ceil(8) }
    }

    /// Bytes of all of it.
    pub(crate) fn bytes(&self) -> u64 {
        self.directory_bytes() + self.cache_bytes() + self.bitmap_bytes()
    }
}

/// Bytes of a map block in memory.
pub(super) fn cached_block_bytes(entries_per_block: u32, cached_entry_bytes: u32) -> u64 {
    u64::from(entries_per_block) * u64::from(cached_entry_bytes)
}
