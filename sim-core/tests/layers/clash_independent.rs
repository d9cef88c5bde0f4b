//! C-lash once more, by another design: one list of pages, in which a page says where it is, and nothing is kept beside it but when its block was
//! used. Both serve 1,000 drawn traces, with late and early merge and every way to break a tie, and must agree to the nanosecond.

#![allow(clippy::unwrap_used)]

use crate::support::device::{Fields, check, machine, record, request};
use serde_json::json;
use sim_core::base::request::{HostOp, Request};
use sim_core::flash::operation::Kind;

const PAGES: u64 = 40;
const PER_BLOCK: u64 = 4;
const READ_NS: u64 = 130_900;
const PROGRAM_NS: u64 = 405_900;
const ERASE_NS: u64 = 2_000_000;
const TRACES: u64 = 1000;

/// What the papers leave open.
#[derive(Clone, Copy, Debug)]
struct Options {
    p_pages: usize,
    b_blocks: usize,
    early: bool,
    lowest: bool,
    swap_equals: bool,
    reads_count: bool,
    absorb: bool,
    order: &'static str,
    full: bool,
}

/// Where a page in RAM is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Where {
    PageSlot,
    BlockSlot,
}

#[derive(Clone, Copy, Debug)]
struct Held {
    lpn: u64,
    place: Where,
    /// Newer than what the flash has.
    dirty: bool,
}

/// A block slot in use; `free` slots are those that are missing.
#[derive(Clone, Copy, Debug)]
struct Slot {
    block: u64,
    number: usize,
    used: u64,
    entered: u64,
    uses: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Spent {
    reads: u64,
    programs: u64,
    erases: u64,
    swaps: u64,
}

struct Reference {
    options: Options,
    held: Vec<Held>,
    slots: Vec<Slot>,
    /// When pages of a block were last written to page slots, or came back there.
    written: Vec<u64>,
    on_flash: Vec<bool>,
    now: u64,
    spent: Spent,
}

impl Reference {
    fn new(options: Options) -> Self {
        let blocks = (PAGES / PER_BLOCK) as usize;
        let on_flash = vec![options.full; PAGES as usize];
        let (held, slots, written) = (Vec::new(), Vec::new(), vec![0; blocks]);
        Self { options, held, slots, written, on_flash, now: 0, spent: Spent::default() }
    }

    fn serve(&mut self, request: &Request) {
        for lpn in request.sector..request.sector + u64::from(request.sectors) {
            self.now += 1;
            match request.op {
                HostOp::Read => self.read(lpn),
                _ => self.write(lpn),
            }
        }
    }

    fn read(&mut self, lpn: u64) {
        match self.place(lpn) {
            Some(Where::PageSlot) => {}
            Some(Where::BlockSlot) if self.options.reads_count => self.touch(lpn / PER_BLOCK),
            Some(Where::BlockSlot) => {}
            None => self.spent.reads += u64::from(self.on_flash[lpn as usize]),
        }
    }

    fn write(&mut self, lpn: u64) {
        let block = lpn / PER_BLOCK;
        if self.place(lpn).is_none() && self.in_page_slots() >= self.options.p_pages {
            self.evict();
        }
        match self.place(lpn) {
            Some(Where::PageSlot) => self.written[block as usize] = self.now,
            Some(Where::BlockSlot) => {
                self.held.iter_mut().filter(|held| held.lpn == lpn).for_each(|held| held.dirty = true);
                self.touch(block);
            }
            None => {
                let is_alone = self.pages_of(block).is_empty();
                let before = if is_alone { 0 } else { self.written[block as usize] };
                self.written[block as usize] = before.max(self.now);
                self.held.push(Held { lpn, place: Where::PageSlot, dirty: true });
            }
        }
        self.on_flash[lpn as usize] = false;
    }

    fn place(&self, lpn: u64) -> Option<Where> {
        self.held.iter().find(|held| held.lpn == lpn).map(|held| held.place)
    }

    fn in_page_slots(&self) -> usize {
        self.held.iter().filter(|held| held.place == Where::PageSlot).count()
    }

    /// Pages of a block in page slots.
    fn pages_of(&self, block: u64) -> Vec<u64> {
        let own = self.held.iter().filter(|held| held.place == Where::PageSlot && held.lpn / PER_BLOCK == block);
        own.map(|held| held.lpn).collect()
    }

    fn touch(&mut self, block: u64) {
        for slot in self.slots.iter_mut().filter(|slot| slot.block == block) {
            slot.used = self.now;
            slot.uses += 1;
        }
    }

