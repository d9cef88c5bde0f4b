//! Why what leaves a write buffer leaves, in words: the order of leaving, and what plugging and logging cost.

use super::policy::{Policies, Ranked, Victim};
use super::write_buffer::WriteBuffer;
use crate::engine::decision::{Decision, LISTED, Price, Row};
use crate::engine::narrator::{block_name, count, grouped};
use crate::ftl::Ftl;
use crate::nand::array::Nand;

/// Groups that are ranked for a decision.
const RANKED: usize = 1 << 12;

/// Why `victim` leaves, with its holes filled if `plug`; nothing of the logical block `spared` did, unless it had to.
pub fn eviction(
    op: u64,
    victim: Victim,
    plug: bool,
    spared: Option<u32>,
    buffer: &WriteBuffer,
    ftl: &Ftl,
    nand: &Nand,
) -> Decision {
    let words = buffer.policy.words();
    let mut order = buffer.policy.order(&buffer.store, RANKED);
    // What is spared for the present write stands before it in the order, and is not a candidate.
    order.retain(|ranked| ranked.victim == victim || spared.is_none_or(|lbn| !is_of(ranked, lbn, buffer)));
    let last = order.last().filter(|_| order.len() >= LISTED).copied();
    let rows = order.iter().take(LISTED - 1).copied().chain(last);
    let prices = match victim {
        Victim::Group(slot) => prices(slot, plug, buffer, ftl, nand),
        Victim::Page(..) => Vec::new(),
    };
    let what = if matches!(victim, Victim::Group(_)) { "group" } else { "page" };
    Decision {
        op,
        question: ["Which ", what, " leaves?"].concat(),
        rule: buffer.policy.case(victim, &buffer.store).into(),
        columns: vec!["pages".into(), "untouched for".into(), words.score.into()],
        rows: rows.map(|ranked| row(&ranked, victim, buffer)).collect(),
        candidates: if what == "group" { buffer.store.group_count() } else { buffer.store.pages() } as usize,
        headline: headline(victim, plug, buffer),
        prices,
        ..Decision::default()
    }
}

fn is_of(ranked: &Ranked, lbn: u32, buffer: &WriteBuffer) -> bool {
    let (Victim::Group(slot) | Victim::Page(slot, _)) = ranked.victim;
    buffer.store.group(slot).lbn == lbn
}

fn row(ranked: &Ranked, victim: Victim, buffer: &WriteBuffer) -> Row {
    let (Victim::Group(slot) | Victim::Page(slot, _)) = ranked.victim;
    let group = buffer.store.group(slot);
    let (label, pages) = match ranked.victim {
        Victim::Group(_) => (block_name(group.lbn), group.pages.len() as u32),
        Victim::Page(_, offset) => {
            (["page ", &grouped(u64::from(buffer.store.first_page(group.lbn) + offset))].concat(), 1)
        }
    };
    let age = buffer.now - group.touched;
    Row {
        label,
        block: None,
        chosen: ranked.victim == victim,
        cells: vec![grouped(u64::from(pages)), count(age, "write"), grouped(ranked.score.round() as u64)],
        share: Some(f64::from(pages) / f64::from(buffer.store.pages_per_block)),
    }
}

/// What is done, and what else could have been.
fn prices(slot: u32, plug: bool, buffer: &WriteBuffer, ftl: &Ftl, nand: &Nand) -> Vec<Price> {
    let group = buffer.store.group(slot);
    let pages = group.dirty().count() as u32;
    let timing = &buffer.rules.timing;
    let whole = buffer.store.whole();
    let fills = group.dirty().filter(|page| page.held != whole).count() as u32;
    let holes = buffer.holes(slot, nand.geometry.logical_pages, ftl).len() as u32;
    let all = group.pages.len() as u32 + holes;
    let reads = fills + holes;
    let plugged = Price {
        label: "plug".into(),
        reads,
        programs: all,
        erases: 1,
        ns: u64::from(reads) * timing.read_cost() + u64::from(all) * timing.program_cost() + timing.erase_cost(),
    };
    let page_ns = match &buffer.policy {
        Policies::LBuffer(policy) => policy.log_page_ns(),
        _ => timing.program_cost(),
    };
    let logged = Price {
        label: "log".into(),
        reads: fills,
        programs: pages,
        erases: 0,
        ns: u64::from(fills) * timing.read_cost() + u64::from(pages) * page_ns,
    };
    if plug { vec![plugged, logged] } else { vec![logged, plugged] }
}

fn headline(victim: Victim, plug: bool, buffer: &WriteBuffer) -> String {
    let rule = buffer.policy.case(victim, &buffer.store);
    match victim {
        Victim::Page(slot, offset) => {
            let lpn = buffer.store.first_page(buffer.store.group(slot).lbn) + offset;
            format!("To make room, **page {}** leaves: {rule}.", grouped(u64::from(lpn)))
        }
        Victim::Group(slot) => {
            let group = buffer.store.group(slot);
            let (name, pages) = (block_name(group.lbn), count(group.pages.len() as u64, "page"));
            let age = count(buffer.now - group.touched, "write");
            let leaves = format!("**{name}** is {rule}: {pages}, untouched for {age}.");
            match (&buffer.policy, plug) {
                (Policies::LBuffer(policy), true) => {
                    let lambda = policy.lambda().unwrap_or(1.0);
                    format!("{leaves} That is at least **λ = {lambda:.1}** pages, so its holes are plugged.")
                }
                (Policies::LBuffer(policy), false) => match policy.lambda() {
                    Some(lambda) => {
                        format!("{leaves} That is less than **λ = {lambda:.1}** pages, so they are logged.")
                    }
                    None => format!("{leaves} Its pages are logged."),
                },
                (_, true) => format!("{leaves} Enough of its block is in RAM for the holes to be filled."),
                (_, false) => leaves,
            }
        }
    }
}
