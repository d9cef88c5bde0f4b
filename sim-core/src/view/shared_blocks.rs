//! Logical blocks that share the blocks that park updates (NFTL, SAST), as the page is told them.

use super::block::block_pages;
use super::part::{Part, Subject};
use crate::ftl::picture::{OwnerPicture, SharedPicture};
use crate::nand::{BlockId, NONE};
use serde::Serialize;

/// Who shares the blocks that park updates.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct SharedBlocks {
    /// First the one being worked on, then those with blocks, who wrote longest ago first, then others; at most 8.
    owners: Vec<BlockOwner>,
    /// How many have blocks.
    owners_total: u32,
    /// Most blocks that each may have.
    most: u32,
    /// Blocks of the pool in a plane, and those not lent.
    pool: u32,
    free: u32,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BlockOwner {
    /// The logical blocks, at most 16 of `members_total`, with their data blocks.
    members: Vec<OwnerMember>,
    members_total: u32,
    /// The oldest first.
    lent: Vec<BlockPages>,
    lent_total: u32,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct OwnerMember {
    lbn: u32,
    home: Option<BlockPages>,
}

/// The looks and owners of a block's pages.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BlockPages {
    block: BlockId,
    page_state: Vec<u8>,
    page_owner: Vec<u32>,
}

impl Part for SharedBlocks {
    fn of(subject: &mut Subject<'_>) -> Option<Self> {
        let SharedPicture { owners, owners_total, most, pool, free } = subject.picture.shared.take()?;
        let nand = &subject.lane.machine().core.nand;
        let pages = |block: BlockId| {
            let (page_state, page_owner) = block_pages(block, nand);
            BlockPages { block, page_state, page_owner }
        };
        let member = |(lbn, home): (u32, BlockId)| OwnerMember { lbn, home: (home != NONE).then(|| pages(home)) };
        let owner = |OwnerPicture { members, members_total, lent, lent_total }: OwnerPicture| BlockOwner {
            members: members.into_iter().map(member).collect(),
            members_total,
            lent: lent.into_iter().map(pages).collect(),
            lent_total,
        };
        Some(Self { owners: owners.into_iter().map(owner).collect(), owners_total, most, pool, free })
    }
}
