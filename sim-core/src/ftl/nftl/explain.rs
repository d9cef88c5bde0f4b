//! Why a chain of replacement blocks is folded, and what folding it and the others would cost.

use crate::base::text::{count, grouped};
use crate::flash::decision::{Decision, LISTED, Row};
use crate::flash::terms::block_name;
use crate::ftl::blocks::chains::Chains;
use crate::ftl::blocks::cost::Cost;
use crate::ftl::blocks::explain::last_write;
use crate::ftl::blocks::{Blocks, Pending};
use crate::nand::array::Nand;
use crate::nand::{BlockId, NONE};

/// What decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The chain has as many blocks as it may have, and no room for the page.
    Full,
    /// All replacement blocks are taken: the chain that was not written for the longest time makes way.
    Idle,
}

/// Why the chain of the first of `candidates`, logical blocks, is folded; `pending` pages ride along.
pub(crate) fn decision(
    op: u64,
    why: Why,
    candidates: &[u32],
    pending: &Pending,
    (blocks, chains): (&Blocks, &Chains),
    nand: &Nand,
) -> Decision {
    let lbn = candidates[0];
    let cost = |lbn: u32| cost(lbn, pending, blocks, chains).words();
    let row = |&candidate: &u32| {
        let chain: Vec<BlockId> = chains.blocks_of(candidate).collect();
        let valid: u32 = chain.iter().map(|&block| nand.block(block).valid).sum();
        let ago = chain.iter().map(|&block| last_write(block, nand)).min().unwrap_or(0);
        let pages = chain.len() as u32 * nand.geometry.pages_per_block;
        Row {
            label: format!("chain of {}", block_name(candidate)),
            block: chain.first().copied(),
            chosen: candidate == lbn,
            cells: vec![
                grouped(chain.len() as u64),
                grouped(u64::from(valid)),
                format!("{} ago", count(u64::from(ago), "page")),
                cost(candidate),
            ],
            share: Some(f64::from(valid) / f64::from(pages.max(1))),
        }
    };
    let last = candidates.last().filter(|_| candidates.len() >= LISTED);
    let (name, length) = (block_name(lbn), chains.length(lbn));
    Decision {
        op,
        question: "Why this chain?".into(),
        rule: match why {
            Why::Full => "it has no room for the page, and is as long as a chain may be",
            Why::Idle => "no replacement block is free: the chain not written for the longest time",
        }
        .into(),
        columns: ["blocks", "valid", "last write", "cost"].map(String::from).into(),
        rows: candidates.iter().take(LISTED - 1).chain(last).map(row).collect(),
        candidates: candidates.len(),
        tie: None,
        headline: match why {
            Why::Full => format!(
                "**{name}** has no room in {}. Folding all into a new block costs **{}**.",
                count(u64::from(length), "replacement block"),
                cost(lbn)
            ),
            Why::Idle => format!(
                "No replacement block is free. **{name}** was written longest ago: folding it costs **{}**.",
                cost(lbn)
            ),
        },
        ..Decision::default()
    }
}

/// What folding the chain of `lbn` takes.
fn cost(lbn: u32, pending: &Pending, blocks: &Blocks, chains: &Chains) -> Cost {
    let copied = |&lpn: &u32| blocks.lookup(lpn) != NONE && !pending.contains(&lpn);
    let data = u32::from(blocks.data_block(lbn) != NONE);
    Cost { copies: blocks.pages(lbn).filter(copied).count() as u32, erases: data + chains.length(lbn) }
}
