//! Page mapping, the ideal baseline: any logical page may live anywhere, and one table in RAM says where.

#[cfg(feature = "layers")]
use super::layer::Candidates;
use super::layer::{Build, Change, Entry, FreeBlocks, Layer, Traits};
use super::picture::Picture;
use super::pool::map_listener::NoMap;
use super::pool::{self, Plan, Pool, Shape};
use super::{gc, wear};
use crate::base::bulk::AnyBulk;
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::observables::{BreakpointKind, Moment, Observables};
use crate::flash::observer::Observer;
use crate::flash::operation::Purpose;
#[cfg(feature = "layers")]
use crate::nand::BlockId;
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, PlaneId, Ppn};
use crate::parameters::parameter::Info;

/// Page mapping at work.
#[derive(Clone, Debug, Hash)]
pub struct PageMapping {
    pool: Pool,
}

impl PageMapping {
    /// Page mapping over an empty array.
    pub fn new(build: Build<'_>) -> Result<Self, Error> {
        let plan = Plan { own_pages: 0, shape: Shape::Data, placement: pool::placement(&build) };
        Ok(Self { pool: Pool::new(&build, plan)? })
    }

    /// Reads pages where they live.
    pub(super) fn read_pages<O: Observer>(
        &mut self,
        first: Lpn,
        count: u32,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        for lpn in first..first + count {
            match self.pool.place(lpn) {
                NONE => flash.read_unmapped(lpn)?,
                ppn => flash.read(lpn, ppn, Purpose::Host)?,
            }
        }
        Ok(())
    }

    /// Writes pages to the frontier of a plane each, making room first where there is none.
    #[inline(always)]
    pub(super) fn write_pages<O: Observer>(
        &mut self,
        first: Lpn,
        count: u32,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        (first..first + count).try_for_each(|lpn| self.pool.write(lpn, &mut NoMap, flash))
    }
}

impl Layer for PageMapping {
    const ENTRY: Entry<Self> = Entry {
        info: Info {
            kind: "page",
            title: "page mapping",
            help: "Maps any logical page to any physical page; the table is in RAM, 4 bytes per page.",
            source: "the ideal baseline of both C-lash papers",
            parameters: &[],
        },
        shared: &[gc::PARAMETERS, wear::PARAMETERS, pool::PLACEMENT],
        program_order: ProgramOrder::Strict,
        spare_pages: None,
        traits: Traits {
            observables: Observables {
                stage: None,
                moments: &[Moment::Gc],
                awaited: Moment::Gc,
                breakpoints: &[BreakpointKind::Gc],
            },
            caches_pages: false,
            has_stripes: false,
            purposes: &[Purpose::Host, Purpose::Gc, Purpose::Wear, Purpose::Recovery],
        },
        build: |build| Self::new(build),
    };

    fn read(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.read_pages(first, count, flash)
    }

    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.write_pages(first, count, flash)
    }

    /// Gives pages up.
    fn trim(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        (first..first + count).try_for_each(|lpn| self.pool.trim(lpn, flash))
    }

    fn background(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.pool.collect_in_idle_time(plane as usize, &mut NoMap, flash)
    }

    fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        self.pool.fill(lpn, version, nand)
    }

    /// Reads the out-of-band bytes of every programmed page; the highest sequence number of each LPN is valid.
    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let scanned = self.pool.find_newest(flash.nand())?;
        let outer = self.pool.start_up(scanned, flash)?;
        self.pool.refill_reserve(&mut NoMap, flash)?;
        flash.leave(outer);
        Ok(())
    }

    fn change(&mut self, change: &Change<'_>, nand: &mut Nand) -> Result<(), Halt> {
        self.pool.change(change, nand)
    }

    fn lookup(&self, lpn: Lpn) -> Ppn {
        self.pool.place(lpn)
    }

    fn free_blocks(&self) -> FreeBlocks {
        self.pool.free_blocks()
    }

    #[cfg(feature = "layers")]
    fn candidates(&self, chosen: Option<BlockId>, nand: &Nand) -> Option<Candidates> {
        Some(self.pool.next_candidates(chosen, nand))
    }

    fn picture(&self, _: Option<Lpn>, _: &Nand) -> Picture {
        let (parked, parked_total) = self.pool.parked();
        Picture { parked, parked_total, ..Picture::default() }
    }

    /// 4 bytes a logical page.
    fn ram_bytes(&self) -> u64 {
        4 * self.pool.l2p.len() as u64
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.pool.bulk(visit);
    }

    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.pool.check(nand)
    }
}
