//! What a read does: from RAM what is there, from flash what is on planes that are free; and where a plane collects,
//! it waits or is put together from the rest of its stripe.

use super::Ttflash;
use super::choose::{Choice, Met, choose};
use super::explain;
use super::layout::places;
use super::picture::LastRead;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, Trigger, What};
use crate::nand::{Lpn, NONE, PlaneId};

/// Pages of one stripe that a request asks for and that are on flash.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    /// The stripe.
    pub(crate) stripe: u32,
    /// The pages, by place.
    pub pages: u64,
    /// Of those, pages whose planes collect.
    pub collecting: u64,
    /// Whether the request asks for the stripes before and after it too.
    pub(crate) inner: bool,
}

impl Ttflash {
    /// Reads `count` pages from `first` on, stripe by stripe.
    pub(super) fn read_pages(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (from, until) = (self.layout.stripe_of(first).0, self.layout.stripe_of(first + count - 1).0);
        for stripe in from..=until {
            let start = self.layout.lpn(stripe, 0);
            let range = first.max(start)..(first + count).min(start + self.layout.width());
            let mut wanted = Wanted { stripe, pages: 0, collecting: 0, inner: stripe > from && stripe < until };
            for lpn in range {
                if !self.read_without_flash(lpn, flash)? {
                    let place = lpn - start;
                    wanted.pages |= 1 << place;
                    let stands =
                        flash.event().is_some_and(|event| event.stands_for(self.layout.plane(stripe, place)).is_some());
                    wanted.collecting |= u64::from(stands) << place;
                }
            }
            self.read_stripe(wanted, flash)?;
        }
        Ok(())
    }

