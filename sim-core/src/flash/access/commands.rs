//! What a layer can ask of the flash: read, program, copy, erase, trim, and taking blocks into use. The rules are applied before anything changes.

use super::Flash;
use super::issue::stale;
use crate::flash::clock::command::CommandKind;
use crate::flash::halt::Halt;
use crate::flash::observer::Observer;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::nand::array::Erased;
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::oob::words;
use crate::nand::{BlockId, Lpn, NONE, Ppn};

impl<O: Observer> Flash<'_, O> {
    /// Reads the page of `lpn` at `ppn`.
    #[inline(always)]
    pub fn read(&mut self, lpn: Lpn, ppn: Ppn, purpose: Purpose) -> Result<(), Halt> {
        if O::OUTLINED { self.read_by_call(lpn, ppn, purpose) } else { self.read_inlined(lpn, ppn, purpose) }
    }

    #[inline(never)]
    fn read_by_call(&mut self, lpn: Lpn, ppn: Ppn, purpose: Purpose) -> Result<(), Halt> {
        self.read_inlined(lpn, ppn, purpose)
    }

    #[inline(always)]
    fn read_inlined(&mut self, lpn: Lpn, ppn: Ppn, purpose: Purpose) -> Result<(), Halt> {
        self.may_go_on()?;
        self.flash_operation()?;
        let found = self.core.nand.read(ppn)?;
        if found != lpn {
            return Err(stale(lpn, format!("a page of {found}"), "its own page".into()));
        }
        let is_hosts = purpose == Purpose::Host;
        let purpose = self.on_behalf(purpose);
        // A page that is completed has its newest sectors in RAM.
        if is_hosts && purpose != Purpose::Fill {
            self.check_newest(lpn, ppn)?;
        }
        self.core.counters.reads[purpose as usize] += 1;
        let times = self.issue(CommandKind::Read, lpn, ppn, None, purpose);
        self.emit(Operation { lpn: Some(lpn), from: Some(ppn), ..Operation::new(Kind::Read, purpose) }, times);
        Ok(())
    }

    /// The host reads a page that is nowhere on flash: zeros, at no cost.
    pub(crate) fn read_unmapped(&mut self, lpn: Lpn) -> Result<(), Halt> {
        if let Some(newest) = self.core.shadow.as_ref().map(|shadow| shadow.newest(lpn)).filter(|&newest| newest > 0) {
            return Err(stale(lpn, "nothing".into(), format!("version {newest}")));
        }
        self.core.counters.unmapped_reads += 1;
        self.note(Operation { lpn: Some(lpn), ..Operation::new(Kind::ReadUnmapped, Purpose::Host) })
    }

    /// Programs the newest content of `lpn` at `ppn`; the page at `stale` becomes invalid by it.
    #[inline(always)]
    pub fn program(&mut self, lpn: Lpn, ppn: Ppn, stale: Ppn, purpose: Purpose) -> Result<(), Halt> {
        let version = self.core.shadow.as_ref().map_or(0, |shadow| shadow.newest(lpn));
        self.program_version(lpn, version, ppn, stale, purpose)
    }

    /// Programs `version` of a page at `ppn`; the page at `stale` becomes invalid by it.
    #[inline(always)]
    pub(crate) fn program_version(
        &mut self,
        lpn: Lpn,
        version: u32,
        ppn: Ppn,
        stale: Ppn,
        purpose: Purpose,
    ) -> Result<(), Halt> {
        let written_at = self.core.nand.host_pages as u32;
        match O::OUTLINED {
            true => self.program_by_call(lpn, version, written_at, ppn, stale, purpose),
            false => self.program_inlined(lpn, version, written_at, ppn, stale, purpose),
        }
    }

    #[inline(never)]
    fn program_by_call(
        &mut self,
        lpn: Lpn,
        version: u32,
        written_at: u32,
        ppn: Ppn,
        stale: Ppn,
        purpose: Purpose,
    ) -> Result<(), Halt> {
        self.program_inlined(lpn, version, written_at, ppn, stale, purpose)
    }

    /// Programs the parity page `id`, beyond the logical pages, at `ppn`; the page at `stale` becomes invalid by it. Its 8 bytes
    /// stand where other pages have their version and their age.
    pub(crate) fn program_parity(&mut self, id: u32, content: u64, ppn: Ppn, stale: Ppn) -> Result<(), Halt> {
        let [version, written_at] = words(content);
        self.program_inlined(id, version, written_at, ppn, stale, Purpose::Parity)
    }

    /// Programs a page with nothing that anybody wants, to fill up a command.
    pub(crate) fn pad(&mut self, ppn: Ppn, trigger: Option<Trigger>) -> Result<(), Halt> {
        if self.is_to_fail() {
            self.fail_program(NONE, ppn, Purpose::Pad)?;
        }
        self.may_go_on()?;
        self.flash_operation_at(ppn)?;
        self.core.nand.program_nothing(ppn)?;
        self.core.counters.programs[Purpose::Pad as usize] += 1;
        let times = self.issue(CommandKind::Program, NONE, ppn, None, Purpose::Pad);
        self.emit(Operation { to: Some(ppn), trigger, ..Operation::new(Kind::Program, Purpose::Pad) }, times);
        Ok(())
    }

    /// Programs the layer's own page `id`, beyond the logical pages, at `ppn`; the page at `stale` becomes invalid by it.
    pub(crate) fn program_own(&mut self, id: u32, ppn: Ppn, stale: Ppn, purpose: Purpose) -> Result<(), Halt> {
        self.program_version(id, 0, ppn, stale, purpose)
    }

    #[inline(always)]
    fn program_inlined(
        &mut self,
        lpn: Lpn,
        version: u32,
        written_at: u32,
        ppn: Ppn,
        stale: Ppn,
        purpose: Purpose,
    ) -> Result<(), Halt> {
        let purpose = self.on_behalf(purpose);
        if self.is_to_fail() {
            self.fail_program(lpn, ppn, purpose)?;
        }
        self.may_go_on()?;
        self.flash_operation_at(ppn)?;
        self.core.nand.program(ppn, lpn, version, written_at)?;
        let mut outdated = None;
        if stale != NONE {
            let block = self.core.nand.invalidate(stale)?;
            outdated = Some(self.content(block));
        }
        self.core.counters.programs[purpose as usize] += 1;
        let times = self.issue(CommandKind::Program, lpn, ppn, outdated, purpose);
        let operation = Operation {
            lpn: Some(lpn),
            to: Some(ppn),
            stale: (stale != NONE).then_some(stale),
            ..Operation::new(Kind::Program, purpose)
        };
        self.emit(operation, times);
        Ok(())
    }

    /// Moves the valid page of `lpn` from one place to another of the same plane: a read and a program.
    #[inline(always)]
    pub fn copy(&mut self, lpn: Lpn, from: Ppn, to: Ppn, purpose: Purpose) -> Result<(), Halt> {
        if O::OUTLINED { self.copy_by_call(lpn, from, to, purpose) } else { self.copy_inlined(lpn, from, to, purpose) }
    }

    #[inline(never)]
    fn copy_by_call(&mut self, lpn: Lpn, from: Ppn, to: Ppn, purpose: Purpose) -> Result<(), Halt> {
        self.copy_inlined(lpn, from, to, purpose)
    }

    #[inline(always)]
    fn copy_inlined(&mut self, lpn: Lpn, from: Ppn, to: Ppn, purpose: Purpose) -> Result<(), Halt> {
        if self.is_to_fail() {
            self.fail_program(lpn, to, purpose)?;
        }
        self.may_go_on()?;
        self.flash_operation()?;
        self.core.nand.read(from)?;
        self.flash_operation_at(to)?;
        let oob = self.core.nand.oob.as_ref();
        let (version, written_at) = oob.map_or((0, 0), |o| (o.version[from as usize], o.written_at[from as usize]));
        self.core.nand.program(to, lpn, version, written_at)?;
        self.core.nand.invalidate(from)?;
        self.core.counters.reads[purpose as usize] += 1;
        self.core.counters.programs[purpose as usize] += 1;
        self.core.counters.copies += 1;
        let times = self.issue(CommandKind::Copy, lpn, to, None, purpose);
        let operation = Operation {
            lpn: Some(lpn),
            from: Some(from),
            to: Some(to),
            stale: Some(from),
            ..Operation::new(Kind::Copy, purpose)
        };
        self.emit(operation, times);
        Ok(())
    }

    /// Erases a block without valid pages.
    pub fn erase(&mut self, block: BlockId, purpose: Purpose) -> Result<Erased, Halt> {
        self.may_go_on()?;
        if self.is_torn() {
            self.core.nand.tear_erase(block)?;
        }
        self.flash_operation()?;
        let content = self.content(block);
        let erased = self.core.nand.erase(block)?;
        self.core.counters.erases[purpose as usize] += 1;
        let first = self.core.nand.geometry.page(block, 0);
        let times = self.issue(CommandKind::Erase, NONE, first, Some(content), purpose);
        self.emit(Operation { block: Some(block), ..Operation::new(Kind::Erase, purpose) }, times);
        if erased == Erased::Bad {
            let trigger = self.because(|nand| {
                let worn = Condition::new(What::Endurance, nand.block(block).erase_count, Is::AtLeast, nand.endurance);
                if worn.holds() { worn } else { Condition::fact(What::EraseFailed, block) }
            });
            self.note(Operation { block: Some(block), trigger, ..Operation::new(Kind::BlockBad, purpose) })?;
        }
        Ok(erased)
    }

    /// Gives up the page of `lpn` at `stale`, if it has one.
    pub fn trim(&mut self, lpn: Lpn, stale: Ppn) -> Result<(), Halt> {
        self.may_go_on()?;
        if stale != NONE {
            self.core.nand.invalidate(stale)?;
        }
        let now = self.core.clock.now_ns();
        let stale = (stale != NONE).then_some(stale);
        self.emit(Operation { lpn: Some(lpn), stale, ..Operation::new(Kind::Trim, Purpose::Host) }, Some((now, now)));
        Ok(())
    }

    /// Takes a free block into use, erasing it first if it is full of remains.
    pub fn open(&mut self, block: BlockId, kind: BlockKind) -> Result<(), Halt> {
        if self.core.nand.block(block).state == BlockState::Stale {
            self.erase(block, Purpose::Host)?;
        }
        Ok(self.core.nand.open(block, kind)?)
    }

    /// Closes an open block, so that it can be collected.
    pub fn close(&mut self, block: BlockId) -> Result<(), Halt> {
        Ok(self.core.nand.close(block)?)
    }
}
