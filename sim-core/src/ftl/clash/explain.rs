//! How room is made, in words: which set leaves the page slots, which block makes way, and what it costs.

use super::cache::{Cache, Choice, Room};
use super::evict::Origin;
use super::page_set::PageSet;
use super::page_space::Tie;
use crate::base::text::{count, grouped};
use crate::flash::decision::{Decision, LISTED, Moved, Place, Price, Row};
use crate::flash::terms::block_name;
use crate::nand::Lpn;
use crate::nand::timing::Timing;

/// What is below the cache, as far as prices depend on it.
pub(super) struct Ground<'a> {
    /// Whether the flash holds a page.
    pub holds: &'a dyn Fn(Lpn) -> bool,
    /// Erases that a flush takes by itself.
    pub erases: u32,
    /// How long flash operations take.
    pub(crate) timing: Timing,
}

/// Why room is made as `choice` says.
pub(crate) fn decision(op: u64, choice: Choice, cache: &Cache, ground: &Ground<'_>) -> Decision {
    let Some(set) = cache.pages.find(choice.lbn) else { return Decision::default() };
    Decision {
        op,
        moved: moved(choice, set, cache),
        prices: prices(choice, set, cache, ground),
        headline: headline(choice, set, cache, ground),
        further: way_made(choice, cache).into_iter().collect(),
        ..set_that_leaves(cache)
    }
}

/// The sets in page slots, the largest first.
fn set_that_leaves(cache: &Cache) -> Decision {
    let tie = cache.rules.tie;
    let mut sets: Vec<&PageSet> = cache.pages.sets().iter().map(|standing| &standing.set).collect();
    sets.sort_unstable_by_key(|set| (u32::MAX - set.len(), tie.key(set)));
    let candidates = sets.iter().map(|set| (*set, last_used(set, cache))).collect();
    Decision {
        question: "Which set leaves?".into(),
        rule: "most pages of one logical block".into(),
        tie: tie_of(&sets, tie),
        ..table("last used", candidates, cache)
    }
}

/// The blocks in block slots, the one that makes way first; nothing to choose where the set finds a slot.
fn way_made(choice: Choice, cache: &Cache) -> Option<Decision> {
    let (blocks, rules) = (&cache.blocks, &cache.rules);
    let mut slots: Vec<_> = blocks.slots().iter().flatten().collect();
    match choice.room {
        Room::Join(_) | Room::Enter(_) => None,
        Room::Swap(_) => {
            slots.sort_unstable_by_key(|slot| (slot.set.dirty(), rules.tie.key(&slot.set)));
            let sets: Vec<&PageSet> = slots.iter().map(|slot| &slot.set).collect();
            let candidates = sets.iter().map(|set| (*set, last_used(set, cache))).collect();
            Some(Decision {
                question: "Which block yields?".into(),
                rule: "fewest pages".into(),
                tie: tie_of(&sets, rules.tie),
                ..table("last used", candidates, cache)
            })
        }
        Room::Flush(_) => {
            slots.sort_unstable_by_key(|slot| blocks.rank(slot));
            let candidates = slots.iter().map(|slot| (&slot.set, blocks.figure(slot, cache.now))).collect();
            Some(Decision {
                question: "Which block is flushed?".into(),
                rule: blocks.order().rule().into(),
                ..table(blocks.order().head(), candidates, cache)
            })
        }
    }
}

/// Sets of pages as candidates, each with the figure that decides between equals; the first of them is taken.
fn table(head: &str, candidates: Vec<(&PageSet, String)>, cache: &Cache) -> Decision {
    let last = candidates.last().filter(|_| candidates.len() >= LISTED).cloned();
    let row = |(at, (set, figure)): (usize, (&PageSet, String))| Row {
        label: block_name(set.lbn),
        block: None,
        chosen: at == 0,
        cells: vec![grouped(u64::from(set.dirty())), figure],
        share: Some(f64::from(set.dirty()) / f64::from(cache.pages_per_block())),
    };
    Decision {
        columns: vec!["pages".into(), head.into()],
        candidates: candidates.len(),
        rows: candidates.into_iter().take(LISTED - 1).chain(last).enumerate().map(row).collect(),
        ..Decision::default()
    }
}

fn last_used(set: &PageSet, cache: &Cache) -> String {
    ago(set.last_used, cache.now)
}

