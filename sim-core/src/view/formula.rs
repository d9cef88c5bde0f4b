//! The candidates of this moment under a formula that somebody types: nothing changes by asking.

use crate::base::formula::problem::Problem;
use crate::base::formula::program::{Program, Term, compare, shown};
use crate::base::formula::vocabulary::Vocabulary;
use crate::buffer::AnyPolicy;
use crate::buffer::group_quantities::VOCABULARY as GROUPS;
use crate::buffer::store::Victim;
use crate::flash::operation::Kind;
use crate::ftl::gc::victim_quantities::{VOCABULARY as VICTIMS, mean_erases, of};
use crate::ftl::layer::Candidates;
use crate::nand::array::Nand;
use crate::nand::{BlockId, PlaneId};
use crate::replay::lane::Lane;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// What a formula makes of what there is to choose from at this moment.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FormulaRanking"))]
pub struct Ranking {
    /// What is wrong with the text; then there is nothing else. Null for a formula.
    error: Option<Problem>,
    /// Why there is nothing to rank; null where there is.
    missing: Option<Missing>,
    /// What is ranked.
    of: Ranked,
    /// Of blocks, the plane: the one that collects, or else the one with the fewest free blocks.
    plane: Option<PlaneId>,
    /// How many there are to choose from.
    candidates: usize,
    /// The parts of the outermost sum or product, or the whole.
    terms: Vec<RankingTerm>,
    /// The first of them in order of value, as many as were asked for.
    rows: Vec<RankingRow>,
    /// The number of the one that the formula takes; null if it takes none.
    chosen: Option<u32>,
    /// The block that is being collected; null if none is. Directly after it was chosen it is among the candidates, later not.
    collecting: Option<BlockId>,
}

/// Why there is nothing to rank.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RankingMissing"))]
#[serde(rename_all = "kebab-case")]
enum Missing {
    /// No victim policy chooses on this device, or it has no write buffer.
    NothingChooses,
    /// The write buffer does not keep what formulas speak of, since another policy chooses.
    OtherPolicy,
}

/// What is ranked.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RankedOf"))]
#[serde(rename_all = "kebab-case")]
enum Ranked {
    /// Closed blocks of a plane.
    #[default]
    Block,
    /// Logical blocks in a write buffer.
    LogicalBlock,
    /// Logical pages in a write buffer.
    Page,
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
    /// Its number: of a block, a logical block or a logical page.
    number: u32,
    /// The value of the formula; null where it is infinite or not a number.
    value: Option<f64>,
    /// The value as people read it: "12.5", "∞", "NaN".
    shown: String,
    /// Each quantity of the formula's vocabulary, by name.
    #[cfg_attr(test, ts(type = "Record<string, number>"))]
    quantities: BTreeMap<&'static str, f64>,
    /// The values of the terms, in their order, as people read them.
    terms: Vec<String>,
    /// Whether taking it frees anything; a block without is never taken.
    has_gain: bool,
}

/// A formula and its terms.
struct Parsed {
    vocabulary: &'static Vocabulary,
    program: Program,
    terms: Vec<Term>,
}

impl Parsed {
    fn new(text: &str, vocabulary: &'static Vocabulary) -> Result<Self, Problem> {
        Ok(Self { vocabulary, program: Program::new(text, vocabulary)?, terms: Program::terms(text, vocabulary)? })
    }

    fn named(&self) -> Vec<RankingTerm> {
        self.terms.iter().map(|term| RankingTerm { sign: term.sign, text: term.text.clone() }).collect()
    }

    fn row(&self, number: u32, value: f64, quantities: &[f64], has_gain: bool) -> RankingRow {
        RankingRow {
            number,
            value: value.is_finite().then_some(value),
            shown: shown(value),
            quantities: self
                .vocabulary
                .quantities
                .iter()
                .map(|known| known.name)
                .zip(quantities.iter().copied())
                .collect(),
            terms: self.terms.iter().map(|term| shown(term.program.value(quantities))).collect(),
            has_gain,
        }
    }

    fn nothing(&self, missing: Missing) -> Ranking {
        Ranking { terms: self.named(), missing: Some(missing), ..Ranking::default() }
    }
}

/// The closed blocks of the lane's present moment under `text`, where `k` has this value; `most` of them.
pub fn rank(lane: &Lane, text: &str, k: f64, most: usize) -> Ranking {
    let parsed = match Parsed::new(text, VICTIMS) {
        Ok(parsed) => parsed,
        Err(problem) => return Ranking { error: Some(problem), ..Ranking::default() },
    };
    let nand = &lane.machine().core.nand;
    let just_chosen = lane.seen.last.filter(|last| last.kind == Kind::GcStart).and_then(|last| last.block);
    let Some(candidates) = lane.machine().ftl.candidates(just_chosen, nand) else {
        return parsed.nothing(Missing::NothingChooses);
    };
    let mean = mean_erases(&candidates.blocks, nand);
    let quantities = |block: BlockId| of(block, k, mean, nand);
    let mut valued: Vec<(BlockId, f64)> = choice(just_chosen, &candidates)
        .into_iter()
        .map(|block| (block, parsed.program.value(&quantities(block))))
        .collect();
    valued.sort_unstable_by(|one, other| in_order(*one, *other, nand));
    let row = |&(block, value): &(BlockId, f64)| parsed.row(block, value, &quantities(block), has_gain(block, nand));
    Ranking {
        plane: Some(candidates.plane),
        candidates: valued.len(),
        terms: parsed.named(),
        rows: valued.iter().take(most).map(row).collect(),
        chosen: valued.first().map(|&(block, _)| block).filter(|&block| has_gain(block, nand)),
        collecting: candidates.collecting,
        ..Ranking::default()
    }
}

/// What is in the lane's write buffer at the present moment under `text`, where `k` has this value; `most` of it.
pub fn rank_buffer(lane: &Lane, text: &str, k: f64, most: usize) -> Ranking {
    let parsed = match Parsed::new(text, GROUPS) {
        Ok(parsed) => parsed,
        Err(problem) => return Ranking { error: Some(problem), ..Ranking::default() },
    };
    let Some(buffer) = lane.machine().buffer.pages() else { return parsed.nothing(Missing::NothingChooses) };
    let AnyPolicy::Formula(policy) = &buffer.policy else { return parsed.nothing(Missing::OtherPolicy) };
    let ranked = policy.ranked_by(&parsed.program, k, &buffer.store);
    let number = |victim: Victim| match victim {
        Victim::Group(slot) => buffer.store.group(slot).lbn,
        Victim::Page(slot, offset) => buffer.store.first_page(buffer.store.group(slot).lbn) + offset,
    };
    let is_page = ranked.first().is_some_and(|(victim, ..)| matches!(victim, Victim::Page(..)));
    let rows = ranked.iter().take(most);
    Ranking {
        of: if is_page { Ranked::Page } else { Ranked::LogicalBlock },
        candidates: ranked.len(),
        terms: parsed.named(),
        rows: rows.map(|(victim, quantities, value)| parsed.row(number(*victim), *value, quantities, true)).collect(),
        chosen: ranked.first().map(|(victim, ..)| number(*victim)),
        ..Ranking::default()
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
