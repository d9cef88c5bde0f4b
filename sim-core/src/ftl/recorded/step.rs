//! One operation of a log, carried out.

use super::RecordedOperations;
use super::plan::Step;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::nand::array::{Nand, PageState};
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::rule::Rule;
use crate::nand::{BlockId, NONE, Ppn};
use crate::trace::operations::Recorded;

impl RecordedOperations {
    pub(super) fn step(&mut self, step: &Step, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Recorded { lpn, from, .. } = step.recorded;
        match step.kind {
            Kind::HostRead | Kind::HostWrite | Kind::HostTrim | Kind::HostFlush => Ok(()),
            Kind::Read => {
                flash.read(lpn, from, step.purpose)?;
                self.remember_read(step);
                Ok(())
            }
            Kind::ReadUnmapped => flash.read_unmapped(lpn),
            Kind::Program => self.program(step, flash),
            Kind::ProgramFailed => {
                self.open(step.recorded.to, flash)?;
                self.failed = step.recorded.to;
                flash.failing_program(lpn, step.recorded.to, false)
            }
            Kind::Copy if step.purpose == Purpose::Replace => flash.copy_to_reserve(from, false, None),
            Kind::Copy => self.copy(step, flash),
            Kind::BlockReplaced => {
                let failed = Some(std::mem::replace(&mut self.failed, NONE)).filter(|&page| page != NONE);
                flash.replaced(step.recorded.block, step.recorded.pages, failed)
            }
            Kind::Erase => self.erase(step.recorded.block, step.purpose, flash),
            Kind::Trim => {
                let stale = self.stale_of(step, flash.nand())?;
                flash.trim(lpn, stale)?;
                self.places[lpn as usize] = NONE;
                Ok(())
            }
            // The erase that wore it out has told it.
            Kind::BlockBad if self.is_bad(step, flash.nand()) => Ok(()),
            _ => self.note(step, flash),
        }
    }

    /// What touches no flash; a page that it outdates goes.
    fn note(&mut self, step: &Step, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Recorded { lpn, pages, stale, block, slot, .. } = step.recorded;
        let some = |number: u32| (number != NONE).then_some(number);
        flash.note(Operation {
            lpn: some(lpn),
            pages,
            stale: some(stale),
            block: some(block),
            slot: (slot != u16::MAX).then_some(slot),
            ..Operation::new(step.kind, step.purpose)
        })?;
        if stale != NONE {
            flash.core.nand.invalidate(stale)?;
            self.forget(stale, flash.nand());
        }
        self.count(step.kind, &mut flash.core.counters);
        Ok(())
    }

    /// What a later operation may build on: a page that is read to be written again after its block's erase, or elsewhere.
    fn remember_read(&mut self, step: &Step) {
        let Recorded { lpn, from, .. } = step.recorded;
        match step.purpose {
            Purpose::Rewrite => self.read_up.push(from),
            purpose if purpose.is_housekeeping() => {
                self.moving.insert(lpn, from);
            }
            _ => {}
        }
    }

    fn program(&mut self, step: &Step, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Recorded { lpn, to, .. } = step.recorded;
        self.check_moved(step)?;
        self.open(to, flash)?;
        if lpn == NONE {
            flash.pad(to, None)?;
        } else {
            let stale = self.stale_of(step, flash.nand())?;
            self.program_page(step, stale, flash)?;
            self.places[lpn as usize] = to;
        }
        if step.purpose == Purpose::Gc {
            flash.core.counters.gc_moved_pages += 1;
        }
        close_if_used_up(to, flash)
    }

    fn program_page(&self, step: &Step, stale: Ppn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (Recorded { lpn, to, .. }, purpose) = (step.recorded, step.purpose);
        if lpn >= self.plan.logical_pages {
            return flash.program_own(lpn, to, stale, purpose);
        }
        // A page that is moved stays the version that it was, whatever is in RAM by now.
        match stale != NONE && purpose.is_housekeeping() {
            true => flash.program_version(lpn, flash.version_at(stale), to, stale, purpose),
            false => flash.program(lpn, to, stale, purpose),
        }
    }

