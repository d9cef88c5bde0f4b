//! No policy of ours: the operations of a log are carried out as they stand, by another simulator's choice or an earlier run's, and every rule
//! of flash is checked on the way.
//!
//! - `plan.rs`   the log in the terms of the device, each number held against it
//! - `step.rs`   one operation
//! - `before.rs` what flash holds before the log begins
//! - `counts.rs` what operations that touch no flash count

mod before;
mod counts;
mod plan;
mod step;

use super::layer::{Build, Entry, FreeBlocks, Layer, Traits};
use super::picture::Picture;
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::halt::{Halt, Reason};
use crate::flash::observables::{BreakpointKind, Moment, Observables};
use crate::flash::operation::Purpose;
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::block::BlockState;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, Ppn};
use crate::parameters::parameter::{Info, Parameter};
use crate::trace::operations::KIND;
use plan::Plan;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A log at work.
#[derive(Clone, Debug, Hash)]
pub struct RecordedOperations {
    plan: Arc<Plan>,
    /// Where each logical page is on flash; then the layer's own pages, as the log has them.
    places: Bulk<Ppn>,
    /// Free blocks of each plane.
    free: Box<[u32]>,
    /// Pages that were read to be written again after the erase of their block.
    read_up: Vec<Ppn>,
    /// The page at which a program failed whose block is being replaced.
    failed: Ppn,
    /// Where pages were read that are to be programmed elsewhere.
    moving: BTreeMap<Lpn, Ppn>,
    /// Full merges before the log block that is being emptied was chosen.
    merges_before: u64,
}

impl RecordedOperations {
    fn new(build: &Build<'_>) -> Result<Self, Error> {
        let log = build.operations.clone().ok_or_else(|| Error::Value {
            field: "ftl.kind".into(),
            value: KIND.into(),
            expected: "a translation layer: recorded carries out an operation log, and the workload is none (flashlab run --trace LOG.csv)"
                .into(),
            nearest: Some("\"page\"".into()),
        })?;
        let plan = Plan::new(log, build.settings.word("before") == "as-used", &build.nand.geometry)?;
        let geometry = &build.nand.geometry;
        Ok(Self {
            places: vec![NONE; plan.pages as usize].into(),
            free: vec![geometry.blocks_per_plane; geometry.planes() as usize].into(),
            plan: Arc::new(plan),
            read_up: Vec::new(),
            failed: NONE,
            moving: BTreeMap::new(),
            merges_before: 0,
        })
    }

    /// Carries out what the log has for the request that is being served.
    fn carry_out(&mut self, span: (Lpn, u32), flash: &mut Flash<'_>) -> Result<(), Halt> {
        let plan = Arc::clone(&self.plan);
        let request = flash.core.request;
        plan.check_request(request, span)?;
        let hosts = flash.cause();
        for place in plan.log.of_request(request) {
            let step = plan.step(place);
            flash.leave(if plan.has_causes { step.cause() } else { hosts });
            self.step(&step, flash).map_err(|halt| plan.located(&step, halt))?;
        }
        flash.leave(hosts);
        Ok(())
    }
}

const GC: Observables =
    Observables { stage: None, moments: &[Moment::Gc], awaited: Moment::Gc, breakpoints: &[BreakpointKind::Gc] };
const MERGES: Observables = Observables {
    moments: &[Moment::Merge],
    awaited: Moment::Merge,
    breakpoints: &[BreakpointKind::FullMerge, BreakpointKind::Reclaim],
    ..GC
};

/// How it is chosen: by the log that is to be carried out, so that it stands in no list to choose from.
pub(super) const ENTRY: Entry<RecordedOperations> = Entry {
    info: Info {
        kind: KIND,
        title: "recorded operations",
        help: "No policy: the operations of a log are carried out as they stand, and every rule of flash is checked.",
        source: "an operation log: of another simulator, or of an earlier run",
        parameters: &[Parameter::choice(
            "before",
            "\"as-used\"",
            &["as-used", "clean"],
            "What flash holds before the log begins: the pages that the log uses before it programs them, or nothing.",
        )],
    },
    shared: &[],
    program_order: ProgramOrder::SkipOk,
    spare_pages: None,
    traits: Traits { observables: GC, caches_pages: false, has_stripes: false, purposes: &Purpose::ALL },
    build: |build| RecordedOperations::new(&build),
};

impl Layer for RecordedOperations {
    const ENTRY: Entry<Self> = ENTRY;

    fn traits(&self) -> Traits {
        let observables = if self.plan.merges() { MERGES } else { GC };
        Traits { observables, ..ENTRY.traits }
    }

    fn read(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.carry_out((first, count), flash)
    }

    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.carry_out((first, count), flash)
    }

    fn trim(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.carry_out((first, count), flash)
    }

    fn flush(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.carry_out((0, 0), flash)
    }

    fn fill(&mut self, _: Lpn, _: u32, _: &mut Nand) -> Result<(), Halt> {
        Err(Box::new(Reason::DeviceFull(
            "an operation log says itself what flash holds (run.initial_state clean, ftl.before)".into(),
        )))
    }

    /// Puts the pages in place that the log uses before it programs them.
    fn filled(&mut self, nand: &mut Nand) -> Result<(), Halt> {
        let plan = Arc::clone(&self.plan);
        plan.before.iter().try_for_each(|block| self.put_in_place(block, nand))
    }

    /// A log has no start-up of its own choice.
    fn recovers(&self) -> bool {
        false
    }

    fn recover(&mut self, _: &mut Flash<'_>) -> Result<(), Halt> {
        Ok(())
    }

    fn lookup(&self, lpn: Lpn) -> Ppn {
        self.places[lpn as usize]
    }

    fn own_pages(&self) -> u32 {
        self.plan.pages - self.plan.logical_pages
    }

    fn free_blocks(&self) -> FreeBlocks {
        FreeBlocks { now: self.free.iter().copied().min().unwrap_or(0), low: None, high: None }
    }

    fn picture(&self, _: Option<Lpn>, _: &Nand) -> Picture {
        Picture::default()
    }

    /// Not known: the log does not say what it is made by.
    fn ram_bytes(&self) -> u64 {
        0
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(&mut self.places));
    }

    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        for (plane, &free) in (0..).zip(&self.free) {
            let is_free = |block: &u32| nand.block(*block).state == BlockState::Free;
            let counted = nand.geometry.blocks_of(plane).filter(is_free).count();
            if counted != free as usize {
                return Err(Rule::Invariant(format!("plane {plane} has {counted} free blocks, {free} are counted")));
            }
        }
        Ok(())
    }
}
