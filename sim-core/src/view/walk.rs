//! The latest look-up in a map that is only partly in RAM, step by step, and the updates after a collection.

use crate::flash::operation::{Kind, Operation, Purpose};
use crate::replay::lane::Lane;
use serde::Serialize;

/// Most moved pages that are told one by one.
const MOVED_MAX: usize = 128;

/// A look-up.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct MapWalk {
    /// The request that needs it.
    request: Kind,
    lpn: u32,
    hit: bool,
    steps: Vec<WalkStep>,
}

/// A step of it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct WalkStep {
    op: u64,
    what: WalkStepKind,
    /// Physical page read or programmed.
    page: Option<u32>,
    /// The logical page whose entry leaves, or the translation page that is read or programmed.
    id: Option<u32>,
}

/// What a step of a look-up does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
enum WalkStepKind {
    /// Finds the entry in the cache, or not.
    LookUp,
    /// An entry makes way.
    Evict,
    /// Reads a translation page.
    ReadMap,
    /// Programs a translation page.
    WriteMap,
    /// Reads or programs the page itself.
    Data,
}

/// Translation pages brought up to date after a collection.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct MapUpdates {
    victim: Option<u32>,
    /// Data pages moved, and the first of them.
    moved: usize,
    /// The data pages that moved, the first of them.
    lpns: Vec<u32>,
    /// Whether the collection is over.
    over: bool,
    /// Translation pages read and programmed so far, in order.
    pages: Vec<UpdatedPage>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct UpdatedPage {
    id: u32,
    moved: usize,
    programmed: bool,
}

/// A logical block that is copied in order, so that one entry maps all of it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Conversion {
    lbn: u32,
    block: Option<u32>,
    /// By place: where the page came from; none while it has not been copied.
    from: Vec<Option<u32>>,
    over: bool,
}

/// The latest look-up of the present request.
pub(crate) fn walk(lane: &Lane) -> Option<MapWalk> {
    let served = &lane.seen.served;
    let is_lookup = |operation: &Operation| matches!(operation.kind, Kind::MapHit | Kind::MapMiss);
    let at = served.iter().rposition(is_lookup)?;
    let lookup = &served[at];
    let steps = served[at..].iter().filter_map(|operation| step(operation, lookup));
    Some(MapWalk {
        request: served[0].kind,
        lpn: lookup.lpn.unwrap_or(0),
        hit: lookup.kind == Kind::MapHit,
        steps: steps.collect(),
    })
}

fn step(operation: &Operation, lookup: &Operation) -> Option<WalkStep> {
    let Operation { index, kind, purpose, lpn, from, to, .. } = *operation;
    let what = match (kind, purpose) {
        (Kind::MapHit | Kind::MapMiss, _) => WalkStepKind::LookUp,
        (Kind::MapEvict, _) => WalkStepKind::Evict,
        (Kind::Read, Purpose::Map) => WalkStepKind::ReadMap,
        (Kind::Program, Purpose::Map) => WalkStepKind::WriteMap,
        (Kind::Read | Kind::Program | Kind::ReadUnmapped, Purpose::Host) if lpn == lookup.lpn => WalkStepKind::Data,
        _ => return None,
    };
    Some(WalkStep { op: index, what, page: from.or(to), id: lpn })
}

/// The updates of the present request's latest collection.
pub(super) fn updates(lane: &Lane) -> Option<MapUpdates> {
    let served = &lane.seen.served;
    let begins = |operation: &Operation| matches!(operation.kind, Kind::GcStart | Kind::WearStart);
    let at = served.iter().rposition(begins)?;
    let logical_pages = lane.machine().core.nand.geometry.logical_pages;
    let entries = lane.machine().ftl.picture(None, &lane.machine().core.nand).map?.entries_per_page;
    let moved = || {
        let copies = served[at..].iter().filter(|operation| operation.kind == Kind::Copy);
        copies.filter_map(|copy| copy.lpn).filter(|&lpn| lpn < logical_pages)
    };
    let mut pages: Vec<UpdatedPage> = Vec::new();
    for operation in served[at..].iter().filter(|operation| operation.purpose == Purpose::MapUpdate) {
        let Some(id) = operation.lpn else { continue };
        let programmed = operation.kind == Kind::Program;
        match pages.iter_mut().find(|page| page.id == id) {
            Some(page) => page.programmed |= programmed,
            None => {
                let of_page = moved().filter(|lpn| lpn / entries == id - logical_pages).count();
                pages.push(UpdatedPage { id, moved: of_page, programmed });
            }
        }
    }
    // Entries are brought up to date once the victim is erased; whatever comes after that ends it.
    let ends = |operation: &Operation| matches!(operation.kind, Kind::GcEnd | Kind::WearEnd);
    let follows = |operation: &Operation| matches!(operation.purpose, Purpose::MapUpdate | Purpose::MapGc);
    let after = served[at..].iter().skip_while(|operation| !ends(operation)).skip(1);
    let over = after.filter(|operation| !follows(operation)).count() > 0;
    let lpns = moved().take(MOVED_MAX).collect();
    Some(MapUpdates { victim: served[at].block, moved: moved().count(), lpns, over, pages })
}

/// The present request's latest conversion.
pub(super) fn conversion(lane: &Lane) -> Option<Conversion> {
    let served = &lane.seen.served;
    let at = served.iter().rposition(|operation| operation.kind == Kind::ConvertStart)?;
    let (geometry, lpn) = (&lane.machine().core.nand.geometry, served[at].lpn?);
    let mut from = vec![None; geometry.pages_per_block as usize];
    for copy in served[at..].iter().filter(|operation| operation.purpose == Purpose::Convert) {
        let place = copy.lpn.and_then(|page| page.checked_sub(lpn)).and_then(|place| from.get_mut(place as usize));
        if let Some(place) = place.filter(|_| copy.kind == Kind::Copy) {
            *place = copy.from;
        }
    }
    let over = served[at..].iter().any(|operation| operation.kind == Kind::ConvertEnd);
    Some(Conversion { lbn: lpn / geometry.pages_per_block, block: served[at].block, from, over })
}
