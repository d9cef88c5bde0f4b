//! The merges of the present request as a story: what was rebuilt, what is being rebuilt, what waits, and what it costs.

use super::block::owners;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::ftl::picture::{Picture, Role};
use crate::machine::Machine;
use crate::nand::timing::Timing;
use crate::nand::{BlockId, NONE};
use crate::replay::lane::Lane;
use serde::Serialize;

/// Rebuilds that are told page by page.
const ROWS_MAX: usize = 16;

/// Merges of one request.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MergeStory {
    /// The log block being emptied, where one was chosen.
    reclaim: Option<Reclaim>,
    /// Rebuilds in order: done, at most one running, waiting.
    rows: Vec<MergeRow>,
    /// Rebuilds beyond those told.
    more_rows: usize,
    copy_ns: u64,
    program_ns: u64,
    erase_ns: u64,
    copies: u64,
    erases: u64,
    /// Copies and erases still to come.
    copies_ahead: u64,
    erases_ahead: u64,
    /// Pages of the host's own: programmed since the story began, in a rebuild or after it, and still to come.
    programs: u64,
    programs_ahead: u64,
}

/// How a logical block is rebuilt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
enum MergeKind {
    /// Its log block, in order, becomes its data block.
    Switch,
    /// Its log block is filled up and becomes its data block.
    Partial,
    /// The newest copy of each page goes to a fresh block.
    Full,
}

/// How far a rebuild has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
enum MergeState {
    Done,
    Running,
    Waiting,
}

