//! CFTL: like DFTL for what is written; logical blocks that are mostly read are put in order, and one entry
//! maps each of them. A translation page has both sorts of entry: pages in order are a logical block's entry.
//!
//! - `mod.rs`     the way from a page to where it is, and the paths of reads, writes and trims
//! - `cpmt.rs`    the cached page map, with runs; `cbmt.rs` the cached block map
//! - `heat.rs`    which logical blocks are written often
//! - `convert.rs` putting a logical block in order

mod cbmt;
mod convert;
mod cpmt;
mod heat;

use super::flash_map::explain::{self, Candidate, TOLD};
use super::flash_map::{self, FlashMap, Keep};
use super::layer::{Build, Candidates, Change, Entry, FreeBlocks, Layer, Traits};
use super::picture::{CACHED_MAX, Cached, MapPicture, Picture};
use super::pool::{Placement, Plan, Pool};
use super::{gc, wear};
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::error::Error;
use crate::base::text::grouped;
use crate::flash::access::Flash;
use crate::flash::decision::Decision;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, What};
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::geometry::Geometry;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, Lpn, NONE, PlaneId, Ppn};
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;
use cbmt::Cbmt;
use convert::pages_of;
use cpmt::{Cpmt, Slot};
use heat::Heat;
use std::ops::Range;

/// RAM of an entry for a run of pages: first page, place, length.
const RUN_BYTES: u64 = 12;
/// RAM of a block entry: logical block and block.
const BLOCK_BYTES: u64 = 8;
/// RAM of a logical block's read counter.
const COUNTER_BYTES: u64 = 4;

/// CFTL at work.
#[derive(Clone, Debug, Hash)]
pub struct Cftl {
    pool: Pool,
    map: FlashMap,
    cpmt: Cpmt,
    cbmt: Cbmt,
    heat: Heat,
    /// Reads of each logical block since it was last written.
    reads: Bulk<u32>,
    read_threshold: u32,
}

impl Cftl {
    /// CFTL over an empty array.
    pub fn new(build: Build<'_>) -> Result<Self, Error> {
        let (settings, geometry) = (build.settings, build.nand.geometry);
        let map = FlashMap::new(&build);
        // A logical block stays in one plane, so that it can be put in order there.
        let plan = Plan { own_pages: map.pages(), shape: map.shape(&build), placement: Placement::ByBlock };
        let logical_blocks = geometry.logical_pages.div_ceil(geometry.pages_per_block);
        let capacity = |name: &str, most: u32| settings.integer(name).min(u64::from(most)) as u32;
        Ok(Self {
            pool: Pool::new(&build, plan)?,
            map,
            cpmt: Cpmt::new(capacity("cpmt_entries", geometry.logical_pages)),
            cbmt: Cbmt::new(capacity("cbmt_entries", logical_blocks)),
            heat: Heat::new(settings),
            reads: vec![0; logical_blocks as usize].into(),
            read_threshold: read_threshold(settings, &geometry),
        })
    }

    /// Brings the entry of a page into one of the caches, if it is in none (lookup order: page map, block map, flash).
    fn translate(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let lbn = lpn / flash.nand().geometry.pages_per_block;
        let run = self.cpmt.find(lpn);
        if run.is_some() || self.in_cached_block(lpn, flash.nand()) {
            flash.note(map_operation(Kind::MapHit, lpn))?;
            flash.core.counters.map_lookups += 1;
            flash.core.counters.map_hits += 1;
            match run {
                Some(slot) => self.cpmt.touch(slot),
                None => self.cbmt.touch(lbn),
            }
            return Ok(());
        }
        let outer = flash.enter(map_operation(Kind::MapMiss, lpn))?;
        flash.core.counters.map_lookups += 1;
        self.map.load(lpn, &self.pool, flash)?;
        match self.whole_block(lbn, flash.nand()) {
            Some(block) => self.cbmt.insert(lbn, block),
            None => {
                self.make_room(flash)?;
                self.cpmt.insert(self.run(lpn, flash.nand()));
            }
        }
        flash.leave(outer);
        Ok(())
    }

