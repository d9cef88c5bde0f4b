//! DFTL: the map is on flash, and the entries in use are cached.
//!
//! - `mod.rs`     the way from a page to where it is, and the paths of reads, writes and trims
//! - `cmt.rs`     the cached mapping table; `ages.rs` FlashSim's order of its entries
//! - `explain.rs` why an entry leaves it

mod ages;
pub(super) mod cmt;
mod explain;
#[cfg(test)]
mod tests;

use super::flash_map::{self, FlashMap, Keep};
use super::layer::{Build, Candidates, Change, Entry, FreeBlocks, Layer};
use super::picture::{CACHED_MAX, Cached, MapPicture, Picture};
use super::pool::{self, Plan, Pool};
use super::{gc, wear};
use crate::base::bulk::AnyBulk;
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::rule::Rule;
use crate::nand::{BlockId, Lpn, NONE, PlaneId, Ppn};
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;
use cmt::{Cmt, PROBATIONARY, PROTECTED, Replacement, Slot};

/// RAM of a cached entry: the page and where it is.
const CACHED_BYTES: u64 = 8;

/// DFTL at work.
#[derive(Clone, Debug, Hash)]
pub struct Dftl {
    pool: Pool,
    map: FlashMap,
    cmt: Cmt,
    /// Whether writing a translation page cleans every entry of it that is cached, or only the one that leaves.
    cleans_all: bool,
}

impl Dftl {
    /// DFTL over an empty array.
    pub fn new(build: Build<'_>) -> Result<Self, Error> {
        let map = FlashMap::new(&build);
        let plan = Plan { own_pages: map.pages(), shape: map.shape(&build), placement: pool::placement(&build) };
        let replacement = match build.settings.word("cmt") {
            "lru" => Replacement::Plain,
            "flashsim" => Replacement::Ageing,
            _ => Replacement::Segmented,
        };
        Ok(Self {
            pool: Pool::new(&build, plan)?,
            map,
            cmt: Cmt::new(replacement, capacity(build.settings, build.nand.geometry.logical_pages)),
            cleans_all: build.settings.word("evict_batch") == "same-tp",
        })
    }

    /// Brings the entry of a page into the cache, if it is not there.
    fn translate(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<Slot, Halt> {
        if let Some(slot) = self.cmt.find(lpn) {
            flash.note(map_operation(Kind::MapHit, lpn))?;
            flash.core.counters.map_lookups += 1;
            flash.core.counters.map_hits += 1;
            self.cmt.touch(slot);
            return Ok(slot);
        }
        let outer = flash.enter(map_operation(Kind::MapMiss, lpn))?;
        flash.core.counters.map_lookups += 1;
        if self.cmt.is_full()
            && let Some(victim) = self.cmt.victim()
        {
            self.evict(victim, flash)?;
        }
        self.map.load(lpn, &self.pool, flash)?;
        flash.leave(outer);
        Ok(self.cmt.insert(lpn))
    }

    /// An entry leaves the cache; one that differs from the flash is written back before.
    fn evict(&mut self, victim: Slot, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (lpn, dirty) = (self.cmt.lpn(victim), self.cmt.is_marked(victim));
        flash.decide(|_, op| explain::decision(op, &self.cmt));
        let trigger = flash.because(|_| self.cmt.all_in_use());
        let outer = flash.enter(Operation { trigger, ..map_operation(Kind::MapEvict, lpn) })?;
        if dirty {
            let page = self.map.page_of(lpn);
            self.map.write_page(page, Purpose::Map, false, &mut self.pool, &mut self.cmt, flash)?;
            flash.core.counters.map_write_backs += 1;
            if self.cleans_all {
                self.clean(page);
            }
        }
        flash.core.counters.map_evictions += 1;
        self.cmt.remove(victim);
        flash.leave(outer);
        Ok(())
    }

    /// Every cached entry of a translation page that was just written is as it says.
    fn clean(&mut self, page: u32) {
        for lpn in self.map.entries(page) {
            if let Some(slot) = self.cmt.find(lpn) {
                self.cmt.mark(slot, false);
            }
        }
    }

    fn cached(&self, segment: usize) -> Vec<Cached> {
        let entry = |slot| {
            let lpn = self.cmt.lpn(slot);
            Cached { lpn, ppn: self.pool.place(lpn), dirty: self.cmt.is_marked(slot), run: 1 }
        };
        self.cmt.most_recent(segment).take(CACHED_MAX).map(entry).collect()
    }
}

/// Entries of both segments: as many as fit a number of bytes, split as by default, or as set.
fn capacity(settings: &Settings, logical_pages: u32) -> [u32; 2] {
    let set = ["cmt_protected", "cmt_probationary"].map(|name| settings.integer(name));
    let [protected, probationary] = match settings.optional("cmt_bytes") {
        Some(bytes) => {
            let entries = bytes / CACHED_BYTES;
            let protected = entries * 6552 / 8192;
            [protected, entries - protected]
        }
        None => set,
    };
    // More than there are pages would never be used.
    let protected = protected.min(u64::from(logical_pages) - 1) as u32;
    [protected, probationary.min(u64::from(logical_pages - protected)) as u32]
}

fn map_operation(kind: Kind, lpn: Lpn) -> Operation {
    Operation { lpn: Some(lpn), ..Operation::new(kind, Purpose::Map) }
}

impl Layer for Dftl {
    const ENTRY: Entry<Self> = Entry {
        info: Info {
            kind: "dftl",
            title: "DFTL",
            help: "Page mapping with the mapping table on flash; entries in use are cached, 8 bytes each.",
            source: "Gupta, Kim, Urgaonkar: DFTL, ASPLOS 2009; FlashSim",
            parameters: &[
                Parameter::choice(
                    "cmt",
                    "\"slru\"",
                    &["slru", "lru", "flashsim"],
                    "Replacement policy of the cached mapping table: segmented LRU, LRU, or the ages of FlashSim.",
                ),
                Parameter::integer("cmt_protected", "6552", 0, 1_000_000_000, "Entries of the protected segment."),
                Parameter::integer(
                    "cmt_probationary",
                    "1640",
                    1,
                    1_000_000_000,
                    "Entries of the probationary segment.",
                ),
                Parameter::optional(
                    "cmt_bytes",
                    "null",
                    8,
                    8_000_000_000,
                    "RAM for entries of 8 bytes, in place of their numbers; four fifths protected.",
                ),
                Parameter::choice(
                    "evict_batch",
                    "\"one\"",
                    &["one", "same-tp"],
                    "What a write-back cleans: the evicted entry, or all cached entries of its translation page.",
                )
                .changing(),
            ],
        },
        shared: &[flash_map::PARAMETERS, gc::PARAMETERS, wear::PARAMETERS, pool::PLACEMENT],
        program_order: ProgramOrder::Strict,
        spare_pages: None,
        traits: flash_map::TRAITS,
        build: |build| Self::new(build),
    };

