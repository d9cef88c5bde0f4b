//! What pages hold, as 8 bytes each: of a page of the host a function of its number and version, of a parity the XOR of its
//! stripe, which is kept. Only where versions are kept; else all is 0, and nothing is compared.

use super::Ttflash;
use super::layout::places;
use super::ram::Stripe;
use crate::flash::halt::Halt;
use crate::nand::array::Nand;
use crate::nand::oob::content;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE};

/// What version `version` of a page holds. A page that was never written holds zeros, and so does one that was given up.
fn of_version(lpn: Lpn, version: u32) -> u64 {
    if version == 0 { 0 } else { content(lpn, version) }
}

impl Ttflash {
    /// What a member of a stripe holds as the parity counts it: from RAM while its stripe is on its way, else from flash.
    pub(super) fn content(&self, stripe: u32, place: u32, nand: &Nand) -> u64 {
        let in_ram = self.ram.of(stripe).filter(|stripe| stripe.covered() != 0);
        match in_ram {
            Some(in_ram) if place == self.layout.width() => in_ram.parity,
            Some(in_ram) if in_ram.covered() & 1 << place != 0 => self.leaving(stripe, place, in_ram),
            _ => self.on_flash(stripe, place, nand),
        }
    }

    /// What a member holds on flash.
    fn on_flash(&self, stripe: u32, place: u32, nand: &Nand) -> u64 {
        let (id, is_parity) = (self.layout.id(stripe, place), place == self.layout.width());
        match (self.place(id), &nand.oob) {
            (_, None) => 0,
            (NONE, Some(_)) => of_version(id, self.faults.version(id)),
            (ppn, Some(oob)) if is_parity => oob.parity(ppn),
            (ppn, Some(oob)) => of_version(id, oob.version[ppn as usize]),
        }
    }

    /// What a page on its way holds.
    fn leaving(&self, stripe: u32, place: u32, in_ram: &Stripe) -> u64 {
        of_version(self.layout.lpn(stripe, place), in_ram.leaving_version(place))
    }

    /// The parity of a stripe on its way, made as it was chosen: of the other pages, or of what it and its pages were before.
    pub(super) fn new_parity(&self, slot: u32, nand: &Nand) -> u64 {
        if nand.oob.is_none() {
            return 0;
        }
        let (stripe, in_ram) = (self.ram.number(slot), self.ram.at(slot));
        let new = xor(in_ram.leaving, |place| self.leaving(stripe, place, in_ram));
        let of_flash = match in_ram.from_old {
            true => in_ram.leaving | 1 << self.layout.width(),
            false => self.layout.data(stripe) & !in_ram.leaving,
        };
        new ^ xor(of_flash, |place| self.on_flash(stripe, place, nand))
    }

    /// A page put together from the rest of its stripe is what the host wrote last.
    pub(super) fn check_rebuilt(&self, lpn: Lpn, newest: u32, nand: &Nand) -> Result<(), Halt> {
        let (stripe, place) = self.layout.stripe_of(lpn);
        let others = (self.layout.data(stripe) | 1 << self.layout.width()) & !(1 << place);
        let found = xor(others, |place| self.content(stripe, place, nand));
        let wanted = of_version(lpn, newest);
        if nand.oob.is_some() && found != wanted {
            let found = format!("{found:016x} from the rest of its stripe");
            return Err(Rule::Stale { lpn, found, newest: format!("{wanted:016x}, version {newest}") }.into());
        }
        Ok(())
    }

    /// Whether the parity of a stripe is what its pages make it.
    pub(super) fn parity_holds(&self, stripe: u32, nand: &Nand) -> bool {
        let parity = self.content(stripe, self.layout.width(), nand);
        parity == xor(self.layout.data(stripe), |place| self.content(stripe, place, nand))
    }
}

fn xor(mask: u64, content: impl Fn(u32) -> u64) -> u64 {
    places(mask).fold(0, |sum, place| sum ^ content(place))
}
