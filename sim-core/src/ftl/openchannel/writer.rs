//! Into the ring, and out of it to the line being written. On the serial clock a command is over when it is given, so the
//! ring holds only what does not fill one; with commands of one page it is passed by.

use super::HostFtl;
use super::lines::exhausted;
use super::ring::{Entry, Waiting};
use super::translate::Cause;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::flash::ticket::Role;
use crate::flash::trigger::{Condition, Is, What};
use crate::nand::{Lpn, NONE};

/// The number by which the clock tells of a write command; reads of garbage collection have the odd ones.
fn told_by(unit: u32) -> u32 {
    unit << 1
}

/// What becomes of pages that are too few for a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// They stay in the ring.
    Stays,
    /// They go as a shorter command.
    Goes,
    /// They go at once, the command filled up, since the host flushes.
    FilledUp,
}

impl HostFtl {
    /// The host writes a page.
    pub(super) fn write_page(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        if flash.event().is_none() {
            self.keep_pace(flash)?;
        }
        if self.write_unit == 1 && flash.event().is_none() {
            return self.write_through(lpn, flash);
        }
        self.last_write_ns = flash.core.clock.now_ns();
        let enters = self.may_enter();
        if enters {
            self.translate(lpn, Cause::HostWrite, flash)?;
            flash.unchain();
        }
        match (enters, self.ring.find(lpn).is_some()) {
            (true, true) => flash.overwrite_in_ram(lpn, None, NONE)?,
            (true, false) => flash.insert_in_ram(lpn, NONE)?,
            (false, is_held) => flash.wait_for_ram(lpn, is_held, flash.because(|_| self.why_it_waits()))?,
        }
        flash.host_writes(lpn);
        let version = flash.newest(lpn);
        if enters {
            self.ring.comes();
            self.ring.enter(Entry { lpn, version, moved: false });
            self.drain(Rest::Stays, flash)?;
        } else {
            let ticket = flash.core.ticket;
            ticket.into_iter().for_each(|request| flash.hold_up(request));
            flash.core.counters.map_blocks.user_stalls += 1;
            self.ring.wait(Waiting { lpn, version, ticket });
        }
        self.go_on(flash)
    }

    /// A command of one page, over as soon as it is given.
    #[inline]
    fn write_through(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.translate(lpn, Cause::HostWrite, flash)?;
        flash.unchain();
        let ppn = self.lines.next(flash)?;
        let stale = self.place(lpn);
        if self.rings {
            flash.host_writes(lpn);
        }
        flash.program(lpn, ppn, stale, Purpose::Host)?;
        self.l2p[lpn as usize] = ppn;
        self.lines.outdated(stale);
        self.lines.written(flash)
    }

    /// Whether a page of the host may enter the ring now.
    fn may_enter(&self) -> bool {
        let reading = self.collection.as_ref().map_or(0, |collection| collection.reading());
        self.ring.waiting() == 0 && self.ring.admits_user(self.quota().user, reading)
    }

    /// Why a page of the host may not enter the ring now.
    fn why_it_waits(&self) -> Condition {
        let reading = self.collection.as_ref().map_or(0, |collection| collection.reading());
        self.ring.why_refused(self.quota().user, reading)
    }

    /// Gives whole commands to the device while there is enough for one, and does what `rest` says with what is left.
    pub(super) fn drain(&mut self, rest: Rest, flash: &mut Flash<'_>) -> Result<(), Halt> {
        while self.ring.pending() >= self.write_unit {
            self.write_out(self.write_unit, 0, flash)?;
        }
        match (self.ring.pending(), rest) {
            (0, _) | (_, Rest::Stays) => Ok(()),
            (left, Rest::Goes) => self.write_out(left, 0, flash),
            (left, Rest::FilledUp) => self.write_out(left, self.write_unit - left, flash),
        }
    }

