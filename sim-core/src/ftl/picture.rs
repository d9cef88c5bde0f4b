//! What a layer shows of itself on the stage: its blocks in their roles, and its map.

use crate::nand::{BlockId, Lpn, NONE, Ppn};
use serde::Serialize;

/// Most blocks in a role that are listed.
pub const PARKED_MAX: usize = 64;
/// Most logical blocks of which the home is listed.
pub const HOMES_MAX: usize = 64;
/// Most entries listed of each segment of a map cache.
pub const CACHED_MAX: usize = 24;

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
    pub resident: Vec<u32>,
    /// Where each translation page lives, [`NONE`] for nowhere.
    pub directory: Vec<Ppn>,
    /// Logical blocks that one entry maps, with their blocks; cached ones first.
    pub whole_blocks: Vec<(u32, BlockId)>,
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
