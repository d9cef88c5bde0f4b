//! How room is made, in words: which set leaves the page slots, which block makes way, and what it costs.

use super::cache::{Cache, Choice, Room};
use super::evict::From;
use super::page_set::PageSet;
use crate::engine::decision::{Decision, LISTED, Moved, Place, Price, Row};
use crate::engine::narrator::{block_name, count, grouped};
use crate::nand::Lpn;
use crate::nand::timing::Timing;

/// Whether the flash holds a page.
type Holds<'a> = &'a dyn Fn(Lpn) -> bool;

/// Why room is made as `choice` says.
pub fn decision(op: u64, choice: Choice, cache: &Cache, holds: Holds<'_>, timing: &Timing) -> Decision {
    let Some(set) = cache.pages.find(choice.lbn) else { return Decision::default() };
    Decision {
        op,
        moved: moved(choice, set, cache),
        prices: prices(choice, cache, holds, timing),
        headline: headline(choice, set, cache, holds),
        further: way_made(choice, cache).into_iter().collect(),
        ..set_that_leaves(op, cache)
    }
}

/// The sets in page slots, the largest first.
fn set_that_leaves(op: u64, cache: &Cache) -> Decision {
    let tie = cache.rules.tie;
    let mut sets: Vec<&PageSet> = cache.pages.sets().iter().map(|standing| &standing.set).collect();
    sets.sort_unstable_by_key(|set| (u32::MAX - set.len(), tie.key(set)));
    Decision {
        op,
        question: "Which set leaves?".into(),
        rule: "most pages of one logical block".into(),
        tie: tie_between(sets.first().map(|set| set.len()), sets.get(1).map(|set| set.len())),
        ..table(&sets, cache)
    }
}

/// The blocks in block slots, the one that makes way first; nothing to choose where the set finds a slot.
fn way_made(choice: Choice, cache: &Cache) -> Option<Decision> {
    let blocks = &cache.blocks;
    let tie = cache.rules.tie;
    let mut slots: Vec<_> = blocks.slots().iter().flatten().collect();
    let (question, rule, tied) = match choice.room {
        Room::Join(_) | Room::Enter(_) => return None,
        Room::Swap(_) => {
            slots.sort_unstable_by_key(|slot| (slot.set.len(), tie.key(&slot.set)));
            let tied = tie_between(slots.first().map(|slot| slot.set.len()), slots.get(1).map(|slot| slot.set.len()));
            ("Which block yields?", "fewest pages, if fewer than the set has", tied)
        }
        Room::Flush(_) => {
            slots.sort_unstable_by_key(|slot| blocks.rank(slot));
            ("Which block is flushed?", blocks.order().rule(), None)
        }
    };
    let sets: Vec<&PageSet> = slots.iter().map(|slot| &slot.set).collect();
    Some(Decision { question: question.into(), rule: rule.into(), tie: tied, ..table(&sets, cache) })
}

/// Sets of pages as candidates, the first of them taken.
fn table(sets: &[&PageSet], cache: &Cache) -> Decision {
    let shown = sets.iter().take(LISTED - 1).chain(sets.last().filter(|_| sets.len() >= LISTED));
    let first = sets.first().map(|set| set.lbn);
    Decision {
        columns: vec!["pages".into(), "last used".into()],
        rows: shown.map(|set| row(set, first == Some(set.lbn), cache)).collect(),
        candidates: sets.len(),
        ..Decision::default()
    }
}

fn row(set: &PageSet, chosen: bool, cache: &Cache) -> Row {
    Row {
        label: block_name(set.lbn),
        block: None,
        chosen,
        cells: vec![grouped(u64::from(set.len())), format!("access {}", grouped(set.last_used))],
        share: Some(f64::from(set.len()) / f64::from(cache.pages_per_block())),
    }
}

fn tie_between(first: Option<u32>, second: Option<u32>) -> Option<String> {
    (first.is_some() && first == second).then(|| "equal: the one used least recently".into())
}

