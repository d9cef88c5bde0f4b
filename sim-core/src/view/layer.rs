//! What the page is told about the translation layer: its blocks in their roles, and its map.

use super::buffer::{BufferView, buffer};
use super::cache::{CacheView, cache};
use super::frame::block_pages;
use super::openchannel::{OpenChannelView, openchannel};
use super::ttflash::{TtflashView, ttflash};
use crate::engine::lane::Lane;
use crate::engine::operation::{Kind, Operation};
use crate::ftl::picture::{Cached, MapPicture, OwnerPicture, Parked, Picture, Role, SharedPicture};
use crate::nand::array::Nand;
use crate::nand::{BlockId, NONE};
use serde::Serialize;

/// Most translation pages whose place and cached entries are told one by one.
const DIRECTORY_MAX: usize = 64;
/// Stretches of the map that cached entries are counted in where there are more translation pages.
const RESIDENT_BINS: usize = 256;

/// A layer's blocks and map.
#[derive(Debug, Serialize)]
pub struct LayerView {
    parked: Vec<Block>,
    parked_total: u32,
    homes: Vec<BlockId>,
    map: Option<MapView>,
    shared: Option<Shared>,
    cache: Option<CacheView>,
    buffer: Option<BufferView>,
    ttflash: Option<TtflashView>,
    openchannel: Option<OpenChannelView>,
}

#[derive(Debug, Serialize)]
struct Block {
    role: Role,
    block: BlockId,
    lbn: Option<u32>,
    /// Distinct logical blocks with valid pages in it.
    owners: usize,
    page_state: Vec<u8>,
    page_owner: Vec<u32>,
}

/// Who shares the blocks that park updates.
#[derive(Debug, Serialize)]
struct Shared {
    owners: Vec<Owner>,
    owners_total: u32,
    most: u32,
    pool: u32,
    free: u32,
}

#[derive(Debug, Serialize)]
struct Owner {
    members: Vec<Member>,
    members_total: u32,
    /// The oldest first.
    lent: Vec<Pages>,
    lent_total: u32,
}

#[derive(Debug, Serialize)]
struct Member {
    lbn: u32,
    home: Option<Pages>,
}

#[derive(Debug, Serialize)]
struct Pages {
    block: BlockId,
    page_state: Vec<u8>,
    page_owner: Vec<u32>,
}

#[derive(Debug, Serialize)]
struct MapView {
    entries_per_page: u32,
    segments: [Segment; 2],
    dirty: u32,
    /// Cached entries by stretch of the map.
    resident: Vec<u32>,
    /// Where translation pages live, from `directory_first` on.
    directory: Vec<Option<u32>>,
    directory_first: u32,
    pages: usize,
    whole_blocks: Vec<(u32, BlockId)>,
}

#[derive(Debug, Serialize)]
struct Segment {
    entries: u32,
    capacity: u32,
    first: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    lpn: u32,
    page: Option<u32>,
    dirty: bool,
    run: u32,
}

impl LayerView {
    /// Calls `see` with the logical blocks whose pages the layer is told by.
    pub fn owners(&self, pages_per_block: u32, see: &mut impl FnMut(u32)) {
        for Block { lbn, page_owner, .. } in &self.parked {
            lbn.iter().for_each(|&lbn| see(lbn));
            page_owner.iter().filter(|&&lpn| lpn != NONE).for_each(|lpn| see(lpn / pages_per_block));
        }
        self.cache.iter().for_each(|cache| cache.owners(pages_per_block, see));
        #[cfg(feature = "layers")]
        self.buffer.iter().for_each(|buffer| buffer.owners(see));
    }
}

