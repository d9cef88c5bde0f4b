//! What the page is told about the translation layer: its blocks in their roles, and its map.

use super::frame::block_pages;
use crate::flash::operation::{Kind, Operation};
use crate::ftl::picture::{Cached, MapPicture, OwnerPicture, Parked, Picture, Role, SharedPicture};
use crate::nand::array::Nand;
use crate::nand::{BlockId, NONE};
use crate::replay::lane::Lane;
use serde::Serialize;

/// Most translation pages whose place and cached entries are told one by one.
const DIRECTORY_MAX: usize = 64;
/// Stretches of the map that cached entries are counted in where there are more translation pages.
const RESIDENT_BINS: usize = 256;

/// What a part of the picture is made from.
pub(super) struct Subject<'a> {
    pub(super) lane: &'a Lane,
    /// What the layer shows of itself; each part takes its own out of it.
    pub(super) picture: Picture,
    /// The logical page that was last accessed.
    pub(super) near: Option<u32>,
    /// The one of which the map entry was last looked up.
    asked: Option<u32>,
}

/// A part of [`LayerView`] that only some devices have: what a stage is drawn from.
pub(super) trait Part: Sized {
    /// None where the device has no such part.
    fn of(subject: &mut Subject<'_>) -> Option<Self>;

    /// Calls `see` with the logical blocks whose pages the part is told by.
    fn owners(&self, _pages_per_block: u32, _see: &mut impl FnMut(u32)) {}
}

/// `LayerView` out of what every layer tells and these parts, `name: Type` each.
macro_rules! layer_view {
    ($($(#[$about:meta])* $name:ident: $View:ty,)*) => {
        /// A layer's blocks and map.
        #[derive(Debug, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub struct LayerView {
            /// Log blocks and their kind, the oldest first; blocks being written.
            parked: Vec<ParkedBlock>,
            /// How many there are in all.
            parked_total: u32,
            /// The data block of each logical block, `NONE` where it has none; empty for large devices, and for layers that have none.
            homes: Vec<BlockId>,
            $($(#[$about])* $name: Option<$View>,)*
        }

        impl LayerView {
            fn of(mut subject: Subject<'_>) -> Self {
                let nand = &subject.lane.machine().core.nand;
                Self {
                    parked: subject.picture.parked.iter().map(|parked| block(parked, nand)).collect(),
                    parked_total: subject.picture.parked_total,
                    homes: std::mem::take(&mut subject.picture.homes),
                    $($name: <$View>::of(&mut subject),)*
                }
            }

            /// Calls `see` with the logical blocks whose pages the layer is told by.
            pub fn owners(&self, pages_per_block: u32, see: &mut impl FnMut(u32)) {
                for ParkedBlock { lbn, page_owner, .. } in &self.parked {
                    lbn.iter().for_each(|&lbn| see(lbn));
                    page_owner.iter().filter(|&&lpn| lpn != NONE).for_each(|lpn| see(lpn / pages_per_block));
                }
                $(self.$name.iter().for_each(|part| part.owners(pages_per_block, see));)*
            }
        }
    };
}

layer_view! {
    map: MapView,
    /// Who shares the blocks that park updates, where each has a few of its own (NFTL, SAST).
    shared: SharedBlocks,
    cache: super::cache::CacheView,
    buffer: super::buffer::BufferView,
    ttflash: super::ttflash::TtflashView,
    openchannel: super::openchannel::OpenChannelView,
}

/// A block in a role of its own: it is written now, or parks updates until they are merged.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ParkedBlock {
    role: Role,
    block: BlockId,
    /// The logical block it belongs to, where it is one.
    lbn: Option<u32>,
    /// Distinct logical blocks with valid pages in it.
    owners: usize,
    page_state: Vec<u8>,
    page_owner: Vec<u32>,
}

/// Who shares the blocks that park updates.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct SharedBlocks {
    /// First the one being worked on, then those with blocks, who wrote longest ago first, then others; at most 8.
    owners: Vec<BlockOwner>,
    /// How many have blocks.
    owners_total: u32,
    /// Most blocks that each may have.
    most: u32,
    /// Blocks of the pool in a plane, and those not lent.
    pool: u32,
    free: u32,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BlockOwner {
    /// The logical blocks, at most 16 of `members_total`, with their data blocks.
    members: Vec<OwnerMember>,
    members_total: u32,
    /// The oldest first.
    lent: Vec<BlockPages>,
    lent_total: u32,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct OwnerMember {
    lbn: u32,
    home: Option<BlockPages>,
}

/// The looks and owners of a block's pages.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BlockPages {
    block: BlockId,
    page_state: Vec<u8>,
    page_owner: Vec<u32>,
}

/// A mapping table of which only part is in RAM.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct MapView {
    /// Entries of a translation page.
    entries_per_page: u32,
    /// Protected and probationary segment of the cache, most recently used first; only the first entries are listed.
    segments: [MapSegment; 2],
    /// Entries that differ from the flash.
    dirty: u32,
    /// Cached entries by stretch of the map.
    resident: Vec<u32>,
    /// Where translation pages live, from `directory_first` on.
    directory: Vec<Option<u32>>,
    directory_first: u32,
    /// Translation pages there are.
    pages: usize,
    /// Logical blocks that one entry maps, each with its block.
    whole_blocks: Vec<(u32, BlockId)>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct MapSegment {
    entries: u32,
    capacity: u32,
    first: Vec<CachedEntry>,
}

/// A cached mapping entry.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct CachedEntry {
    lpn: u32,
    /// Where it lives; null for nowhere.
    page: Option<u32>,
    /// Whether the translation page on flash says otherwise.
    dirty: bool,
    /// How many logical pages from `lpn` on it maps.
    run: u32,
}

/// The layer of `lane` as it stands.
pub(crate) fn layer(lane: &Lane) -> LayerView {
    let machine = lane.machine();
    let nand = &machine.core.nand;
    let logical = |lpn: &u32| *lpn < nand.geometry.logical_pages;
    let near = lane.seen.served.iter().rev().find_map(|operation| operation.lpn.filter(logical));
    let is_lookup = |operation: &&Operation| matches!(operation.kind, Kind::MapHit | Kind::MapMiss);
    let asked = lane.seen.served.iter().rev().find(is_lookup).and_then(|lookup| lookup.lpn);
    LayerView::of(Subject { lane, picture: machine.ftl.picture(near, nand), near, asked })
}

impl Part for SharedBlocks {
    fn of(subject: &mut Subject<'_>) -> Option<Self> {
        let SharedPicture { owners, owners_total, most, pool, free } = subject.picture.shared.take()?;
        let nand = &subject.lane.machine().core.nand;
        let pages = |block: BlockId| {
            let (page_state, page_owner) = block_pages(block, nand);
            BlockPages { block, page_state, page_owner }
        };
        let member = |(lbn, home): (u32, BlockId)| OwnerMember { lbn, home: (home != NONE).then(|| pages(home)) };
        let owner = |OwnerPicture { members, members_total, lent, lent_total }: OwnerPicture| BlockOwner {
            members: members.into_iter().map(member).collect(),
            members_total,
            lent: lent.into_iter().map(pages).collect(),
            lent_total,
        };
        Some(Self { owners: owners.into_iter().map(owner).collect(), owners_total, most, pool, free })
    }
}

fn block(parked: &Parked, nand: &Nand) -> ParkedBlock {
    let (page_state, page_owner) = block_pages(parked.block, nand);
    ParkedBlock {
        role: parked.role,
        block: parked.block,
        lbn: Some(parked.lbn).filter(|&lbn| lbn != NONE),
        owners: owners(parked.block, nand).len(),
        page_state,
        page_owner,
    }
}

/// The logical blocks with valid pages in a block, in the order of its pages.
pub(crate) fn owners(block: BlockId, nand: &Nand) -> Vec<u32> {
    let mut found = Vec::new();
    for ppn in nand.geometry.pages_of(block).filter(|&ppn| nand.is_valid(ppn as u32)) {
        let lbn = nand.owner[ppn] / nand.geometry.pages_per_block;
        if !found.contains(&lbn) {
            found.push(lbn);
        }
    }
    found
}

impl Part for MapView {
    fn of(subject: &mut Subject<'_>) -> Option<Self> {
        let map = subject.picture.map.take()?;
        // The directory is told around the entry that is looked for, not around the one that makes way for it.
        let near = subject.asked.or(subject.near);
        let MapPicture { entries_per_page, protected, probationary, entries, capacity, dirty, .. } = map;
        let page = near.map_or(0, |lpn| lpn / entries_per_page) as usize;
        let pages = map.directory.len();
        let first = page.saturating_sub(DIRECTORY_MAX / 2).min(pages.saturating_sub(DIRECTORY_MAX));
        let place = |&ppn: &u32| Some(ppn).filter(|&ppn| ppn != NONE);
        let segment = |first: Vec<Cached>, at: usize| MapSegment {
            entries: entries[at],
            capacity: capacity[at],
            first: first.iter().map(entry).collect(),
        };
        Some(Self {
            entries_per_page,
            segments: [segment(protected, 0), segment(probationary, 1)],
            dirty,
            resident: stretches(&map.resident),
            directory: map.directory.iter().skip(first).take(DIRECTORY_MAX).map(place).collect(),
            directory_first: first as u32,
            pages,
            whole_blocks: map.whole_blocks,
        })
    }
}

fn entry(cached: &Cached) -> CachedEntry {
    let Cached { lpn, ppn, dirty, run } = *cached;
    CachedEntry { lpn, page: Some(ppn).filter(|&ppn| ppn != NONE), dirty, run }
}

fn stretches(resident: &[u32]) -> Vec<u32> {
    let each = resident.len().div_ceil(RESIDENT_BINS).max(1);
    resident.chunks(each).map(|chunk| chunk.iter().sum()).collect()
}
