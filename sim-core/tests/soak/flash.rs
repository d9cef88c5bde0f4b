//! A plain flash: what may be programmed, read and erased, from the log of a run alone.

use sim_core::flash::operation::{Kind, Operation, Purpose};
use sim_core::machine::Machine;

/// Of each page whether it is programmed, and of each block how far.
pub(super) struct Flash {
    programmed: Vec<bool>,
    filled: Vec<u32>,
    pages_per_block: u32,
}

impl Flash {
    /// As `device` is before its first request.
    pub(super) fn of(device: &Machine) -> Self {
        let nand = &device.core.nand;
        let pages_per_block = nand.geometry.pages_per_block;
        let programmed: Vec<bool> = (0..nand.geometry.physical_pages()).map(|ppn| is_spent(device, ppn)).collect();
        let filled = programmed
            .chunks(pages_per_block as usize)
            .map(|block| block.iter().rposition(|&programmed| programmed).map_or(0, |last| last as u32 + 1))
            .collect();
        Self { programmed, filled, pages_per_block }
    }

    /// Does what `operation` did.
    pub(super) fn apply(&mut self, operation: &Operation) {
        let at = operation.index;
        if let (Kind::Read | Kind::Copy, Some(from)) = (operation.kind, operation.from) {
            assert!(self.programmed[from as usize], "operation {at} reads page {from}, which is not programmed");
        }
        if operation.purpose == Purpose::Replace {
            return self.check_replacement(operation);
        }
        if let (Kind::Program | Kind::Copy, Some(to)) = (operation.kind, operation.to) {
            let (block, offset) = (to / self.pages_per_block, to % self.pages_per_block);
            let filled = &mut self.filled[block as usize];
            assert!(
                offset >= *filled,
                "operation {at} programs page {to}, and block {block} is written up to {filled}"
            );
            *filled = offset + 1;
            self.programmed[to as usize] = true;
        }
        if let (Kind::Erase, Some(block)) = (operation.kind, operation.block) {
            let pages = (block * self.pages_per_block) as usize..((block + 1) * self.pages_per_block) as usize;
            self.programmed[pages].fill(false);
            self.filled[block as usize] = 0;
        }
    }

    /// What replaces a block changes no address: a program fails where one is allowed, and pages are copied to the same page.
    fn check_replacement(&self, operation: &Operation) {
        let Operation { index: at, kind, from, to, .. } = *operation;
        match (kind, to) {
            (Kind::ProgramFailed, Some(to)) => {
                let (block, offset) = (to / self.pages_per_block, to % self.pages_per_block);
                assert!(
                    offset >= self.filled[block as usize],
                    "operation {at} fails to program page {to} out of order"
                );
            }
            (Kind::Copy, _) => assert_eq!(from, to, "operation {at} copies to another page"),
            _ => assert_eq!(kind, Kind::BlockReplaced, "operation {at}"),
        }
    }

    /// It is what the device believes of its flash.
    pub(super) fn compare(&self, device: &Machine) {
        for (ppn, &programmed) in (0..).zip(&self.programmed) {
            assert_eq!(programmed, is_spent(device, ppn), "page {ppn} is programmed");
        }
    }
}

fn is_spent(device: &Machine, ppn: u32) -> bool {
    device.core.nand.read(ppn).is_ok()
}