/// The layer of `lane` as it stands.
pub fn layer(lane: &Lane) -> LayerView {
    let machine = lane.machine();
    let nand = &machine.core.nand;
    let logical = |lpn: &u32| *lpn < nand.geometry.logical_pages;
    let near = lane.seen.served.iter().rev().find_map(|operation| operation.lpn.filter(logical));
    // The directory is told around the entry that is looked for, not around the one that makes way for it.
    let is_lookup = |operation: &&Operation| matches!(operation.kind, Kind::MapHit | Kind::MapMiss);
    let asked = lane.seen.served.iter().rev().find(is_lookup).and_then(|lookup| lookup.lpn);
    let Picture { parked, parked_total, homes, map, cache: pages, shared } = machine.ftl.picture(near, nand);
    LayerView {
        parked: parked.iter().map(|parked| block(parked, nand)).collect(),
        parked_total,
        homes,
        map: map.map(|map| map_view(map, asked.or(near))),
        shared: shared.map(|picture| self::shared(picture, nand)),
        cache: machine.buffer.picture(&machine.ftl, nand).or(pages).map(|pages| cache(pages, lane)),
        buffer: buffer(lane),
        ttflash: ttflash(lane),
        openchannel: openchannel(lane, near),
    }
}

fn shared(SharedPicture { owners, owners_total, most, pool, free }: SharedPicture, nand: &Nand) -> Shared {
    let pages = |block: BlockId| {
        let (page_state, page_owner) = block_pages(block, nand);
        Pages { block, page_state, page_owner }
    };
    let member = |(lbn, home): (u32, BlockId)| Member { lbn, home: (home != NONE).then(|| pages(home)) };
    let owner = |OwnerPicture { members, members_total, lent, lent_total }: OwnerPicture| Owner {
        members: members.into_iter().map(member).collect(),
        members_total,
        lent: lent.into_iter().map(pages).collect(),
        lent_total,
    };
    Shared { owners: owners.into_iter().map(owner).collect(), owners_total, most, pool, free }
}

fn block(parked: &Parked, nand: &Nand) -> Block {
    let (page_state, page_owner) = block_pages(parked.block, nand);
    Block {
        role: parked.role,
        block: parked.block,
        lbn: Some(parked.lbn).filter(|&lbn| lbn != NONE),
        owners: owners(parked.block, nand).len(),
        page_state,
        page_owner,
    }
}

/// The logical blocks with valid pages in a block, in the order of its pages.
pub fn owners(block: BlockId, nand: &Nand) -> Vec<u32> {
    let mut found = Vec::new();
    for ppn in nand.geometry.pages_of(block).filter(|&ppn| nand.is_valid(ppn as u32)) {
        let lbn = nand.owner[ppn] / nand.geometry.pages_per_block;
        if !found.contains(&lbn) {
            found.push(lbn);
        }
    }
    found
}

fn map_view(map: MapPicture, near: Option<u32>) -> MapView {
    let MapPicture { entries_per_page, protected, probationary, entries, capacity, dirty, .. } = map;
    let page = near.map_or(0, |lpn| lpn / entries_per_page) as usize;
    let pages = map.directory.len();
    let first = page.saturating_sub(DIRECTORY_MAX / 2).min(pages.saturating_sub(DIRECTORY_MAX));
    let place = |&ppn: &u32| Some(ppn).filter(|&ppn| ppn != NONE);
    let segment = |first: Vec<Cached>, at: usize| Segment {
        entries: entries[at],
        capacity: capacity[at],
        first: first.iter().map(entry).collect(),
    };
    MapView {
        entries_per_page,
        segments: [segment(protected, 0), segment(probationary, 1)],
        dirty,
        resident: stretches(&map.resident),
        directory: map.directory.iter().skip(first).take(DIRECTORY_MAX).map(place).collect(),
        directory_first: first as u32,
        pages,
        whole_blocks: map.whole_blocks,
    }
}

fn entry(cached: &Cached) -> Entry {
    let Cached { lpn, ppn, dirty, run } = *cached;
    Entry { lpn, page: Some(ppn).filter(|&ppn| ppn != NONE), dirty, run }
}

fn stretches(resident: &[u32]) -> Vec<u32> {
    let each = resident.len().div_ceil(RESIDENT_BINS).max(1);
    resident.chunks(each).map(|chunk| chunk.iter().sum()).collect()
}
