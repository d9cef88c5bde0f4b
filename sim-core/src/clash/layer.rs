//! C-lash as a translation layer: what a read and a write do (SPEC 8.2, 8.3), how it is chosen and set (SPEC 8.7).

use super::block_space::{BlockSpace, Order};
use super::cache::{Cache, Found, Rules};
use super::flush::Flushing;
use super::homes::Homes;
use super::page_set::CachedPage;
use super::page_space::{PageSpace, Tie};
use super::recover::CutOff;
use super::split::Split;
use crate::engine::checkpoint::Bulk;
use crate::engine::flash::Flash;
use crate::engine::halt::Halt;
use crate::engine::observer::Observer;
use crate::engine::operation::Purpose;
use crate::error::Error;
use crate::experiment::parameter::{Info, Parameter};
use crate::ftl::Ftl;
use crate::ftl::layer::{Build, Entry, FreeBlocks, Layer, Traits};
use crate::ftl::others::Other;
use crate::ftl::picture::Picture;
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, Ppn};

/// C-lash at work.
#[derive(Clone, Debug, Hash)]
pub struct Clash {
    /// Pages in RAM.
    pub(super) cache: Cache,
    /// Where blocks live on flash.
    pub(super) homes: Homes,
    /// How the RAM is split, where that changes.
    pub(super) split: Option<Split>,
    /// The block on its way to flash.
    pub(super) flushing: Option<Flushing>,
    /// Whether pages in RAM outlive a power cut.
    pub(super) capacitor: bool,
    /// What a power cut kept from being programmed.
    pub(super) cut_off: CutOff,
}

impl Clash {
    fn new(build: &Build<'_>) -> Result<Self, Error> {
        let settings = build.settings;
        let rules = Rules {
            tie: if settings.word("tie") == "lru" { Tie::LeastRecent } else { Tie::Lowest },
            swap_equals: settings.word("equal_sizes") == "swap",
            absorb: settings.flag("absorb_pspace"),
            reads_count: settings.word("b_lru_on") == "rw",
            early_merge: settings.word("merge") == "early",
        };
        let order = match settings.word("b_policy") {
            "fifo" => Order::Fifo,
            "lfu" => Order::Lfu,
            _ => Order::Lru,
        };
        let block_slots = settings.integer("b_blocks") as u32;
        let virtual_pages = settings.flag("virtual_pages");
        let dynamic = settings.word("split") == "dynamic";
        refuse_together(virtual_pages, rules.early_merge, dynamic)?;
        Ok(Self {
            cache: Cache {
                pages: PageSpace::new(settings.integer("p_pages") as u32),
                blocks: BlockSpace::new(block_slots as usize, order),
                lent: virtual_pages.then_some(build.nand.geometry.pages_per_block),
                rules,
                now: 0,
            },
            homes: Homes::new(&build.nand.geometry, settings.flag("safe_flush"))?,
            split: dynamic.then(|| Split::new(settings.integer("split_window") as u32, block_slots)),
            flushing: None,
            capacitor: settings.flag("capacitor"),
            cut_off: CutOff::default(),
        })
    }

    fn read_page<O: Observer>(&mut self, lpn: Lpn, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        self.cache.now += 1;
        match self.cache.find(self.homes.lbn(lpn), self.homes.offset(lpn)) {
            Some(Found::Page(page)) => flash.read_in_ram(lpn, page.version, None),
            Some(Found::Block(slot, page)) => {
                flash.read_in_ram(lpn, page.version, Some(slot as u16))?;
                if self.cache.rules.reads_count {
                    self.cache.blocks.touch(slot, self.cache.now);
                }
                Ok(())
            }
            None => match self.homes.lookup(lpn) {
                NONE => flash.read_unmapped(lpn),
                ppn => flash.read(lpn, ppn, Purpose::Host),
            },
        }
    }

