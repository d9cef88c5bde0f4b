//! Who may fill the ring of writes: the host alone while there is room, and less and less of it as free chunks run out
//!. All of it follows from the number of free chunks.

use crate::flash::trigger::{Condition, Is, What};
use crate::nand::geometry::Geometry;
use crate::parameters::settings::Settings;
use serde::Serialize;

/// Entries of the ring that are shared out at a time.
const WINDOW: u32 = 64;

/// What the limiter goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct Limiter {
    /// Entries of the ring.
    pub(crate) ring: u32,
    /// Pages of a write command: windows are no smaller, or commands would be cut short.
    pub unit: u32,
    /// Free chunks at or above which the host has the ring alone.
    pub high: u32,
    /// Free chunks at or below which the host may not write.
    pub(super) reserved: u32,
}

/// Most entries of the ring that each may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct Quota {
    /// The host.
    pub(crate) user: u32,
    /// Garbage collection.
    pub gc: u32,
}

impl Limiter {
    /// As `settings` ask for on such a device: one line is kept for what is moved, or as many as set, and room for what is
    /// in the ring. Over-provisioning is what `data_lines` have beside the host's pages.
    pub(crate) fn new(settings: &Settings, geometry: &Geometry, data_lines: u32) -> Self {
        let ring = settings.integer("ring_entries") as u32;
        let line_pages = geometry.planes() * geometry.pages_per_block;
        let lines = settings.integer("gc_reserve_lines") as u32 + ring.div_ceil(line_pages);
        let high = match settings.word("gc_high") {
            "total/8" => geometry.blocks() / 8,
            _ => (data_lines * line_pages).saturating_sub(geometry.logical_pages) / geometry.pages_per_block / 2,
        };
        let unit = settings.integer("write_unit") as u32;
        Self { ring, unit, high: high.max(1), reserved: lines * geometry.planes() }
    }

    /// Who may take how much while so many chunks are free.
    pub(crate) fn quota(&self, free_chunks: u32) -> Quota {
        let user = if free_chunks <= self.reserved {
            0
        } else if free_chunks >= self.high {
            self.ring
        } else {
            (self.windows(free_chunks) * self.window()).min(self.ring)
        };
        Quota { user, gc: self.ring - user }
    }

    /// Why garbage collection gets a share of the ring while so many chunks are free.
    pub(crate) fn why_collect(&self, free_chunks: u32) -> Condition {
        match free_chunks <= self.reserved {
            true => Condition::new(What::FreeChunksKept, free_chunks, Is::AtMost, self.reserved),
            false => Condition::new(What::FreeChunks, free_chunks, Is::Below, self.high),
        }
    }

    /// Windows of the host: free chunks, scaled by powers of two so that `high` would be the whole ring.
    fn windows(&self, free_chunks: u32) -> u32 {
        let (of_high, of_ring) = (ceil_log2(self.high), ceil_log2(self.ring / self.window()));
        match of_high.checked_sub(of_ring) {
            Some(shift) => free_chunks >> shift,
            None => free_chunks << (of_ring - of_high),
        }
    }

    /// A ring too small for four windows has smaller ones.
    fn window(&self) -> u32 {
        WINDOW.min(self.ring / 4).max(self.unit)
    }
}

/// The exponent of the smallest power of two that is not less.
fn ceil_log2(number: u32) -> u32 {
    number.max(1).next_power_of_two().trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 8 000 chunks in all, collected below an eighth.
    const KERNEL: Limiter = Limiter { ring: 1024, unit: 8, high: 1000, reserved: 8 };

    #[test]
    fn shares_the_ring_as_the_kernel_does() {
        let user = |free: u32| KERNEL.quota(free).user;
        assert_eq!((user(1000), user(999), user(640), user(512), user(63)), (1024, 960, 640, 512, 0));
        assert_eq!(KERNEL.quota(640).gc, 384);
        assert_eq!(KERNEL.quota(512), Quota { user: 512, gc: 512 });
        assert_eq!(KERNEL.quota(8), Quota { user: 0, gc: 1024 });
    }

    #[test]
    fn at_what_is_kept_the_host_may_not_write_and_with_one_chunk_more_it_may() {
        for reserved in [64, 511, 998] {
            let limiter = Limiter { reserved, ..KERNEL };
            assert_eq!(limiter.quota(reserved), Quota { user: 0, gc: 1024 });
            assert_eq!(limiter.quota(reserved + 1), KERNEL.quota(reserved + 1), "{reserved} kept");
            assert!(limiter.quota(reserved + 1).user > 0, "{reserved} kept");
        }
    }

    #[test]
    fn both_together_are_the_ring_and_more_room_is_never_less_for_the_host() {
        for (ring, unit, high) in [(1024, 1, 1200), (64, 4, 40), (16, 8, 5), (8, 1, 3), (4, 2, 1000)] {
            let limiter = Limiter { ring, unit, high, reserved: 2 };
            let quotas: Vec<Quota> = (0..=high + 1).map(|free| limiter.quota(free)).collect();
            assert!(quotas.iter().all(|quota| quota.user + quota.gc == ring));
            assert!(quotas.windows(2).all(|pair| pair[0].user <= pair[1].user));
        }
    }
}