    /// Reads a page from RAM, or one that holds nothing, or one that is lost. Whether it was one of these.
    fn read_without_flash(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<bool, Halt> {
        let (stripe, place) = self.layout.stripe_of(lpn);
        if let Some(slot) = self.ram.find(stripe)
            && let Some(version) = self.ram.at(slot).version(place)
        {
            flash.read_in_ram(lpn, version, None)?;
            self.ram.touch(slot, &self.layout);
            return Ok(true);
        }
        if self.place(lpn) == NONE && !self.faults.knows(lpn) {
            flash.read_unmapped(lpn)?;
            return Ok(true);
        }
        if self.is_lost(stripe, place) {
            flash.core.counters.stripes.unreadable_pages += 1;
            flash.note(Operation { lpn: Some(lpn), ..Operation::new(Kind::Unreadable, Purpose::Host) })?;
            return Ok(true);
        }
        Ok(false)
    }

    fn read_stripe(&mut self, wanted: Wanted, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Wanted { stripe, pages, .. } = wanted;
        let dead = places(pages).find(|&place| self.is_dead(stripe, place));
        let Some(place) = dead.or_else(|| self.ends_last(&wanted, flash)) else {
            return self.read_members(stripe, pages, Purpose::Host, flash);
        };
        let others = self.others(stripe, pages, place);
        let met = self.met(&wanted, place, others, flash);
        let plane = self.layout.plane(stripe, place);
        let (choice, because) = match dead {
            Some(_) => (Choice::Dead, Condition::fact(What::PlaneFailed, plane)),
            None if self.is_suspect(stripe) || self.has_dead(stripe) => {
                (Choice::Several, Condition::fact(What::StripeDamaged, plane))
            }
            None => choose(&self.rules.reads, &met, plane),
        };
        let trigger = flash.because(|_| because);
        let lpn = self.layout.lpn(stripe, place);
        let read = LastRead::new(self, lpn, choice, &met, pages | others, flash.core);
        flash.decide(|_, op| explain::wait_or_rebuild(op, &read, self));
        self.last_read = Some(read);
        match choice.rebuilds() {
            true => self.rebuild(lpn, &wanted, others, trigger, flash),
            false => self.wait(lpn, &wanted, choice, trigger, flash),
        }
    }

    /// The page is read from the rest of its stripe, and so are the other pages that are asked for.
    fn rebuild(
        &mut self,
        lpn: Lpn,
        wanted: &Wanted,
        others: u64,
        trigger: Option<Trigger>,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let (stripe, place) = self.layout.stripe_of(lpn);
        let rebuild = Operation { lpn: Some(lpn), trigger, ..Operation::new(Kind::Rebuild, Purpose::Rebuild) };
        let outer = flash.enter(rebuild)?;
        let counters = &mut flash.core.counters.stripes;
        counters.rebuilt_pages += 1;
        counters.rebuild_reads += u64::from(others.count_ones());
        flash.then_after(self.rules.xor_ns, |flash| {
            self.read_members(stripe, wanted.pages & !(1 << place), Purpose::Host, flash)?;
            self.read_members(stripe, others, Purpose::Rebuild, flash)
        })?;
        self.check_rebuilt(lpn, flash.newest(lpn), flash.nand())?;
        flash.leave(outer);
        Ok(())
    }

    /// The page is queued behind the collection, like all others of its stripe that are asked for.
    fn wait(
        &self,
        lpn: Lpn,
        wanted: &Wanted,
        choice: Choice,
        trigger: Option<Trigger>,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let outer = flash.enter(Operation { lpn: Some(lpn), trigger, ..Operation::new(Kind::Wait, Purpose::Host) })?;
        let counters = &mut flash.core.counters.stripes;
        match choice {
            Choice::Later => counters.waits_chosen += 1,
            _ => counters.waits_forced += 1,
        }
        flash.leave(outer);
        self.read_members(wanted.stripe, wanted.pages, Purpose::Host, flash)
    }

    /// What must be read beside the pages asked for to put one of them together. What is in RAM need not be, and what was
    /// never written counts as zeros.
    fn others(&self, stripe: u32, pages: u64, missing: u32) -> u64 {
        if !self.rules.parity {
            return 0;
        }
        let (all, width) = (self.layout.data(stripe), self.layout.width());
        let covered = self.ram.of(stripe).map_or(0, |stripe| stripe.covered());
        // The parity of a stripe on its way is in RAM too, until all of it is there.
        let parity = if covered == 0 { 1 << width } else { 0 };
        self.there(stripe, (all | parity) & !covered & !pages & !(1 << missing))
    }

    fn met(&self, wanted: &Wanted, place: u32, others: u64, flash: &Flash<'_>) -> Met {
        let Some(event) = flash.event() else { return Met::default() };
        let remaining_ns = |place: u32| self.remaining_ns(wanted.stripe, place, flash);
        let by_difference = self.rules.reads.authors && !self.rules.rotates();
        let earlier_ns = if by_difference { places(others).map(remaining_ns).max().unwrap_or(0) } else { 0 };
        let plane = |place: u32| self.layout.plane(wanted.stripe, place);
        let collector = event.stands_for(plane(place));
        let stands = |place: &u32| event.stands_for(plane(*place)).is_some();
        Met {
            wanted: wanted.pages.count_ones(),
            collecting: wanted.collecting.count_ones(),
            others_collecting: places(others).filter(stands).count() as u32,
            remaining_ns: remaining_ns(place).saturating_sub(earlier_ns),
            busy_channels: places(others)
                .filter(|&place| event.is_channel_busy(self.layout.channel(wanted.stripe, place)))
                .count() as u32,
            copying: collector.is_some_and(|plane: PlaneId| {
                self.planes[plane as usize].collection.is_some_and(|collection| collection.copying)
            }),
            inner: wanted.inner,
        }
    }

    /// Of the pages whose planes collect, the one whose collection ends last.
    fn ends_last(&self, wanted: &Wanted, flash: &Flash<'_>) -> Option<u32> {
        places(wanted.collecting)
            .max_by_key(|&place| (self.remaining_ns(wanted.stripe, place, flash), u32::MAX - place))
    }

    /// Until the collection is over that a member's plane stands still for.
    fn remaining_ns(&self, stripe: u32, place: u32, flash: &Flash<'_>) -> u64 {
        let Some(event) = flash.event() else { return 0 };
        let collector = event.stands_for(self.layout.plane(stripe, place));
        collector.map_or(0, |plane| event.collection_ns(plane))
    }

    /// Whether parity and pages may not belong together, since power was cut in between.
    fn is_suspect(&self, stripe: u32) -> bool {
        self.ram.of(stripe).is_some_and(|stripe| stripe.suspect)
    }
}
