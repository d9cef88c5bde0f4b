//! The map of which only a part is in memory: its directory, the slots of its cache, and a row a map block.

use super::look_up::WalkPicture;
use super::{HostFtl, shown, there};
use crate::ftl::openchannel::cache::MapCache;
use crate::ftl::openchannel::map::Map;
use crate::ftl::openchannel::map_policy::policy::{MapBlock, MapPolicy, Slot};
use crate::nand::{Lpn, NONE, Ppn};
use serde::Serialize;

/// Rows of the directory, and slots of the cache, that are told one by one.
const TOLD: u32 = 8;
/// Policies that know what a block was worth when it left.
const COUNTING: [&str; 2] = ["hotness", "lfu"];
/// The address of the first slot: where the paper's Figure 4 has it.
const FIRST_ADDRESS: u64 = 0x3000;

/// The map.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MapCacheView"))]
pub(crate) struct MapPicture {
    policy: &'static str,
    entries_per_block: u32,
    map_blocks: u32,
    /// Flash pages of a map block.
    pub(crate) block_pages: u32,
    block_bytes: u32,
    cache_blocks: u32,
    used: u32,
    dirty: u32,
    /// Cache, directory and bitmap; and the whole table.
    memory_bytes: u64,
    full_bytes: u64,
    directory_bytes: u64,
    /// By map block, in address order: 0 on the SSD, 1 in memory, 2 in memory and changed, 3 never written.
    state: Vec<u8>,
    /// By map block in memory: hotness from 0 to 255 by logarithm, from the least now to the hottest; 0 for the others.
    heat: Vec<u8>,
    /// What the least and the most of those in memory are worth.
    least: u64,
    hottest: u64,
    /// Map blocks that have entries of the journal: the first, and the one behind the last.
    journal: Option<Journal>,
    /// Rows of the directory around the map block looked up.
    rows: Vec<Row>,
    slots: Vec<SlotPicture>,
    /// The last look-up.
    pub(crate) walk: Option<WalkPicture>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "JournalBlocks"))]
struct Journal {
    first: MapBlock,
    end: MapBlock,
}

/// A row of the directory.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "DirectoryRow"))]
pub(crate) struct Row {
    id: MapBlock,
    hotness: u64,
    line: Option<u32>,
    offset: Option<u32>,
    /// Its place in the cache; null while it is on the SSD alone.
    slot: Option<Slot>,
    address: Option<u64>,
    dirty: bool,
    journal: bool,
}

/// An entry of the table: a logical page and where it is; null for nowhere.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct TableEntry(pub(super) Lpn, pub(super) Option<Ppn>);

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MapCacheSlot"))]
struct SlotPicture {
    slot: Slot,
    address: u64,
    id: Option<MapBlock>,
    /// Whether the bitmap says that it is used.
    used: bool,
    dirty: bool,
    hotness: u64,
    entries: Vec<TableEntry>,
}

/// A map block that somebody asks for.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MapBlockDetails"))]
pub struct Details {
    row: Row,
    first_lbn: Lpn,
    entries: Vec<TableEntry>,
}

impl HostFtl {
    /// A map block, if there is such a map and such a block.
    pub fn map_block(&self, block: MapBlock) -> Option<Details> {
        let map = self.map.as_ref().filter(|map| block < map.blocks)?;
        let first_lbn = map.entries(block).start;
        Some(Details { row: self.row(block, map), first_lbn, entries: self.entries_near(map, block, first_lbn) })
    }

    pub(super) fn map_picture(&self, map: &Map, near: Option<Lpn>) -> MapPicture {
        let looked_up = map.walk.map(|walk| walk.lpn).or(near).unwrap_or(0);
        let block = map.block_of(looked_up);
        let first = block.saturating_sub(TOLD / 2).min(map.blocks.saturating_sub(TOLD));
        let walk = map.walk.as_ref();
        // The victim's row is told too, wherever it is.
        let mut ids: Vec<MapBlock> = (first..(first + TOLD).min(map.blocks)).collect();
        if let Some(victim) = walk.and_then(|walk| walk.victim).filter(|victim| !ids.contains(&victim.block)) {
            ids[if victim.block < first { 0 } else { TOLD as usize - 1 }] = victim.block;
        }
        let (state, heat, (least, hottest)) = self.states(map);
        let sizes = map.memory_sizes();
        MapPicture {
            policy: map.policy_word(),
            entries_per_block: map.entries_per_block,
            map_blocks: map.blocks,
            block_pages: map.block_pages,
            block_bytes: map.entries_per_block * map.cached_entry_bytes,
            cache_blocks: sizes.slots,
            used: map.memory.in_use(),
            dirty: map.memory.dirty(),
            memory_bytes: sizes.bytes(),
            full_bytes: 4 * u64::from(map.first_id(0)),
            directory_bytes: sizes.directory_bytes(),
            state,
            heat,
            least,
            hottest,
            journal: map.journal.clone().map(|journal| Journal { first: journal.start, end: journal.end }),
            rows: ids.into_iter().map(|id| self.row(id, map)).collect(),
            slots: self.slots(map, looked_up),
            walk: walk.map(|walk| self.walk(walk, map)),
        }
    }

