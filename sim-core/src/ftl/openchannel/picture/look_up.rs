//! The last look-up, in the paper's nine steps, and the map blocks that it moves.

use super::map::{TableEntry, address};
use super::{HostFtl, shown, there};
use crate::ftl::openchannel::lines::Line;
use crate::ftl::openchannel::map::Map;
use crate::ftl::openchannel::map_policy::policy::{MapBlock, Slot};
use crate::ftl::openchannel::translate::{Cause, Victim, Walk};
use crate::nand::{Lpn, Ppn};
use serde::Serialize;

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

impl HostFtl {
    pub(super) fn walk(&self, walk: &Walk, map: &Map) -> WalkPicture {
        let over = if walk.hit { walk.step >= 2 } else { walk.step >= 9 };
        let to = |victim: &Victim| {
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
        let entries = map.entries_near(id, walk.lpn).map(|lpn| TableEntry(lpn, told(lpn))).collect();
        FlashBlock { line, offset, id, state, entries }
    }
}
