//! Commands that wait for one another, and commands of several pages.

use super::Flash;
use crate::flash::clock::Clock;
use crate::flash::halt::Halt;
use crate::flash::observer::Observer;
use crate::flash::operation::Purpose;

/// Most pages of one command.
pub(crate) const COMMAND_PAGES: u32 = 64;

/// Commands of which each waits for the one before, on whatever plane that is; those of one group run side by side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Chain {
    forged: bool,
    last: Option<u64>,
    group: Option<u64>,
}

impl Chain {
    /// The group that `operation` waits for, which is the last from here on, unless it is one of a group itself.
    #[inline(always)]
    pub(super) fn after(&mut self, operation: u64) -> Option<u64> {
        match (self.forged, self.group) {
            (false, _) => None,
            (true, None) => self.last.replace(operation),
            (true, Some(_)) => self.last,
        }
    }

    /// The group that a command waits for which is no member of the chain.
    pub(super) fn waits_for(&self) -> Option<u64> {
        self.last
    }

    /// The group of `operation`.
    #[inline(always)]
    pub(super) fn group(&self, operation: u64) -> Option<u64> {
        self.forged.then(|| self.group.unwrap_or(operation))
    }
}

impl<O: Observer> Flash<'_, O> {
    /// From here on each flash operation waits for the one before, until [`Flash::unchain`]: a page is read where its map
    /// says it is only when the map has been read. The serial clock does so anyway.
    pub fn chain(&mut self) {
        self.chain_after(None);
    }

    /// The same, and the first one waits for the group `last`, if that is still under way.
    pub(crate) fn chain_after(&mut self, last: Option<u64>) {
        self.chain = Chain { forged: true, last, group: None };
    }

    /// Ends a chain, or interrupts it for work of its own.
    pub(crate) fn unchain(&mut self) -> Chain {
        std::mem::take(&mut self.chain)
    }

    /// Goes on with a chain that was interrupted.
    pub(crate) fn chain_on(&mut self, chain: Chain) {
        self.chain = chain;
    }

    /// The group that the next operation of the chain will wait for.
    pub(crate) fn chain_end(&self) -> Option<u64> {
        self.chain.last
    }

    /// `act` carries out `count` operations of one sort, at most [`COMMAND_PAGES`], that are given to the device as one command:
    /// on the serial clock all but the first take their transfer alone, on the event clock they run side by side.
    pub(crate) fn in_one_command(
        &mut self,
        count: u32,
        mut act: impl FnMut(&mut Self, u32) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let name = self.core.operations;
        let before = (count > 1).then(|| self.pages());
        self.chain.group = self.chain.forged.then_some(name);
        let acted = (0..count).try_for_each(|page| {
            if page == 1
                && let Clock::Serial(serial) = &mut self.core.clock
            {
                serial.joins();
            }
            act(self, page)
        });
        let after = self.pages();
        if let (Clock::Serial(serial), Some((reads, programs))) = (&mut self.core.clock, before) {
            serial.parts();
            self.core.counters.joined_reads += (after.0 - reads).saturating_sub(1);
            self.core.counters.joined_programs += (after.1 - programs).saturating_sub(1);
        }
        if self.chain.group.take().is_some() && count > 0 {
            self.chain.last = Some(name);
        }
        acted
    }
    /// Pages read and programmed so far, but for those of blocks that are replaced, which are commands by themselves.
    fn pages(&self) -> (u64, u64) {
        let counters = &self.core.counters;
        let replacing = Purpose::Replace as usize;
        (counters.nand_reads() - counters.reads[replacing], counters.nand_programs() - counters.programs[replacing])
    }
}
