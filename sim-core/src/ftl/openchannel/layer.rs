//! The host FTL in the place of a translation layer: how it is chosen, and what a request does.

use super::HostFtl;
use super::limiter::Limiter;
use super::map::Map;
use super::settings;
use super::translate::Cause;
use crate::base::bulk::AnyBulk;
use crate::flash::access::{COMMAND_PAGES, Flash};
use crate::flash::halt::Halt;
use crate::flash::observables::{BreakpointKind, Moment, Observables, Stage};
use crate::flash::operation::Purpose;
use crate::ftl::layer::{Change, Entry, FreeBlocks, Layer, Traits};
use crate::ftl::picture::{PARKED_MAX, Parked, Picture, Role};
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, Ppn};
use crate::parameters::parameter::Info;

const TRAITS: Traits = Traits {
    observables: Observables {
        stage: Some(Stage::HostMap),
        moments: &[Moment::Gc],
        awaited: Moment::Gc,
        breakpoints: &[BreakpointKind::Gc],
    },
    caches_pages: true,
    has_stripes: false,
    purposes: &[Purpose::Host, Purpose::Flush, Purpose::Gc, Purpose::Pad, Purpose::Recovery],
};

/// pblk: the whole table is in the host's memory.
pub(crate) const PBLK: Entry<HostFtl> = Entry {
    info: Info {
        kind: "pblk",
        title: "pblk",
        help: "A host FTL over an open-channel SSD; the whole mapping table is in host memory, 4 bytes per page.",
        source: "LightNVM and pblk, FAST 2017",
        parameters: &[],
    },
    shared: &[settings::PBLK],
    program_order: ProgramOrder::Strict,
    spare_pages: None,
    traits: TRAITS,
    build: |build| HostFtl::new(&build, false),
};

/// The same with only part of its table in memory.
pub(crate) const SELECTIVE: Entry<HostFtl> = Entry {
    info: Info {
        kind: "pblk-selective",
        title: "pblk with selective loading",
        help: "The mapping table is on the SSD in map blocks; those in use are loaded into host memory, and the least hot one is evicted.",
        source: "Oh, Ahn: Memory Efficient FTL for Open-channel SSDs, IJASC 2021",
        parameters: settings::SELECTIVE,
    },
    traits: Traits {
        observables: Observables {
            moments: &[Moment::MapStep, Moment::MapMiss, Moment::Gc],
            breakpoints: &[BreakpointKind::Gc, BreakpointKind::MapMiss],
            ..TRAITS.observables
        },
        purposes: &[
            Purpose::Host,
            Purpose::Flush,
            Purpose::Gc,
            Purpose::Map,
            Purpose::MapUpdate,
            Purpose::MapGc,
            Purpose::Pad,
            Purpose::Recovery,
        ],
        ..TRAITS
    },
    build: |build| HostFtl::new(&build, true),
    ..PBLK
};

impl Layer for HostFtl {
    const ENTRY: Entry<Self> = PBLK;

    fn traits(&self) -> Traits {
        let entry = if self.map.is_some() { SELECTIVE } else { PBLK };
        Traits { caches_pages: self.rings, ..entry.traits }
    }

    fn joins_commands(&self) -> bool {
        true
    }

