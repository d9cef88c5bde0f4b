//! The candidates of this moment under a formula that somebody types: nothing changes by asking.

use crate::base::formula::problem::Problem;
use crate::base::formula::program::{Program, compare, shown};
use crate::flash::operation::Kind;
use crate::ftl::gc::victim_quantities::{VOCABULARY, mean_erases, of};
use crate::ftl::layer::Candidates;
use crate::nand::array::Nand;
use crate::nand::{BlockId, PlaneId};
use crate::replay::lane::Lane;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// What a formula of victims makes of the closed blocks of this moment.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FormulaRanking"))]
pub struct Ranking {
    /// What is wrong with the text; then there is nothing else. Null for a formula.
    error: Option<Problem>,
    /// The plane: the one that collects, or else the one with the fewest free blocks. Null where no victim policy chooses.
    plane: Option<PlaneId>,
    /// How many blocks there are to choose from.
    candidates: usize,
    /// The parts of the outermost sum or product, or the whole.
    terms: Vec<RankingTerm>,
    /// The first of them in order of value, as many as were asked for.
    rows: Vec<RankingRow>,
    /// The block that the formula takes; null if it takes none.
    chosen: Option<BlockId>,
    /// The block that is being collected; null if none is. Directly after it was chosen it is among the candidates, later not.
    collecting: Option<BlockId>,
}

/// A part of a formula.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct RankingTerm {
    /// `+`, `-`, `*`, `/` or `%`; empty before the first.
    sign: &'static str,
    /// As it would be typed.
    text: String,
}

/// A candidate.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct RankingRow {
    block: BlockId,
    /// The value of the formula; null where it is infinite or not a number.
    value: Option<f64>,
    /// The value as people read it: "12.5", "∞", "NaN".
    shown: String,
    /// Each quantity of the formula's vocabulary, by name.
    #[cfg_attr(test, ts(type = "Record<string, number>"))]
    quantities: BTreeMap<&'static str, f64>,
    /// The values of the terms, in their order, as people read them.
    terms: Vec<String>,
    /// Whether it has a page that is not valid; others are never taken.
    has_gain: bool,
}

/// The candidates of the lane's present moment under `text`, where `k` has this value; `most` of them.
pub fn rank(lane: &Lane, text: &str, k: f64, most: usize) -> Ranking {
    let parsed = Program::new(text, VOCABULARY).and_then(|whole| Ok((whole, Program::terms(text, VOCABULARY)?)));
    let (program, terms) = match parsed {
        Ok(parsed) => parsed,
        Err(problem) => return Ranking { error: Some(problem), ..Ranking::default() },
    };
    let named = terms.iter().map(|term| RankingTerm { sign: term.sign, text: term.text.clone() }).collect();
    let nand = &lane.machine().core.nand;
    let just_chosen = lane.seen.last.filter(|last| last.kind == Kind::GcStart).and_then(|last| last.block);
    let Some(candidates) = lane.machine().ftl.candidates(just_chosen, nand) else {
        return Ranking { terms: named, ..Ranking::default() };
    };
    let mean = mean_erases(&candidates.blocks, nand);
    let quantities = |block: BlockId| of(block, k, mean, nand);
    let mut valued: Vec<(BlockId, f64)> =
        choice(just_chosen, &candidates).into_iter().map(|block| (block, program.value(&quantities(block)))).collect();
    valued.sort_unstable_by(|one, other| in_order(*one, *other, nand));
    let row = |&(block, value): &(BlockId, f64)| RankingRow {
        block,
        value: value.is_finite().then_some(value),
        shown: shown(value),
        quantities: VOCABULARY.quantities.iter().map(|known| known.name).zip(quantities(block)).collect(),
        terms: terms.iter().map(|term| shown(term.program.value(&quantities(block)))).collect(),
        has_gain: has_gain(block, nand),
    };
    Ranking {
        error: None,
        plane: Some(candidates.plane),
        candidates: valued.len(),
        terms: named,
        rows: valued.iter().take(most).map(row).collect(),
        chosen: valued.first().map(|&(block, _)| block).filter(|&block| has_gain(block, nand)),
        collecting: candidates.collecting,
    }
}

/// What there is to choose from. Directly after a choice nothing has changed, so it could be made again.
fn choice(just_chosen: Option<BlockId>, candidates: &Candidates) -> Vec<BlockId> {
    let again = candidates.collecting.filter(|_| candidates.collecting == just_chosen);
    candidates.closed.iter().copied().chain(again).collect()
}

fn has_gain(block: BlockId, nand: &Nand) -> bool {
    nand.block(block).valid < nand.geometry.pages_per_block
}

/// What has something to gain first, then the higher value, then what was closed first.
fn in_order(one: (BlockId, f64), other: (BlockId, f64), nand: &Nand) -> Ordering {
    let gain = has_gain(other.0, nand).cmp(&has_gain(one.0, nand));
    let closed = |block: BlockId| nand.block(block).close_time;
    gain.then(compare(other.1, one.1)).then(closed(one.0).cmp(&closed(other.0)))
}
