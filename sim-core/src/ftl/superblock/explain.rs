//! A victim inside a superblock, in words.

use super::collect::outdated;
use crate::base::order::sorted_by;
use crate::base::text::{count, grouped};
use crate::flash::decision::{Decision, LISTED, Row};
use crate::nand::BlockId;
use crate::nand::array::Nand;

/// What a collection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The superblock is being written, has no room, and may have no other block.
    NoRoom,
    /// Another superblock needs a block, and this one has one to spare.
    GivesBack,
}

/// Why `victim` was chosen among the `members` of a superblock.
pub(crate) fn decision(
    op: u64,
    why: Why,
    superblock: u32,
    victim: BlockId,
    members: &[BlockId],
    nand: &Nand,
) -> Decision {
    let pages = nand.geometry.pages_per_block;
    let ranked = sorted_by(members, |&block| u64::from(block != victim) * u64::from(pages + 1 - outdated(block, nand)));
    let tied = ranked.get(1).is_some_and(|&next| outdated(next, nand) == outdated(victim, nand));
    let last = ranked.len() - 1;
    let shown = (0..ranked.len().min(LISTED)).map(|place| ranked[if place == LISTED - 1 { last } else { place }]);
    let valid = nand.block(victim).valid;
    let copies = if valid == 1 { "1 page copy".into() } else { format!("{} page copies", grouped(u64::from(valid))) };
    let name = grouped(u64::from(superblock));
    let (rule, headline) = match why {
        Why::NoRoom => (
            "fewest valid pages in the superblock",
            format!(
                "Superblock {name} has no room. Its block with the fewest valid pages is **block {}**: **{copies}** free {}.",
                grouped(u64::from(victim)),
                count(u64::from(outdated(victim, nand)), "page")
            ),
        ),
        Why::GivesBack => (
            "fewest valid pages in the superblock that was written longest ago and has a block to spare",
            format!(
                "No block is free. Superblock {name}, written longest ago, gives one back: emptying **block {}** takes \
                 **{copies}**.",
                grouped(u64::from(victim))
            ),
        ),
    };
    Decision {
        op,
        question: "Why this block?".into(),
        rule: rule.into(),
        columns: vec!["valid".into(), "outdated".into()],
        rows: shown.map(|block| row(block, victim, nand)).collect(),
        candidates: ranked.len(),
        tie: tied.then(|| "the block closed first wins".into()),
        headline,
        ..Decision::default()
    }
}

fn row(block: BlockId, victim: BlockId, nand: &Nand) -> Row {
    let valid = nand.block(block).valid;
    Row {
        label: format!("block {}", grouped(u64::from(block))),
        block: Some(block),
        chosen: block == victim,
        cells: vec![grouped(u64::from(valid)), grouped(u64::from(outdated(block, nand)))],
        share: Some(f64::from(valid) / f64::from(nand.geometry.pages_per_block)),
    }
}
