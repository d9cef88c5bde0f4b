//! Power loss: what is in flight is torn, what is in RAM is gone, and the device finds its data again.

use crate::flash::access::Flash;
use crate::flash::clock::Clock;
use crate::flash::clock::command::{Command, CommandKind};
use crate::flash::clock::event::Dropped;
use crate::flash::device_state::DeviceState;
use crate::flash::halt::Halt;
use crate::flash::observer::{DynObserver, Observer};
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::ftl::Ftl;
use crate::machine::{EndKind, Machine};
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE};
use serde::Serialize;

/// What a power cut cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct PowerLoss {
    /// Acknowledged pages whose newest version is gone.
    pub lost_pages: u64,
    /// Of those, pages that had long been on flash: read up to be written again, and lost on the way.
    pub lost_in_flush: u64,
    /// Of those, pages that show an older version.
    pub older_pages: u64,
    /// Of those, pages that show nothing.
    pub empty_pages: u64,
    /// Trimmed pages that hold data again.
    pub undone_trims: u64,
    /// Flash pages read to recover.
    pub recovery_reads: u64,
    /// Flash pages programmed to recover.
    pub recovery_programs: u64,
    /// Blocks erased to recover.
    pub recovery_erases: u64,
}

impl Machine {
    /// Cuts power now, recovers, and goes on or ends.
    pub(super) fn power_cut(&mut self, observer: &mut DynObserver<'_>) -> Result<bool, Halt> {
        (self.core.power_cut_at, self.power_cut_request) = (u64::MAX, u64::MAX);
        if let Clock::Serial(serial) = &mut self.core.clock {
            serial.cut_off();
        }
        match self.recover(observer) {
            Ok(()) if self.continue_after_power_cut => {
                self.reopen();
                Ok(true)
            }
            Ok(()) => Ok(self.ends(EndKind::PowerCut, "power was cut, and the device has recovered".into())),
            Err(halt) => self.halted(halt),
        }
    }

    fn recover(&mut self, observer: &mut DynObserver<'_>) -> Result<(), Halt> {
        Flash::new(&mut self.core, observer).note(Operation::new(Kind::PowerCut, Purpose::Recovery))?;
        self.tear_what_is_in_flight()?;
        let in_transit = self.ftl.in_transit(&self.core.nand);
        let before = self.core.counters;
        let mut observer = observer.behind_pointer();
        let mut flash = Flash::new(&mut self.core, &mut observer);
        self.ftl.recover(&mut flash)?;
        let undone_trims = take_back_trims(&self.ftl, flash.core);
        self.buffer.recover(&mut self.ftl, &mut flash)?;
        let spent = self.core.counters - before;
        let loss = self.count_losses(&in_transit);
        self.power_loss = Some(PowerLoss {
            recovery_reads: spent.nand_reads(),
            recovery_programs: spent.nand_programs(),
            recovery_erases: spent.nand_erases(),
            undone_trims: undone_trims + loss.undone_trims,
            ..loss
        });
        Ok(())
    }

    /// On the event clock, the command that each plane was at is torn, and those behind it have never been. Taken back
    /// from the last issued to the first.
    fn tear_what_is_in_flight(&mut self) -> Result<(), Rule> {
        let Clock::Event(event) = &mut self.core.clock else { return Ok(()) };
        let nand = &mut self.core.nand;
        for Dropped { command, begun } in event.drop_all().into_iter().rev() {
            if command.purpose == Purpose::Replace {
                take_back_replacement(nand, &command, begun)?;
                continue;
            }
            let Some(ppn) = command.ppn() else { continue };
            let block = nand.geometry.block_of(ppn);
            let (lpn, oob) = (nand.owner[ppn as usize], nand.oob.as_ref());
            if let (CommandKind::Program, Some(oob), true) = (command.kind, oob, lpn < nand.geometry.logical_pages) {
                let version = oob.version[ppn as usize];
                self.buffer.on_program_lost(lpn, version);
                self.ftl.on_program_lost(lpn, version, command.collects());
            }
            match (command.kind, begun) {
                (CommandKind::Program | CommandKind::Copy, true) => nand.tear_programmed(ppn),
                (CommandKind::Program | CommandKind::Copy, false) => nand.undo_program(ppn),
                (CommandKind::Erase, true) => nand.tear_erased(block),
                (CommandKind::Erase, false) => nand.undo_erase(block),
                _ => {}
            }
        }
        Ok(())
    }

    /// Compares what the device holds now with what the host was told, and takes it as the truth from here on.
    fn count_losses(&mut self, in_transit: &[(Lpn, u32)]) -> PowerLoss {
        let mut loss = PowerLoss::default();
        let (Some(shadow), Some(oob)) = (&mut self.core.shadow, &self.core.nand.oob) else { return loss };
        for lpn in 0..self.core.nand.geometry.logical_pages {
            let ppn = self.ftl.lookup(lpn);
            let on_flash = if ppn == NONE { 0 } else { oob.version[ppn as usize] };
            // RAM that a capacitor kept holds what was not written out.
            let found = self.ftl.version_in_ram(lpn).unwrap_or(on_flash);
            let told = if shadow.is_given_up(lpn) { 0 } else { shadow.acknowledged(lpn) };
            loss.lost_pages += u64::from(found < told);
            loss.lost_in_flush += u64::from(found < told && in_transit.contains(&(lpn, told)));
            loss.older_pages += u64::from(found < told && found > 0);
            loss.empty_pages += u64::from(found < told && found == 0);
            loss.undone_trims += u64::from(shadow.is_trimmed(lpn, found));
            shadow.settle(lpn, found);
        }
        loss
    }
}

/// What was to replace a block was not over when power was cut: its address still leads to the block that failed. Taken back from the
/// last copy to the failed program, both of which are about its page; that has been undone where it was made once more.
fn take_back_replacement(nand: &mut Nand, command: &Command, begun: bool) -> Result<(), Rule> {
    let Some(page) = command.ppn() else { return Ok(()) };
    // Of a block with nothing to copy the failed program is all there is.
    if !nand.is_torn(page) {
        nand.reserve.give_back(nand.geometry.plane_of(nand.geometry.block_of(page)));
        nand.tear_program(page)?;
    }
    if command.kind == CommandKind::Program && !begun {
        nand.program_failures.undo();
        nand.undo_program(page);
    }
    Ok(())
}

/// Pages whose trim is undone hold data again, and may be read from here on: by a buffer that completes what its capacitor kept, before the
/// losses are counted. Returns how many of these trims were acknowledged.
fn take_back_trims(ftl: &Ftl, core: &mut DeviceState) -> u64 {
    let (Some(shadow), Some(oob)) = (&mut core.shadow, &core.nand.oob) else { return 0 };
    let mut undone = 0;
    for lpn in 0..core.nand.geometry.logical_pages {
        let ppn = ftl.lookup(lpn);
        if ppn == NONE || ftl.version_in_ram(lpn).is_some() {
            continue;
        }
        let found = oob.version[ppn as usize];
        let is_trimmed = shadow.is_trimmed(lpn, found);
        if is_trimmed || shadow.is_given_up(lpn) {
            shadow.settle(lpn, found);
        }
        undone += u64::from(is_trimmed);
    }
    undone
}
