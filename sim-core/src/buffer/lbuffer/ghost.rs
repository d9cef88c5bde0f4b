//! A write buffer rehearsed without its data: which groups it would hold, and what would leave.

use super::density::least_dense;
use super::spatial::{Resolution, Spatial};
use crate::base::hashed::Hashed;
use crate::buffer::by_size::BySize;
use crate::buffer::policy::Written;
use crate::nand::NONE;

/// Sizes of the buffer rehearsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Cells that there is room for.
    pub capacity: u32,
    /// Cells of a page.
    pub(crate) cells_per_page: u32,
    /// Pages of a block.
    pub pages_per_block: u32,
    /// Most groups that there can be.
    pub groups: u32,
    /// How finely dirty cells are kept.
    pub(super) resolution: Resolution,
}

/// A buffer without data.
#[derive(Clone, Debug, Hash)]
pub(super) struct Ghost {
    shape: Shape,
    groups: BySize,
    lbns: Vec<u32>,
    spatial: Vec<Spatial>,
    index: Hashed,
    free: Vec<u32>,
    used: u32,
    /// Bits of all dirty-cell information.
    bits: u64,
}

/// Bytes of a group's number and of its age.
const GROUP_BYTES: u64 = 8;

impl Ghost {
    /// Nothing in it yet.
    pub(crate) fn new(shape: Shape) -> Self {
        Self {
            shape,
            groups: BySize::new(shape.resolution.weight_max()),
            lbns: Vec::new(),
            spatial: Vec::new(),
            index: Hashed::new(shape.groups),
            free: Vec::new(),
            used: 0,
            bits: 0,
        }
    }

    /// A page's part of a write request: its cells from `first` to before `end`, counted in its block. What has to leave for
    /// it is given to `leaves`: the logical block and its pages.
    pub(crate) fn write(
        &mut self,
        lbn: u32,
        (first, end): (u32, u32),
        now: u64,
        alpha: f64,
        mut leaves: impl FnMut(u32, Vec<u32>),
    ) {
        let resolution = self.shape.resolution;
        loop {
            let wants = match self.index.find(lbn, &self.lbns) {
                Some(slot) => self.spatial[slot as usize].wants(first, end, &resolution),
                None => Spatial::empty().wants(first, end, &resolution),
            };
            if self.used + wants <= self.shape.capacity {
                break;
            }
            let Some((lbn, pages)) = self.evict(now, alpha) else { break };
            leaves(lbn, pages);
        }
        let slot = self.index.find(lbn, &self.lbns).unwrap_or_else(|| self.open(lbn));
        let spatial = &mut self.spatial[slot as usize];
        let before = (spatial.weight(&resolution), spatial.bits(&resolution));
        spatial.add(first, end, &resolution);
        let after = (spatial.weight(&resolution), spatial.bits(&resolution));
        self.used = self.used + after.0 - before.0;
        self.bits = self.bits + u64::from(after.1) - u64::from(before.1);
        self.groups.touch(slot, after.0, now);
    }

    /// Lets the least dense group leave, at `now`: its logical block and pages.
    pub(crate) fn evict(&mut self, now: u64, alpha: f64) -> Option<(u32, Vec<u32>)> {
        let victim = least_dense(&self.groups, now, alpha, |slot| self.lbns[slot as usize])?;
        let (lbn, spatial) = (self.lbns[victim as usize], &self.spatial[victim as usize]);
        let pages = spatial.pages(self.shape.cells_per_page, &self.shape.resolution);
        self.take(victim);
        Some((lbn, pages))
    }

    /// Groups in it.
    pub(crate) fn group_count(&self) -> u32 {
        (self.lbns.len() - self.free.len()) as u32
    }

    /// Bytes that keeping it takes: number and age of each group, and its dirty cells.
    pub(crate) fn bytes(&self) -> u64 {
        GROUP_BYTES * u64::from(self.group_count()) + self.bits.div_ceil(8)
    }

    /// Bytes that it takes here.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.groups.heap_bytes() + 40 * self.lbns.len() + (self.bits / 8) as usize * 4 + 8 * self.shape.groups as usize
    }

    /// Bytes that keeping the same groups with full information would take: a bit a cell.
    pub(crate) fn full_bytes(&self) -> u64 {
        u64::from(self.group_count()) * (GROUP_BYTES + u64::from(self.shape.resolution.cells_per_block).div_ceil(8))
    }

    /// What is known of a logical block.
    pub(crate) fn kept(&self, lbn: u32) -> Option<&Spatial> {
        self.index.find(lbn, &self.lbns).map(|slot| &self.spatial[slot as usize])
    }

    fn open(&mut self, lbn: u32) -> u32 {
        let slot = self.free.pop().unwrap_or(self.lbns.len() as u32);
        if slot as usize == self.lbns.len() {
            self.lbns.push(NONE);
            self.spatial.push(Spatial::empty());
        }
        self.lbns[slot as usize] = lbn;
        self.index.add(slot, &self.lbns);
        slot
    }

    fn take(&mut self, slot: u32) {
        let spatial = std::mem::replace(&mut self.spatial[slot as usize], Spatial::empty());
        self.used -= spatial.weight(&self.shape.resolution);
        self.bits -= u64::from(spatial.bits(&self.shape.resolution));
        self.groups.take(slot);
        self.index.remove(slot, &self.lbns);
        self.lbns[slot as usize] = NONE;
        self.free.push(slot);
    }
}

/// The parts of a request by page: logical block, and its cells there.
pub(crate) fn parts(
    request: &Written,
    cells_per_page: u32,
    pages_per_block: u32,
) -> impl Iterator<Item = (u32, (u32, u32))> {
    let (first, end) = (request.from, request.from + request.cells);
    (0..request.count).map(move |page| {
        let lpn = request.first + page;
        let base = lpn % pages_per_block * cells_per_page;
        let begin = page * cells_per_page;
        let (from, to) = (first.max(begin) - begin, end.min(begin + cells_per_page) - begin);
        (lpn / pages_per_block, (base + from, base + to))
    })
}