    /// Gives a command of so many entries to the device, filled up with so many pages of nothing.
    fn write_out(&mut self, entries: u32, padding: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let unit = self.ring.next_unit();
        let ticket = flash.begin(Role::Work(told_by(unit)));
        let chain = flash.unchain();
        let Self { ring, lines, l2p, .. } = self;
        flash.as_whole_of(ticket, |flash| {
            flash.in_one_command(entries + padding, |flash, page| {
                let ppn = lines.next(flash)?;
                match ring.next_pending().filter(|_| page < entries) {
                    Some(Entry { lpn, version, moved }) if lpn != NONE => {
                        let purpose = if moved { Purpose::Gc } else { Purpose::Flush };
                        let stale = l2p[lpn as usize];
                        flash.program_version(lpn, version, ppn, stale, purpose)?;
                        l2p[lpn as usize] = ppn;
                        lines.outdated(stale);
                    }
                    _ => {
                        // What was given up in the ring has its page too: that fills nothing up.
                        let command = entries + padding;
                        let short = flash.because(|_| Condition::new(What::WriteCommand, entries, Is::Below, command));
                        flash.pad(ppn, short.filter(|_| page >= entries))?;
                    }
                }
                if page < entries {
                    ring.issue();
                }
                lines.written(flash)
            })
        })?;
        flash.chain_on(chain);
        self.ring.unit_issued(entries);
        match ticket {
            Some(ticket) => flash.handed_out(ticket),
            None => self.ring.unit_over(unit),
        }
        Ok(())
    }

    /// The clock tells that a write command, or a read of garbage collection, is over.
    pub(super) fn command_over(&mut self, number: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        match number.is_multiple_of(2) {
            true => self.ring.unit_over(number >> 1),
            false => self.moved_up(flash)?,
        }
        self.go_on(flash)
    }

    /// Goes on with whatever waits: lines to collect, pages to enter the ring, flushes. Event clock.
    pub(super) fn go_on(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.collect_beside(flash)?;
        while self.ring.waiting() > 0 && self.may_enter_now() {
            let Some(waiting) = self.ring.next_waiting() else { break };
            self.enter_at_last(waiting, flash)?;
        }
        // What waits would wait for good where nothing else is under way.
        let stuck = self.ring.waiting() > 0 && self.collection.is_none() && self.ring.units() == 0;
        let urgent = stuck || self.ring.has_flush();
        self.drain(if urgent { Rest::Goes } else { Rest::Stays }, flash)?;
        while let Some(ticket) = self.ring.next_flushed() {
            flash.handed_out(ticket);
        }
        self.refuse_a_full_device(flash)
    }

    /// A page that has waited enters the ring. Its request waits for it no longer, but for its entry.
    fn enter_at_last(&mut self, waiting: Waiting, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Waiting { lpn, version, ticket } = waiting;
        if lpn != NONE {
            let mut look_up = |flash: &mut Flash<'_>| self.translate(lpn, Cause::HostWrite, flash);
            match ticket {
                Some(request) => flash.as_part_of(request, look_up)?,
                None => look_up(flash)?,
            }
            flash.unchain();
        }
        self.ring.enter(Entry { lpn, version, moved: false });
        ticket.into_iter().for_each(|request| flash.handed_out(request));
        self.drain(Rest::Stays, flash)
    }

    fn may_enter_now(&self) -> bool {
        let reading = self.collection.as_ref().map_or(0, |collection| collection.reading());
        self.ring.admits_user(self.quota().user, reading)
    }

    /// Writes that wait while nothing is under way that could make room wait for good.
    fn refuse_a_full_device(&self, flash: &Flash<'_>) -> Result<(), Halt> {
        let is_idle = self.ring.units() == 0 && self.ring.pending() == 0 && self.collection.is_none();
        if flash.event().is_some() && self.ring.waiting() > 0 && is_idle && !self.may_enter_now() {
            return Err(exhausted(flash.nand()));
        }
        Ok(())
    }

    /// The host asks for all that was taken to be on flash: the request waits until it is.
    pub(super) fn flush_ring(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        if let (Some(request), false) = (flash.core.ticket, self.ring.is_empty()) {
            flash.hold_up(request);
            self.ring.flush(request);
        }
        if self.ring.pending() > 0 && flash.event().is_none() {
            self.keep_pace(flash)?;
        }
        self.drain(Rest::FilledUp, flash)
    }
}