fn moved(choice: Choice, set: &PageSet, cache: &Cache) -> Vec<Moved> {
    let down = |slot: usize| Moved {
        column: cache.pages.column(set.lbn),
        from_slot: None,
        ..out_of(slot, set, Place::Block(slot as u16))
    };
    match choice.room {
        Room::Join(slot) | Room::Enter(slot) => vec![down(slot)],
        Room::Swap(slot) => {
            let mut up = cache.blocks.set(slot).cloned();
            up.iter_mut().for_each(PageSet::drop_clean);
            let up = up.map(|up| out_of(slot, &up, Place::Pages));
            std::iter::once(down(slot)).chain(up).collect()
        }
        Room::Flush(slot) => {
            let Some(block) = cache.blocks.set(slot) else { return Vec::new() };
            let absorbed = cache.pages.find(block.lbn).filter(|_| cache.rules.absorb);
            let column = cache.pages.column(block.lbn);
            let absorbed = absorbed.map(|set| Moved { from_slot: None, column, ..out_of(slot, set, Place::Flash) });
            std::iter::once(out_of(slot, block, Place::Flash)).chain(absorbed).chain([down(slot)]).collect()
        }
    }
}

fn out_of(slot: usize, set: &PageSet, to: Place) -> Moved {
    Moved { lbn: set.lbn, offsets: set.offsets(), from_slot: Some(slot as u16), column: None, to }
}

/// What is done, and a flush of the block that would go next where none is done.
fn prices(choice: Choice, cache: &Cache, holds: Holds<'_>, timing: &Timing) -> Vec<Price> {
    let free = |label: &str| Price { label: label.into(), reads: 0, programs: 0, erases: 0, ns: 0 };
    let taken = match choice.room {
        Room::Join(_) => free("into its own block slot"),
        Room::Enter(_) => free("into a free block slot"),
        Room::Swap(_) => free("swap"),
        Room::Flush(slot) => return vec![flush_price(slot, "flush", cache, holds, timing)],
    };
    let instead = cache.blocks.next_out().map(|slot| flush_price(slot, "had it flushed", cache, holds, timing));
    std::iter::once(taken).chain(instead).collect()
}

fn flush_price(slot: usize, label: &str, cache: &Cache, holds: Holds<'_>, timing: &Timing) -> Price {
    let Some(set) = cache.leaving(From::Slot(slot)) else { return Price::default() };
    let reads = read_up(&set, cache, holds);
    let programs = set.len() + reads;
    let ns = u64::from(reads) * timing.read_cost() + u64::from(programs) * timing.program_cost() + timing.erase_cost();
    Price { label: format!("{label} {}", block_name(set.lbn)), reads, programs, erases: 1, ns }
}

/// Pages that a flush of `set` has to read from flash.
fn read_up(set: &PageSet, cache: &Cache, holds: Holds<'_>) -> u32 {
    let only_below = |&lpn: &Lpn| holds(lpn) && set.get(cache.offset(lpn)).is_none();
    cache.pages_of(set.lbn).filter(only_below).count() as u32
}

fn headline(choice: Choice, set: &PageSet, cache: &Cache, holds: Holds<'_>) -> String {
    let name = |set: &PageSet| format!("**{}, {}**", block_name(set.lbn), count(u64::from(set.len()), "page"));
    let stack = format!("To make room, the tallest stack ({})", name(set));
    let slot_set = |slot: usize| cache.blocks.set(slot);
    match choice.room {
        Room::Join(_) => format!("{stack} joins its block in the block area; the flash is not touched."),
        Room::Enter(_) => format!("{stack} goes down to a free block slot; the flash is not touched."),
        Room::Swap(slot) => {
            let Some(block) = slot_set(slot) else { return stack };
            let freed = set.len().saturating_sub(block.len());
            let come = if freed == 1 { "slot comes" } else { "slots come" };
            format!(
                "{stack} trades places with the emptiest block ({}). {} {come} free; the flash is not touched.",
                name(block),
                grouped(u64::from(freed))
            )
        }
        Room::Flush(slot) => {
            let Some(block) = cache.leaving(From::Slot(slot)) else { return stack };
            let reads = read_up(&block, cache, holds);
            let merge = match reads {
                0 => "nothing has to be read up".into(),
                n => format!("{} read up first", count(u64::from(n), "page")),
            };
            format!(
                "No block has fewer pages than the tallest stack ({} of {}), so **{} is flushed**: {merge}.",
                set.len(),
                block_name(set.lbn),
                block_name(block.lbn)
            )
        }
    }
}
