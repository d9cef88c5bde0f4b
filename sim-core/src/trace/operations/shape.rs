//! The device on which the operations of a log were done, told from the numbers of their pages, blocks, planes and channels.

use serde_json::{Value, json};
use std::ops::RangeInclusive;

/// Bytes of a page: a log does not say, and counts in pages.
pub(super) const PAGE_BYTES: u64 = 4096;

/// A device, as far as a log tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Channels.
    pub channels: u32,
    /// Chips of each channel.
    pub chips_per_channel: u32,
    /// Planes of each chip.
    pub planes_per_chip: u32,
    /// Blocks of each plane.
    pub blocks_per_plane: u32,
    /// Pages of each block.
    pub pages_per_block: u32,
    /// Pages that the host sees.
    pub logical_pages: u32,
    /// How that was told, in sentences.
    pub notes: Vec<String>,
}

impl Shape {
    /// The same as the section `device` of an experiment. Both sizes are given, so that no block is rounded away.
    pub(super) fn document(&self) -> Value {
        let planes = u64::from(self.channels) * u64::from(self.chips_per_channel) * u64::from(self.planes_per_chip);
        let physical = planes * u64::from(self.blocks_per_plane) * u64::from(self.pages_per_block);
        let logical = u64::from(self.logical_pages);
        json!({
            "channels": self.channels,
            "chips_per_channel": self.chips_per_channel,
            "planes_per_chip": self.planes_per_chip,
            "pages_per_block": self.pages_per_block,
            "page_bytes": PAGE_BYTES,
            "logical_bytes": logical * PAGE_BYTES,
            "over_provisioning": physical as f64 / logical as f64 - 1.0,
        })
    }
}

/// What the rows so far say of it.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    pages_per_block: Ratio,
    blocks_per_plane: Ratio,
    largest_block: u32,
    largest_plane: u32,
    largest_chip: u32,
    largest_channel: u32,
    /// Behind the last page that the host asked for.
    host_end: u32,
}

impl Evidence {
    /// Nothing is known yet.
    pub(super) const NONE: Self = Self {
        pages_per_block: Ratio::UNKNOWN,
        blocks_per_plane: Ratio::UNKNOWN,
        largest_block: 0,
        largest_plane: 0,
        largest_chip: 0,
        largest_channel: 0,
        host_end: 0,
    };

    /// A physical page is in this block.
    pub(super) fn page_in_block(&mut self, ppn: u32, block: u32) {
        self.pages_per_block.add(ppn, block);
    }

    /// A block is touched, at a place as far as the row says it.
    pub(super) fn block(&mut self, block: u32, plane: Option<u32>, chip: Option<u32>, channel: Option<u32>) {
        self.largest_block = self.largest_block.max(block);
        if let Some(plane) = plane {
            self.largest_plane = self.largest_plane.max(plane);
            self.blocks_per_plane.add(block, plane);
        }
        self.largest_chip = self.largest_chip.max(chip.unwrap_or(0));
        self.largest_channel = self.largest_channel.max(channel.unwrap_or(0));
    }

    /// A request reaches up to this page.
    pub(super) fn request(&mut self, end: u32) {
        self.host_end = self.host_end.max(end);
    }

    /// The device, with at least `physical_pages`.
    ///
    /// # Errors
    /// Numbers that contradict one another, in words.
    pub(super) fn shape(&self, physical_pages: u64) -> Result<Shape, String> {
        let mut notes = Vec::new();
        let pages_per_block =
            self.pages_per_block.best().ok_or_else(|| CONTRADICTION.replace("{}", "block and page"))?;
        let by_pages = physical_pages.div_ceil(u64::from(pages_per_block)) as u32;
        let blocks = self.largest_block.saturating_add(1).max(by_pages);
        let channels = self.largest_channel + 1;
        let planes = (self.largest_plane + 1).next_multiple_of(channels);
        let chips_per_channel = (self.largest_chip + 1).min(planes / channels);
        let planes = planes.next_multiple_of(channels * chips_per_channel);
        let found = match self.largest_plane {
            0 => Some(blocks.div_ceil(planes)),
            _ => self.blocks_per_plane.best(),
        };
        let touched = found.ok_or_else(|| CONTRADICTION.replace("{}", "block and plane"))?;
        let logical_pages = self.host_end.max(1);
        // What the host sees may lie where nothing was done yet.
        let asked = logical_pages.div_ceil(planes.saturating_mul(pages_per_block));
        let may_be_asked = self.largest_plane == 0 || u64::from(asked) <= self.blocks_per_plane.most;
        let blocks_per_plane = if may_be_asked { touched.max(asked) } else { touched }.max(2);
        notes.push(format!(
            "the device is told from the numbers of pages, blocks, planes and channels: {planes} planes of {blocks_per_plane} blocks of {pages_per_block} pages"
        ));
        if self.pages_per_block.is_open() {
            notes.push(format!("{pages_per_block} pages in a block is a guess; device.pages_per_block says otherwise"));
        }
        let physical = u64::from(planes) * u64::from(blocks_per_plane) * u64::from(pages_per_block);
        if physical > MAX_PAGES {
            return Err(format!(
                "its numbers tell a device of {physical} pages; a log may tell one of {MAX_PAGES}: is a number of a page or a block damaged?"
            ));
        }
        // The host sees at least a hundredth: a device cannot have more spare pages.
        let logical_pages = logical_pages.max(physical.div_ceil(100) as u32);
        if u64::from(logical_pages) > physical {
            return Err(format!(
                "its host asks for logical page {}, and its flash has {physical} pages",
                logical_pages - 1
            ));
        }
        Ok(Shape {
            channels,
            chips_per_channel,
            planes_per_chip: planes / channels / chips_per_channel,
            blocks_per_plane,
            pages_per_block,
            logical_pages,
            notes,
        })
    }
}

