//! The device in the place of a translation layer: how it is chosen, and what a request does.

use super::Ttflash;
use super::observables;
use super::settings::{self, Blocking, Rules};
use crate::base::bulk::AnyBulk;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::ftl::layer::{Change, Entry, FreeBlocks, Layer, Traits};
use crate::ftl::picture::{PARKED_MAX, Parked, Picture, Role};
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, PlaneId, Ppn};
use crate::parameters::parameter::Info;

impl Layer for Ttflash {
    const ENTRY: Entry<Self> = Entry {
        info: Info {
            kind: "ttflash",
            title: "ttFlash",
            help: "Stripes with parity across channels: a read blocked by garbage collection is reconstructed from parity.",
            source: "ttFlash, FAST 2017",
            parameters: settings::PARAMETERS,
        },
        shared: &[],
        program_order: ProgramOrder::SkipOk,
        spare_pages: None,
        traits: Traits {
            observables: observables::RECONSTRUCTS,
            caches_pages: true,
            has_stripes: true,
            purposes: &[
                Purpose::Host,
                Purpose::Gc,
                Purpose::Recovery,
                Purpose::Flush,
                Purpose::Parity,
                Purpose::Rebuild,
            ],
        },
        build: |build| Self::new(&build),
    };

    fn traits(&self) -> Traits {
        Traits { observables: self.observables(), ..Self::ENTRY.traits }
    }

    fn read(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.fail_what_is_due(flash)?;
        self.read_pages(first, count, flash)
    }

    /// Pages enter RAM, and with that the write is over, unless there is no room for them yet.
    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.fail_what_is_due(flash)?;
        for lpn in first..first + count {
            flash.host_writes(lpn);
            self.take(lpn, flash)?;
        }
        self.flush_what_is_too_much(flash)?;
        flash.waits_for_room(self.ram.dirty, self.ram.capacity);
        Ok(())
    }

    /// A page that is given up is written with zeros, so that parity goes on telling the truth.
    fn trim(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.fail_what_is_due(flash)?;
        for lpn in first..first + count {
            flash.trim(lpn, NONE)?;
            let (stripe, _) = self.layout.stripe_of(lpn);
            if self.place(lpn) != NONE || self.faults.knows(lpn) || self.ram.find(stripe).is_some() {
                self.enter(lpn, flash.newest(lpn));
            }
        }
        self.flush_what_is_too_much(flash)?;
        flash.waits_for_room(self.ram.dirty, self.ram.capacity);
        Ok(())
    }

    fn flush(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        if self.rules.capacitor {
            return Ok(());
        }
        self.flush_everything(flash)
    }

    fn background(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let waits_for_idle_time =
            self.rules.blocking == Blocking::Preemptive || self.rules.soft_pages.is_some() || self.rules.first_visited;
        if waits_for_idle_time || self.has_interrupted(plane) { self.in_idle_time(plane, flash) } else { Ok(()) }
    }

    fn on_queue_drained(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.told_of(plane, flash)
    }

    fn on_work_done(&mut self, work: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.stripe_goes_on(work, flash)
    }

    fn age(&mut self, used: f64, valid: Option<u32>, nand: &mut Nand) -> Result<Option<u32>, Halt> {
        self.age_planes(used, valid, nand).map(Some)
    }

    fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        self.fill_page(lpn, version, nand)
    }

    fn filled(&mut self, nand: &mut Nand) -> Result<(), Halt> {
        self.end_fill(nand)
    }

    fn recovers(&self) -> bool {
        self.faults.is_none() && self.rules.blocking != Blocking::None
    }

    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.start_up(flash)
    }

    /// A collection under way goes on as it was begun. Where planes take turns from now on, those that collect already come to
    /// their end first.
    fn change(&mut self, change: &Change<'_>, nand: &mut Nand) -> Result<(), Halt> {
        let Ok(rules) = Rules::of(change.settings, &nand.geometry, &change.timing) else { return Ok(()) };
        let took_turns = self.takes_turns();
        self.rules = rules;
        self.ram.set_marks(change.settings.number("flush_high"), change.settings.number("flush_low"));
        if self.takes_turns() && !took_turns {
            self.begin_turns();
        }
        Ok(())
    }

    fn lookup(&self, lpn: Lpn) -> Ppn {
        self.places[lpn as usize]
    }

    fn version_in_ram(&self, lpn: Lpn) -> Option<u32> {
        let (stripe, place) = self.layout.stripe_of(lpn);
        self.ram.of(stripe).and_then(|stripe| stripe.version(place))
    }

    fn own_pages(&self) -> u32 {
        if self.rules.parity { self.layout.stripes() } else { 0 }
    }

    fn free_blocks(&self) -> FreeBlocks {
        let now = self.planes.iter().map(|plane| plane.free.len() as u32).min().unwrap_or(0);
        FreeBlocks { now, low: Some(self.rules.gc_start - 1), high: Some(self.rules.gc_stop) }
    }

    fn picture(&self, _: Option<Lpn>, _: &Nand) -> Picture {
        let frontiers = self.planes.iter().map(|plane| plane.frontier).filter(|&block| block != NONE);
        let parked: Vec<Parked> = frontiers.map(|block| Parked::shared(block, Role::Frontier)).collect();
        let parked_total = parked.len() as u32;
        Picture { parked: parked.into_iter().take(PARKED_MAX).collect(), parked_total, ..Picture::default() }
    }

    /// 4 bytes a page of the host and a parity, and 8 a stripe in RAM.
    fn ram_bytes(&self) -> u64 {
        4 * self.places.len() as u64 + 8 * self.ram.slots().len() as u64
    }

    fn checkpoint_bytes(&self) -> usize {
        self.ram.table_bytes()
    }

    fn cache_pages(&self) -> u64 {
        u64::from(self.ram.capacity)
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(&mut self.places));
    }

    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.check_all(nand)
    }
}

impl Ttflash {
    /// A page of the host goes to RAM.
    fn take(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (stripe, place) = self.layout.stripe_of(lpn);
        let is_there = self.ram.of(stripe).is_some_and(|stripe| stripe.dirty >> place & 1 == 1);
        match is_there {
            true => flash.overwrite_in_ram(lpn, None, NONE)?,
            false => flash.insert_in_ram(lpn, NONE)?,
        }
        self.enter(lpn, flash.newest(lpn));
        Ok(())
    }

    fn enter(&mut self, lpn: Lpn, version: u32) {
        let (stripe, place) = self.layout.stripe_of(lpn);
        let slot = self.ram.enter(stripe);
        self.ram.write(slot, place, version, &self.layout);
    }
}
