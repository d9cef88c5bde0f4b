//! What a layer shows of itself on the stage: its blocks in their roles, and its map.

use crate::nand::{BlockId, Lpn, NONE, Ppn};
use serde::Serialize;

/// Most blocks in a role that are listed.
pub(super) const PARKED_MAX: usize = 64;
/// Most logical blocks of which the home is listed.
pub(super) const HOMES_MAX: usize = 64;
/// Most entries listed of each segment of a map cache.
pub(super) const CACHED_MAX: usize = 24;

/// Most owners of lent blocks that are listed.
pub const OWNERS_MAX: usize = 8;
/// Most logical blocks listed of each.
pub(super) const MEMBERS_MAX: usize = 16;
/// Most lent blocks listed of each.
pub(super) const LENT_MAX: usize = 8;

/// Most logical blocks listed with pages in page slots.
pub(super) const SETS_MAX: usize = 256;

/// What a layer shows of itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Blocks in a role of their own: being written, parking updates, waiting to be merged. At most [`PARKED_MAX`].
    pub parked: Vec<Parked>,
    /// How many there are in all.
    pub parked_total: u32,
    /// The data block of each logical block, [`NONE`] where it has none; empty for more than [`HOMES_MAX`] of them, and for
    /// layers that have none.
    pub homes: Vec<BlockId>,
    /// The map, where only part of it is in RAM.
    pub map: Option<MapPicture>,
    /// Pages in RAM, where there are such.
    pub cache: Option<CachePicture>,
    /// Who shares the blocks that park updates, where each has its own few of them.
    pub shared: Option<SharedPicture>,
    /// What becomes of updates, where the stage is that of log blocks.
    pub updates: Option<Updates>,
}

/// What becomes of a page that is written again, in a layer that maps blocks: by this the stage of log blocks tells the layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Updates {
    /// Where it goes.
    pub place: UpdatePlace,
    /// Which log block is emptied first.
    pub emptied_first: EmptiedFirst,
    /// Logical blocks that share the blocks for it among themselves; 1 where each has its own, or all share.
    pub group_blocks: u32,
    /// Who may park where, in a few words.
    pub rule: &'static str,
}

/// Where a page goes that is written again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum UpdatePlace {
    /// Into its place in another block: the rebuild that moves the others takes it along.
    Rebuild,
    /// Into a log block.
    Log,
    /// Into the last of the replacement blocks behind its data block.
    Chain,
    /// Into any page of its superblock, where nothing is merged.
    Superblock,
}

/// Which log block is emptied first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum EmptiedFirst {
    /// The one lent or begun first.
    Oldest,
    /// The one with pages of the fewest logical blocks.
    FewestOwners,
}

impl Updates {
    /// In log blocks that are emptied in the order of their age.
    pub const IN_LOGS: Self = Self {
        place: UpdatePlace::Log,
        emptied_first: EmptiedFirst::Oldest,
        group_blocks: 1,
        rule: "updates wait here",
    };
}

/// Blocks of a pool that are lent to some logical blocks at a time: replacement blocks to one, log blocks to a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SharedPicture {
    /// First the one being worked on, then those with blocks, then others; at most [`OWNERS_MAX`].
    pub owners: Vec<OwnerPicture>,
    /// How many have blocks.
    pub owners_total: u32,
    /// Most blocks that each may have.
    pub most: u32,
    /// Blocks of the pool of the first one's plane, and how many of them are not lent.
    pub pool: u32,
    /// Of those, blocks that are not lent.
    pub free: u32,
}

/// Logical blocks, and the blocks lent to them together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnerPicture {
    /// The logical blocks, at most [`MEMBERS_MAX`], each with its data block, or [`NONE`].
    pub members: Vec<(u32, BlockId)>,
    /// How many there are.
    pub members_total: u32,
    /// The blocks lent, the oldest first; at most [`LENT_MAX`], the newest of them.
    pub lent: Vec<BlockId>,
    /// How many there are.
    pub lent_total: u32,
}

/// A block in a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parked {
    /// The block.
    pub block: BlockId,
    /// Its role.
    pub role: Role,
    /// The logical block it belongs to, where it is one.
    pub lbn: u32,
}