    /// Gives a page an entry that says only where it is, since it is about to change.
    fn single(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<Slot, Halt> {
        if let Some(slot) = self.cpmt.cut(lpn) {
            return Ok(slot);
        }
        self.make_room(flash)?;
        Ok(self.cpmt.insert(lpn..lpn + 1))
    }

    /// Lets an entry leave the page map if it is full; one that differs from the flash is written back before.
    fn make_room(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(victim) = self.cpmt.leaving().next().filter(|_| self.cpmt.is_full()) else { return Ok(()) };
        let first = self.cpmt.covered(victim).start;
        let pages = self.cpmt.covered(victim).len() as u32;
        flash.decide(|_, op| self.eviction(op));
        let trigger = flash.because(|_| Condition::all(What::MapEntries, self.cpmt.entries(), self.cpmt.capacity()));
        let outer = flash.enter(Operation { pages, trigger, ..map_operation(Kind::MapEvict, first) })?;
        if self.cpmt.is_marked(victim) {
            let page = self.map.page_of(first);
            self.map.write_page(page, Purpose::Map, false, &mut self.pool, &mut self.cpmt, flash)?;
            flash.core.counters.map_write_backs += 1;
        }
        flash.core.counters.map_evictions += 1;
        self.cpmt.remove(victim);
        flash.leave(outer);
        Ok(())
    }

    /// Why the next entry leaves.
    fn eviction(&self, op: u64) -> Decision {
        let named = |slot| {
            let pages = self.cpmt.covered(slot);
            let first = grouped(u64::from(pages.start));
            let name = match pages.len() {
                1 => ["LPN ", &first].concat(),
                _ => ["LPN ", &first, " to ", &grouped(u64::from(pages.end - 1))].concat(),
            };
            Candidate { name, dirty: self.cpmt.is_marked(slot) }
        };
        let mut leaving: Vec<Candidate> = self.cpmt.leaving().take(TOLD).map(named).collect();
        let candidates = self.cpmt.entries() as usize;
        if candidates > leaving.len() {
            leaving.extend(self.cpmt.leaving().last().map(named));
        }
        explain::decision(op, "used longest ago", &leaving, candidates)
    }

    /// Whether a page is where its cached block entry says.
    fn in_cached_block(&self, lpn: Lpn, nand: &Nand) -> bool {
        let pages = nand.geometry.pages_per_block;
        let block = self.cbmt.find(lpn / pages);
        block.is_some_and(|block| self.pool.place(lpn) == nand.geometry.page(block, lpn % pages))
    }

    /// The block that holds all pages of a logical block in order, if one does.
    fn whole_block(&self, lbn: u32, nand: &Nand) -> Option<BlockId> {
        let pages = pages_of(lbn, &nand.geometry);
        if pages.end > nand.geometry.logical_pages || self.pool.place(pages.start) == NONE {
            return None;
        }
        let block = nand.geometry.block_of(self.pool.place(pages.start));
        let first = nand.geometry.page(block, 0);
        pages.zip(first..).all(|(lpn, ppn)| self.pool.place(lpn) == ppn).then_some(block)
    }

    /// The pages around `lpn` that lie one behind the other as they are numbered, as far as one entry may say so.
    fn run(&self, lpn: Lpn, nand: &Nand) -> Range<Lpn> {
        let place = self.pool.place(lpn);
        if place == NONE {
            return lpn..lpn + 1;
        }
        let (block, entries) =
            (pages_of(lpn / nand.geometry.pages_per_block, &nand.geometry), self.map.entries(self.map.page_of(lpn)));
        let within = self.cpmt.gap(lpn, block.start.max(entries.start)..block.end.min(entries.end));
        let behind = |&other: &Lpn| self.pool.place(other).wrapping_sub(other) == place.wrapping_sub(lpn);
        let end = (lpn + 1..within.end).take_while(behind).last().map_or(lpn + 1, |last| last + 1);
        let start = (within.start..lpn).rev().take_while(behind).last().unwrap_or(lpn);
        start..end
    }

    fn written(&mut self, lpn: Lpn, nand: &Nand) {
        let lbn = lpn / nand.geometry.pages_per_block;
        self.reads[lbn as usize] = 0;
        self.heat.wrote(lbn);
    }

    /// Logical blocks that one entry maps: cached ones, then others if there are few.
    fn whole_blocks(&self, nand: &Nand) -> Vec<(u32, BlockId)> {
        use super::picture::HOMES_MAX;
        let mut listed: Vec<(u32, BlockId)> = self.cbmt.recent().take(CACHED_MAX).collect();
        if self.reads.len() <= HOMES_MAX {
            let others = (0..self.reads.len() as u32).filter(|&lbn| self.cbmt.find(lbn).is_none());
            listed.extend(others.filter_map(|lbn| Some((lbn, self.whole_block(lbn, nand)?))));
        }
        listed
    }
}

/// Reads that put a logical block in order, as it is set.
fn read_threshold(settings: &Settings, geometry: &Geometry) -> u32 {
    settings.optional("read_threshold").map_or(8 * geometry.pages_per_block, |reads| reads as u32)
}

fn map_operation(kind: Kind, lpn: Lpn) -> Operation {
    Operation { lpn: Some(lpn), ..Operation::new(kind, Purpose::Map) }
}

impl Layer for Cftl {
    const ENTRY: Entry<Self> = Entry {
        info: Info {
            kind: "cftl",
            title: "CFTL",
            help: "The mapping table on flash; blocks that are mostly read are rewritten in order and mapped by one entry each.",
            source: "Park, Debnath, Du: CFTL, SIGMETRICS 2010",
            parameters: &[
                Parameter::integer(
                    "cpmt_entries",
                    "4096",
                    1,
                    500_000_000,
                    "Cached entries for runs of pages, 12 bytes each.",
                ),
                Parameter::integer(
                    "cbmt_entries",
                    "2048",
                    1,
                    500_000_000,
                    "Cached entries for logical blocks, 8 bytes each.",
                ),
                Parameter::optional(
                    "read_threshold",
                    "null",
                    1,
                    1_000_000_000,
                    "Page reads of a logical block since its last write at which it is converted; null: 8 times its pages.",
                ).changing(),
                Parameter::integer("hot_filters", "4", 1, 64, "Bloom filters that remember which blocks were written."),
                Parameter::integer("hot_filter_bytes", "2048", 8, 1_048_576, "Bytes of each of them."),
                Parameter::integer(
                    "hot_decay_writes",
                    "512",
                    1,
                    1_000_000_000,
                    "Writes after which the oldest is cleared.",
                ).changing(),
                Parameter::integer("hot_at", "2", 1, 64, "Filters that know a block which counts as written often.").changing(),
            ],
        },
        shared: &[flash_map::PARAMETERS, gc::PARAMETERS, wear::PARAMETERS],
        program_order: ProgramOrder::Strict,
        spare_pages: None,
        traits: Traits {
            purposes: &[
                Purpose::Host,
                Purpose::Gc,
                Purpose::Wear,
                Purpose::Recovery,
                Purpose::Map,
                Purpose::MapUpdate,
                Purpose::MapGc,
                Purpose::Convert,
            ],
            ..flash_map::TRAITS
        },
        build: |build| Self::new(build),
    };