impl MergeStory {
    /// The logical blocks that are rebuilt.
    pub(super) fn owners(&self) -> impl Iterator<Item = u32> + '_ {
        self.rows.iter().map(|row| row.lbn)
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Reclaim {
    op: u64,
    block: BlockId,
    /// Whether its own erase is over.
    over: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct MergeRow {
    /// Its operation; null while it waits.
    op: Option<u64>,
    lbn: u32,
    merge: MergeKind,
    state: MergeState,
    old_block: Option<BlockId>,
    new_block: Option<BlockId>,
    /// By place: the block that the page came from or will come from; none where there is no page.
    from: Vec<Option<BlockId>>,
    /// By place: whether it is in the new block.
    done: Vec<bool>,
    /// By place: whether the host's own write rode along.
    host: Vec<bool>,
    copies: u64,
    erases: u64,
    copies_ahead: u64,
}

/// The story of the present request's merges, if it caused any.
pub(super) fn story(lane: &Lane) -> Option<MergeStory> {
    let (machine, served) = (lane.machine(), &lane.seen.served);
    let chosen = served.iter().rposition(|operation| operation.kind == Kind::ReclaimStart);
    let told = &served[chosen.unwrap_or(0)..];
    let merges: Vec<&Operation> = told.iter().filter(|operation| operation.kind.is_merge()).collect();
    if chosen.is_none() && merges.is_empty() {
        return None;
    }
    let picture = machine.ftl.picture(None, &machine.core.nand);
    let mut rows: Vec<MergeRow> = merges.iter().map(|merge| row(merge, told, &picture, machine)).collect();
    // A log block that becomes a data block is not emptied.
    let stays = |log: &Operation| merges.iter().any(|merge| merge.kind != Kind::FullMerge && merge.block == log.block);
    let reclaim = chosen.map(|at| &served[at]).filter(|log| !stays(log)).map(|log| reclaim(log, told));
    if let Some(reclaim) = reclaim.as_ref().filter(|reclaim| !reclaim.over) {
        rows.extend(waiting(reclaim.block, &rows, &picture, machine));
    }
    let timing: &Timing = machine.core.clock.timing();
    let sum = |of: fn(&MergeRow) -> u64| rows.iter().map(of).sum::<u64>();
    let reclaim_erase = u64::from(reclaim.as_ref().is_some_and(|reclaim| reclaim.over));
    let more_rows = rows.len().saturating_sub(ROWS_MAX);
    let erases_ahead = rows.iter().filter(|row| row.state != MergeState::Done).count() as u64;
    let programs = |of: &[Operation]| of.iter().filter(|operation| own(operation)).count() as u64;
    let pages =
        served.iter().find(|operation| operation.kind == Kind::HostWrite).map_or(0, |write| u64::from(write.pages));
    let story = MergeStory {
        copies: sum(|row| row.copies),
        erases: sum(|row| row.erases) + reclaim_erase,
        copies_ahead: sum(|row| row.copies_ahead),
        erases_ahead: erases_ahead + u64::from(reclaim.is_some()) - reclaim_erase,
        reclaim,
        more_rows,
        copy_ns: timing.copy_cost(),
        program_ns: timing.program_cost(),
        erase_ns: timing.erase_cost(),
        programs: programs(told),
        programs_ahead: pages.saturating_sub(programs(served)),
        rows: Vec::new(),
    };
    Some(MergeStory { rows: in_sight(rows), ..story })
}

/// Whether it is a page of the host's own.
fn own(operation: &Operation) -> bool {
    operation.kind == Kind::Program && operation.purpose == Purpose::Host
}

/// The rows that are told: around the one that runs.
fn in_sight(rows: Vec<MergeRow>) -> Vec<MergeRow> {
    let running = rows.iter().position(|row| row.state != MergeState::Done).unwrap_or(rows.len());
    let first = (running + ROWS_MAX / 2).min(rows.len()).saturating_sub(ROWS_MAX);
    rows.into_iter().skip(first).take(ROWS_MAX).collect()
}

fn reclaim(start: &Operation, told: &[Operation]) -> Reclaim {
    let over = told.iter().any(|operation| operation.kind == Kind::Erase && operation.block == start.block);
    Reclaim { op: start.index, block: start.block.unwrap_or(NONE), over }
}

fn row(merge: &Operation, told: &[Operation], picture: &Picture, machine: &Machine) -> MergeRow {
    let nand = &machine.core.nand;
    let geometry = &nand.geometry;
    let lpn = merge.lpn.unwrap_or(0);
    let parts = || told.iter().filter(|operation| operation.cause == Some(merge.index));
    let over = parts().any(|part| part.kind == Kind::MergeEnd);
    let mut row = places(lpn, merge.pages, merge.block, machine);
    row.op = Some(merge.index);
    row.merge = match merge.kind {
        Kind::SwitchMerge => MergeKind::Switch,
        Kind::PartialMerge => MergeKind::Partial,
        _ => MergeKind::Full,
    };
    row.state = if over { MergeState::Done } else { MergeState::Running };
    row.new_block = merge.block;
    for part in parts() {
        let place = part.lpn.and_then(|page| page.checked_sub(lpn)).map(|place| place as usize);
        match (part.kind, place.filter(|&place| place < row.from.len())) {
            (Kind::Copy, Some(place)) => {
                row.from[place] = part.from.map(|from| geometry.block_of(from));
                row.done[place] = true;
                row.copies += 1;
            }
            (Kind::Program, Some(place)) => (row.done[place], row.host[place]) = (true, true),
            (Kind::Erase, _) => {
                // The data block goes first; a log block of its own after it.
                row.old_block = row.old_block.or(part.block);
                row.erases += 1;
            }
            _ => {}
        }
    }
    if row.state == MergeState::Running && row.erases == 0 {
        row.old_block = home(row.lbn, picture);
    }
    row.copies_ahead = ahead(&row);
    row
}

/// The data block of a logical block, where the layer tells it.
fn home(lbn: u32, picture: &Picture) -> Option<BlockId> {
    picture.homes.get(lbn as usize).copied().filter(|&home| home != NONE)
}

/// Logical blocks with pages in the log block being emptied whose rebuild has not begun.
fn waiting(log: BlockId, rows: &[MergeRow], picture: &Picture, machine: &Machine) -> Vec<MergeRow> {
    let nand = &machine.core.nand;
    let pages_per_block = nand.geometry.pages_per_block;
    let begun = |lbn: &u32| rows.iter().any(|row| row.lbn == *lbn && row.state == MergeState::Running);
    let wait = |lbn: u32| {
        let sequential = picture.parked.iter().find(|parked| parked.role == Role::Sequential && parked.lbn == lbn);
        let first = lbn * pages_per_block;
        let pages = pages_per_block.min(nand.geometry.logical_pages - first);
        let mut row = places(first, pages, sequential.map(|parked| parked.block), machine);
        row.merge = if sequential.is_some() { MergeKind::Partial } else { MergeKind::Full };
        row.old_block = home(lbn, picture);
        row.copies_ahead = ahead(&row);
        row
    };
    owners(log, nand).into_iter().filter(|lbn| !begun(lbn)).map(wait).collect()
}

/// A row by where the pages of a logical block are now.
fn places(lpn: u32, pages: u32, target: Option<BlockId>, machine: &Machine) -> MergeRow {
    let geometry = &machine.core.nand.geometry;
    let at = |page: u32| Some(machine.ftl.lookup(page)).filter(|&ppn| ppn != NONE).map(|ppn| geometry.block_of(ppn));
    let from: Vec<Option<BlockId>> = (lpn..lpn + pages).map(at).collect();
    MergeRow {
        op: None,
        lbn: lpn / geometry.pages_per_block,
        merge: MergeKind::Full,
        state: MergeState::Waiting,
        old_block: None,
        new_block: target,
        done: from.iter().map(|block| block.is_some() && *block == target).collect(),
        host: vec![false; from.len()],
        from,
        copies: 0,
        erases: 0,
        copies_ahead: 0,
    }
}

/// Pages still to be copied.
fn ahead(row: &MergeRow) -> u64 {
    if row.state == MergeState::Done {
        return 0;
    }
    row.from.iter().zip(&row.done).filter(|(from, done)| from.is_some() && !**done).count() as u64
}
