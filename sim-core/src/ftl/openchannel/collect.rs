//! Garbage collection of lines of data: the line with the fewest valid pages is emptied through the ring, within the quota
//! of the limiter, and erased. On the serial clock it keeps pace with the host's writes; on the event clock it goes on beside them.

use super::HostFtl;
use super::explain;
use super::lines::{Line, exhausted};
use super::ring::Entry;
use super::translate::Cause;
use super::writer::Rest;
use crate::base::order::sorted_by;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::ticket::Role;
use crate::flash::trigger::{Condition, Is, What};
use crate::nand::{NONE, Ppn};

/// The number by which the clock tells that pages to move have been read.
const READ: u32 = 1;
/// Most pages that are read at a time beside the host.
const BATCH: u32 = 64;
/// While the host was last seen so long ago, its quota may be overdrawn (pblk).
const HOST_IS_GONE_NS: u64 = 5_000_000_000;

/// A line being emptied.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Collection {
    /// The line.
    pub line: Line,
    /// Valid pages that it had.
    pub valid: u32,
    /// Pages still to be moved, the next one last.
    pages: Vec<Ppn>,
    /// Pages being read.
    batch: Vec<Ppn>,
}

impl Collection {
    /// Pages on their way to the ring.
    pub(crate) fn reading(&self) -> u32 {
        self.batch.len() as u32
    }

    /// Pages that have not been moved.
    pub(crate) fn left(&self) -> u32 {
        (self.pages.len() + self.batch.len()) as u32
    }
}

impl HostFtl {
    /// Serial clock, before a page of the host is written: moves as many pages for it as the limiter shares out to garbage collection.
    #[inline]
    pub(super) fn keep_pace(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let mut quota = self.quota();
        if quota.gc == 0 {
            return Ok(());
        }
        while quota.user == 0 {
            if self.collect_some(quota.user, flash)? == 0 {
                return Err(exhausted(flash.nand()));
            }
            quota = self.quota();
        }
        self.credit += u64::from(quota.gc);
        while self.credit >= u64::from(quota.user) {
            let moved = self.collect_some(quota.user, flash)?;
            if moved == 0 {
                self.credit = 0;
                return Ok(());
            }
            self.credit = self.credit.saturating_sub(u64::from(quota.user) * u64::from(moved));
        }
        Ok(())
    }

    /// Serial clock: moves the pages of one command, or erases a line that is empty. How many pages' worth of work that was; 0 if
    /// there is nothing to collect. The host's share of the ring is `user`.
    fn collect_some(&mut self, user: u32, flash: &mut Flash<'_>) -> Result<u32, Halt> {
        if !self.begin_collection(user, flash)? {
            return Ok(0);
        }
        let batch = self.next_batch(self.write_unit, flash);
        if batch.is_empty() {
            self.end_collection(flash)?;
            return Ok(1);
        }
        let moved = batch.len() as u32;
        self.read_batch(&batch, flash)?;
        self.enter_batch(&batch, flash)?;
        self.drain(Rest::Stays, flash)?;
        Ok(moved)
    }

    /// Event clock: goes on with collecting as far as the ring has room for it.
    pub(super) fn collect_beside(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        if flash.event().is_none() || self.collection.as_ref().is_some_and(|collection| collection.reading() > 0) {
            return Ok(());
        }
        loop {
            let quota = self.quota();
            if self.collection.is_none() && (quota.gc == 0 || !self.begin_collection(quota.user, flash)?) {
                return Ok(());
            }
            let gone = flash.core.clock.now_ns().saturating_sub(self.last_write_ns) >= HOST_IS_GONE_NS;
            let room = self.ring.room_for_moved(if gone { self.ring.capacity } else { quota.gc });
            if room == 0 && self.collection.as_ref().is_some_and(|collection| !collection.pages.is_empty()) {
                return Ok(());
            }
            let batch = self.next_batch(room.min(BATCH), flash);
            if !batch.is_empty() {
                return self.read_beside(batch, flash);
            }
            self.end_collection(flash)?;
        }
    }

    /// Reads pages to move; the clock tells when they are there.
    fn read_beside(&mut self, batch: Vec<Ppn>, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let work = flash.begin(Role::Work(READ));
        flash.as_whole_of(work, |flash| self.read_batch(&batch, flash))?;
        if let Some(collection) = &mut self.collection {
            collection.batch = batch;
        }
        if let Some(work) = work {
            flash.handed_out(work);
        }
        Ok(())
    }

