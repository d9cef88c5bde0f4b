//! A write buffer over any layer: what reads, writes, trims and flushes do. What leaves is chosen by its
//! policy.

use super::AnyPolicy;
use super::entry::Change;
use super::explain;
use super::extent::{Cells, Extent, runs};
use super::policy::{Flushed, Touch, Use};
use super::rules::Rules;
use super::store::Victim;
use super::store::{Group, Page, Store};
use crate::base::request::SECTOR_BYTES;
use crate::flash::access::Flash;
use crate::flash::capacitor_pages::CapacitorPages;
use crate::flash::halt::Halt;
use crate::flash::line_step::LineStep;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::ftl::Ftl;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE};

/// A write buffer.
#[derive(Clone, Debug, Hash)]
pub struct WriteBuffer {
    /// What is in RAM.
    pub store: Store,
    /// What leaves.
    pub policy: AnyPolicy,
    /// How it behaves beside that.
    pub rules: Rules,
    /// Write requests begun.
    pub now: u64,
    /// What is on its way to flash.
    pub(crate) leaving: Option<Leaving>,
    /// Pages that a power cut kept from being programmed, where a capacitor keeps them.
    cut_off: CapacitorPages,
}

/// Pages on their way to flash.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Leaving {
    /// Their group.
    pub group: u32,
    /// Their logical block.
    pub lbn: u32,
    /// Whether its holes are filled.
    pub(crate) plug: bool,
    /// Their places in it.
    pub offsets: Vec<u32>,
    /// Places of the pages read up to fill holes.
    pub(crate) read_up: Vec<u32>,
}

impl WriteBuffer {
    /// Nothing in RAM yet.
    pub fn new(store: Store, policy: AnyPolicy, rules: Rules) -> Self {
        Self { store, policy, rules, now: 0, leaving: None, cut_off: CapacitorPages::default() }
    }

    /// How long ago it was `touched`, in write requests, as policies count: one for what the present request has touched, and one for what
    /// the request before has.
    pub(crate) fn age(&self, touched: u64) -> u64 {
        (self.now - touched).saturating_sub(1).max(1)
    }

