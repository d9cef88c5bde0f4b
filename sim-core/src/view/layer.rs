//! What the page is told about the translation layer: its blocks in their roles, and the parts that only some devices have.

use super::block::{block_pages, owners};
use super::part::{Part, Subject};
use crate::flash::operation::{Kind, Operation};
use crate::ftl::picture::{Parked, Role, Updates};
use crate::nand::array::Nand;
use crate::nand::{BlockId, NONE};
use crate::replay::lane::Lane;
use serde::Serialize;

/// `LayerView` out of what every layer tells and these parts, `name: Type` each.
macro_rules! layer_view {
    ($($(#[$about:meta])* $name:ident: $View:ty,)*) => {
        /// A layer's blocks and map.
        #[derive(Debug, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub struct LayerView {
            /// Log blocks and their kind, the oldest first; blocks being written.
            parked: Vec<ParkedBlock>,
            /// How many there are in all.
            parked_total: u32,
            /// The data block of each logical block, `NONE` where it has none; empty for large devices, and for layers that have none.
            homes: Vec<BlockId>,
            /// What becomes of updates, where the stage is that of log blocks.
            updates: Option<Updates>,
            $($(#[$about])* $name: Option<$View>,)*
        }

        impl LayerView {
            fn of(mut subject: Subject<'_>) -> Self {
                let nand = &subject.lane.machine().core.nand;
                Self {
                    parked: subject.picture.parked.iter().map(|parked| block(parked, nand)).collect(),
                    parked_total: subject.picture.parked_total,
                    homes: std::mem::take(&mut subject.picture.homes),
                    updates: subject.picture.updates,
                    $($name: <$View>::of(&mut subject),)*
                }
            }

            /// Calls `see` with the logical blocks whose pages the layer is told by.
            pub fn owners(&self, pages_per_block: u32, see: &mut impl FnMut(u32)) {
                for ParkedBlock { lbn, page_owner, .. } in &self.parked {
                    lbn.iter().for_each(|&lbn| see(lbn));
                    page_owner.iter().filter(|&&lpn| lpn != NONE).for_each(|lpn| see(lpn / pages_per_block));
                }
                $(self.$name.iter().for_each(|part| part.owners(pages_per_block, see));)*
            }
        }
    };
}

layer_view! {
    map: super::map::MapView,
    /// Who shares the blocks that park updates, where each has a few of its own (NFTL, SAST).
    shared: super::shared_blocks::SharedBlocks,
    cache: super::cache::CacheView,
    buffer: super::buffer::BufferView,
    ttflash: super::ttflash::TtflashView,
    openchannel: super::openchannel::OpenChannelView,
}

/// A block in a role of its own: it is written now, or parks updates until they are merged.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ParkedBlock {
    role: Role,
    block: BlockId,
    /// The logical block it belongs to, where it is one.
    lbn: Option<u32>,
    /// Distinct logical blocks with valid pages in it.
    owners: usize,
    page_state: Vec<u8>,
    page_owner: Vec<u32>,
}

/// The layer of `lane` as it stands.
pub(crate) fn layer(lane: &Lane) -> LayerView {
    let machine = lane.machine();
    let nand = &machine.core.nand;
    let logical = |lpn: &u32| *lpn < nand.geometry.logical_pages;
    let near = lane.seen.served.iter().rev().find_map(|operation| operation.lpn.filter(logical));
    let is_lookup = |operation: &&Operation| matches!(operation.kind, Kind::MapHit | Kind::MapMiss);
    let asked = lane.seen.served.iter().rev().find(is_lookup).and_then(|lookup| lookup.lpn);
    LayerView::of(Subject { lane, picture: machine.ftl.picture(near, nand), near, asked })
}

fn block(parked: &Parked, nand: &Nand) -> ParkedBlock {
    let (page_state, page_owner) = block_pages(parked.block, nand);
    ParkedBlock {
        role: parked.role,
        block: parked.block,
        lbn: Some(parked.lbn).filter(|&lbn| lbn != NONE),
        owners: owners(parked.block, nand).len(),
        page_state,
        page_owner,
    }
}