/// Pages of the largest device that a log may tell: 256 GiB.
const MAX_PAGES: u64 = 1 << 26;

/// Pages of a block, of which a log says nothing; blocks of a plane are those that it names.
const WITHOUT_EVIDENCE: u32 = 64;

const CONTRADICTION: &str = "the numbers of {} contradict one another: each must be the smaller one's number times a fixed size, plus a place within";

/// How many small things make a large one, from pairs of both: `small / ratio = large`.
#[derive(Clone, Debug)]
struct Ratio {
    least: u64,
    most: u64,
}

impl Ratio {
    const UNKNOWN: Self = Self { least: 1, most: u32::MAX as u64 };

    fn add(&mut self, small: u32, large: u32) {
        let (small, large) = (u64::from(small), u64::from(large));
        // Most pairs say nothing new, which two products tell sooner than two divisions.
        if (large + 1) * self.least > small && large * self.most <= small {
            return;
        }
        let bounds = bounds(small, large);
        self.least = self.least.max(*bounds.start());
        self.most = self.most.min(*bounds.end());
    }

    /// Whether more than one would do.
    fn is_open(&self) -> bool {
        self.least < self.most
    }

    /// The one that would do; of several a power of two, else the smallest.
    fn best(&self) -> Option<u32> {
        let power = self.least.next_power_of_two();
        if self.least == 1 && self.most == Self::UNKNOWN.most {
            return Some(WITHOUT_EVIDENCE);
        }
        let best = if power <= self.most { power } else { self.least };
        (self.least <= self.most).then(|| u32::try_from(best).ok()).flatten()
    }
}

/// The ratios with which `small` is in `large`.
fn bounds(small: u64, large: u64) -> RangeInclusive<u64> {
    small / (large + 1) + 1..=small.checked_div(large).unwrap_or(u64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_a_block_follow_from_pages_and_their_blocks() {
        let mut ratio = Ratio::UNKNOWN;
        ratio.add(13, 0);
        assert_eq!((ratio.best(), ratio.is_open()), (Some(16), true));
        ratio.add(36, 3);
        assert_eq!(ratio.best(), None, "12 at most by this, 14 at least by that");
        let mut ratio = Ratio::UNKNOWN;
        for (page, block) in [(11, 0), (12, 1), (47, 3)] {
            ratio.add(page, block);
        }
        assert_eq!((ratio.best(), ratio.is_open()), (Some(12), false));
    }

    #[test]
    fn no_block_is_rounded_away_and_the_host_has_its_pages() {
        let mut evidence = Evidence::NONE;
        for (page, block, plane) in [(0, 0, 0), (15, 3, 0), (16, 4, 1), (31, 7, 1)] {
            evidence.page_in_block(page, block);
            evidence.block(block, Some(plane), Some(0), Some(plane));
        }
        evidence.request(20);
        let shape = evidence.shape(32).unwrap();
        assert_eq!((shape.channels, shape.planes_per_chip, shape.blocks_per_plane), (2, 1, 4));
        assert_eq!((shape.pages_per_block, shape.logical_pages), (4, 20));
        assert_eq!(shape.document()["over_provisioning"], json!(32.0 / 20.0 - 1.0));
        evidence.request(33);
        assert_eq!(evidence.shape(32).unwrap_err(), "its host asks for logical page 32, and its flash has 32 pages");
    }

    #[test]
    fn what_the_host_asks_for_is_there_although_nothing_was_done_to_it() {
        let mut evidence = Evidence::NONE;
        evidence.request(200);
        let shape = evidence.shape(0).unwrap();
        assert_eq!((shape.pages_per_block, shape.blocks_per_plane, shape.logical_pages), (64, 4, 200));
        evidence.request(4_000_000_000);
        assert!(evidence.shape(0).unwrap_err().starts_with("its numbers tell a device of 4000000000 pages"));
    }
}