    /// Reads the pages of a request.
    pub fn read(&mut self, extent: &Extent, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in extent.pages() {
            let cells = extent.cells_of(lpn, self.store.cells_per_page);
            match self.store.page(lpn).copied() {
                Some(page) => self.read_held(lpn, page, cells, ftl, flash)?,
                None => {
                    ftl.read(lpn, 1, flash)?;
                    if self.rules.read_alloc && ftl.lookup(lpn) != NONE {
                        self.fetch(lpn, ftl, flash)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads a page of which some cells, perhaps not those wanted, are in RAM.
    fn read_held(
        &mut self,
        lpn: Lpn,
        page: Page,
        cells: Cells,
        ftl: &mut Ftl,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        flash.read_in_ram(lpn, page.version, None)?;
        if cells & !page.held != 0 && ftl.lookup(lpn) != NONE {
            flash.on_behalf_of(Purpose::Fill, |flash| ftl.read(lpn, 1, flash))?;
        }
        self.used(lpn, page.slot, Use::Read, false, flash);
        Ok(())
    }

    /// Keeps a page that was read.
    fn fetch(&mut self, lpn: Lpn, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (whole, now) = (self.store.whole(), self.now);
        while !self.store.fits(self.store.wants(lpn, whole)) {
            let full = flash.because(|_| self.too_full(self.store.wants(lpn, whole), self.store.capacity));
            self.make_room(None, full, ftl, flash)?;
        }
        let put = self.store.put(lpn, whole, flash.newest(lpn), false, now);
        self.used(lpn, put.slot, Use::Fetched, true, flash);
        Ok(())
    }

    /// Takes the pages of a request.
    pub fn write(&mut self, extent: &Extent, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.policy.begins(&extent.written(self.now, self.store.cells_per_page));
        self.now += 1;
        let mut added = 0;
        for lpn in extent.pages() {
            added += self.take(lpn, extent.cells_of(lpn, self.store.cells_per_page), ftl, flash)?;
        }
        if added > 0 && self.policy.keeps() {
            flash.waits_for_room(self.store.used(), self.store.capacity);
        }
        flash.core.counters.buffered_groups += u64::from(self.store.group_count());
        if let Some(end) = self.policy.ends(&flash.core.counters) {
            if end.is_choice() {
                flash.decide(|_, op| end.decision(op));
            }
            let trigger = flash.because(|_| end.trigger());
            flash.note(Operation { trigger, ..Operation::new(Kind::SessionEnd, Purpose::Host) })?;
        }
        Ok(())
    }

    /// Takes a page; how many cells more that takes. Room is made before the host's version counts: making it may write the
    /// older one.
    fn take(&mut self, lpn: Lpn, cells: Cells, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<u32, Halt> {
        let spared = self.rules.protect_current.then_some(lpn / self.store.pages_per_block);
        while !self.store.fits(self.store.wants(lpn, cells)) {
            let full = flash.because(|_| self.too_full(self.store.wants(lpn, cells), self.store.capacity));
            self.make_room(spared, full, ftl, flash)?;
        }
        flash.host_writes(lpn);
        match self.store.page(lpn) {
            Some(_) => flash.overwrite_in_ram(lpn, None, NONE)?,
            None => flash.insert_in_ram(lpn, NONE)?,
        }
        let put = self.store.put(lpn, cells, flash.newest(lpn), true, self.now - 1);
        self.used(lpn, put.slot, Use::Written, put.is_new, flash);
        while self.store.used() > self.rules.high_water {
            let what = self.in_cells(What::PagesOverMark, What::SectorsOverMark);
            let trigger = flash.because(|_| Condition::new(what, self.store.used(), Is::Above, self.rules.high_water));
            self.make_room(None, trigger, ftl, flash)?;
        }
        Ok(put.added)
    }

    /// That so many cells more do not fit into `capacity`.
    fn too_full(&self, wanted: u32, capacity: u32) -> Condition {
        let what = self.in_cells(What::BufferPages, What::BufferSectors);
        Condition::new(what, self.store.used(), Is::Above, capacity).plus(wanted)
    }

    fn in_cells(&self, pages: What, sectors: What) -> What {
        if self.store.cells_per_page == 1 { pages } else { sectors }
    }

    pub(super) fn touched(&mut self, lpn: Lpn, page: u32, by: Use, is_new: bool) {
        if let Some(group) = self.store.find(lpn / self.store.pages_per_block) {
            self.policy.touched(&Touch { by, group, page, lpn, is_new }, &self.store);
        }
    }

    /// Lets what the policy chooses leave; of the logical block `spared` only if nothing else is there.
    fn make_room(
        &mut self,
        spared: Option<u32>,
        trigger: Option<Trigger>,
        ftl: &mut Ftl,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let pages_per_block = self.store.pages_per_block;
        self.policy.look_below(&|lbn| is_whole(lbn, pages_per_block, ftl, flash));
        let victim = self.policy.victim(&self.store, spared).or_else(|| self.policy.victim(&self.store, None));
        match victim {
            Some(Victim::Group(group)) => self.evict_group(group, spared, trigger, ftl, flash),
            Some(Victim::Page(group, offset)) => self.evict_page(group, offset, spared, trigger, ftl, flash),
            None => Err(Rule::Invariant("a full write buffer has nothing to let go of".into()).into()),
        }
    }

    fn evict_group(
        &mut self,
        slot: u32,
        spared: Option<u32>,
        trigger: Option<Trigger>,
        ftl: &mut Ftl,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let group = self.store.group(slot);
        let written = group.dirty().count() as u32;
        if written > 0 {
            let plug = self.policy.plugs(group, &self.store);
            let offsets = group.pages.iter().filter(|page| plug || !page.is_clean()).map(|page| page.offset).collect();
            let leaving = Leaving { group: slot, lbn: group.lbn, plug, offsets, read_up: Vec::new() };
            flash.decide(|nand, op| explain::eviction(op, Victim::Group(slot), plug, spared, self, ftl, nand));
            self.bring(leaving, trigger, ftl, flash)?;
            self.policy.group_leaves(slot, Some(Flushed { plugged: plug, pages: written }), &self.store);
        } else {
            self.policy.group_leaves(slot, None, &self.store);
        }
        self.store.remove_group(slot);
        Ok(())
    }

    fn evict_page(
        &mut self,
        slot: u32,
        offset: u32,
        spared: Option<u32>,
        trigger: Option<Trigger>,
        ftl: &mut Ftl,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let group = self.store.group(slot);
        let found = group.page(offset).copied();
        let leaves_line = found.and_then(|page| self.leaves_line(group.lbn, &page, flash));
        if let Some(page) = found.filter(|page| !page.is_clean()) {
            let cells = page.held.count_ones();
            let leaving =
                Leaving { group: slot, lbn: group.lbn, plug: false, offsets: vec![offset], read_up: Vec::new() };
            flash.decide(|nand, op| explain::eviction(op, Victim::Page(slot, offset), false, spared, self, ftl, nand));
            match self.policy.keeps() {
                true => flash.in_background(cells, |flash| self.bring(leaving, trigger, ftl, flash))?,
                false => self.bring(leaving, trigger, ftl, flash)?,
            }
        }
        if let Some(step) = leaves_line {
            flash.in_line(LineStep { op: flash.core.operations, ..step });
        }
        self.let_go(slot, offset);
        Ok(())
    }

    /// Takes a page out, and its group if that was the last of it.
    fn let_go(&mut self, slot: u32, offset: u32) {
        let group = self.store.group(slot);
        let Some(page) = group.page(offset).copied() else { return };
        self.policy.page_leaves(slot, &page, &self.store);
        if group.pages.len() == 1 {
            self.policy.group_leaves(slot, None, &self.store);
        }
        self.store.remove(slot, offset);
    }

    /// Brings pages to flash through the layer: what only it holds of them, and of their holes, is read first.
    fn bring(
        &mut self,
        leaving: Leaving,
        trigger: Option<Trigger>,
        ftl: &mut Ftl,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let Leaving { group, lbn, plug, ref offsets, .. } = leaving;
        let (first, pages) = (self.store.first_page(lbn), offsets.len() as u32);
        let kind = if plug { Kind::PlugStart } else { Kind::FlushStart };
        let told = Operation { lpn: Some(first), pages, trigger, ..Operation::new(kind, Purpose::Flush) };
        let outer = flash.enter(told)?;
        let counters = &mut flash.core.counters;
        counters.flushes += 1;
        counters.plugs += u64::from(plug);
        counters.flushed_pages += u64::from(pages);
        // A read touches in the name of the write to come.
        counters.victim_age += (self.now - self.store.group(group).touched).saturating_sub(1);
        let whole = self.store.whole();
        let is_partial = |page: &&Page| page.held != whole && offsets.contains(&page.offset);
        let partial: Vec<u32> =
            self.store.group(group).pages.iter().filter(is_partial).map(|page| page.offset).collect();
        let holes = if plug { self.holes(group, flash.nand().geometry.logical_pages, ftl) } else { Vec::new() };
        let mut all: Vec<u32> = offsets.iter().chain(&holes).copied().collect();
        all.sort_unstable();
        self.leaving = Some(leaving);
        for offset in partial.into_iter().filter(|offset| ftl.lookup(first + offset) != NONE).collect::<Vec<_>>() {
            flash.on_behalf_of(Purpose::Fill, |flash| ftl.read(first + offset, 1, flash))?;
        }
        for offset in holes {
            flash.on_behalf_of(Purpose::Rewrite, |flash| ftl.read(first + offset, 1, flash))?;
            self.leaving.iter_mut().for_each(|leaving| leaving.read_up.push(offset));
        }
        for (offset, pages) in runs(all) {
            flash.on_behalf_of(Purpose::Flush, |flash| ftl.write(first + offset, pages, flash))?;
        }
        flash.leave(outer);
        flash.note(Operation { lpn: Some(first), ..Operation::new(Kind::FlushEnd, Purpose::Flush) })?;
        self.leaving = None;
        Ok(())
    }

    /// Pages of a group's logical block that are not in RAM and were written before.
    pub fn holes(&self, group: u32, logical_pages: u32, ftl: &Ftl) -> Vec<u32> {
        let group = self.store.group(group);
        let first = self.store.first_page(group.lbn);
        let pages = self.store.pages_per_block.min(logical_pages - first);
        (0..pages).filter(|&offset| group.page(offset).is_none() && ftl.lookup(first + offset) != NONE).collect()
    }

    /// Gives up the pages of a request.
    pub fn trim(&mut self, first: Lpn, count: u32, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            ftl.trim(lpn, 1, flash)?;
            if let Some(group) = self.store.find(lpn / self.store.pages_per_block) {
                self.let_go(group, lpn % self.store.pages_per_block);
            }
        }
        Ok(())
    }

    /// Makes everything durable, in the order in which it would leave anyway.
    pub fn flush(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        if self.policy.keeps() {
            return Ok(());
        }
        self.policy.flushes();
        self.write_out(ftl, flash)
    }

    /// Takes over what changes of its settings.
    pub fn change(&mut self, change: &Change<'_>) {
        self.rules = Rules::new(self.rules.kind, change.settings, change.site, &self.store);
        self.policy.change(change, &self.store);
    }

    /// Has the room of `new`, an empty one of its kind: what is too much leaves, and the rest comes to it in the order in which
    /// it would leave. That order is all that its policy knows of the time before; l-buffer keeps its session too.
    pub(crate) fn resize(&mut self, new: &Self, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        while self.store.used() > new.store.capacity {
            let full = flash.because(|_| self.too_full(0, new.store.capacity));
            self.make_room(None, full, ftl, flash)?;
        }
        let mut new = new.clone();
        new.now = self.now;
        new.cut_off = std::mem::take(&mut self.cut_off);
        new.policy.inherits(&self.policy);
        for ranked in self.policy.order(&self.store, usize::MAX) {
            let (group, offset) = match ranked.victim {
                Victim::Group(group) => (group, None),
                Victim::Page(group, offset) => (group, Some(offset)),
            };
            new.take_over(self.store.group(group), offset);
        }
        // Whatever no order tells of.
        self.store.groups().for_each(|(_, group)| new.take_over(group, None));
        *self = new;
        Ok(())
    }

    /// Takes pages of another buffer's group, all or one, if they are not here yet.
    fn take_over(&mut self, group: &Group, offset: Option<u32>) {
        let first = self.store.first_page(group.lbn);
        for page in group.pages.iter().filter(|page| offset.is_none_or(|offset| offset == page.offset)) {
            let lpn = first + page.offset;
            if self.store.page(lpn).is_some() {
                continue;
            }
            let put = self.store.put(lpn, page.held, page.version, false, group.touched);
            if !page.is_clean() {
                self.store.put(lpn, page.dirty, page.version, true, group.touched);
            }
            self.touched(lpn, put.slot, if page.is_clean() { Use::Fetched } else { Use::Written }, true);
        }
    }

    /// Writes out all that is in RAM.
    pub(crate) fn write_out(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        while self.store.group_count() > 0 {
            let left = flash.because(|_| Condition::new(What::PagesInRam, self.store.pages(), Is::Above, 0u32));
            self.make_room(None, left, ftl, flash)?;
        }
        Ok(())
    }

    /// The layer is up again after a power cut; all that was in RAM is gone, or else is written out.
    pub fn recover(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.leaving = None;
        if self.policy.keeps() {
            // What was on its way left before what is here.
            for (lpn, version) in std::mem::take(&mut self.cut_off) {
                let below = ftl.lookup(lpn);
                if below == NONE || flash.version_at(below) < version {
                    flash.on_behalf_of(Purpose::Flush, |flash| ftl.write(lpn, 1, flash))?;
                }
            }
            return self.write_out(ftl, flash);
        }
        let groups: Vec<u32> = self.store.groups().map(|(slot, _)| slot).collect();
        groups.into_iter().for_each(|slot| self.policy.group_leaves(slot, None, &self.store));
        self.store.clear();
        self.policy.starts_anew();
        Ok(())
    }

    /// A power cut kept `version` of a page, which came from here, from being programmed.
    pub(crate) fn on_program_lost(&mut self, lpn: Lpn, version: u32) {
        if self.policy.keeps() {
            self.cut_off.keep(lpn, version);
        }
    }

    /// The version of a page that is in RAM and not below.
    pub fn version_in_ram(&self, lpn: Lpn) -> Option<u32> {
        self.store.page(lpn).filter(|page| !page.is_clean()).map(|page| page.version)
    }

    /// What must hold of what is in RAM.
    pub fn check(&self) -> Result<(), Rule> {
        self.store.check()
    }

    /// Bytes that a checkpoint of it takes, about.
    pub(crate) fn checkpoint_bytes(&self) -> usize {
        // Each group's pages have room for some more; tables by page or by group are as large as can be needed.
        let pages = 2 * self.store.pages() as usize * std::mem::size_of::<Page>();
        pages + 16 * self.store.page_slots as usize + self.policy.heap_bytes()
    }

    /// Bytes of pages that there is room for.
    pub fn capacity_bytes(&self) -> u64 {
        u64::from(self.store.capacity) * self.cell_sectors() * SECTOR_BYTES
    }

    /// Sectors of a cell.
    pub(crate) fn cell_sectors(&self) -> u64 {
        u64::from(self.rules.sectors_per_page / self.store.cells_per_page)
    }

    /// Bytes of tables: 16 a page and 32 a group, and what the policy keeps beside.
    pub fn table_bytes(&self) -> u64 {
        16 * u64::from(self.store.pages()) + 32 * u64::from(self.store.group_count()) + self.policy.extra_bytes()
    }
}

/// Whether all pages of a logical block that are on flash are in one block, each in its place.
fn is_whole(lbn: u32, pages_per_block: u32, ftl: &Ftl, flash: &Flash<'_>) -> bool {
    let geometry = &flash.nand().geometry;
    let pages = (0..pages_per_block.min(geometry.logical_pages - lbn * pages_per_block))
        .map(|offset| (offset, ftl.lookup(lbn * pages_per_block + offset)))
        .filter(|&(_, ppn)| ppn != NONE);
    let mut home = NONE;
    for (offset, ppn) in pages {
        let block = geometry.block_of(ppn);
        if geometry.offset_of(ppn) != offset || (home != NONE && home != block) {
            return false;
        }
        home = block;
    }
    true
}