    /// Pages of the line being emptied have been read: they enter the ring.
    pub(super) fn moved_up(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let batch = self.collection.as_mut().map(|collection| std::mem::take(&mut collection.batch));
        self.enter_batch(&batch.unwrap_or_default(), flash)?;
        self.drain(Rest::Stays, flash)
    }

    /// Chooses a line, unless one is being emptied. Whether there is one.
    fn begin_collection(&mut self, user: u32, flash: &mut Flash<'_>) -> Result<bool, Halt> {
        if self.collection.is_some() {
            return Ok(true);
        }
        let Some(line) = self.lines.emptiest() else { return Ok(false) };
        flash.decide(|nand, op| explain::line(op, &self.lines, line, nand));
        let trigger = flash.because(|_| {
            let short = self.limiter.why_collect(self.lines.free_chunks());
            // Serial clock: for one page of the host, collecting may go on when enough chunks are free again.
            let credit = Condition::new(What::GcCredit, self.credit, Is::AtLeast, user);
            if short.holds() { short } else { credit }
        });
        flash.note(Operation { trigger, ..self.operation(Kind::GcStart, line) })?;
        flash.core.counters.gc_runs += 1;
        let nand = flash.nand();
        let places = (0..self.lines.pages()).rev().map(|place| self.lines.page(line, place));
        let mut pages: Vec<Ppn> = places.filter(|&ppn| nand.is_valid(ppn)).collect();
        if self.map.is_some() {
            // By address, so that each map block is fetched once.
            pages = sorted_by(&pages, |&ppn| u64::from(u32::MAX - nand.owner[ppn as usize]));
        }
        self.collection = Some(Collection { line, valid: pages.len() as u32, pages, batch: Vec::new() });
        Ok(true)
    }

    /// Takes the next pages to move, at most so many.
    fn next_batch(&mut self, most: u32, flash: &Flash<'_>) -> Vec<Ppn> {
        let mut batch = Vec::new();
        while (batch.len() as u32) < most {
            let Some(ppn) = self.collection.as_mut().and_then(|collection| collection.pages.pop()) else { break };
            let lpn = flash.nand().owner[ppn as usize];
            // What is outdated by now need not move, nor what is about to be: a newer version is in the ring.
            if flash.nand().is_valid(ppn) && !self.ring.is_pending(lpn) {
                batch.push(ppn);
            }
        }
        batch
    }

    fn read_batch(&self, batch: &[Ppn], flash: &mut Flash<'_>) -> Result<(), Halt> {
        flash.in_one_command(batch.len() as u32, |flash, page| {
            let ppn = batch[page as usize];
            let lpn = flash.nand().owner[ppn as usize];
            flash.read(lpn, ppn, Purpose::Gc)
        })
    }

    /// Pages that are still current enter the ring, their entries in memory.
    fn enter_batch(&mut self, batch: &[Ppn], flash: &mut Flash<'_>) -> Result<(), Halt> {
        for &ppn in batch {
            let lpn = flash.nand().owner[ppn as usize];
            if lpn != NONE && self.place(lpn) == ppn && !self.ring.is_pending(lpn) {
                self.translate(lpn, Cause::Gc, flash)?;
                flash.unchain();
                let version = flash.version_at(ppn);
                self.ring.enter(Entry { lpn, version, moved: true });
                flash.core.counters.gc_moved_pages += 1;
            }
        }
        Ok(())
    }

    /// Everything of the line has entered the ring: it goes to flash, and the line is erased. The clock erases chunks only when
    /// what took the place of their pages is there.
    fn end_collection(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(Collection { line, .. }) = self.collection else { return Ok(()) };
        self.drain(Rest::Goes, flash)?;
        self.lines.erase(line, Purpose::Gc, flash)?;
        self.collection = None;
        flash.note(self.operation(Kind::GcEnd, line))
    }

    fn operation(&self, kind: Kind, line: Line) -> Operation {
        Operation { block: Some(self.lines.chunk(line, 0)), ..Operation::new(kind, Purpose::Gc) }
    }
}
