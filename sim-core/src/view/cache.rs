//! What the page is told about pages in RAM: page slots, block slots, and the block on its way to flash.

use super::block::block_pages;
use super::part::{Part, Subject};
use super::shown::Shown;
use crate::ftl::picture::{CachePicture, FlushPicture, SetPicture, SlotPicture};
use crate::replay::lane::Lane;
use serde::Serialize;

/// A cache.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct CacheView {
    page_slots: u32,
    pages_used: u32,
    /// Logical blocks with pages in page slots, by column; at most 256 of `sets_total`.
    sets: Vec<SetPicture>,
    sets_total: u32,
    blocks: Vec<SlotPicture>,
    /// Accesses to pages so far: what `last_used` counts in.
    now: u64,
    /// The block on its way to flash.
    flush: Option<FlushPicture>,
    /// The data blocks of logical blocks in the cache, and of the one being worked on: at most 24, by number.
    flash: Vec<CacheHome>,
    /// The request being served, and the last operation.
    request: Option<Shown>,
    act: Option<Shown>,
}

/// The data block of a logical block that is in the cache.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct CacheHome {
    lbn: u32,
    block: u32,
    page_state: Vec<u8>,
}

impl Part for CacheView {
    fn of(subject: &mut Subject<'_>) -> Option<Self> {
        let machine = subject.lane.machine();
        let of_buffer = machine.buffer.picture(&machine.ftl, &machine.core.nand);
        of_buffer.or(subject.picture.cache.take()).map(|picture| cache(picture, subject.lane))
    }

    /// Those that have pages in the cache, and those that the host asks for.
    fn owners(&self, pages_per_block: u32, see: &mut impl FnMut(u32)) {
        self.sets.iter().for_each(|set| see(set.lbn));
        self.blocks.iter().filter_map(|slot| slot.lbn).for_each(&mut *see);
        self.flush.iter().for_each(|flush| see(flush.lbn));
        self.flash.iter().for_each(|home| see(home.lbn));
        if let Some((lpn, pages)) = self.request.as_ref().and_then(Shown::logical_pages) {
            (lpn / pages_per_block..=(lpn + pages.saturating_sub(1)) / pages_per_block).for_each(see);
        }
    }
}

fn cache(picture: CachePicture, lane: &Lane) -> CacheView {
    let nand = &lane.machine().core.nand;
    let CachePicture { page_slots, pages_used, sets, sets_total, blocks, now, flush, homes } = picture;
    let home = |&(lbn, block): &(u32, u32)| CacheHome { lbn, block, page_state: block_pages(block, nand).0 };
    CacheView {
        page_slots,
        pages_used,
        sets,
        sets_total,
        blocks,
        now,
        flush,
        flash: homes.iter().map(home).collect(),
        request: lane.seen.served.first().map(Shown::from),
        act: lane.seen.last.as_ref().map(Shown::from),
    }
}
