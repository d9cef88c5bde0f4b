//! Start-up after a power cut: maps by sequence number; pages in RAM as they were, if a capacitor kept them; and
//! stripes that were half written are written again, parity and all, made of their other pages.

use super::Ttflash;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::ftl::newest::newest_pages;
use crate::nand::PlaneId;
use crate::nand::block::BlockState;

impl Ttflash {
    /// Finds everything again. Without a capacitor only the parity of stripes that were being written is made anew; which those
    /// were is taken from what RAM knew, where a device would compare the sequence numbers of each stripe.
    pub(super) fn start_up(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let scanned = newest_pages(&mut flash.core.nand, self.places.all_mut())?;
        flash.core.counters.reads[Purpose::Recovery as usize] += u64::from(scanned);
        let operation = Operation { pages: scanned, ..Operation::new(Kind::Recovery, Purpose::Recovery) };
        let outer = flash.enter(operation)?;
        flash.core.nand.reopen_unfilled();
        for block in 0..flash.nand().geometry.blocks() {
            if flash.nand().block(block).state == BlockState::Stale {
                flash.erase(block, Purpose::Recovery)?;
            }
        }
        self.turns.owner.fill(None);
        self.awaited.clear();
        self.last_read = None;
        for plane in 0..self.planes.len() as PlaneId {
            self.planes[plane as usize].rebuild(flash.nand());
            self.look_at_room(plane);
        }
        let half_written = self.ram.restart(self.rules.capacitor, &self.layout);
        if self.rules.parity {
            half_written.into_iter().try_for_each(|slot| {
                let trigger = flash.because(|_| self.still_in_ram(slot));
                self.send(slot, trigger, flash)
            })?;
        }
        flash.leave(outer);
        self.grant_all(flash)
    }
}
