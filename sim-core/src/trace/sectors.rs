//! Bytes, as most formats count them, made sectors.

use super::record::{MAX_REQUEST_SECTORS, MAX_SECTORS};
use crate::base::request::SECTOR_BYTES;

/// Bytes widened to whole sectors: first sector and number of sectors. None if there are none, too many, or they end too far.
#[inline]
pub(super) fn sectors_of_bytes(offset: u64, bytes: u64) -> Option<(u64, u64)> {
    let end = offset.checked_add(bytes)?.div_ceil(SECTOR_BYTES);
    let first = offset / SECTOR_BYTES;
    (bytes > 0 && end <= MAX_SECTORS && end - first <= MAX_REQUEST_SECTORS).then_some((first, end - first))
}

/// So many sectors from `sector` on, if a request can have them there.
#[inline]
pub(super) fn sectors_at(sector: u64, sectors: u64) -> Option<u64> {
    (1..=MAX_REQUEST_SECTORS.min(MAX_SECTORS.saturating_sub(sector))).contains(&sectors).then_some(sectors)
}
