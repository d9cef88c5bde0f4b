//! C-lash in the place of a translation layer: how it is chosen and set.

use super::cache::Cache;
use super::flash_blocks::FlashBlocks;
use super::homes::Homes;
use super::recover::CutOff;
use super::settings;
use crate::base::bulk::AnyBulk;
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::ftl::layer::{Build, Change, Entry, FreeBlocks, Layer, Traits};
use crate::ftl::picture::Picture;
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, Ppn};
use crate::parameters::parameter::{Info, Parameter};

/// C-lash at work.
#[derive(Clone, Debug, Hash)]
pub struct Clash {
    /// Pages in RAM.
    pub(super) cache: Cache,
    /// Blocks on flash.
    pub(super) below: FlashBlocks,
    /// Whether pages in RAM outlive a power cut.
    pub(super) capacitor: bool,
    /// What a power cut kept from being programmed.
    pub(super) cut_off: CutOff,
}

impl Clash {
    fn new(build: &Build<'_>) -> Result<Self, Error> {
        let (settings, geometry) = (build.settings, &build.nand.geometry);
        Ok(Self {
            cache: settings::cache(settings, geometry, settings.flag("absorb_pspace"), "ftl")?,
            below: FlashBlocks { homes: Homes::new(geometry, settings.flag("safe_flush"))?, flushing: None },
            capacitor: settings.flag("capacitor"),
            cut_off: CutOff::default(),
        })
    }
}

impl Layer for Clash {
    const ENTRY: Entry<Self> = Entry {
        info: Info {
            kind: "clash",
            title: "C-lash",
            help: "No translation layer: pages are collected in RAM until whole blocks can be rewritten in place.",
            source: "C-lash, SympA 2011 and SPECTS 2011",
            parameters: &[
                Parameter::boolean(
                    "absorb_pspace",
                    "true",
                    "Whether a flush takes along the block's pages in p-space.",
                )
                .changing(),
                Parameter::boolean(
                    "safe_flush",
                    "false",
                    "Whether a block is written to a spare one before the old one is erased, so that a power cut between loses nothing.",
                ),
            ],
        },
        shared: &[settings::GROUP],
        program_order: ProgramOrder::SkipOk,
        spare_pages: None,
        traits: Traits {
            observables: settings::OBSERVABLES,
            caches_pages: true,
            has_stripes: false,
            purposes: &[Purpose::Host, Purpose::Recovery, Purpose::Flush, Purpose::Rewrite],
        },
        build: |build| Self::new(&build),
    };

    fn read(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        (first..first + count).try_for_each(|lpn| self.cache.read(lpn, &mut self.below, flash))
    }

    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.cache.adapt(first, count, &mut self.below, flash)?;
        (first..first + count).try_for_each(|lpn| self.cache.write(lpn, &mut self.below, flash))
    }

    fn trim(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            flash.trim(lpn, self.below.homes.lookup(lpn))?;
            self.below.homes.forget(lpn);
            self.cache.remove(lpn);
        }
        Ok(())
    }

    fn flush(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        if self.capacitor { Ok(()) } else { self.cache.flush_everything(&mut self.below, flash) }
    }

    fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        self.below.homes.fill(lpn, version, nand)
    }

    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.start_up(flash)
    }

    fn on_program_lost(&mut self, lpn: Lpn, version: u32, rewritten: bool) {
        self.cut_off.add(lpn, version, rewritten);
    }

    fn in_transit(&self, nand: &Nand) -> Vec<(Lpn, u32)> {
        if self.below.homes.is_moving() {
            return Vec::new(); // The old block holds them still.
        }
        self.cut_off.rewritten.iter().copied().chain(self.below.in_transit(nand)).collect()
    }

    fn change(&mut self, change: &Change<'_>, _: &mut Nand) -> Result<(), Halt> {
        self.cache.change(change.settings, &|name| change.touches(name));
        self.cache.rules.absorb = change.settings.flag("absorb_pspace");
        self.capacitor = change.settings.flag("capacitor");
        Ok(())
    }

    fn lookup(&self, lpn: Lpn) -> Ppn {
        self.below.homes.lookup(lpn)
    }

    fn version_in_ram(&self, lpn: Lpn) -> Option<u32> {
        self.cache.version_of(lpn)
    }

    fn free_blocks(&self) -> FreeBlocks {
        self.below.homes.free_blocks()
    }

    fn picture(&self, near: Option<Lpn>, _: &Nand) -> Picture {
        Picture { cache: Some(self.below.picture(&self.cache, near)), ..Picture::default() }
    }

    fn ram_bytes(&self) -> u64 {
        self.cache.table_bytes() + self.below.homes.ram_bytes()
    }

    fn cache_pages(&self) -> u64 {
        u64::from(self.cache.room())
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.below.homes.bulk(visit);
    }

    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.below.homes.check(nand)?;
        self.cache.check(|lpn| {
            let ppn = self.below.homes.lookup(lpn);
            Some(ppn != NONE && nand.is_valid(ppn))
        })
    }
}