/// How many page accesses ago something was.
pub(crate) fn ago(then: u64, now: u64) -> String {
    match now.saturating_sub(then) {
        1 => "1 access ago".into(),
        n => [&grouped(n), " accesses ago"].concat(),
    }
}

fn tie_of(sets: &[&PageSet], tie: Tie) -> Option<String> {
    let tied = sets.len() > 1 && sets[0].len() == sets[1].len();
    tied.then(|| [tie.rule(), " wins"].concat())
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
fn prices(choice: Choice, set: &PageSet, cache: &Cache, ground: &Ground<'_>) -> Vec<Price> {
    let label = match choice.room {
        Room::Join(_) => "into its own block slot",
        Room::Enter(_) => "into a free block slot",
        Room::Swap(_) => "swap",
        Room::Flush(slot) => return vec![flush_price(slot, "flush", cache, ground)],
    };
    let reads = read_at_once(choice, set, cache, ground);
    let ns = u64::from(reads) * ground.timing.read_cost();
    let taken = Price { label: label.into(), reads, programs: 0, erases: 0, ns };
    let instead = cache.blocks.next_out().map(|slot| flush_price(slot, "had it flushed", cache, ground));
    std::iter::once(taken).chain(instead).collect()
}

fn flush_price(slot: usize, label: &str, cache: &Cache, ground: &Ground<'_>) -> Price {
    let Some(set) = cache.leaving(Origin::Slot(slot)) else { return Price::default() };
    let (reads, erases, timing) = (read_up(&set, cache, ground), ground.erases, &ground.timing);
    let programs = set.len() + reads;
    let ns = u64::from(reads) * timing.read_cost()
        + u64::from(programs) * timing.program_cost()
        + u64::from(erases) * timing.erase_cost();
    Price { label: format!("{label} {}", block_name(set.lbn)), reads, programs, erases, ns }
}

/// Pages of the block of `set` that only the flash holds.
fn read_up(set: &PageSet, cache: &Cache, ground: &Ground<'_>) -> u32 {
    let only_below = |&lpn: &Lpn| (ground.holds)(lpn) && set.get(cache.offset(lpn)).is_none();
    cache.pages_of(set.lbn).filter(only_below).count() as u32
}

/// Pages that are read as the set enters its slot: none, but with early merge.
fn read_at_once(choice: Choice, set: &PageSet, cache: &Cache, ground: &Ground<'_>) -> u32 {
    let enters = matches!(choice.room, Room::Enter(_) | Room::Swap(_));
    if enters && cache.rules.early_merge { read_up(set, cache, ground) } else { 0 }
}

fn headline(choice: Choice, set: &PageSet, cache: &Cache, ground: &Ground<'_>) -> String {
    let name = |set: &PageSet| format!("**{}, {}**", block_name(set.lbn), count(u64::from(set.dirty()), "page"));
    let largest = format!("To free page slots, the largest set ({})", name(set));
    let flash = match read_at_once(choice, set, cache, ground) {
        0 => "the flash is not touched".into(),
        reads => format!("{} read from flash", count(u64::from(reads), "page")),
    };
    match choice.room {
        Room::Join(_) => format!("{largest} joins its block in the block area; {flash}."),
        Room::Enter(_) => format!("{largest} moves down to a free block slot; {flash}."),
        Room::Swap(slot) => {
            let Some(block) = cache.blocks.set(slot) else { return largest };
            let freed = match set.len().saturating_sub(block.dirty()) {
                0 => "No slot comes free yet".into(),
                1 => "One slot comes free".into(),
                n => format!("{} slots come free", grouped(u64::from(n))),
            };
            format!(
                "{largest} swaps places with the block slot that holds the fewest ({}). {freed}; {flash}.",
                name(block)
            )
        }
        Room::Flush(slot) => {
            let Some(block) = cache.leaving(Origin::Slot(slot)) else { return largest };
            let merge = match read_up(&block, cache, ground) {
                0 => "nothing has to be read from flash".into(),
                n => format!("{} read from flash first", count(u64::from(n), "page")),
            };
            format!(
                "No block in RAM has fewer pages than the largest set ({} of {}), so **{} is flushed**: {merge}.",
                set.len(),
                block_name(set.lbn),
                block_name(block.lbn)
            )
        }
    }
}