    /// Looks pages up, as many together as share a map block, and reads them with one command.
    fn read(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let end = first + count;
        let mut at = first;
        while at < end {
            let together = self.together(at).min(end - at);
            for lpn in at..at + together {
                self.translate(lpn, Cause::HostRead, flash)?;
            }
            self.read_together(at, together, flash)?;
            flash.unchain();
            at += together;
        }
        Ok(())
    }

    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        (first..first + count).try_for_each(|lpn| self.write_page(lpn, flash))
    }

    fn trim(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            self.translate(lpn, Cause::HostTrim, flash)?;
            flash.unchain();
            let stale = self.place(lpn);
            flash.trim(lpn, stale)?;
            self.l2p[lpn as usize] = NONE;
            self.lines.outdated(stale);
            let held = stale != NONE;
            self.ring.give_up(lpn);
            if let Some(map) = self.map.as_mut().filter(|_| held) {
                map.trimmed(lpn);
            }
        }
        Ok(())
    }

    fn flush(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.flush_ring(flash)
    }

    fn on_work_done(&mut self, work: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.command_over(work, flash)
    }

    fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        if self.starts_as_figure_4 {
            return Ok(());
        }
        let ppn = self.lines.fill(nand)?;
        nand.program(ppn, lpn, version, nand.host_pages as u32)?;
        self.l2p[lpn as usize] = ppn;
        self.lines.filled(ppn, nand)
    }

    fn filled(&mut self, nand: &mut Nand) -> Result<(), Halt> {
        if self.starts_as_figure_4 { self.fill_figure_4(nand) } else { self.fill_map(nand) }
    }

    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.start_up(flash)
    }

    fn change(&mut self, change: &Change<'_>, nand: &mut Nand) -> Result<(), Halt> {
        self.limiter = Limiter::new(change.settings, &nand.geometry, self.lines.range.len() as u32);
        if let Some(map) = &mut self.map {
            map.change(change);
        }
        Ok(())
    }

    fn lookup(&self, lpn: Lpn) -> Ppn {
        self.l2p[lpn as usize]
    }

    fn version_in_ram(&self, lpn: Lpn) -> Option<u32> {
        self.ring.find(lpn)
    }

    fn own_pages(&self) -> u32 {
        self.map.as_ref().map_or(0, |map| map.pages())
    }

    fn map_entries(&self) -> u32 {
        self.map.as_ref().map_or(0, |map| map.entries_per_page())
    }

    fn free_blocks(&self) -> FreeBlocks {
        let pus = self.lines.pages() / self.lines.chunk_pages();
        FreeBlocks {
            now: self.lines.free_lines(),
            low: Some(self.limiter.reserved / pus),
            high: Some(self.limiter.high.div_ceil(pus)),
        }
    }

    fn picture(&self, _: Option<Lpn>, _: &Nand) -> Picture {
        let of = |lines: &super::lines::Lines, role: Role| -> Vec<Parked> {
            let chunks = lines.frontier().into_iter().flat_map(|line| lines.chunks(line));
            chunks.map(|chunk| Parked::shared(chunk, role)).collect()
        };
        let mut parked = of(&self.lines, Role::Frontier);
        parked.extend(self.map.iter().flat_map(|map| of(&map.lines, Role::MapFrontier)));
        let parked_total = parked.len() as u32;
        parked.truncate(PARKED_MAX);
        Picture { parked, parked_total, ..Picture::default() }
    }

    /// The whole table, or directory, cache and bitmap.
    fn ram_bytes(&self) -> u64 {
        match &self.map {
            None => 4 * self.l2p.len() as u64,
            Some(map) => map.memory_sizes().bytes(),
        }
    }

    fn cache_pages(&self) -> u64 {
        if self.rings { u64::from(self.ring.capacity) } else { 0 }
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(&mut self.l2p));
        if let Some(map) = &mut self.map {
            map.bulk(visit);
        }
    }

    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.check_all(nand)
    }
}

impl HostFtl {
    /// Pages from `lpn` on that one command may read: their entries are in one map block.
    fn together(&self, lpn: Lpn) -> u32 {
        let together = |map: &Map| map.memory.together(lpn, map.entries_per_block);
        self.map.as_deref().map_or(COMMAND_PAGES, together).min(COMMAND_PAGES)
    }

    /// Reads pages that have been looked up: from the ring, or with one command from flash.
    fn read_together(&self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let mut on_flash = Vec::new();
        for lpn in first..first + count {
            match (self.ring.find(lpn), self.place(lpn)) {
                (Some(version), _) => flash.read_in_ram(lpn, version, None)?,
                (None, NONE) => flash.read_unmapped(lpn)?,
                (None, ppn) => on_flash.push((lpn, ppn)),
            }
        }
        flash.in_one_command(on_flash.len() as u32, |flash, page| {
            let (lpn, ppn) = on_flash[page as usize];
            flash.read(lpn, ppn, Purpose::Host)
        })
    }
}
