//! The unit in which much of an overview counts, whatever pages a device has.

/// A page, as footprints and reuse count them, in sectors: 4 KiB.
pub(super) const PAGE_SECTORS: u64 = 8;
