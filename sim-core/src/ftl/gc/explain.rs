//! A victim choice put into words: the candidates with their figures, and the rule.

use super::{Entry, Policy, Victims};
use crate::engine::decision::{Decision, LISTED, Row};
use crate::engine::narrator::{count, grouped};
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use std::ops::Range;

/// Why `victim` was chosen among the closed blocks of a plane.
pub fn decision(
    op: u64,
    victim: BlockId,
    entry: &Entry,
    policy: &Policy,
    blocks: Range<BlockId>,
    nand: &Nand,
) -> Decision {
    let mut ranked: Vec<(f64, u64, BlockId)> = blocks
        .filter(|&block| block != victim && nand.block(block).state == BlockState::Closed)
        .map(|block| (policy.score(block, nand).rank, nand.block(block).close_time, block))
        .collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let tied = ranked.first().is_some_and(|best| best.0 == policy.score(victim, nand).rank);
    let candidates = ranked.len() + 1;
    let last = (ranked.len() > LISTED - 1).then(|| ranked[ranked.len() - 1].2);
    let shown = ranked.iter().take(LISTED - 2 + usize::from(last.is_none())).map(|&(.., block)| block).chain(last);
    let rows = std::iter::once(victim).chain(shown).map(|block| row(block, victim, policy, nand)).collect();
    let mut columns = vec!["valid".to_string(), "closed".to_string()];
    if !entry.score_head.is_empty() {
        columns.push(entry.score_head.into());
    }
    Decision {
        op,
        question: "Why this block?".into(),
        rule: format!("{}: {}", entry.kind, entry.rule),
        columns,
        rows,
        candidates,
        tie: (tied && entry.kind != "random").then(|| "equal: the one closed first".into()),
        headline: headline(victim, nand),
    }
}

fn row(block: BlockId, victim: BlockId, policy: &Policy, nand: &Nand) -> Row {
    let state = nand.block(block);
    let ago = nand.closings - state.close_time;
    let mut cells = vec![grouped(u64::from(state.valid)), format!("{} ago", count(ago, "block"))];
    let score = policy.score(block, nand).text;
    if !score.is_empty() {
        cells.push(score);
    }
    Row {
        label: format!("block {}", grouped(u64::from(block))),
        block: Some(block),
        chosen: block == victim,
        cells,
        share: Some(f64::from(state.valid) / f64::from(nand.geometry.pages_per_block)),
    }
}

fn headline(victim: BlockId, nand: &Nand) -> String {
    let (valid, pages) = (nand.block(victim).valid, nand.geometry.pages_per_block);
    let name = format!("**block {}**", grouped(u64::from(victim)));
    match valid {
        0 => format!("GC takes {name}: **none of its {pages} pages** is valid, so erasing it costs no copy."),
        _ if valid == pages => {
            format!("GC takes {name}: **all {pages} pages** are valid, so moving them gains nothing.")
        }
        1 => format!("GC takes {name}: **1 of its {pages} pages** is still valid, so moving it frees {}.", pages - 1),
        _ => format!(
            "GC takes {name}: **{valid} of its {pages} pages** are still valid, so moving them frees {}.",
            pages - valid
        ),
    }
}
