//! What the stage shows of the host FTL: lines and who may fill the ring, the directory, the cache, and the last look-up. Lines and
//! places count from 1 here, as in the paper.

use super::HostFtl;
use super::cache::MapCache;
use super::explain::list;
use super::lines::{Line, LineState};
use super::map::{Map, Memory};
use super::map_policy::policy::{MapBlock, MapPolicy, Slot};
use super::translate::{Cause, Walk};
use crate::nand::array::Nand;
use crate::nand::{Lpn, NONE, Ppn};
use serde::Serialize;

/// Rows of the directory, and slots of the cache, that are told one by one.
const TOLD: u32 = 8;
/// Entries told of a map block.
const ENTRIES: u32 = 8;
/// Policies that know what a block was worth when it left.
const COUNTING: [&str; 2] = ["hotness", "lfu"];
/// The state of a line that is being collected.
const COLLECTED: u8 = 3;
/// The address of the first slot: where the paper's Figure 4 has it.
const FIRST_ADDRESS: u64 = 0x3000;

/// The host FTL.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "HostFtl"))]
pub(crate) struct Board {
    pus: u32,
    lines: u32,
    chunk_pages: u32,
    /// By line: 0 free, 1 open, 2 closed, 3 being collected, 4 bad.
    line_states: Vec<u8>,
    line_valid: Vec<u32>,
    /// By line: 0 data, 1 map.
    line_kinds: Vec<u8>,
    /// Closed data lines by what is left in them: nothing, little (below a quarter), below half, more, all.
    lists: [u32; 5],
    gc: Option<Emptied>,
    limiter: LimiterPicture,
    /// The map, where only part of it is in memory.
    pub map: Option<MapPicture>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CollectedLine"))]
struct Emptied {
    line: Line,
    valid: u32,
    left: u32,
}

/// Who may fill the ring of writes: the host, or garbage collection (SPEC 10.2).
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RateLimiter"))]
struct LimiterPicture {
    free_chunks: u32,
    /// Chunks at or above which the host has the ring alone.
    high: u32,
    /// Chunks at or below which it may not write.
    reserved: u32,
    ring: u32,
    user_max: u32,
    gc_max: u32,
    /// Entries of the ring taken now.
    user: u32,
    gc: u32,
    /// Pages of writes that wait to enter it.
    waiting: u32,
}

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
struct TableEntry(Lpn, Option<Ppn>);

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

/// A look-up.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MapBlockWalk"))]
pub(crate) struct WalkPicture {
    /// The operation that began it.
    pub op: u64,
    request: u64,
    lbn: Lpn,
    id: MapBlock,
    /// The place of its entry in the map block.
    entry: u32,
    hit: bool,
    cause: Cause,
    /// The step last carried out, 1 to 9; a hit is over after 2.
    step: u8,
    /// Where the block goes.
    slot: Option<Slot>,
    address: Option<u64>,
    victim: Option<VictimPicture>,
    /// Where the block comes from; null where it was never written.
    from: Option<(u32, u32)>,
    /// Pages written back and read so far, and of a map block.
    written: u32,
    read: u32,
    pages: u32,
    hotness_before: u64,
    hotness_after: u64,
    ppn: Option<Ppn>,
    /// The operation of each step.
    ops: [Option<u64>; 9],
    /// Map blocks where they lie on the SSD: the victim's old and new place, the block fetched, and neighbours.
    flash: Vec<FlashBlock>,
}

impl WalkPicture {
    /// The operations of its steps so far, in their order.
    pub(crate) fn took(&mut self, mut operations: impl Iterator<Item = u64>) {
        if self.hit {
            self.ops[..2].fill(Some(self.op));
            return;
        }
        let written_back = self.victim.as_ref().is_some_and(|victim| victim.dirty);
        for step in 1..=9 {
            let skipped = (step == 3 && self.victim.is_none()) || (step == 4 && !written_back);
            if !skipped {
                self.ops[step - 1] = operations.next();
            }
        }
    }
}

impl WalkPicture {
    /// Pages of the block read so far, while it is being read: `reads` are what caused each flash read of the request.
    pub(crate) fn read_so_far(&mut self, reads: impl Iterator<Item = Option<u64>>) {
        if let (5, Some(reading)) = (self.step, self.ops[4]) {
            self.read = reads.filter(|&cause| cause == Some(reading)).count() as u32;
        }
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MapVictim"))]
struct VictimPicture {
    id: MapBlock,
    hotness: u64,
    dirty: bool,
    from: Option<(u32, u32)>,
    to: Option<(u32, u32)>,
    slot: Slot,
    address: u64,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FlashMapBlock"))]
struct FlashBlock {
    line: u32,
    offset: u32,
    id: MapBlock,
    state: FlashBlockState,
    entries: Vec<TableEntry>,
}

/// Which copy of a map block it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FlashMapBlockState"))]
#[serde(rename_all = "kebab-case")]
enum FlashBlockState {
    /// The only one.
    Current,
    /// The one that was valid before.
    Stale,
    /// The one that replaces it.
    New,
}

/// A map block that somebody asks for.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MapBlockDetails"))]
pub struct Details {
    row: Row,
    first_lbn: Lpn,
    entries: Vec<TableEntry>,
}

/// Lines and places as people count them.
fn shown((line, place): (Line, u32)) -> (u32, u32) {
    (line + 1, place + 1)
}

fn there(ppn: Ppn) -> Option<Ppn> {
    (ppn != NONE).then_some(ppn)
}

impl HostFtl {
    /// All of it while it works on `near`.
    pub(crate) fn board(&self, near: Option<Lpn>, nand: &Nand) -> Board {
        let lines = nand.geometry.blocks_per_plane;
        let quota = self.quota();
        let (user, gc) = self.ring.used();
        let valid: Vec<u32> = (0..lines).map(|line| self.lines.valid(line, nand)).collect();
        let mut lists = [0; 5];
        // The line being collected is on none of them any more.
        let listed = |line: &Line| self.lines.state(*line) == LineState::Closed && self.line_state(*line) != COLLECTED;
        for line in self.lines.range.clone().filter(listed) {
            lists[list(valid[line as usize], self.lines.pages())] += 1;
        }
        Board {
            pus: nand.geometry.planes(),
            lines,
            chunk_pages: self.lines.chunk_pages(),
            line_states: (0..lines).map(|line| self.line_state(line)).collect(),
            line_valid: valid,
            line_kinds: (0..lines).map(|line| u8::from(!self.lines.range.contains(&line))).collect(),
            lists,
            gc: self.collection.as_ref().map(|collection| Emptied {
                line: collection.line + 1,
                valid: collection.valid,
                left: collection.left(),
            }),
            limiter: LimiterPicture {
                free_chunks: self.lines.free_chunks(),
                high: self.limiter.high,
                reserved: self.limiter.reserved,
                ring: self.ring.capacity,
                user_max: quota.user,
                gc_max: quota.gc,
                user,
                gc,
                waiting: self.ring.waiting(),
            },
            map: self.map.as_ref().map(|map| self.map_picture(map, near)),
        }
    }

    fn line_state(&self, line: Line) -> u8 {
        if self.collection.as_ref().is_some_and(|collection| collection.line == line) {
            return COLLECTED;
        }
        let of_data = self.lines.range.contains(&line);
        let lines = self.map.as_ref().filter(|_| !of_data).map_or(&self.lines, |map| &map.lines);
        match lines.state(line) {
            LineState::Free => 0,
            LineState::Open => 1,
            LineState::Closed => 2,
            LineState::Bad => 4,
        }
    }

    /// A map block, if there is such a map and such a block.
    pub fn map_block(&self, block: MapBlock) -> Option<Details> {
        let map = self.map.as_ref().filter(|map| block < map.blocks)?;
        let first_lbn = map.entries(block).start;
        Some(Details { row: self.row(block, map), first_lbn, entries: self.entries_near(map, block, first_lbn) })
    }

    fn map_picture(&self, map: &Map, near: Option<Lpn>) -> MapPicture {
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
        let memory = self.memory(map);
        MapPicture {
            policy: memory.0,
            entries_per_block: map.entries_per_block,
            map_blocks: map.blocks,
            block_pages: map.block_pages,
            block_bytes: map.entries_per_block * map.cached_entry_bytes,
            cache_blocks: memory.1,
            used: memory.2,
            dirty: memory.3,
            memory_bytes: map.cache_bytes() + map.directory_bytes() + map.bitmap_bytes(),
            full_bytes: 4 * u64::from(map.first_id(0)),
            directory_bytes: map.directory_bytes(),
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

    /// The policy's word, slots, slots in use, and changed ones.
    fn memory(&self, map: &Map) -> (&'static str, u32, u32, u32) {
        match &map.memory {
            Memory::Blocks(cache) => (map.policy().kind, cache.capacity(), cache.blocks_in(), cache.dirty_blocks()),
            Memory::Entries(entries) => {
                (super::settings::ENTRIES, entries.capacity()[1], entries.entries()[1], entries.dirty())
            }
        }
    }

    /// By map block whether it is in memory, and how hot; and the ends of the scale.
    fn states(&self, map: &Map) -> (Vec<u8>, Vec<u8>, (u64, u64)) {
        let on_ssd = |block: MapBlock| if self.place(map.first_id(block)) == NONE { 3 } else { 0 };
        let mut states: Vec<u8> = (0..map.blocks).map(on_ssd).collect();
        let mut heat = vec![0; map.blocks as usize];
        let mut ends = (0, 0);
        match &map.memory {
            Memory::Blocks(cache) => {
                let worth: Vec<(MapBlock, u64)> = (0..cache.capacity())
                    .filter_map(|slot| Some((cache.block(slot)?, self.worth(slot, cache)?)))
                    .collect();
                let (least, most) =
                    worth.iter().fold((u64::MAX, 0), |(least, most), &(_, worth)| (least.min(worth), most.max(worth)));
                ends = if worth.is_empty() { (0, 0) } else { (least, most) };
                for (block, worth) in worth {
                    let dirty = cache.find(block).is_some_and(|slot| cache.is_dirty(slot));
                    states[block as usize] = if dirty { 2 } else { 1 };
                    heat[block as usize] = scaled(worth - least, most - least);
                }
            }
            Memory::Entries(entries) => {
                for slot in entries.most_recent(1) {
                    let block = map.block_of(entries.lpn(slot)) as usize;
                    states[block] = if entries.is_marked(slot) || states[block] == 2 { 2 } else { 1 };
                    heat[block] = u8::MAX;
                }
            }
        }
        (states, heat, ends)
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
        let (slot, dirty) = match &map.memory {
            Memory::Blocks(cache) => {
                let slot = cache.find(id);
                (slot.or(leaves), slot.is_some_and(|slot| cache.is_dirty(slot)))
            }
            Memory::Entries(_) => (None, false),
        };
        let hotness = match &map.memory {
            Memory::Blocks(cache) => match slot {
                Some(slot) => cache.policy.worth(slot, id),
                // Of a block outside memory only those know something that count by block.
                None if COUNTING.contains(&map.policy().kind) => cache.policy.worth(NONE, id),
                None => 0,
            },
            Memory::Entries(_) => 0,
        };
        Row {
            id,
            hotness,
            line: place.map(|(line, _)| line),
            offset: place.map(|(_, offset)| offset),
            slot,
            address: slot.map(|slot| address(slot, map)),
            dirty,
            journal: map.journal.as_ref().is_some_and(|journal| journal.contains(&id)),
        }
    }

    /// The slot of the look-up, and those beside it.
    fn slots(&self, map: &Map, looked_up: Lpn) -> Vec<SlotPicture> {
        let Memory::Blocks(cache) = &map.memory else { return Vec::new() };
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
        stretch(map, block, lpn).map(|lpn| TableEntry(lpn, there(self.place(lpn)))).collect()
    }

    fn walk(&self, walk: &Walk, map: &Map) -> WalkPicture {
        let over = if walk.hit { walk.step >= 2 } else { walk.step >= 9 };
        let to = |victim: &super::translate::Victim| {
            let place = match walk.written {
                // It is about to be written.
                0 if walk.step < 5 && victim.dirty => map.upcoming(),
                0 => None,
                _ => self.location(victim.block).filter(|place| Some(*place) != victim.from),
            };
            place.map(shown)
        };
        let slot = walk.slot.unwrap_or(0);
        WalkPicture {
            op: walk.op,
            request: walk.request,
            lbn: walk.lpn,
            id: walk.block,
            entry: walk.lpn % map.entries_per_block,
            hit: walk.hit,
            cause: walk.cause,
            step: walk.step,
            slot: walk.slot,
            address: walk.slot.map(|slot| address(slot, map)),
            victim: walk.victim.as_ref().map(|victim| VictimPicture {
                id: victim.block,
                hotness: victim.worth,
                dirty: victim.dirty,
                from: victim.from.map(shown),
                to: to(victim),
                slot,
                address: address(slot, map),
            }),
            from: walk.from.map(shown),
            written: walk.written,
            read: walk.read,
            pages: map.block_pages,
            hotness_before: walk.worth.0,
            hotness_after: walk.worth.1,
            ppn: over.then(|| there(self.place(walk.lpn))).flatten(),
            ops: [None; 9],
            flash: self.flash_blocks(walk, map),
        }
    }

    /// Map blocks on the SSD: those around the one that is fetched, and the victim's old place and new one.
    fn flash_blocks(&self, walk: &Walk, map: &Map) -> Vec<FlashBlock> {
        let first = walk.block.saturating_sub(1).min(map.blocks.saturating_sub(4));
        let mut ids: Vec<MapBlock> = (first..(first + 4).min(map.blocks)).collect();
        let victim = walk.victim.filter(|victim| !ids.contains(&victim.block));
        ids.extend(victim.map(|victim| victim.block));
        let mut blocks: Vec<FlashBlock> = Vec::new();
        for id in ids {
            let moved = walk.victim.filter(|victim| victim.block == id && walk.written > 0);
            let stale = moved.and_then(|victim| victim.from).filter(|&from| Some(from) != self.location(id));
            blocks.extend(stale.map(|from| self.flash_block(from, id, FlashBlockState::Stale, walk, map)));
            let state = if stale.is_some() { FlashBlockState::New } else { FlashBlockState::Current };
            blocks.extend(self.location(id).map(|place| self.flash_block(place, id, state, walk, map)));
        }
        blocks.sort_by_key(|block| (block.line, block.offset));
        blocks
    }

    fn flash_block(
        &self,
        place: (Line, u32),
        id: MapBlock,
        state: FlashBlockState,
        walk: &Walk,
        map: &Map,
    ) -> FlashBlock {
        let (line, offset) = shown(place);
        // What an outdated copy says is not kept, but for the victim's before it was written anew.
        let told = |lpn: Lpn| match state {
            FlashBlockState::Stale => map.before.iter().find(|(page, _)| *page == lpn).and_then(|&(_, ppn)| there(ppn)),
            _ => map.told.as_ref().and_then(|told| there(told[lpn as usize])),
        };
        let entries = stretch(map, id, walk.lpn).map(|lpn| TableEntry(lpn, told(lpn))).collect();
        FlashBlock { line, offset, id, state, entries }
    }
}

/// Logical pages of a block of which the entries are told: around `lpn`, or the first.
pub(super) fn stretch(map: &Map, block: MapBlock, lpn: Lpn) -> std::ops::Range<Lpn> {
    let all = map.entries(block);
    let near = if all.contains(&lpn) { lpn } else { all.start };
    let first = near.saturating_sub(ENTRIES / 2).clamp(all.start, all.end.saturating_sub(ENTRIES).max(all.start));
    first..(first + ENTRIES).min(all.end)
}

fn address(slot: Slot, map: &Map) -> u64 {
    FIRST_ADDRESS + u64::from(slot) * u64::from(map.entries_per_block) * u64::from(map.cached_entry_bytes)
}

/// 0 to 255 by logarithm.
fn scaled(value: u64, most: u64) -> u8 {
    let log = |value: u64| libm::log1p(value as f64);
    if most == 0 { u8::MAX } else { (log(value) / log(most) * 255.0) as u8 }
}