    /// Looks each page up, and reads it where it lives.
    fn read(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            flash.chain();
            self.translate(lpn, flash)?;
            match self.pool.place(lpn) {
                NONE => flash.read_unmapped(lpn)?,
                ppn => flash.read(lpn, ppn, Purpose::Host)?,
            }
            flash.unchain();
        }
        Ok(())
    }

    /// Looks each page up, since its old copy becomes outdated, and writes it to a frontier.
    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            flash.chain();
            let slot = self.translate(lpn, flash)?;
            self.pool.write(lpn, &mut Keep { map: &mut self.map, cache: &mut self.cmt }, flash)?;
            self.cmt.mark(slot, true);
            flash.unchain();
        }
        Ok(())
    }

    /// Looks each page up, and has its entry say that it is nowhere.
    fn trim(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            flash.chain();
            let slot = self.translate(lpn, flash)?;
            flash.unchain();
            let held = self.pool.place(lpn) != NONE;
            self.pool.trim(lpn, flash)?;
            if held {
                self.cmt.mark(slot, true);
                self.map.trimmed(lpn);
            }
        }
        Ok(())
    }

    fn background(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.pool.collect_in_idle_time(plane as usize, &mut Keep { map: &mut self.map, cache: &mut self.cmt }, flash)
    }

    fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        self.pool.fill(lpn, version, nand)
    }

    fn filled(&mut self, nand: &mut Nand) -> Result<(), Halt> {
        self.map.fill(&mut self.pool, nand)
    }

    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.map.recover(&mut self.pool, &mut self.cmt, flash)
    }

    fn change(&mut self, change: &Change<'_>, nand: &mut Nand) -> Result<(), Halt> {
        self.cleans_all = change.settings.word("evict_batch") == "same-tp";
        self.pool.change(change, nand)
    }

    fn lookup(&self, lpn: Lpn) -> Ppn {
        self.pool.place(lpn)
    }

    fn own_pages(&self) -> u32 {
        self.map.pages()
    }

    fn map_entries(&self) -> u32 {
        self.map.entries_per_page
    }

    fn free_blocks(&self) -> FreeBlocks {
        self.pool.free_blocks()
    }

    fn candidates(&self, chosen: Option<BlockId>, nand: &Nand) -> Option<Candidates> {
        Some(self.pool.next_candidates(chosen, nand))
    }

    fn picture(&self, _: Option<Lpn>, _: &Nand) -> Picture {
        let (parked, parked_total) = self.pool.parked();
        let mut resident = vec![0; self.map.pages() as usize];
        for segment in [PROTECTED, PROBATIONARY] {
            self.cmt.most_recent(segment).for_each(|slot| resident[self.map.page_of(self.cmt.lpn(slot)) as usize] += 1);
        }
        let map = MapPicture {
            entries_per_page: self.map.entries_per_page,
            protected: self.cached(PROTECTED),
            probationary: self.cached(PROBATIONARY),
            entries: self.cmt.entries(),
            capacity: self.cmt.capacity(),
            dirty: self.cmt.dirty(),
            resident,
            directory: self.map.directory(&self.pool).to_vec(),
            whole_blocks: None,
            loads_first: false,
        };
        Picture { parked, parked_total, map: Some(map), ..Picture::default() }
    }

    /// 4 bytes a translation page and 8 a cached entry.
    fn ram_bytes(&self) -> u64 {
        let entries: u32 = self.cmt.capacity().iter().sum();
        self.map.directory_bytes() + CACHED_BYTES * u64::from(entries)
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.pool.bulk(visit);
        self.map.bulk(visit);
        self.cmt.bulk(visit);
    }

    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.pool.check(nand)?;
        self.cmt.check()?;
        self.map.check(&self.pool, &self.cmt, nand)
    }
}
