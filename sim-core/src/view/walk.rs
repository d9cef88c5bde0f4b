//! The latest look-up in a map that is only partly in RAM, step by step, and the updates after a collection.

use crate::engine::lane::Lane;
use crate::engine::operation::{Kind, Operation, Purpose};
use serde::Serialize;

/// A look-up.
#[derive(Debug, Serialize)]
pub struct Walk {
    lpn: u32,
    hit: bool,
    steps: Vec<Step>,
}

/// A step of it.
#[derive(Debug, Serialize)]
struct Step {
    op: u64,
    what: &'static str,
    /// Physical page read or programmed.
    page: Option<u32>,
    /// The logical page whose entry leaves, or the translation page that is read or programmed.
    id: Option<u32>,
}

/// Translation pages brought up to date after a collection.
#[derive(Debug, Serialize)]
pub struct Updates {
    victim: Option<u32>,
    moved: usize,
    /// Translation pages read and programmed so far, in order.
    pages: Vec<Update>,
}

#[derive(Debug, Serialize)]
struct Update {
    id: u32,
    moved: usize,
    programmed: bool,
}

/// The latest look-up of the present request.
pub fn walk(lane: &Lane) -> Option<Walk> {
    let served = &lane.seen.served;
    let is_lookup = |operation: &Operation| matches!(operation.kind, Kind::MapHit | Kind::MapMiss);
    let at = served.iter().rposition(is_lookup)?;
    let lookup = &served[at];
    let steps = served[at..].iter().filter_map(|operation| step(operation, lookup));
    Some(Walk { lpn: lookup.lpn.unwrap_or(0), hit: lookup.kind == Kind::MapHit, steps: steps.collect() })
}

fn step(operation: &Operation, lookup: &Operation) -> Option<Step> {
    let Operation { index, kind, purpose, lpn, from, to, .. } = *operation;
    let what = match (kind, purpose) {
        (Kind::MapHit | Kind::MapMiss, _) => "look-up",
        (Kind::MapEvict, _) => "evict",
        (Kind::Read, Purpose::Map) => "read-map",
        (Kind::Program, Purpose::Map) => "write-map",
        (Kind::Read | Kind::Program | Kind::ReadUnmapped, Purpose::Host) if lpn == lookup.lpn => "data",
        _ => return None,
    };
    Some(Step { op: index, what, page: from.or(to), id: lpn })
}

/// The updates of the present request's latest collection.
pub fn updates(lane: &Lane) -> Option<Updates> {
    let served = &lane.seen.served;
    let begins = |operation: &Operation| matches!(operation.kind, Kind::GcStart | Kind::WearStart);
    let at = served.iter().rposition(begins)?;
    let logical_pages = lane.machine().core.nand.geometry.logical_pages;
    let entries = lane.machine().ftl.picture(None, &lane.machine().core.nand).map?.entries_per_page;
    let moved = || {
        let copies = served[at..].iter().filter(|operation| operation.kind == Kind::Copy);
        copies.filter_map(|copy| copy.lpn).filter(|&lpn| lpn < logical_pages)
    };
    let mut pages: Vec<Update> = Vec::new();
    for operation in served[at..].iter().filter(|operation| operation.purpose == Purpose::MapUpdate) {
        let Some(id) = operation.lpn else { continue };
        let programmed = operation.kind == Kind::Program;
        match pages.iter_mut().find(|page| page.id == id) {
            Some(page) => page.programmed |= programmed,
            None => {
                let of_page = moved().filter(|lpn| lpn / entries == id - logical_pages).count();
                pages.push(Update { id, moved: of_page, programmed });
            }
        }
    }
    Some(Updates { victim: served[at].block, moved: moved().count(), pages })
}