    /// Looks each page up and reads it where it lives; puts its logical block in order when that is due.
    fn read(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            flash.chain();
            self.translate(lpn, flash)?;
            match self.pool.place(lpn) {
                NONE => flash.read_unmapped(lpn)?,
                ppn => flash.read(lpn, ppn, Purpose::Host)?,
            }
            flash.unchain();
            self.read_once(lpn, flash)?;
        }
        Ok(())
    }

    /// Looks each page up, since its old copy becomes outdated, and writes it to a frontier.
    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            flash.chain();
            self.translate(lpn, flash)?;
            let slot = self.single(lpn, flash)?;
            self.pool.write(lpn, &mut Keep { map: &mut self.map, cache: &mut self.cpmt }, flash)?;
            self.cpmt.mark(slot);
            flash.unchain();
            self.written(lpn, flash.nand());
        }
        Ok(())
    }

    /// Looks each page up, and has its entry say that it is nowhere.
    fn trim(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            flash.chain();
            self.translate(lpn, flash)?;
            let held = self.pool.place(lpn) != NONE;
            let slot = if held { Some(self.single(lpn, flash)?) } else { None };
            flash.unchain();
            self.pool.trim(lpn, flash)?;
            if let Some(slot) = slot {
                self.cpmt.mark(slot);
                self.map.trimmed(lpn);
                self.written(lpn, flash.nand());
            }
        }
        Ok(())
    }

    fn background(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.pool.collect_in_idle_time(plane as usize, &mut Keep { map: &mut self.map, cache: &mut self.cpmt }, flash)
    }

    fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        self.pool.fill(lpn, version, nand)
    }

    fn filled(&mut self, nand: &mut Nand) -> Result<(), Halt> {
        self.map.fill(&mut self.pool, nand)
    }

    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.cbmt.clear();
        self.heat.clear();
        self.reads.fill(0);
        self.map.recover(&mut self.pool, &mut self.cpmt, flash)
    }

    fn change(&mut self, change: &Change<'_>, nand: &mut Nand) -> Result<(), Halt> {
        self.read_threshold = read_threshold(change.settings, &nand.geometry);
        self.heat.change(change.settings);
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

    fn picture(&self, _: Option<Lpn>, nand: &Nand) -> Picture {
        let (parked, parked_total) = self.pool.parked();
        let mut resident = vec![0; self.map.pages() as usize];
        for slot in self.cpmt.recent() {
            let pages = self.cpmt.covered(slot);
            resident[self.map.page_of(pages.start) as usize] += 1;
        }
        let entry = |slot| {
            let pages = self.cpmt.covered(slot);
            let (lpn, run) = (pages.start, pages.len() as u32);
            Cached { lpn, ppn: self.pool.place(lpn), dirty: self.cpmt.is_marked(slot), run }
        };
        let map = MapPicture {
            entries_per_page: self.map.entries_per_page,
            protected: Vec::new(),
            probationary: self.cpmt.recent().take(CACHED_MAX).map(entry).collect(),
            entries: [0, self.cpmt.entries()],
            capacity: [0, self.cpmt.capacity()],
            dirty: self.cpmt.dirty(),
            resident,
            directory: self.map.directory(&self.pool).to_vec(),
            whole_blocks: Some(self.whole_blocks(nand)),
            loads_first: true,
        };
        Picture { parked, parked_total, map: Some(map), ..Picture::default() }
    }

    /// 4 bytes a translation page, 12 a run, 8 a block entry, the filters, 4 a logical block's reads.
    fn ram_bytes(&self) -> u64 {
        self.map.directory_bytes()
            + RUN_BYTES * u64::from(self.cpmt.capacity())
            + BLOCK_BYTES * u64::from(self.cbmt.capacity())
            + COUNTER_BYTES * self.reads.len() as u64
            + self.heat.bytes()
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.pool.bulk(visit);
        self.map.bulk(visit);
        self.cpmt.bulk(visit);
        self.cbmt.bulk(visit);
        self.heat.bulk(visit);
        visit(AnyBulk::U32(&mut self.reads));
    }

    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.pool.check(nand)?;
        self.cpmt.check()?;
        self.check_runs()?;
        self.map.check(&self.pool, &self.cpmt, nand)
    }
}

impl Cftl {
    /// Pages of a run lie one behind the other, unless some have just moved.
    fn check_runs(&self) -> Result<(), Rule> {
        let moved = |lpn: Lpn| self.pool.areas.iter().any(|area| area.moved.contains(&lpn));
        for slot in self.cpmt.recent() {
            let pages = self.cpmt.covered(slot);
            let first = self.pool.place(pages.start);
            let apart = |lpn: &Lpn| self.pool.place(*lpn).wrapping_sub(first) != lpn - pages.start;
            if pages.len() > 1 && pages.clone().find(apart).is_some() && !pages.clone().any(moved) {
                return Err(Rule::Invariant(format!("the run from page {} on is not one", pages.start)));
            }
        }
        Ok(())
    }
}