    fn copy(&mut self, step: &Step, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Recorded { lpn, from, to, .. } = step.recorded;
        let held = flash.nand().read(from)?;
        if held != lpn {
            return Err(Rule::Invariant(format!("copy of LPN {lpn} from page {from}, which holds LPN {held}")).into());
        }
        self.open(to, flash)?;
        flash.copy(lpn, from, to, step.purpose)?;
        if step.purpose == Purpose::Gc {
            flash.core.counters.gc_moved_pages += 1;
        }
        self.places[lpn as usize] = to;
        close_if_used_up(to, flash)
    }

    fn erase(&mut self, block: BlockId, purpose: Purpose, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let was_free = flash.nand().block(block).state == BlockState::Free;
        if self.is_read_up(block, flash.nand()) {
            for ppn in flash.nand().geometry.pages_of(block) {
                self.forget(ppn as Ppn, flash.nand());
            }
            flash.erase_under(block, purpose)?;
        } else {
            flash.erase(block, purpose)?;
        }
        self.read_up.clear();
        if !was_free && flash.nand().block(block).state == BlockState::Free {
            self.free[flash.nand().geometry.plane_of(block) as usize] += 1;
        }
        Ok(())
    }

    /// The page that becomes invalid: what the log says; where it never says, the copy before. It is the logical page's one current copy.
    fn stale_of(&self, step: &Step, nand: &Nand) -> Result<Ppn, Halt> {
        let Recorded { lpn, stale, .. } = step.recorded;
        let copy = self.places[lpn as usize];
        if !self.plan.log.says_stale {
            return Ok(copy);
        }
        if stale != NONE && nand.owner[stale as usize] != lpn {
            return Err(Rule::Invariant(format!("LPN {lpn} outdates page {stale}, which does not hold it")).into());
        }
        if copy != NONE && copy != stale {
            let rule = format!("LPN {lpn} is written or given up, and its copy in page {copy} stays valid");
            return Err(Rule::Invariant(rule).into());
        }
        Ok(stale)
    }

    /// What is moved by a read and a program is the page's current copy.
    fn check_moved(&mut self, step: &Step) -> Result<(), Halt> {
        let lpn = step.recorded.lpn;
        if lpn == NONE || !step.purpose.is_housekeeping() {
            return Ok(());
        }
        match (self.moving.remove(&lpn), self.places[lpn as usize]) {
            (Some(from), current) if from != current => Err(Rule::Invariant(format!(
                "LPN {lpn} is moved as it was read from page {from}, but its current copy is {}",
                if current == NONE { "not on flash".into() } else { format!("page {current}") }
            ))
            .into()),
            _ => Ok(()),
        }
    }

    /// Whether the current pages of a block are in RAM, having been read to be written again after its erase, as C-lash does.
    fn is_read_up(&self, block: BlockId, nand: &Nand) -> bool {
        let mut pages = nand.geometry.pages_of(block).map(|ppn| ppn as Ppn);
        nand.block(block).valid > 0 && pages.all(|ppn| !nand.is_valid(ppn) || self.read_up.contains(&ppn))
    }

    /// The page that was there is nowhere on flash.
    fn forget(&mut self, ppn: Ppn, nand: &Nand) {
        let lpn = nand.owner[ppn as usize] as usize;
        if self.places.get(lpn) == Some(&ppn) {
            self.places[lpn] = NONE;
        }
    }

    /// Takes the block of a page into use, if it is free.
    fn open(&mut self, ppn: Ppn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let geometry = flash.nand().geometry;
        let block = geometry.block_of(ppn);
        if flash.nand().block(block).state != BlockState::Free {
            return Ok(());
        }
        flash.open(block, BlockKind::Data)?;
        self.free[geometry.plane_of(block) as usize] -= 1;
        Ok(())
    }

    fn is_bad(&self, step: &Step, nand: &Nand) -> bool {
        step.recorded.block != NONE && nand.block(step.recorded.block).state == BlockState::Bad
    }
}

/// Closes the block of a page once every page of it is used: a log may write them in any order.
fn close_if_used_up(ppn: Ppn, flash: &mut Flash<'_>) -> Result<(), Halt> {
    let nand = flash.nand();
    let block = nand.geometry.block_of(ppn);
    let is_full = nand.geometry.pages_of(block).all(|page| nand.page_state[page] != PageState::Free as u8);
    if is_full && nand.block(block).state == BlockState::Open { flash.close(block) } else { Ok(()) }
}
