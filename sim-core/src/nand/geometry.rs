//! How a device is laid out: channel, chip, plane, block, page.

use super::{BlockId, PlaneId, Ppn};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// Whether a device is described by its blocks, so that over-provisioning leaves the host fewer pages; otherwise it adds blocks. The device
/// is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByBlocks(pub bool);

impl Hash for ByBlocks {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Shape and sizes of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Geometry {
    /// Independent channels.
    pub channels: u32,
    /// Chips per channel.
    pub chips_per_channel: u32,
    /// Planes per chip.
    pub planes_per_chip: u32,
    /// Erase units of each plane.
    pub blocks_per_plane: u32,
    /// Program units of each block.
    pub pages_per_block: u32,
    /// Pages of each block that are no page's fixed place, but take updates; 0 in most layers.
    pub spare_pages: u32,
    /// User bytes of a page.
    pub page_bytes: u32,
    /// Pages that the host sees.
    pub logical_pages: u32,
    /// How it is described.
    pub by_blocks: ByBlocks,
}

#[cfg(test)]
impl Geometry {
    /// One plane, for tests.
    pub(crate) const fn of_one_plane(blocks: u32, pages_per_block: u32, logical_pages: u32) -> Self {
        Self {
            channels: 1,
            chips_per_channel: 1,
            planes_per_chip: 1,
            blocks_per_plane: blocks,
            pages_per_block,
            spare_pages: 0,
            page_bytes: 4096,
            logical_pages,
            by_blocks: ByBlocks(false),
        }
    }
}

impl Geometry {
    /// Planes of the whole device.
    #[inline(always)]
    pub fn planes(&self) -> u32 {
        self.channels * self.chips_per_channel * self.planes_per_chip
    }
    /// Blocks of the whole device.
    #[inline(always)]
    pub fn blocks(&self) -> u32 {
        self.planes() * self.blocks_per_plane
    }
    /// Physical pages of the whole device.
    #[inline(always)]
    pub fn physical_pages(&self) -> u32 {
        self.blocks() * self.pages_per_block
    }
    /// Log blocks of a plane where nothing else is said: 0.07 % of its blocks, at least 3.
    pub(crate) fn default_log_blocks(&self) -> u32 {
        ((u64::from(self.blocks_per_plane) * 7 + 5_000) / 10_000).max(3) as u32
    }
    /// Pages of a logical block: what a block holds beside its spare pages.
    #[inline(always)]
    pub fn pages_per_logical_block(&self) -> u32 {
        self.pages_per_block - self.spare_pages
    }
    /// 512-byte sectors of a page.
    #[inline(always)]
    pub fn sectors_per_page(&self) -> u32 {
        self.page_bytes / crate::base::request::SECTOR_BYTES as u32
    }
    /// Sectors that the host sees.
    pub(crate) fn logical_sectors(&self) -> u64 {
        u64::from(self.logical_pages) * u64::from(self.sectors_per_page())
    }
    /// Physical pages / logical pages − 1, as it came out after rounding to whole blocks.
    pub fn over_provisioning(&self) -> f64 {
        f64::from(self.physical_pages()) / f64::from(self.logical_pages) - 1.0
    }
    /// The least over-provisioning, as it comes out and to four places, that leaves each plane so many blocks beside those that the host's pages
    /// fill; none where the device is described by its blocks and has no more than that.
    pub(crate) fn over_provisioning_for(&self, beside: u32) -> Option<String> {
        let planes = u64::from(self.planes());
        let [all, own] = [self.pages_per_block, self.pages_per_logical_block()].map(u64::from);
        let over = |pages: u64, logical: u64| pages as f64 / logical as f64 - 1.0;
        let least = if self.by_blocks.0 {
            let kept = self.blocks_per_plane.checked_sub(beside).map_or(0, u64::from) * planes * own / all;
            // The host has whole blocks: with less than one more it has no more.
            (kept > 0).then(|| over(u64::from(self.blocks()), kept + 1) + 1e-6)?
        } else {
            let filled = u64::from(self.logical_pages).div_ceil(own).div_ceil(planes);
            over((filled + u64::from(beside)) * planes * all, self.logical_pages.into())
        };
        Some(format!("{:.4}", (least * 10_000.0).ceil() / 10_000.0))
    }

