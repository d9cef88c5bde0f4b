//! Why what leaves a write buffer leaves, in words: the order of leaving, and what plugging and logging cost.

use super::AnyPolicy;
use super::policy::Ranked;
use super::store::Victim;
use super::write_buffer::WriteBuffer;
use crate::base::formula::program::shown;
use crate::base::text::{count, grouped, three_digits};
use crate::flash::decision::{Decision, LISTED, Price, Row};
use crate::flash::terms::block_name;
use crate::ftl::Ftl;
use crate::nand::array::Nand;

/// Groups that are ranked for a decision.
const RANKED: usize = 1 << 12;

/// Why `victim` leaves, with its holes filled if `plug`; nothing of the logical block `spared` did, unless it had to.
pub(crate) fn eviction(
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
    let columns = match &buffer.policy {
        AnyPolicy::Bpac(_) => vec!["list", "pages", "untouched for"],
        AnyPolicy::Cflru(_) => vec!["order", "stands in", "state"],
        AnyPolicy::Formula(_) if what == "page" => vec!["value", "state"],
        policy if policy.line().is_some() => vec!["order", "state"],
        _ => vec!["pages", "untouched for", words.score],
    };
    let candidates = match buffer.policy.share() {
        Some(_) => order.len(),
        None if what == "group" => buffer.store.group_count() as usize,
        None => buffer.store.pages() as usize,
    };
    Decision {
        op,
        question: ["Which ", what, " leaves?"].concat(),
        rule: why(victim, buffer),
        columns: columns.into_iter().map(String::from).collect(),
        rows: rows.map(|ranked| row(&ranked, victim, buffer)).collect(),
        candidates,
        headline: headline(victim, plug, buffer),
        prices,
        ..Decision::default()
    }
}

fn is_of(ranked: &Ranked, lbn: u32, buffer: &WriteBuffer) -> bool {
    let (Victim::Group(slot) | Victim::Page(slot, _)) = ranked.victim;
    buffer.store.group(slot).lbn == lbn
}

/// The rule that `victim` was chosen by: CFLRU's says that no clean page could leave, BPAC's which of its lists gives, and why.
fn why(victim: Victim, buffer: &WriteBuffer) -> String {
    let rule = buffer.policy.case(victim, &buffer.store);
    let Some(line) = buffer.policy.line() else { return rule.into() };
    let Some(share) = buffer.policy.share() else {
        return match &buffer.policy {
            AnyPolicy::Cflru(_) => format!(
                "no clean page among the {} of the window: the page used least recently",
                grouped(u64::from(line.in_window()))
            ),
            _ => rule.into(),
        };
    };
    let (held, room) = (grouped(u64::from(line.len())), grouped(u64::from(share.now)));
    let Victim::Group(slot) = victim else {
        return match line.len() > share.now {
            true => format!("{held} single pages, more than their {room}: the one used least recently"),
            false => "there are no groups: the page used least recently".into(),
        };
    };
    let large = 2 * buffer.store.group(slot).pages.len() as u32 >= buffer.store.pages_per_block;
    let which = if large { "the largest that fills half its block" } else { "the small one used least recently" };
    format!("{held} single pages, within their {room}, so a group: {which}")
}

fn row(ranked: &Ranked, victim: Victim, buffer: &WriteBuffer) -> Row {
    let (Victim::Group(slot) | Victim::Page(slot, _)) = ranked.victim;
    let group = buffer.store.group(slot);
    let (label, pages) = match ranked.victim {
        Victim::Group(_) => (block_name(group.lbn), group.pages.len() as u32),
        Victim::Page(_, offset) => (page_name(group.lbn, offset, buffer), 1),
    };
    let age = count(buffer.age(group.touched), "write");
    let size = || Some(f64::from(pages) / f64::from(buffer.store.pages_per_block));
    let section = |section: u32| buffer.policy.words().sections.get(section as usize).copied().unwrap_or_default();
    let (cells, share) = match (&buffer.policy, ranked.victim) {
        (AnyPolicy::Bpac(_), Victim::Group(_)) => (vec!["blocks".into(), grouped(u64::from(pages)), age], size()),
        // When a single page was used is known of its logical block alone: in the line, its place says it.
        (AnyPolicy::Bpac(_), Victim::Page(..)) => (vec!["pages".into(), "1".into(), "–".into()], None),
        (_, Victim::Page(_, offset)) => {
            let is_clean = group.page(offset).is_some_and(|page| page.is_clean());
            let order = score(ranked, buffer);
            let state = if is_clean { "clean" } else { "dirty" };
            let place = ranked.section.map(|at| section(at).to_string());
            (std::iter::once(order).chain(place).chain([state.into()]).collect(), None)
        }
        (_, Victim::Group(_)) => (vec![grouped(u64::from(pages)), age, score(ranked, buffer)], size()),
    };
    Row { label, block: None, chosen: ranked.victim == victim, cells, share }
}

/// What the order goes by.
fn score(ranked: &Ranked, buffer: &WriteBuffer) -> String {
    match &buffer.policy {
        AnyPolicy::Formula(_) => shown(ranked.score),
        _ => grouped(ranked.score.round() as u64),
    }
}

/// `page 12 (3·0)`: its number, and its place in its logical block.
fn page_name(lbn: u32, offset: u32, buffer: &WriteBuffer) -> String {
    format!("LPN {} ({lbn}·{offset})", grouped(u64::from(buffer.store.first_page(lbn) + offset)))
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
        AnyPolicy::LBuffer(policy) => policy.log_page_ns(),
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
    match victim {
        Victim::Page(slot, offset) => {
            let name = page_name(buffer.store.group(slot).lbn, offset, buffer);
            format!("To make room, **{name}** leaves: {}.", why(victim, buffer))
        }
        Victim::Group(slot) => {
            let group = buffer.store.group(slot);
            let (name, pages) = (block_name(group.lbn), count(group.pages.len() as u64, "page"));
            let age = count(buffer.age(group.touched), "write");
            let leaves = match buffer.policy.share() {
                Some(_) => format!("**{name}** leaves with {pages}: {}.", why(victim, buffer)),
                None => format!("**{name}** is {}: {pages}, untouched for {age}.", why(victim, buffer)),
            };
            match (&buffer.policy, plug) {
                (AnyPolicy::LBuffer(policy), true) => {
                    let lambda = three_digits(policy.lambda().unwrap_or(1.0));
                    format!("{leaves} That is at least **λ = {lambda}** pages, so its holes are plugged.")
                }
                (AnyPolicy::LBuffer(policy), false) => match policy.lambda() {
                    Some(lambda) => {
                        let lambda = three_digits(lambda);
                        format!("{leaves} That is less than **λ = {lambda}** pages, so they are logged.")
                    }
                    None => format!("{leaves} Its pages are logged."),
                },
                (_, true) => format!("{leaves} Enough of its block is in RAM for the holes to be filled."),
                (_, false) => leaves,
            }
        }
    }
}
