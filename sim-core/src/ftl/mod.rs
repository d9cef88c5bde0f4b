//! Translation layers: where a logical page lives, and how room is made. One file or folder a layer.
//!
//! - `layer.rs`       what every layer offers, and how it is chosen
//! - `picture.rs`     what a layer shows of itself on the stage
//! - `page.rs`        page mapping, the ideal baseline
//! - `block/`         block mapping and its variants
//! - `nftl/`          replacement blocks of a logical block
//! - `bast.rs`        a log block for one logical block
//! - `sast/`          a few log blocks for a group of logical blocks; does the work for BAST too
//! - `fast/`          log blocks for pages of any logical block, and one for pages in order
//! - `kast/`          log blocks for at most K logical blocks each
//! - `last/`          log blocks for large requests, and for hot and cold pages
//! - `superblock/`    neighbouring logical blocks, page-mapped together
//! - `dftl/`          a page table on flash, part of it cached
//! - `cftl/`          the same, with whole blocks under one entry
//! - `clash/`         pages and blocks in RAM that swap places, over blocks at fixed places (C-lash)
//! - `ttflash/`       pages in stripes with parity, so that reads do not wait for collections (ttFlash)
//! - `openchannel/`   a host FTL over open channels, with the whole table in memory or a part of it
//! - `recorded/`      no policy: the operations of a log, carried out as they stand
//! - `pool/`          what layers that map pages share: frontiers, free blocks, victims, moving pages
//! - `blocks/`        what layers that map whole blocks share: data blocks, free blocks, merges, recovery
//! - `flash_map/`     what layers that keep their map on flash share
//! - `free_list.rs`, `newest.rs`  free blocks in order; newest copies after a power cut
//! - `gc/`, `wear/`   victim policies, wear levelling; `policy_macro.rs` what a line in a list of policies makes
//! - `layer_macro.rs` what a line in the list of layers makes, and what all but page mapping have in common
//! - `catalogue.rs`   every layer that can be chosen, page mapping among them · `at_work.rs` a layer at work, whichever it is
//!
//! A new layer is a file here and a line of the list below.

mod at_work;
mod catalogue;
mod free_list;
pub mod gc;
pub(crate) mod layer;
mod newest;
mod page;
pub mod picture;
mod policy_macro;
mod pool;
pub mod wear;

#[cfg(feature = "layers")]
mod bast;
#[cfg(feature = "layers")]
pub mod blocks;
#[cfg(feature = "layers")]
mod flash_map;
#[cfg(feature = "layers")]
mod layer_macro;

pub use at_work::Ftl;
pub(crate) use catalogue::layers;
pub use catalogue::{LAYERS, LayerEntry, layer};
#[cfg(feature = "layers")]
use {
    catalogue::{Make, PAGE},
    layer::Layer,
    layer_macro::{entries, layers},
};

#[cfg(feature = "layers")]
layers! { $
    block::BlockMapping,
    nftl::Nftl,
    sast::Sast = bast::ENTRY | sast::Sast::ENTRY,
    fast::Fast,
    kast::Kast,
    last::Last,
    superblock::Superblock,
    dftl::Dftl,
    cftl::Cftl,
    pub(crate) clash::Clash,
    pub(crate) ttflash::Ttflash,
    pub openchannel::HostFtl = openchannel::PBLK | openchannel::SELECTIVE,
    recorded::RecordedOperations =,
}
