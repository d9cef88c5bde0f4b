//! Which stripe goes to flash, and its way there. First its parity's reads, if it needs any; then its pages and its
//! parity, but for members whose plane collects (GC-tolerant flush) or has no room: those follow when it can. The stripe takes
//! its room in RAM until all of it is there.
//!
//! Programs begin when all reads are over, so that flash holds either the old stripe or the new one until they do.

use super::Ttflash;
use super::layout::places;
use super::ram::Stage;
use crate::flash::access::Flash;
use crate::flash::halt::{Halt, Reason};
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::ticket::Role;
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::nand::PlaneId;

/// The numbers by which the clock tells of a stripe's way: its reads are over, all of it is there.
fn numbers(slot: u32) -> [u32; 2] {
    [2 * slot, 2 * slot + 1]
}

/// A flush request that waits for a stripe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Awaited {
    request: u32,
    /// Whether the stripe has to go once more, since it was written again while it was on its way.
    again: bool,
}

impl Ttflash {
    /// Sends stripes to flash while RAM is fuller than it should be. Those that wait for room are not in it yet.
    pub(super) fn flush_what_is_too_much(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        if self.ram.used() <= self.ram.high {
            return Ok(());
        }
        let mut trigger =
            flash.because(|_| Condition::new(What::PagesOverMark, self.ram.used(), Is::Above, self.ram.high));
        while self.ram.dirty > self.ram.low && self.ram.leaving < self.ram.capacity {
            let Some(slot) = self.next_stripe(flash) else { break };
            // What does not fit beside what is on its way is not in RAM yet.
            let pages = self.ram.at(slot).dirty.count_ones();
            if self.ram.leaving > 0 && self.ram.leaving + pages > self.ram.capacity {
                break;
            }
            self.send(slot, trigger, flash)?;
            trigger =
                flash.because(|_| Condition::new(What::PagesOverLowMark, self.ram.dirty, Is::Above, self.ram.low));
        }
        Ok(())
    }

    /// Sends everything. The request being served waits until all that is in RAM now is on flash; of a stripe on its way that
    /// has been written again since, both.
    pub(super) fn flush_everything(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for slot in self.ram.slots() {
            let (is_idle, is_dirty) = (self.ram.at(slot).stage == Stage::Idle, self.ram.at(slot).dirty != 0);
            if let Some(request) = flash.core.ticket {
                flash.hold_up(request);
                self.awaited.entry(slot).or_default().push(Awaited { request, again: !is_idle && is_dirty });
            }
            if is_idle {
                let trigger = flash.because(|_| self.still_in_ram(slot));
                self.send(slot, trigger, flash)?;
            }
        }
        Ok(())
    }

    /// A stripe is on flash: flush requests that waited for it go on, unless it was written again before them.
    fn tell_who_waits(&mut self, slot: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (again, over): (Vec<_>, Vec<_>) =
            self.awaited.remove(&slot).unwrap_or_default().into_iter().partition(|awaited| awaited.again);
        over.into_iter().for_each(|awaited| flash.handed_out(awaited.request));
        if again.is_empty() {
            return Ok(());
        }
        self.awaited.insert(slot, again.into_iter().map(|awaited| Awaited { again: false, ..awaited }).collect());
        let trigger = flash.because(|_| self.still_in_ram(slot));
        self.send(slot, trigger, flash)
    }

    /// That pages of a stripe are not on flash, where all of them are to be.
    pub(super) fn still_in_ram(&self, slot: u32) -> Condition {
        Condition::new(What::PagesInRam, self.ram.at(slot).dirty.count_ones(), Is::Above, 0u32)
    }

    /// The stripe that goes next. Whole ones first, among them those of groups in which no plane collects; within such a class
    /// the one used least recently. Or that one right away.
    pub(super) fn next_stripe(&self, flash: &Flash<'_>) -> Option<u32> {
        let groups = || 0..self.layout.groups;
        let oldest = |whole: bool, wanted: &dyn Fn(u32) -> bool| {
            groups().filter(|&group| wanted(group)).filter_map(|group| self.ram.oldest(group, whole)).min()
        };
        if !self.rules.gtf {
            let both = [oldest(true, &|_| true), oldest(false, &|_| true)];
            return both.into_iter().flatten().min().map(|(_, slot)| slot);
        }
        let collecting: Vec<bool> = groups().map(|group| self.collects(group, flash)).collect();
        let classes = [(true, false), (true, true), (false, false), (false, true)];
        let of_class = |(whole, collects)| oldest(whole, &|group| collecting[group as usize] == collects);
        classes.into_iter().find_map(of_class).map(|(_, slot)| slot)
    }

    /// Whether a plane of a group collects.
    fn collects(&self, group: u32, flash: &Flash<'_>) -> bool {
        let first = group * self.layout.channels;
        (first..first + self.layout.channels).any(|plane| self.stands_still(plane, flash))
    }