    fn evict(&mut self) {
        let mut may_swap_equals = self.options.swap_equals;
        loop {
            let victim = self.largest();
            let has_slot = self.slots.iter().any(|slot| slot.block == victim);
            if has_slot {
                self.down(victim);
                self.touch(victim);
            } else if self.slots.len() < self.options.b_blocks {
                self.enter(victim);
            } else {
                let emptiest = self.emptiest();
                let (of_victim, of_emptiest) = (self.pages_of(victim).len(), self.dirty_in(emptiest));
                if of_emptiest < of_victim || of_emptiest == of_victim && may_swap_equals {
                    self.swap(victim, emptiest);
                } else {
                    self.flush(self.next_out());
                    // The set goes down into the slot that came free, whatever the flush took along.
                    self.enter(victim);
                }
            }
            may_swap_equals = false;
            if self.in_page_slots() < self.options.p_pages {
                return;
            }
        }
    }

    /// The block with most pages in page slots.
    fn largest(&self) -> u64 {
        let tie = |block: u64| if self.options.lowest { 0 } else { self.written[block as usize] };
        let key = |block: &u64| (usize::MAX - self.pages_of(*block).len(), tie(*block), *block);
        (0..PAGES / PER_BLOCK).min_by_key(key).unwrap()
    }

    fn dirty_in(&self, block: u64) -> usize {
        let own = |held: &&Held| held.place == Where::BlockSlot && held.lpn / PER_BLOCK == block && held.dirty;
        self.held.iter().filter(own).count()
    }

    fn emptiest(&self) -> u64 {
        let tie = |slot: &Slot| if self.options.lowest { 0 } else { slot.used };
        self.slots.iter().min_by_key(|slot| (self.dirty_in(slot.block), tie(slot), slot.block)).unwrap().block
    }

    fn next_out(&self) -> u64 {
        let first = |slot: &Slot| match self.options.order {
            "fifo" => slot.entered,
            "lfu" => slot.uses,
            _ => 0,
        };
        self.slots.iter().min_by_key(|slot| (first(slot), slot.used, slot.block)).unwrap().block
    }

    fn down(&mut self, block: u64) {
        let own = |held: &&mut Held| held.lpn / PER_BLOCK == block;
        self.held.iter_mut().filter(own).for_each(|held| held.place = Where::BlockSlot);
    }

    /// A set takes a free slot, the first one.
    fn enter(&mut self, block: u64) {
        let number = (0..).find(|number| self.slots.iter().all(|slot| slot.number != *number)).unwrap();
        self.slots.push(Slot { block, number, used: self.now, entered: self.now, uses: 1 });
        self.down(block);
        if self.options.early {
            for lpn in block * PER_BLOCK..(block + 1) * PER_BLOCK {
                if self.place(lpn).is_none() && self.on_flash[lpn as usize] {
                    self.spent.reads += 1;
                    self.held.push(Held { lpn, place: Where::BlockSlot, dirty: false });
                }
            }
        }
    }

    fn swap(&mut self, victim: u64, emptiest: u64) {
        self.spent.swaps += 1;
        let at = self.slots.iter().position(|slot| slot.block == emptiest).unwrap();
        let left = self.slots.remove(at);
        let written = &mut self.written[emptiest as usize];
        let stays = self.held.iter().any(|held| held.place == Where::PageSlot && held.lpn / PER_BLOCK == emptiest);
        *written = if stays { left.used.max(*written) } else { left.used };
        // What the flash holds too is forgotten; the rest goes up.
        self.held.retain(|held| held.dirty || held.lpn / PER_BLOCK != emptiest);
        let up = |held: &&mut Held| held.lpn / PER_BLOCK == emptiest;
        self.held.iter_mut().filter(up).for_each(|held| held.place = Where::PageSlot);
        self.enter(victim);
    }

    fn flush(&mut self, block: u64) {
        let goes =
            |held: &Held| held.lpn / PER_BLOCK == block && (held.place == Where::BlockSlot || self.options.absorb);
        let going: Vec<u64> = self.held.iter().filter(|held| goes(held)).map(|held| held.lpn).collect();
        self.held.retain(|held| !going.contains(&held.lpn));
        self.slots.retain(|slot| slot.block != block);
        for lpn in block * PER_BLOCK..(block + 1) * PER_BLOCK {
            let is_read_up = !going.contains(&lpn) && self.on_flash[lpn as usize];
            let is_there = is_read_up || going.contains(&lpn);
            self.spent.reads += u64::from(is_read_up);
            self.spent.programs += u64::from(is_there);
            self.on_flash[lpn as usize] = is_there;
        }
        self.spent.erases += 1;
    }

