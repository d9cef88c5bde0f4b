//! The choice of the entry that leaves the cache, in words.

use super::cmt::{Cmt, Slot};
use crate::engine::decision::{Decision, LISTED, Row};
use crate::engine::narrator::grouped;

/// Why the next entry leaves.
pub fn decision(op: u64, cmt: &Cmt) -> Decision {
    let mut shown: Vec<Slot> = cmt.leaving().take(LISTED - 1).collect();
    let candidates = cmt.entries().iter().sum::<u32>() as usize;
    if candidates > shown.len() {
        shown.extend(cmt.leaving().last());
    }
    let rows: Vec<Row> = shown.iter().enumerate().map(|(place, &slot)| row(slot, place == 0, cmt)).collect();
    let chosen = rows.first().map(|row| row.label.clone()).unwrap_or_default();
    let news = match shown.first().is_some_and(|&slot| cmt.is_marked(slot)) {
        true => "the flash has it otherwise, so its translation page is read and written",
        false => "the flash has it too, so it can simply go",
    };
    Decision {
        op,
        question: "Why this entry?".into(),
        rule: "used longest ago, probationary entries first".into(),
        columns: vec!["state".into(), "costs".into()],
        headline: format!("The entry of **{chosen}** leaves the cache: {news}."),
        rows,
        candidates,
        tie: None,
    }
}

fn row(slot: Slot, chosen: bool, cmt: &Cmt) -> Row {
    let (state, costs) = if cmt.is_marked(slot) { ("dirty", "a read and a program") } else { ("clean", "nothing") };
    Row {
        label: ["page ", &grouped(u64::from(cmt.lpn(slot)))].concat(),
        block: None,
        chosen,
        cells: vec![state.into(), costs.into()],
        share: None,
    }
}
