//! What a device with stripes across its channels did beside what all do.

use crate::flash::counters::Counters;
use crate::flash::operation::Purpose;
use crate::flash::stripes::Stripes;
use crate::machine::Machine;
use serde::Serialize;

#[cfg(feature = "layers")]
pub(crate) use crate::ftl::ttflash::fault::Losses;

/// The smallest core has no planes that fail.
#[cfg(not(feature = "layers"))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Losses {}

/// Stripes, and what they were good for. Fields as in [`Stripes`] where the name is the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ttflash {
    /// Pages read from the rest of their stripe.
    pub rebuilt_pages: u64,
    /// Pages read for that beside those that were asked for.
    pub rebuild_reads: u64,
    /// Pages that waited for a collection since that was sooner.
    pub waits_chosen: u64,
    /// Pages that waited for a collection since they could not be rebuilt.
    pub waits_forced: u64,
    /// Stripes written whole.
    pub(crate) stripes_full: u64,
    /// Stripes written in part.
    pub(crate) stripes_partial: u64,
    /// Pages that stayed in RAM for a while, since their plane collected.
    pub(crate) held_back: u64,
    /// Pages that stayed in RAM, since their plane had no room and might not collect yet.
    pub rgc_stall: u64,
    /// Collections out of turn.
    gc_forced: u64,
    /// Page moves of collections.
    pub(crate) gc_steps: u64,
    /// Of those, moves that gave way to nobody, since there was little room.
    pub(crate) gc_steps_hard: u64,
    /// Parity pages programmed.
    pub(crate) parity_programs: u64,
    /// Pages asked for that nothing can bring back.
    pub unreadable_pages: u64,
    /// What failed planes cost; none where no plane failed.
    pub losses: Option<Losses>,
}

/// What `machine` counted while requests counted, and what its layer knows.
pub(super) fn stripes_report(machine: &Machine, counters: &Counters) -> Ttflash {
    let Stripes {
        rebuilt_pages,
        rebuild_reads,
        waits_chosen,
        waits_forced,
        stripes_full,
        stripes_partial,
        held_back,
        rgc_stalls,
        forced_collections,
        steps_hard,
        steps,
        unreadable_pages,
    } = counters.stripes;
    Ttflash {
        rebuilt_pages,
        rebuild_reads,
        waits_chosen,
        waits_forced,
        stripes_full,
        stripes_partial,
        held_back,
        rgc_stall: rgc_stalls,
        gc_forced: forced_collections,
        gc_steps: steps,
        gc_steps_hard: steps_hard,
        parity_programs: counters.programs[Purpose::Parity as usize],
        unreadable_pages,
        losses: losses(machine),
    }
}

#[cfg(feature = "layers")]
fn losses(machine: &Machine) -> Option<Losses> {
    machine.ftl.ttflash()?.losses()
}

#[cfg(not(feature = "layers"))]
fn losses(_: &Machine) -> Option<Losses> {
    None
}
