//! Choices in words: which block is collected, and whether a read waits.

use super::Ttflash;
use super::choose::Choice;
use super::picture::LastRead;
use crate::base::text::{count, duration, grouped};
use crate::flash::decision::{Decision, LISTED, Row};
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use crate::nand::{BlockId, PlaneId};

/// Why `victim` is collected.
pub(crate) fn victim(op: u64, victim: BlockId, plane: PlaneId, device: &Ttflash, nand: &Nand) -> Decision {
    let closed = |block: &BlockId| nand.block(*block).state == BlockState::Closed && *block != victim;
    let mut others: Vec<BlockId> = nand.geometry.blocks_of(plane).filter(closed).collect();
    others.sort_by_key(|&block| (nand.block(block).valid, block));
    let pages = nand.geometry.pages_per_block;
    let row = |block: BlockId| Row {
        label: format!("block {}", grouped(u64::from(block))),
        block: Some(block),
        chosen: block == victim,
        cells: vec![grouped(u64::from(nand.block(block).valid))],
        share: Some(f64::from(nand.block(block).valid) / f64::from(pages)),
    };
    let valid = nand.block(victim).valid;
    let (group, channel) = (device.layout.group_of(plane), plane % device.layout.channels);
    Decision {
        op,
        question: "Why this block?".into(),
        rule: "greedy: fewest valid pages, the lowest of equals".into(),
        columns: vec!["valid".into()],
        candidates: others.len() + 1,
        rows: std::iter::once(victim).chain(others.into_iter().take(LISTED - 1)).map(row).collect(),
        headline: format!(
            "Channel {channel} of group {group} collects **block {}**: {} to move.",
            grouped(u64::from(victim)),
            count(u64::from(valid), "page")
        ),
        ..Decision::default()
    }
}

/// When pages are rebuilt: as the paper has it, and as the authors' code has it.
const PAPER: &str = "reconstruct if more GC time is left than reads on busy channels take";
const AUTHORS: &str =
    "reconstruct while GC copies pages, and after that if more GC time is left than all other reads of the stripe take";

/// Why a read waits, or is put together.
pub(super) fn wait_or_rebuild(op: u64, read: &LastRead, device: &Ttflash) -> Decision {
    let (remaining, page) = (duration(read.remaining_ns), grouped(u64::from(read.lpn)));
    let in_the_way = if device.rules.reads.authors { read.others.len() as u64 } else { u64::from(read.busy_channels) };
    let busy_ns = in_the_way * read.read_ns;
    let (is_dead, never) = (read.why == Choice::Dead, "never".to_string());
    let left = if is_dead { never.clone() } else { remaining.clone() };
    let rebuild = Row {
        label: format!("reconstruct from {}", count(read.others.len() as u64, "page")),
        block: None,
        chosen: false,
        cells: vec![
            left.clone(),
            format!("{} × {}", read.busy_channels, duration(read.read_ns)),
            duration(read.rebuild_ns),
        ],
        share: None,
    };
    let wait = Row {
        label: "wait for the plane".into(),
        cells: vec![left, String::new(), if is_dead { never } else { duration(read.wait_ns) }],
        ..rebuild.clone()
    };
    let (rebuild, wait) = match read.why {
        Choice::Off => (None, wait),
        _ => (Some(rebuild), wait),
    };
    let rebuilds = read.why.rebuilds();
    let taken = |row: Row| Row { chosen: true, ..row };
    let rows = match (rebuilds, rebuild) {
        (true, Some(rebuild)) => vec![taken(rebuild), wait],
        (_, rebuild) => std::iter::once(taken(wait)).chain(rebuild).collect(),
    };
    Decision {
        op,
        question: "Wait or reconstruct?".into(),
        rule: if device.rules.reads.authors { AUTHORS } else { PAPER }.into(),
        columns: vec!["GC time left".into(), "busy channels".into(), "answer after".into()],
        candidates: rows.len(),
        rows,
        headline: headline(read, &page, &remaining, busy_ns, device),
        ..Decision::default()
    }
}

fn headline(read: &LastRead, page: &str, remaining: &str, busy_ns: u64, device: &Ttflash) -> String {
    let others = match read.others.len() {
        1 => "The other page of its stripe reconstructs it".into(),
        others => format!("The {others} other pages of its stripe reconstruct it"),
    };
    let rebuilt = duration(read.rebuild_ns);
    match read.why {
        Choice::Sooner => {
            format!("LPN {page} is on a plane with **{remaining}** of GC time left. {others} in **{rebuilt}**.")
        }
        Choice::Dead => format!("LPN {page} was on a plane that **has failed**. {others} in **{rebuilt}**."),
        Choice::Later => format!(
            "LPN {page} is on a plane with **{remaining}** of GC time left, no more than the {} that the other reads take: it **waits**.",
            duration(busy_ns)
        ),
        Choice::Several => format!(
            "LPN {page} **waits {remaining}**: another plane of its stripe cannot be read either, and one parity page can reconstruct only one."
        ),
        _ if device.rules.parity => {
            format!("LPN {page} **waits {remaining}** for GC: this device reconstructs no reads.")
        }
        _ => format!("LPN {page} **waits {remaining}** for GC: without parity nothing can reconstruct it."),
    }
}
