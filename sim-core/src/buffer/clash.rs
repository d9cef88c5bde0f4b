//! C-lash in front of another translation layer (a perspective of SPECTS, section VII): the same page and block
//! slots; a flushed block becomes one write request to the layer, with the pages that the layer alone holds (late merge)
//! read through it first. Copies below stay valid until then.

use crate::base::error::Error;
use crate::buffer::entry::Change;
use crate::buffer::extent::runs;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::ftl::Ftl;
use crate::ftl::clash::below::Below;
use crate::ftl::clash::cache::Cache;
use crate::ftl::clash::page_set::{CachedPage, PageSet};
use crate::ftl::clash::picture::offsets_of;
use crate::ftl::clash::recover::CutOff;
use crate::ftl::clash::settings;
use crate::ftl::picture::{CachePicture, FlushPicture};
use crate::nand::array::Nand;
use crate::nand::geometry::Geometry;
use crate::nand::oob::Oob;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, Ppn};
use crate::parameters::parameter::Info;
use crate::parameters::settings::Settings;

/// How it is chosen.
pub(crate) const INFO: Info = Info {
    kind: "clash",
    title: "C-lash",
    help: "Collects pages in RAM by logical block and writes whole blocks to the translation layer.",
    source: "C-lash, SPECTS 2011, section VII",
    parameters: settings::OF_BUFFER,
};

/// C-lash as a write buffer.
#[derive(Clone, Debug, Hash)]
pub struct ClashBuffer {
    cache: Cache,
    /// The pages on their way to the layer.
    flushing: Option<Leaving>,
    capacitor: bool,
    cut_off: CutOff,
}

/// Pages on their way to the layer.
#[derive(Clone, Debug, Hash)]
struct Leaving {
    /// The block slot they leave; none if they leave page slots.
    slot: Option<u16>,
    /// They, and those read through the layer.
    set: PageSet,
}

/// The layer below, and where the pages on their way to it are noted.
struct LayerBelow<'a> {
    ftl: &'a mut Ftl,
    flushing: &'a mut Option<Leaving>,
    pages_per_block: u32,
    logical_pages: u32,
}

impl Below for LayerBelow<'_> {
    fn read(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.ftl.read(lpn, 1, flash)
    }

    fn stale(&self, _: Lpn) -> Ppn {
        NONE
    }

    fn outdate(&mut self, _: Lpn) {}

    fn holds(&self, lpn: Lpn) -> bool {
        self.ftl.lookup(lpn) != NONE
    }

    fn erases(&self) -> u32 {
        0
    }

    fn read_up(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<u32, Halt> {
        let version = flash.version_at(self.ftl.lookup(lpn));
        flash.on_behalf_of(Purpose::Rewrite, |flash| self.ftl.read(lpn, 1, flash))?;
        Ok(version)
    }

    fn bring(&mut self, set: PageSet, slot: Option<u16>, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let first = set.lbn * self.pages_per_block;
        let missing =
            (0..self.pages_per_block.min(self.logical_pages - first)).filter(|&offset| set.get(offset).is_none());
        let missing: Vec<u32> = missing.filter(|&offset| self.holds(first + offset)).collect();
        *self.flushing = Some(Leaving { slot, set });
        for offset in missing {
            let page = CachedPage { offset, version: self.read_up(first + offset, flash)?, clean: true };
            self.flushing.iter_mut().for_each(|leaving| {
                leaving.set.put(page);
            });
        }
        let leaving = self.flushing.iter().flat_map(|leaving| leaving.set.pages());
        for (offset, pages) in runs(leaving.map(|page| page.offset)) {
            flash.on_behalf_of(Purpose::Flush, |flash| self.ftl.write(first + offset, pages, flash))?;
        }
        *self.flushing = None;
        Ok(())
    }
}

impl Leaving {
    fn picture(&self, ftl: &Ftl, nand: &Nand) -> FlushPicture {
        let first = self.set.lbn * nand.geometry.pages_per_block;
        let is_below = |page: &CachedPage| {
            let ppn = ftl.lookup(first + page.offset);
            let version = |oob: &Oob| oob.version[ppn as usize];
            !page.clean && ppn != NONE && nand.oob.as_ref().map(version) == Some(page.version)
        };
        FlushPicture {
            lbn: self.set.lbn,
            slot: self.slot,
            offsets: self.set.offsets(),
            read_up: offsets_of(&self.set, |page| page.clean),
            programmed: offsets_of(&self.set, is_below),
            ..FlushPicture::default()
        }
    }
}

