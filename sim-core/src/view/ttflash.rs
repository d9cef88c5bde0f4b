//! What the page is told about a device with stripes across its channels.

use super::part::{Part, Subject};
use crate::replay::lane::Lane;
use serde::Serialize;

#[cfg(feature = "layers")]
use crate::ftl::ttflash::picture::{Board, StripePicture};

/// The smallest core has no such device.
#[cfg(not(feature = "layers"))]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum TtflashView {}

/// None.
#[cfg(not(feature = "layers"))]
fn ttflash(_: &Lane) -> Option<TtflashView> {
    None
}

/// The device and what became of reads so far.
#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct TtflashView {
    #[serde(flatten)]
    board: Board,
    counts: TtflashCounts,
}

#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TtflashCounts {
    reads: u64,
    rebuilt_pages: u64,
    rebuild_reads: u64,
    waits_chosen: u64,
    waits_forced: u64,
    collections: u64,
    held_back: u64,
    rgc_stalls: u64,
}

impl Part for TtflashView {
    fn of(subject: &mut Subject<'_>) -> Option<Self> {
        ttflash(subject.lane)
    }
}

/// The device of `lane`, with the stripe that its last operation is about: of a page, or of a parity.
#[cfg(feature = "layers")]
fn ttflash(lane: &Lane) -> Option<TtflashView> {
    let core = &lane.machine().core;
    let touched = lane.seen.served.iter().rev().find_map(|operation| operation.lpn);
    let board = lane.machine().ftl.ttflash()?.board(touched, core)?;
    let (counters, stripes) = (&core.counters, &core.counters.stripes);
    let counts = TtflashCounts {
        reads: counters.requests[crate::base::request::HostOp::Read as usize],
        rebuilt_pages: stripes.rebuilt_pages,
        rebuild_reads: stripes.rebuild_reads,
        waits_chosen: stripes.waits_chosen,
        waits_forced: stripes.waits_forced,
        collections: counters.gc_runs,
        held_back: stripes.held_back,
        rgc_stalls: stripes.rgc_stalls,
    };
    Some(TtflashView { board, counts })
}

/// The stripe of a page, where pages stand in stripes.
#[cfg(feature = "layers")]
pub(crate) fn stripe(lane: &Lane, lpn: u32) -> Option<StripePicture> {
    let machine = lane.machine();
    let device = machine.ftl.ttflash()?;
    (lpn < machine.core.nand.geometry.logical_pages)
        .then(|| device.stripe(device.layout().stripe_of(lpn).0, &machine.core.nand))
}
