//! Choices in words: which map block makes way, and which line is collected.

use super::cache::MapCache;
use super::lines::{Line, LineState, Lines};
use super::map::Map;
use super::map_policy::policy::{MapBlock, MapPolicy, Slot};
use crate::base::order::sorted_by;
use crate::base::text::grouped;
use crate::flash::decision::{Decision, LISTED, Row};
use crate::nand::array::Nand;
use crate::parameters::parameter::word_title;

/// Why a map block makes way for `incoming`.
pub(crate) fn map_block(op: u64, map: &Map, cache: &MapCache, incoming: MapBlock) -> Decision {
    let policy = map.policy();
    let rule = cache.policy.case(incoming).unwrap_or(policy.rule);
    let slots = cache.policy.order(incoming, LISTED);
    let row = |(at, &slot): (usize, &Slot)| {
        let block = cache.block(slot)?;
        let mut cells = vec![grouped(cache.policy.worth(slot, block))];
        cells.push(if cache.is_dirty(slot) { "dirty" } else { "clean" }.into());
        let of_journal = map.journal.as_ref().is_some_and(|journal| journal.contains(&block));
        cells.push(if of_journal { "journal" } else { "" }.into());
        Some(Row {
            label: format!("map block {}", grouped(u64::from(block))),
            block: None,
            chosen: at == 0,
            cells,
            share: None,
        })
    };
    let rows: Vec<Row> = slots.iter().enumerate().filter_map(row).collect();
    let victim =
        slots.first().and_then(|&slot| cache.block(slot)).map_or_else(String::new, |block| grouped(u64::from(block)));
    let makes_way = match slots.first().is_some_and(|&slot| cache.is_dirty(slot)) {
        true => format!("**map block {victim}** ({rule}) is written back and makes way"),
        false => format!("**map block {victim}** ({rule}) makes way"),
    };
    Decision {
        op,
        question: "Which map block makes way?".into(),
        rule: format!("{}: {rule}", word_title(policy.kind)),
        columns: vec![policy.worth.into(), "in memory".into(), String::new()],
        rows,
        candidates: cache.blocks_in() as usize,
        headline: format!("Map block {} is not in memory: {makes_way}.", grouped(u64::from(incoming))),
        ..Decision::default()
    }
}

/// Why `victim` is collected.
pub(crate) fn line(op: u64, lines: &Lines, victim: Line, nand: &Nand) -> Decision {
    let closed: Vec<(u32, Line)> = lines
        .range
        .clone()
        .filter(|&line| line != victim && lines.state(line) == LineState::Closed)
        .map(|line| (lines.valid(line, nand), line))
        .collect();
    let others = sorted_by(&closed, |&(valid, line)| u64::from(valid) << 32 | u64::from(line));
    let of_victim = (lines.valid(victim, nand), victim);
    let row = |&(valid, line): &(u32, Line)| Row {
        label: format!("line {}", line + 1),
        block: Some(lines.chunk(line, 0)),
        chosen: line == victim,
        cells: vec![grouped(u64::from(valid)), list_name(valid, lines.pages()).into()],
        share: Some(f64::from(valid) / f64::from(lines.pages())),
    };
    let pages = lines.pages();
    Decision {
        op,
        question: "Which line is collected?".into(),
        rule: "the line with the fewest valid pages".into(),
        columns: vec!["valid".into(), "list".into()],
        rows: std::iter::once(&of_victim).chain(others.iter().take(LISTED - 1)).map(row).collect(),
        candidates: closed.len() + 1,
        headline: match of_victim.0 {
            0 => format!("**Line {}** holds nothing valid: it is erased at once.", victim + 1),
            valid => format!(
                "GC picks **line {}**: {} of its {} pages are still valid and move through the ring.",
                victim + 1,
                grouped(u64::from(valid)),
                grouped(u64::from(pages))
            ),
        },
        ..Decision::default()
    }
}

/// Why `victim`, a line of the map, is collected.
pub(super) fn map_line(op: u64, lines: &Lines, victim: Line, nand: &Nand) -> Decision {
    let (valid, pages) = (lines.valid(victim, nand), lines.pages());
    let current = match valid {
        0 => {
            format!("with **none of its {} pages** still valid: erasing it costs no copy.", grouped(u64::from(pages)))
        }
        _ => format!(
            "with **{} of its {} pages** still valid: moving {} frees {}.",
            grouped(u64::from(valid)),
            grouped(u64::from(pages)),
            if valid == 1 { "that" } else { "them" },
            grouped(u64::from(pages - valid))
        ),
    };
    Decision {
        question: "Which line of the map is collected?".into(),
        rule: "the line with the fewest valid pages".into(),
        headline: format!("The map has run out of free lines: GC takes **line {}**, {current}", victim + 1),
        ..line(op, lines, victim, nand)
    }
}

/// The list that pblk keeps a closed line in, by its valid pages: full of what can be reclaimed, down to empty of it.
pub(crate) fn list(valid: u32, pages: u32) -> usize {
    match valid {
        0 => 0,
        _ if valid == pages => 4,
        _ if valid < pages / 4 => 1,
        _ if valid < pages / 2 => 2,
        _ => 3,
    }
}

fn list_name(valid: u32, pages: u32) -> &'static str {
    ["full", "high", "mid", "low", "empty"][list(valid, pages)]
}
