//! A program that fails, and the block in reserve that takes the place of its block.
//!
//! What happens below every layer, as in the controllers of flash chips that keep a reserve: the program has taken its time before it
//! is known to have failed, and its page is spent. All that can be read of its block is copied to a block of the same plane's reserve, to
//! the same pages; the program is made once more, there; and whatever was addressed to the bad block leads to the new one from then on.
//! So a layer notices nothing but the time, and the erases of an address go on to be counted where it leads now.

use super::Flash;
use crate::flash::account::Item;
use crate::flash::clock::Clock;
use crate::flash::clock::command::{Command, CommandKind, Order};
use crate::flash::halt::{Halt, Reason};
use crate::flash::observer::Observer;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, What};
use crate::nand::{BlockId, Lpn, NONE, PlaneId, Ppn};

impl<O: Observer> Flash<'_, O> {
    /// Whether the next program fails.
    #[inline(always)]
    pub(super) fn is_to_fail(&self) -> bool {
        self.core.nand.program_failures.left() > 0
    }

    /// The program of `lpn` at `ppn` for `purpose` fails, and its block is replaced, so that it can be made once more.
    #[cold]
    #[inline(never)]
    pub(super) fn fail_program(&mut self, lpn: Lpn, ppn: Ppn, purpose: Purpose) -> Result<(), Halt> {
        // What takes no time is no command, and what breaks a rule is refused as it would be anyway.
        if self.at_once || !self.core.nand.may_program(ppn) {
            return Ok(());
        }
        let block = self.core.nand.geometry.block_of(ppn);
        let readable: Vec<Ppn> = self.readable(block).collect();
        let is_waited_for = self.whole || purpose.is_waited_for();
        self.failing_program(lpn, ppn, is_waited_for)?;
        self.core.nand.program_failures.comes();
        if let Err(halt) = self.check_reserve(block) {
            // Nothing comes of it: the layer stays where it was before.
            self.core.nand.undo_program(ppn);
            return Err(halt);
        }
        for &page in &readable {
            let is_last = Some(&page) == readable.last();
            self.copy_to_reserve(page, is_waited_for, is_last.then_some(ppn))?;
        }
        self.replaced(block, readable.len() as u32, Some(ppn))
    }

    /// The pages of a block that can be read, in order.
    fn readable(&self, block: BlockId) -> impl Iterator<Item = Ppn> {
        self.core
            .nand
            .geometry
            .pages_of(block)
            .map(|page| page as Ppn)
            .filter(|&page| self.core.nand.read(page).is_ok())
    }

    /// A program that fails: it takes as long as any, and spends its page.
    pub(crate) fn failing_program(&mut self, lpn: Lpn, ppn: Ppn, is_waited_for: bool) -> Result<(), Halt> {
        self.may_go_on()?;
        self.flash_operation_at(ppn)?;
        self.core.nand.tear_program(ppn)?;
        self.core.counters.programs[Purpose::Replace as usize] += 1;
        let times = self.issue_apart(CommandKind::Program, ppn, is_waited_for, Some(ppn));
        let lpn = (lpn != NONE).then_some(lpn);
        self.emit(Operation { lpn, to: Some(ppn), ..Operation::new(Kind::ProgramFailed, Purpose::Replace) }, times);
        Ok(())
    }

    /// A page is copied to the same page of the block in reserve, which its address will lead to. With the last of them the block
    /// is complete, and the page that `failed` will be programmed there.
    pub(crate) fn copy_to_reserve(&mut self, ppn: Ppn, is_waited_for: bool, failed: Option<Ppn>) -> Result<(), Halt> {
        self.may_go_on()?;
        let lpn = self.core.nand.read(ppn)?;
        self.flash_operation()?;
        self.flash_operation()?;
        // The page keeps its own number, under which recovery finds it.
        self.core.nand.sequence += 1;
        self.core.counters.reads[Purpose::Replace as usize] += 1;
        self.core.counters.programs[Purpose::Replace as usize] += 1;
        self.core.counters.copies += 1;
        let times = self.issue_apart(CommandKind::Copy, ppn, is_waited_for, failed);
        let lpn = (lpn != NONE).then_some(lpn);
        let (from, to) = (Some(ppn), Some(ppn));
        self.emit(Operation { lpn, from, to, ..Operation::new(Kind::Copy, Purpose::Replace) }, times);
        Ok(())
    }

    /// The block in reserve, with so many pages copied to it, has taken the place of `block`: the page that `failed` is free there.
    pub(crate) fn replaced(&mut self, block: BlockId, pages: u32, failed: Option<Ppn>) -> Result<(), Halt> {
        let trigger = self.because(|_| Condition::fact(What::ProgramFailed, block));
        let told =
            Operation { block: Some(block), pages, trigger, ..Operation::new(Kind::BlockReplaced, Purpose::Replace) };
        self.note(told)?;
        self.core.nand.reserve.replace(self.core.nand.geometry.plane_of(block));
        if let Some(page) = failed.filter(|&page| self.core.nand.is_torn(page)) {
            self.core.nand.undo_program(page);
        }
        Ok(())
    }

    /// Refuses to go on where the plane of `block` has no block left in reserve.
    fn check_reserve(&self, block: BlockId) -> Result<(), Halt> {
        let plane = self.core.nand.geometry.plane_of(block);
        if self.core.nand.reserve.left(plane) > 0 {
            return Ok(());
        }
        Err(Box::new(Reason::ReadOnly(format!(
            "the device is read-only: a program failed in block {block}, and plane {plane} has no block left in reserve"
        ))))
    }

    /// A command of its own, whatever it is in the middle of. The first and the last of a replacement are about the page that
    /// `failed`, so that a power cut finds it.
    fn issue_apart(
        &mut self,
        kind: CommandKind,
        ppn: Ppn,
        is_waited_for: bool,
        failed: Option<Ppn>,
    ) -> Option<(u64, u64)> {
        let plane: PlaneId = self.core.nand.geometry.plane_of(self.core.nand.geometry.block_of(ppn));
        let ticket = self.core.ticket.filter(|_| is_waited_for);
        let command = Command::new(kind, Purpose::Replace, self.core.operations).about(failed.unwrap_or(NONE));
        let command = command.waited_for_by(ticket);
        let order = Order { after: self.chain.waits_for(), ..Order::default() };
        let joined = match &mut self.core.clock {
            Clock::Serial(serial) => Some(serial.charges_whole()),
            Clock::Event(_) => None,
        };
        let times = self.core.clock.issue(|| (plane, command, order), kind, Item::of(Purpose::Replace));
        if let (Clock::Serial(serial), Some(joined)) = (&mut self.core.clock, joined) {
            serial.charges(joined);
        }
        times
    }
}
