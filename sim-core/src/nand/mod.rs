//! The flash itself: geometry, timing, pages and blocks, and the rules that no policy may break.

pub mod array;
pub mod block;
pub(crate) mod failures;
pub mod geometry;
pub(crate) mod oob;
pub(crate) mod reserve;
pub(crate) mod rule;
#[cfg(test)]
mod tests;
pub(crate) mod timing;
mod torn;
pub(crate) mod valid_pages;

/// Logical page number: what the host addresses.
pub(crate) type Lpn = u32;
/// Physical page number, device-wide: `block × pages_per_block + offset`.
pub(crate) type Ppn = u32;
/// Physical block number, device-wide: `plane × blocks_per_plane + index`.
pub type BlockId = u32;
/// Plane number, device-wide: channel first, then chip, then plane of the chip.
pub(crate) type PlaneId = u32;

/// "No page": an unmapped LPN, a page without owner.
pub const NONE: u32 = u32::MAX;
