//! The device before the first request: outdated pages that earlier use has left, then the host's pages in ascending
//! order, in the tails of those blocks first; and the parity of each stripe behind its last page.

use super::Ttflash;
use super::layout::{bits, places};
use crate::flash::halt::Halt;
use crate::nand::array::Nand;
use crate::nand::block::BlockKind;
use crate::nand::oob::words;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, PlaneId};

impl Ttflash {
    /// Leaves so many outdated pages behind that `used` of all pages will be spent once `valid` logical pages are written, or
    /// as many as make half of them valid. Returns how many those are.
    pub(super) fn age_planes(&mut self, used: f64, valid: Option<u32>, nand: &mut Nand) -> Result<u32, Halt> {
        let geometry = nand.geometry;
        let of_plane = f64::from(geometry.blocks_per_plane) * f64::from(geometry.pages_per_block);
        let valid = valid.unwrap_or_else(|| {
            let stripes = (used / 2.0 * of_plane).ceil() as u32 * self.layout.groups;
            stripes.saturating_mul(self.layout.width())
        });
        let valid = valid.min(self.layout.logical_pages);
        if self.rules.is_fresh {
            return Ok(valid);
        }
        let of_block = ((f64::from(geometry.pages_per_block) * used + 1.0).ceil() as u32).min(geometry.pages_per_block);
        let kept = self.pages_of_planes(valid);
        for (plane, &kept) in (0..).zip(&kept) {
            let outdated = ((used * of_plane) as u32).saturating_sub(kept);
            self.leave_outdated(plane, outdated, of_block, nand)?;
        }
        Ok(valid)
    }

    /// The first pages of blocks become outdated, `of_block` of each, until there are `outdated`.
    fn leave_outdated(&mut self, at: PlaneId, outdated: u32, of_block: u32, nand: &mut Nand) -> Result<(), Halt> {
        let plane = &mut self.planes[at as usize];
        let mut left = 0;
        while left < outdated && plane.free.len() > 2 {
            let Some(block) = plane.free.pop_front() else { break };
            nand.open(block, BlockKind::Data)?;
            for page in nand.geometry.pages_of(block).take(of_block as usize) {
                nand.program(page as u32, NONE, 0, 0)?;
                nand.invalidate(page as u32)?;
            }
            plane.free_pages -= of_block;
            plane.begun.push_back(block);
            left += of_block;
        }
        Ok(())
    }

    /// Pages of each plane once the first `valid` pages of the host are written, parities included.
    fn pages_of_planes(&self, valid: u32) -> Vec<u32> {
        let mut pages = vec![0; self.planes.len()];
        for stripe in 0..valid.div_ceil(self.layout.width()) {
            let first = self.layout.lpn(stripe, 0);
            let parity = if self.rules.parity { 1 << self.layout.width() } else { 0 };
            let members = (self.layout.data(stripe) & bits(valid - first)) | parity;
            places(members).for_each(|place| pages[self.layout.plane(stripe, place) as usize] += 1);
        }
        pages
    }

    /// Puts a page of the host on flash, and behind the last of a stripe its parity.
    pub(super) fn fill_page(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        let (stripe, place) = self.layout.stripe_of(lpn);
        self.fill_member(stripe, place, version, nand.host_pages as u32, nand)?;
        let is_last = self.layout.data(stripe) >> place == 1;
        if is_last { self.fill_parity(stripe, nand) } else { Ok(()) }
    }

    /// The fill is over: the parity of the last stripe, if it is not whole; and planes see how much room they have.
    pub(super) fn end_fill(&mut self, nand: &mut Nand) -> Result<(), Halt> {
        let last = self.places[..self.layout.logical_pages as usize].iter().rposition(|&ppn| ppn != NONE);
        if let Some(last) = last {
            let (stripe, place) = self.layout.stripe_of(last as Lpn);
            if self.layout.data(stripe) >> place != 1 {
                self.fill_parity(stripe, nand)?;
            }
        }
        (0..self.planes.len() as PlaneId).for_each(|plane| self.look_at_room(plane));
        Ok(())
    }

    fn fill_parity(&mut self, stripe: u32, nand: &mut Nand) -> Result<(), Halt> {
        if !self.rules.parity {
            return Ok(());
        }
        let data = places(self.layout.data(stripe));
        let parity = data.fold(0, |sum, place| sum ^ self.content(stripe, place, nand));
        let [high, low] = words(parity);
        self.fill_member(stripe, self.layout.width(), high, low, nand)
    }

    fn fill_member(
        &mut self,
        stripe: u32,
        place: u32,
        version: u32,
        written_at: u32,
        nand: &mut Nand,
    ) -> Result<(), Halt> {
        let (id, at) = (self.layout.id(stripe, place), self.layout.plane(stripe, place));
        let plane = &mut self.planes[at as usize];
        let Some(ppn) = plane.next_page(nand)? else {
            return Err(Rule::Invariant(format!("plane {at} has no room for page {id}")).into());
        };
        nand.program(ppn, id, version, written_at)?;
        plane.free_pages -= 1;
        self.places[id as usize] = ppn;
        Ok(())
    }
}