impl ClashBuffer {
    /// Nothing in RAM yet.
    ///
    /// # Errors
    /// Options that exclude each other.
    pub fn new(settings: &Settings, geometry: &Geometry) -> Result<Self, Error> {
        Ok(Self {
            cache: settings::cache(settings, geometry, true, "buffer")?,
            flushing: None,
            capacitor: settings.flag("capacitor"),
            cut_off: CutOff::default(),
        })
    }

    /// Cache and layer, to act on both.
    fn over<'a>(&'a mut self, ftl: &'a mut Ftl, flash: &Flash<'_>) -> (&'a mut Cache, LayerBelow<'a>) {
        let geometry = flash.nand().geometry;
        let layer = LayerBelow {
            ftl,
            flushing: &mut self.flushing,
            pages_per_block: geometry.pages_per_block,
            logical_pages: geometry.logical_pages,
        };
        (&mut self.cache, layer)
    }

    /// Reads `count` pages from `first` on.
    pub fn read(&mut self, first: Lpn, count: u32, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (cache, mut layer) = self.over(ftl, flash);
        (first..first + count).try_for_each(|lpn| cache.read(lpn, &mut layer, flash))
    }

    /// Takes `count` pages from `first` on.
    pub fn write(&mut self, first: Lpn, count: u32, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (cache, mut layer) = self.over(ftl, flash);
        cache.adapt(first, count, &mut layer, flash)?;
        (first..first + count).try_for_each(|lpn| cache.write(lpn, &mut layer, flash))
    }

    /// Gives up `count` pages from `first` on.
    pub fn trim(&mut self, first: Lpn, count: u32, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            ftl.trim(lpn, 1, flash)?;
            self.cache.remove(lpn);
        }
        Ok(())
    }

    /// Makes everything taken durable.
    pub fn flush(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        if self.capacitor {
            return Ok(());
        }
        self.write_out(ftl, flash)
    }

    /// Takes over what changes of its settings.
    pub fn change(&mut self, change: &Change<'_>) {
        self.cache.change(change.settings, &|name| change.touches(&[name]));
        self.capacitor = change.settings.flag("capacitor");
    }

    /// Writes out all that is in RAM.
    pub(crate) fn write_out(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (cache, mut layer) = self.over(ftl, flash);
        cache.flush_everything(&mut layer, flash)
    }

    /// The layer is up again after a power cut: what a capacitor kept is written out.
    pub fn recover(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let in_hand = self.flushing.take().map(|leaving| leaving.set);
        let kept = self.cache.lose(self.capacitor, std::mem::take(&mut self.cut_off), Vec::new(), in_hand);
        let (cache, mut layer) = self.over(ftl, flash);
        cache.take_back(kept);
        cache.flush_everything(&mut layer, flash)
    }

    /// A power cut kept `version` of a page, which came from here, from being programmed.
    pub(crate) fn on_program_lost(&mut self, lpn: Lpn, version: u32) {
        self.cut_off.add(lpn, version, false);
    }

    /// The version of a page that is in RAM and not below.
    pub fn version_in_ram(&self, lpn: Lpn) -> Option<u32> {
        self.cache.version_of(lpn)
    }

    /// What is in RAM, and on its way from there.
    pub fn picture(&self, ftl: &Ftl, nand: &Nand) -> CachePicture {
        let flush = self.flushing.as_ref().map(|leaving| leaving.picture(ftl, nand));
        CachePicture { flush, ..self.cache.picture() }
    }

    /// Pages of the host that there is room for.
    pub fn pages(&self) -> u64 {
        u64::from(self.cache.room())
    }

    /// What its tables take in RAM.
    pub fn table_bytes(&self) -> u64 {
        self.cache.table_bytes()
    }

    /// What must hold of what is in RAM. The layer may hold an older version of any page.
    pub fn check(&self) -> Result<(), Rule> {
        self.cache.check(|_| None)
    }
}