    /// Begins a stripe's way to flash.
    pub(super) fn send(&mut self, slot: u32, trigger: Option<Trigger>, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let stripe = self.ram.number(slot);
        let dirty = self.ram.at(slot).dirty;
        let first = places(dirty).next().map(|place| self.layout.lpn(stripe, place));
        let start =
            Operation { lpn: first, pages: dirty.count_ones(), ..Operation::new(Kind::FlushStart, Purpose::Flush) };
        let outer = flash.enter(Operation { trigger, ..start })?;
        let [reads_over, there] = numbers(slot);
        let cells = self.ram.sends(slot, &self.layout);
        self.ram.at_mut(slot).ticket = flash.begin(Role::WriteOut { cells, tell: Some(there) }).unwrap_or(0);
        let whole = dirty == self.layout.data(stripe);
        let counters = &mut flash.core.counters;
        counters.flushes += 1;
        counters.flushed_pages += u64::from(cells);
        counters.stripes.stripes_full += u64::from(whole);
        counters.stripes.stripes_partial += u64::from(!whole);
        let plan = self.rules.parity.then(|| self.plan_parity(slot, flash));
        self.ram.at_mut(slot).from_old = plan.is_some_and(|plan| plan.from_old);
        let reads = plan.map_or(0, |plan| plan.reads);
        self.ram.at_mut(slot).stage = Stage::Reading;
        let work = if reads == 0 { None } else { flash.begin(Role::Work(reads_over)) };
        match work {
            Some(work) => {
                flash.as_part_of(work, |flash| self.read_members(stripe, reads, Purpose::Parity, flash))?;
                flash.handed_out(work);
            }
            None => {
                self.read_members(stripe, reads, Purpose::Parity, flash)?;
                self.program(slot, flash)?;
            }
        }
        // While the device is prepared, on the serial clock, all of it is there by now.
        if flash.event().is_none() {
            if self.ram.at(slot).held != 0 {
                return Err(Box::new(Reason::DeviceFull("the device is full while it is prepared".into())));
            }
            self.ram.sent(slot);
        }
        flash.leave(outer);
        Ok(())
    }

    /// Reads members of a stripe where they live.
    pub(super) fn read_members(
        &self,
        stripe: u32,
        mask: u64,
        purpose: Purpose,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        places(mask).try_for_each(|place| {
            let id = self.layout.id(stripe, place);
            flash.read(id, self.place(id), purpose)
        })
    }

    /// The clock tells of a stripe's way to flash.
    pub(super) fn stripe_goes_on(&mut self, number: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let slot = number / 2;
        if number.is_multiple_of(2) {
            return self.program(slot, flash);
        }
        self.ram.sent(slot);
        self.tell_who_waits(slot, flash)?;
        self.flush_what_is_too_much(flash)
    }

    /// Programs all members of a stripe on its way that can be programmed now.
    fn program(&mut self, slot: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let parity = self.new_parity(slot, flash.nand());
        let width = self.layout.width();
        let stripe = self.ram.at_mut(slot);
        (stripe.parity, stripe.stage) = (parity, Stage::Programming);
        let (members, ticket) = (stripe.leaving | if self.rules.parity { 1 << width } else { 0 }, stripe.ticket);
        for place in places(members) {
            let plane = self.layout.plane(self.ram.number(slot), place);
            if self.planes[plane as usize].dead {
                self.lose_member(slot, place, flash)?;
            } else if self.holds_back(plane, flash) {
                self.hold_back(slot, place, plane, flash)?;
            } else {
                self.program_member(slot, place, flash)?;
            }
        }
        flash.handed_out(ticket);
        Ok(())
    }

    /// Whether a plane takes no page now.
    fn holds_back(&self, plane: PlaneId, flash: &Flash<'_>) -> bool {
        self.refuses(plane) || (self.rules.gtf && self.stands_still(plane, flash))
    }

    fn hold_back(&mut self, slot: u32, place: u32, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let stripe = self.ram.at_mut(slot);
        stripe.held |= 1 << place;
        flash.hold_up_for_gc(stripe.ticket);
        self.planes[plane as usize].held.push_back((slot, place));
        let stalls = self.planes[plane as usize].collection.is_none();
        let free_pages = self.planes[plane as usize].free_pages;
        flash.core.counters.stripes.held_back += 1;
        flash.core.counters.stripes.rgc_stalls += u64::from(stalls && self.rules.rotates() && self.refuses(plane));
        let id = self.layout.id(self.ram.number(slot), place);
        let trigger = flash.because(|_| match self.refuses(plane) {
            true => Condition::new(What::FreePagesKept, free_pages, Is::AtMost, self.rules.kept_pages)
                .of_plane(plane, self.planes.len() as u32),
            false => Condition::fact(What::PlaneCollects, plane),
        });
        flash.note(Operation { lpn: Some(id), trigger, ..Operation::new(Kind::HeldBack, Purpose::Flush) })?;
        if stalls {
            self.look_at_room(plane);
            self.grant(self.layout.group_of(plane), flash)?;
        }
        self.refuse_a_full_plane(plane, flash)
    }

    /// Pages that were held back follow, where their planes take them now.
    pub(super) fn release_held(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for plane in 0..self.planes.len() as PlaneId {
            while !self.planes[plane as usize].held.is_empty() && !self.holds_back(plane, flash) {
                let Some((slot, place)) = self.planes[plane as usize].held.pop_front() else { break };
                self.ram.at_mut(slot).held &= !(1 << place);
                self.program_member(slot, place, flash)?;
                flash.handed_out(self.ram.at(slot).ticket);
            }
        }
        Ok(())
    }

    /// Programs a member of a stripe on its way.
    fn program_member(&mut self, slot: u32, place: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let number = self.ram.number(slot);
        let (id, plane) = (self.layout.id(number, place), self.layout.plane(number, place));
        let stale = self.place(id);
        let stripe = self.ram.at(slot);
        let (ticket, parity) = (stripe.ticket, stripe.parity);
        let version = stripe.leaving_version(place);
        let ppn = self.page(plane, flash)?;
        flash.as_part_of(ticket, |flash| match place == self.layout.width() {
            true => flash.program_parity(id, parity, ppn, stale),
            false => flash.program_version(id, version, ppn, stale, Purpose::Flush),
        })?;
        self.planes[plane as usize].free_pages -= 1;
        self.moved(id, ppn, plane, flash.nand());
        self.after_program(plane, flash)
    }
}