    /// W1 to W4 of SPEC 8.3.
    fn write_page<O: Observer>(&mut self, lpn: Lpn, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let (lbn, offset) = (self.homes.lbn(lpn), self.homes.offset(lpn));
        let page = CachedPage { offset, version: flash.newest(lpn), clean: false };
        self.cache.now += 1;
        if self.cache.is_full() && self.cache.find(lbn, offset).is_none() {
            self.make_room(1, flash)?;
        }
        // Looked for after that: with early merge, making room may have brought the page's older version into RAM.
        match self.cache.find(lbn, offset) {
            Some(Found::Page(_)) => {
                flash.overwrite_in_ram(lpn, None, NONE)?;
                self.cache.pages.write(lbn, page, self.cache.now);
            }
            Some(Found::Block(slot, _)) => {
                flash.overwrite_in_ram(lpn, Some(slot as u16), self.homes.lookup(lpn))?;
                self.homes.forget(lpn);
                self.cache.blocks.set_mut(slot).into_iter().for_each(|set| {
                    set.put(page);
                });
                self.cache.blocks.touch(slot, self.cache.now);
            }
            None => {
                flash.insert_in_ram(lpn, self.homes.lookup(lpn))?;
                self.homes.forget(lpn);
                self.cache.pages.write(lbn, page, self.cache.now);
            }
        }
        Ok(())
    }
}

/// Block slots whose unused pages are lent have no room to read into ahead of time, and none to give away.
fn refuse_together(virtual_pages: bool, early_merge: bool, dynamic: bool) -> Result<(), Error> {
    let (other, word, instead) = match (early_merge, dynamic) {
        (true, _) => ("ftl.merge", "early", "late"),
        (_, true) => ("ftl.split", "dynamic", "fixed"),
        _ => return Ok(()),
    };
    if !virtual_pages {
        return Ok(());
    }
    Err(Error::Value {
        field: other.into(),
        value: word.into(),
        expected: format!("{instead}, since ftl.virtual_pages is true"),
        nearest: Some(format!("\"{instead}\"")),
    })
}

impl Layer for Clash {
    const ENTRY: Entry = Entry {
        info: Info {
            kind: "clash",
            title: "C-lash",
            help: "No translation: pages gather in RAM until whole blocks can be erased and written in their places.",
            source: "C-lash, SympA 2011 and SPECTS 2011; SPEC 8",
            parameters: &[
                Parameter::integer("p_pages", "128", 1, 4096, "Page slots in RAM (p-space)."),
                Parameter::integer("b_blocks", "2", 1, 64, "Block slots in RAM (b-space)."),
                Parameter::choice(
                    "b_policy",
                    "\"lru\"",
                    &["lru", "fifo", "lfu"],
                    "Which block is flushed: the one used least recently, the one that came first, or the one used least often.",
                ),
                Parameter::choice(
                    "merge",
                    "\"late\"",
                    &["late", "early"],
                    "When the other pages of a block are read from flash: before it is flushed, or when it enters a block slot.",
                ),
                Parameter::choice(
                    "b_lru_on",
                    "\"rw\"",
                    &["rw", "w"],
                    "What counts as a use of a block slot: reads and writes, or writes alone.",
                ),
                Parameter::choice(
                    "equal_sizes",
                    "\"flush\"",
                    &["flush", "swap"],
                    "What happens when the set and the emptiest block have equally many pages: a flush, or one swap first.",
                ),
                Parameter::choice(
                    "tie",
                    "\"lru\"",
                    &["lru", "lowest"],
                    "Which of equal sets or blocks goes first: the one used least recently, or the lowest number.",
                ),
                Parameter::boolean(
                    "absorb_pspace",
                    "true",
                    "Whether the pages that a flushed block has in page slots go with it.",
                ),
                Parameter::boolean(
                    "virtual_pages",
                    "false",
                    "Whether pages that block slots leave unused serve as page slots (a perspective of the papers).",
                ),
                Parameter::choice(
                    "split",
                    "\"fixed\"",
                    &["fixed", "dynamic"],
                    "Whether page slots and block slots keep their numbers, or follow the sequentiality of the writes (a perspective of the papers).",
                ),
                Parameter::integer(
                    "split_window",
                    "1000",
                    1,
                    1_000_000,
                    "Write requests after which a dynamic split looks again.",
                ),
                Parameter::boolean(
                    "safe_flush",
                    "false",
                    "Whether a block is written to a spare one before the old one is erased, so that a power cut between loses nothing.",
                ),
                Parameter::boolean(
                    "capacitor",
                    "false",
                    "Whether a small battery keeps the RAM through a power cut; it is flushed at start-up.",
                ),
            ],
        },
        shared: &[],
        program_order: ProgramOrder::SkipOk,
        traits: Traits {
            merges: false,
            collects: false,
            caches_map: false,
            caches_pages: true,
            purposes: &[Purpose::Host, Purpose::Recovery, Purpose::Flush, Purpose::Rewrite],
        },
        build: |build| Self::new(&build).map(|clash| Ftl::Other(Other::Clash(Box::new(clash)))),
    };