    /// The block that holds a page.
    #[inline(always)]
    pub fn block_of(&self, ppn: Ppn) -> BlockId {
        self.block_and_offset_of(ppn).0
    }
    /// The place of a page in its block.
    #[inline(always)]
    pub fn offset_of(&self, ppn: Ppn) -> u32 {
        self.block_and_offset_of(ppn).1
    }
    /// The block that holds a page, and its place there. Blocks mostly have a power of two of pages, which spares every page operation
    /// some divisions.
    #[inline(always)]
    fn block_and_offset_of(&self, ppn: Ppn) -> (BlockId, u32) {
        let pages = self.pages_per_block;
        if pages.is_power_of_two() {
            (ppn >> pages.trailing_zeros(), ppn & (pages - 1))
        } else {
            (ppn / pages, ppn % pages)
        }
    }
    /// The page at `offset` of `block`.
    #[inline(always)]
    pub fn page(&self, block: BlockId, offset: u32) -> Ppn {
        block * self.pages_per_block + offset
    }
    /// Whether a page is the last of its block.
    #[inline(always)]
    pub(crate) fn is_last_of_block(&self, ppn: Ppn) -> bool {
        self.offset_of(ppn) + 1 == self.pages_per_block
    }
    /// The pages of a block.
    pub fn pages_of(&self, block: BlockId) -> Range<usize> {
        let first = self.page(block, 0) as usize;
        first..first + self.pages_per_block as usize
    }
    /// The plane that holds a block.
    #[inline(always)]
    pub fn plane_of(&self, block: BlockId) -> PlaneId {
        block / self.blocks_per_plane
    }
    /// The blocks of a plane.
    pub(crate) fn blocks_of(&self, plane: PlaneId) -> Range<BlockId> {
        let first = plane * self.blocks_per_plane;
        first..first + self.blocks_per_plane
    }
    /// The channel a plane hangs on.
    #[inline(always)]
    pub(crate) fn channel_of(&self, plane: PlaneId) -> u32 {
        plane % self.channels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn successive_planes_change_channel_first() {
        let geometry =
            Geometry { channels: 2, chips_per_channel: 2, planes_per_chip: 2, ..Geometry::of_one_plane(4, 8, 200) };
        assert_eq!(geometry.planes(), 8);
        assert_eq!((0..4).map(|plane| geometry.channel_of(plane)).collect::<Vec<_>>(), [0, 1, 0, 1]);
        assert_eq!(geometry.page(5, 3), 43);
        assert_eq!((geometry.block_of(43), geometry.offset_of(43), geometry.plane_of(5)), (5, 3, 1));
    }

    #[test]
    fn pages_are_found_in_blocks_of_any_length() {
        for pages in [1, 2, 3, 4, 6, 7, 8, 96, 128] {
            let geometry = Geometry::of_one_plane(5, pages, pages);
            for ppn in 0..5 * pages {
                let (block, offset) = (geometry.block_of(ppn), geometry.offset_of(ppn));
                assert!(offset < pages);
                assert_eq!(geometry.page(block, offset), ppn, "{pages} pages a block");
                assert_eq!(geometry.is_last_of_block(ppn), offset == pages - 1);
            }
        }
    }

    #[test]
    fn over_provisioning_that_leaves_blocks_beside_the_hosts_is_told_as_the_device_is_described() {
        // 10 blocks of 8 pages, of which 6 hold the host's 48. With 5 beside them there are 11 blocks: 88 / 48 - 1 = 0.8333...
        let by_pages = Geometry::of_one_plane(10, 8, 48);
        assert_eq!(by_pages.over_provisioning_for(5).as_deref(), Some("0.8334"));
        // Of 10 blocks the host keeps 5 where it has less than 6: 10 / 6 - 1 = 0.6666..., and a little more.
        let by_blocks = Geometry { by_blocks: ByBlocks(true), ..by_pages };
        assert_eq!(by_blocks.over_provisioning_for(5).as_deref(), Some("0.6667"));
        assert_eq!(by_blocks.over_provisioning_for(9).as_deref(), Some("4.0001"));
        assert_eq!(by_blocks.over_provisioning_for(10), None, "nothing is left for the host");
        assert_eq!(by_blocks.over_provisioning_for(11), None);
    }
}