    /// By map block whether it is in memory, and how hot; and the ends of the scale.
    fn states(&self, map: &Map) -> (Vec<u8>, Vec<u8>, (u64, u64)) {
        let on_ssd = |block: MapBlock| if self.place(map.first_id(block)) == NONE { 3 } else { 0 };
        let mut states: Vec<u8> = (0..map.blocks).map(on_ssd).collect();
        let mut heat = vec![0; map.blocks as usize];
        let parts = map.memory.parts(|lpn| map.block_of(lpn));
        let worths = || parts.iter().filter_map(|part| part.worth);
        let (least, most) = (worths().min().unwrap_or(0), worths().max().unwrap_or(0));
        for part in &parts {
            let block = part.block as usize;
            states[block] = if part.dirty || states[block] == 2 { 2 } else { 1 };
            heat[block] = part.worth.map_or(u8::MAX, |worth| scaled(worth - least, most - least));
        }
        (states, heat, (least, most))
    }

    fn worth(&self, slot: Slot, cache: &MapCache) -> Option<u64> {
        cache.block(slot).map(|block| cache.policy.worth(slot, block))
    }

    fn row(&self, id: MapBlock, map: &Map) -> Row {
        let place = self.location(id).map(shown);
        // Until the last step the directory still points to the victim.
        let leaves = map
            .walk
            .filter(|walk| !walk.hit && walk.step < 9)
            .and_then(|walk| walk.victim.filter(|victim| victim.block == id).and(walk.slot));
        let cache = map.memory.blocks();
        let slot = cache.and_then(|cache| cache.find(id)).or(leaves);
        // Of a block outside memory only those know something that count by block.
        let is_known = slot.is_some() || COUNTING.contains(&map.policy().kind);
        let hotness = cache.filter(|_| is_known).map_or(0, |cache| cache.policy.worth(slot.unwrap_or(NONE), id));
        Row {
            id,
            hotness,
            line: place.map(|(line, _)| line),
            offset: place.map(|(_, offset)| offset),
            slot,
            address: slot.map(|slot| address(slot, map)),
            dirty: cache.is_some_and(|cache| cache.is_changed(id)),
            journal: map.journal.as_ref().is_some_and(|journal| journal.contains(&id)),
        }
    }

    /// The slot of the look-up, and those beside it.
    fn slots(&self, map: &Map, looked_up: Lpn) -> Vec<SlotPicture> {
        let Some(cache) = map.memory.blocks() else { return Vec::new() };
        let near = map.walk.and_then(|walk| walk.slot).or_else(|| cache.find(map.block_of(looked_up))).unwrap_or(0);
        let first = near.saturating_sub(TOLD / 2).min(cache.capacity().saturating_sub(TOLD));
        let picture = |slot: Slot| SlotPicture {
            slot,
            address: address(slot, map),
            id: cache.block(slot),
            used: cache.is_used(slot),
            dirty: cache.is_dirty(slot),
            hotness: self.worth(slot, cache).unwrap_or(0),
            entries: cache.block(slot).map_or_else(Vec::new, |id| self.entries_near(map, id, looked_up)),
        };
        (first..(first + TOLD).min(cache.capacity())).map(picture).collect()
    }

    /// The entries of a block around that of `lpn`, or its first.
    fn entries_near(&self, map: &Map, block: MapBlock, lpn: Lpn) -> Vec<TableEntry> {
        map.entries_near(block, lpn).map(|lpn| TableEntry(lpn, there(self.place(lpn)))).collect()
    }
}

pub(super) fn address(slot: Slot, map: &Map) -> u64 {
    FIRST_ADDRESS + u64::from(slot) * u64::from(map.entries_per_block) * u64::from(map.cached_entry_bytes)
}

/// 0 to 255 by logarithm.
fn scaled(value: u64, most: u64) -> u8 {
    let log = |value: u64| libm::log1p(value as f64);
    if most == 0 { u8::MAX } else { (log(value) / log(most) * 255.0) as u8 }
}