    fn read<O: Observer>(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        (first..first + count).try_for_each(|lpn| self.read_page(lpn, flash))
    }

    fn write<O: Observer>(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        self.adapt(first, count, flash)?;
        (first..first + count).try_for_each(|lpn| self.write_page(lpn, flash))
    }

    fn trim<O: Observer>(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        for lpn in first..first + count {
            flash.trim(lpn, self.homes.lookup(lpn))?;
            self.homes.forget(lpn);
            self.cache.remove(self.homes.lbn(lpn), self.homes.offset(lpn));
        }
        Ok(())
    }

    fn flush<O: Observer>(&mut self, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        if self.capacitor { Ok(()) } else { self.flush_everything(flash) }
    }

    fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        self.homes.fill(lpn, version, nand)
    }

    fn recover<O: Observer>(&mut self, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        self.start_up(flash)
    }

    fn unwritten(&mut self, lpn: Lpn, version: u32, rewritten: bool) {
        self.cut_off.add(lpn, version, rewritten);
    }

    fn in_transit(&self, nand: &Nand) -> Vec<(Lpn, u32)> {
        if self.homes.is_moving() {
            return Vec::new(); // The old block holds them still.
        }
        let flushing = self.flushing.iter().flat_map(|flushing| flushing.in_transit(&self.homes, nand));
        self.cut_off.rewritten.iter().copied().chain(flushing).collect()
    }

    fn lookup(&self, lpn: Lpn) -> Ppn {
        self.homes.lookup(lpn)
    }

    fn version_in_ram(&self, lpn: Lpn) -> Option<u32> {
        let found = self.cache.find(self.homes.lbn(lpn), self.homes.offset(lpn))?;
        let (Found::Page(page) | Found::Block(_, page)) = found;
        (!page.clean).then_some(page.version)
    }

    fn free_blocks(&self) -> FreeBlocks {
        self.homes.free_blocks()
    }

    fn picture(&self, near: Option<Lpn>, _: &Nand) -> Picture {
        Picture { cache: Some(self.cache_picture(near)), ..Picture::default() }
    }

    /// 4 bytes a page slot; 4 bytes and a bit a page for a block slot (SPEC 8.1), with 4 bytes a page where it
    /// lends them; the moving map, where there is one.
    fn ram_bytes(&self) -> u64 {
        let slots = self.cache.blocks.slots().len() as u64;
        let block_slot = 4 + u64::from(self.homes.pages_per_block()).div_ceil(8);
        let lent = self.cache.lent.map_or(0, |pages_per_block| 4 * u64::from(pages_per_block));
        4 * u64::from(self.cache.pages.capacity) + slots * (block_slot + lent) + self.homes.ram_bytes()
    }

    fn cache_pages(&self) -> u64 {
        let slots = self.cache.blocks.slots().len() as u32;
        u64::from(self.cache.pages.capacity + slots * self.homes.pages_per_block())
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        self.homes.bulk(visit);
    }

    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.homes.check(nand)?;
        self.check_cache(nand)
    }
}
