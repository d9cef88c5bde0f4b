//! A victim choice put into words: the candidates with their figures, and the rule.

use super::AnyPolicy;
use super::policy::{Entry, VictimPolicy};
use crate::base::text::{count, grouped};
use crate::flash::decision::{Decision, LISTED, Row};
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use crate::parameters::parameter::word_title;
use std::ops::Range;

/// Why `victim` was chosen among the closed blocks of a plane.
pub(crate) fn decision(
    op: u64,
    victim: BlockId,
    entry: &Entry<AnyPolicy>,
    policy: &AnyPolicy,
    blocks: Range<BlockId>,
    nand: &Nand,
) -> Decision {
    let others = blocks.filter(|&block| block != victim && nand.block(block).state == BlockState::Closed);
    let ranked = Ranked::of(others.clone().map(|block| Candidate {
        rank: policy.rank(block, nand),
        close_time: nand.block(block).close_time,
        looked_at: policy.looks_at(block),
        block,
    }));
    let tied = ranked.best.first().is_some_and(|best| best.rank == policy.rank(victim, nand));
    let shown = ranked.best.iter().chain(&ranked.last).map(|candidate| candidate.block);
    let rows = std::iter::once(victim).chain(shown).map(|block| row(block, victim, policy, nand)).collect();
    let mut columns = vec!["valid".to_string(), "closed".to_string()];
    if !entry.score_head.is_empty() {
        columns.push(entry.score_head.into());
    }
    Decision {
        op,
        question: "Why this block?".into(),
        rule: format!("{}: {}", word_title(entry.kind), entry.rule),
        columns,
        rows,
        candidates: ranked.count + 1,
        among: if ranked.looked_at < ranked.count {
            std::iter::once(victim).chain(others.filter(|&block| policy.looks_at(block))).collect()
        } else {
            Vec::new()
        },
        tie: tied.then(|| "the block closed first wins".into()),
        headline: headline(victim, nand),
        ..Decision::default()
    }
}

/// Why `victim` was emptied among the blocks of the layer's own pages.
pub(crate) fn own(op: u64, victim: BlockId, others: impl Iterator<Item = BlockId>, nand: &Nand) -> Decision {
    let mut ranked: Vec<BlockId> = others.filter(|&block| block != victim).collect();
    ranked.sort_by_key(|&block| (nand.block(block).valid, block));
    let row = |block: BlockId| Row {
        label: format!("block {}", grouped(u64::from(block))),
        block: Some(block),
        chosen: block == victim,
        cells: vec![grouped(u64::from(nand.block(block).valid))],
        share: Some(f64::from(nand.block(block).valid) / f64::from(nand.geometry.pages_per_block)),
    };
    Decision {
        op,
        question: "Why this block?".into(),
        rule: "of the blocks of the map, the one with the fewest valid pages".into(),
        columns: vec!["valid".into()],
        candidates: ranked.len() + 1,
        rows: std::iter::once(victim).chain(ranked.into_iter().take(LISTED - 1)).map(row).collect(),
        headline: headline(victim, nand),
        ..Decision::default()
    }
}

/// A block that was not taken.
#[derive(Clone, Copy)]
struct Candidate {
    rank: f64,
    close_time: u64,
    looked_at: bool,
    block: BlockId,
}

impl Candidate {
    fn is_before(&self, other: &Self) -> bool {
        self.rank.total_cmp(&other.rank).then(self.close_time.cmp(&other.close_time)).is_lt()
    }
}

/// How many were not taken and how many of those were looked at, the best of them, and the last where there are more than are listed.
struct Ranked {
    count: usize,
    looked_at: usize,
    best: Vec<Candidate>,
    last: Option<Candidate>,
}

impl Ranked {
    /// One pass, keeping what is shown: a device has thousands of candidates, and every collection is explained.
    fn of(candidates: impl Iterator<Item = Candidate>) -> Self {
        const MOST: usize = LISTED - 1;
        let mut ranked = Self { count: 0, looked_at: 0, best: Vec::with_capacity(MOST + 1), last: None };
        let Self { count, looked_at, best, last } = &mut ranked;
        for candidate in candidates {
            *count += 1;
            *looked_at += usize::from(candidate.looked_at);
            if last.is_none_or(|last| !candidate.is_before(&last)) {
                *last = Some(candidate);
            }
            // One comparison is all that most of the candidates take.
            if best.get(MOST - 1).is_none_or(|least| candidate.is_before(least)) {
                let place = best.partition_point(|known| !candidate.is_before(known));
                best.insert(place, candidate);
                best.truncate(MOST);
            }
        }
        if *count <= MOST {
            *last = None;
        } else {
            best.truncate(MOST - 1);
        }
        ranked
    }
}

fn row(block: BlockId, victim: BlockId, policy: &AnyPolicy, nand: &Nand) -> Row {
    let state = nand.block(block);
    let ago = nand.closings - state.close_time;
    let mut cells = vec![grouped(u64::from(state.valid)), format!("{} ago", count(ago, "block"))];
    let figure = policy.score_text(block, nand);
    if !figure.is_empty() {
        cells.push(figure);
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
        0 => format!("GC picks {name}: **none of its {pages} pages** is valid, so it is erased without copying."),
        _ if valid == pages => {
            format!("GC picks {name}: **all {pages} pages** are valid, so moving them gains nothing.")
        }
        1 => format!("GC picks {name}: **1 of its {pages} pages** is still valid, so moving it frees {}.", pages - 1),
        _ => format!(
            "GC picks {name}: **{valid} of its {pages} pages** are still valid, so moving them frees {}.",
            pages - valid
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Component, Rng};

    #[test]
    fn of_few_candidates_all_are_kept_and_of_many_the_first_in_order_and_the_last() {
        let mut rng = Rng::new(1, Component::Policy);
        for count in (0..10).cycle().take(300) {
            let mut one = |block: BlockId| Candidate {
                rank: rng.below(4) as f64,
                close_time: rng.below(4) << 8 | u64::from(block),
                looked_at: rng.below(4) > 0,
                block,
            };
            let mut candidates: Vec<Candidate> = (0..count).map(&mut one).collect();
            let ranked = Ranked::of(candidates.iter().copied());
            candidates.sort_by_key(|candidate| (candidate.rank as u64, candidate.close_time));
            let sorted: Vec<BlockId> = candidates.iter().map(|candidate| candidate.block).collect();
            let (best, last) = match sorted.len() {
                0..LISTED => (&sorted[..], None),
                more => (&sorted[..LISTED - 2], Some(sorted[more - 1])),
            };
            assert_eq!(ranked.count, sorted.len());
            assert_eq!(ranked.looked_at, candidates.iter().filter(|candidate| candidate.looked_at).count());
            assert_eq!(ranked.best.iter().map(|candidate| candidate.block).collect::<Vec<_>>(), best);
            assert_eq!(ranked.last.map(|candidate| candidate.block), last);
        }
    }
}