    /// Pages by number, with whether they are in a block slot.
    fn contents(&self) -> Vec<(u64, bool)> {
        let mut all: Vec<(u64, bool)> =
            self.held.iter().map(|held| (held.lpn, held.place == Where::BlockSlot)).collect();
        all.sort_unstable();
        all
    }
}

/// Numbers that look random: an LCG, whose high half is taken.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn options(number: u64, draw: &mut Draw) -> Options {
    let bit = |at: u64| (number >> at) & 1 == 1;
    Options {
        p_pages: 1 + draw.below(12) as usize,
        b_blocks: 1 + draw.below(4) as usize,
        early: bit(0),
        lowest: bit(1),
        swap_equals: bit(2),
        reads_count: bit(3),
        absorb: bit(4),
        order: ["lru", "fifo", "lfu"][(number / 32 % 3) as usize],
        full: draw.below(4) > 0,
    }
}

fn fields(options: &Options) -> Fields {
    let word = |is: bool, yes: &'static str, no: &'static str| json!(if is { yes } else { no });
    vec![
        ("device.pages_per_block", json!(PER_BLOCK)),
        ("device.blocks_per_plane", json!(14)),
        ("device.over_provisioning", json!(0.4)),
        ("ftl.kind", json!("clash")),
        ("ftl.p_pages", json!(options.p_pages)),
        ("ftl.b_blocks", json!(options.b_blocks)),
        ("ftl.b_policy", json!(options.order)),
        ("ftl.merge", word(options.early, "early", "late")),
        ("ftl.tie", word(options.lowest, "lowest", "lru")),
        ("ftl.equal_sizes", word(options.swap_equals, "swap", "flush")),
        ("ftl.b_lru_on", word(options.reads_count, "rw", "w")),
        ("ftl.absorb_pspace", json!(options.absorb)),
        ("run.initial_state", word(options.full, "full_seq", "clean")),
    ]
}

fn trace(draw: &mut Draw) -> Vec<Request> {
    let length = 1 + draw.below(300);
    (0..length)
        .map(|_| {
            let pages = 1 + draw.below(6);
            let among = if draw.below(2) == 0 { 12 } else { PAGES };
            let first = draw.below(among).min(PAGES - pages);
            let op = if draw.below(5) == 0 { HostOp::Read } else { HostOp::Write };
            request(0, op, first, pages as u32)
        })
        .collect()
}

#[test]
fn an_independent_c_lash_agrees_in_1000_drawn_traces() {
    let (mut swaps, mut flushes, mut early_reads) = (0, 0, 0);
    for number in 0..TRACES {
        let draw = &mut Draw(number + 1);
        let options = options(number, draw);
        let list = trace(draw);
        let mut reference = Reference::new(options);
        list.iter().for_each(|request| reference.serve(request));
        let mut device = machine(&fields(&options), list);
        let seen = record(&mut device);
        check(&device);

        let counters = &device.core.counters;
        let spent = Spent {
            reads: counters.nand_reads(),
            programs: counters.nand_programs(),
            erases: counters.nand_erases(),
            swaps: seen.operations.iter().filter(|operation| operation.kind == Kind::Swap).count() as u64,
        };
        assert_eq!(spent, reference.spent, "trace {number}, {options:?}");
        let Spent { reads, programs, erases, .. } = reference.spent;
        let service_ns = reads * READ_NS + programs * PROGRAM_NS + erases * ERASE_NS;
        assert_eq!(counters.service_ns, service_ns, "trace {number}, {options:?}");
        assert_eq!(contents(&device), reference.contents(), "trace {number}, {options:?}");
        swaps += spent.swaps;
        flushes += spent.erases;
        early_reads += if options.early { spent.reads } else { 0 };
    }
    assert!(swaps > 10_000 && flushes > 10_000 && early_reads > 10_000, "{swaps} {flushes} {early_reads}");
}

fn contents(device: &sim_core::machine::Machine) -> Vec<(u64, bool)> {
    let cache = device.ftl.picture(None, &device.core.nand).cache.unwrap();
    let pages = |lbn: u32, offsets: &[u32], is_block: bool| -> Vec<(u64, bool)> {
        offsets.iter().map(|offset| (u64::from(lbn) * PER_BLOCK + u64::from(*offset), is_block)).collect()
    };
    let sets = cache.sets.iter().flat_map(|set| pages(set.lbn, &set.offsets, false));
    let blocks = cache.blocks.iter().filter_map(|slot| slot.lbn.map(|lbn| pages(lbn, &slot.offsets, true))).flatten();
    let mut all: Vec<(u64, bool)> = sets.chain(blocks).collect();
    all.sort_unstable();
    all
}