/// What a block is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "BlockRole"))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// New pages go here.
    Frontier,
    /// Translation pages go here.
    MapFrontier,
    /// Updates of one logical block, or of any.
    Log,
    /// Updates that came in order, of one logical block.
    Sequential,
    /// Updates of pages that are written often.
    Hot,
    /// Updates of pages that are not.
    Cold,
    /// Stands in for a data block that has no room.
    Replacement,
    /// A block of the superblock being worked on.
    Member,
}

impl Parked {
    /// A block that belongs to no single logical block.
    pub const fn shared(block: BlockId, role: Role) -> Self {
        Self { block, role, lbn: NONE }
    }
}

/// A map of which only part is in RAM.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapPicture {
    /// Entries of a translation page.
    pub entries_per_page: u32,
    /// The protected segment, most recently used first; at most [`CACHED_MAX`].
    pub protected: Vec<Cached>,
    /// The probationary segment.
    pub probationary: Vec<Cached>,
    /// Entries in both segments.
    pub entries: [u32; 2],
    /// Room in both segments.
    pub capacity: [u32; 2],
    /// Entries that differ from the flash.
    pub dirty: u32,
    /// Cached entries by translation page.
    pub(crate) resident: Vec<u32>,
    /// Where each translation page lives, [`NONE`] for nowhere.
    pub directory: Vec<Ppn>,
    /// Logical blocks that one entry maps, with their blocks, cached ones first; none where entries map single pages alone.
    pub whole_blocks: Option<Vec<(u32, BlockId)>>,
    /// Whether an entry that is missing is read before room is made for it.
    pub(crate) loads_first: bool,
}

/// A cached mapping entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cached {
    /// The logical page.
    pub lpn: Lpn,
    /// Where it lives.
    pub ppn: Ppn,
    /// Whether the flash knows it otherwise.
    pub dirty: bool,
    /// How many pages from there on the entry maps.
    pub run: u32,
}

/// Pages of the host in RAM: in page slots, by logical block, and in block slots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CachePicture {
    /// Page slots.
    pub(crate) page_slots: u32,
    /// Of those, slots in use.
    pub pages_used: u32,
    /// Logical blocks with pages in page slots, by column; at most [`SETS_MAX`].
    pub sets: Vec<SetPicture>,
    /// How many there are in all.
    pub(crate) sets_total: u32,
    /// Block slots.
    pub blocks: Vec<SlotPicture>,
    /// Accesses to pages so far: what `last_used` counts in.
    pub now: u64,
    /// The block on its way to flash.
    pub flush: Option<FlushPicture>,
    /// The data blocks of the logical blocks in the cache, and of the one being worked on.
    pub homes: Vec<(u32, BlockId)>,
}

/// Pages of a logical block in page slots.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CacheSet"))]
pub struct SetPicture {
    /// The logical block.
    pub lbn: u32,
    /// Where it stands among the others, from its first page to its last.
    pub column: u32,
    /// The places of its pages in the logical block, ascending.
    pub offsets: Vec<u32>,
    /// When a page of it was last written.
    pub(super) last_used: u64,
}

/// A block slot.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CacheSlot"))]
pub struct SlotPicture {
    /// The logical block in it; none while it is free.
    pub lbn: Option<u32>,
    /// The places of its pages, ascending.
    pub offsets: Vec<u32>,
    /// Of those, pages that are on flash too.
    pub clean: Vec<u32>,
    /// When it was last used.
    pub(super) last_used: u64,
    /// How many others would be flushed before it.
    pub rank: u32,
}

/// A logical block on its way from RAM to flash.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CacheFlush"))]
pub struct FlushPicture {
    /// The logical block.
    pub lbn: u32,
    /// The block slot that it leaves; none if it leaves page slots.
    pub slot: Option<u16>,
    /// The physical block that it goes to; none where a layer below finds places for its pages.
    pub block: Option<BlockId>,
    /// The places of the pages that are to be there in the end, as far as known.
    pub offsets: Vec<u32>,
    /// Of those, pages read up from flash.
    pub(crate) read_up: Vec<u32>,
    /// Of those, pages that are programmed.
    pub(crate) programmed: Vec<u32>,
    /// Whether the block is erased.
    pub erased: bool,
}
