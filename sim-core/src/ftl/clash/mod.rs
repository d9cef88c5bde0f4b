//! C-lash: a small cache in RAM that takes the place of a translation layer. Pages of the host stand in page slots
//! (p-space) until theirs is the largest set of one logical block; then the set goes down to a block slot (b-space), or
//! swaps places with the emptiest block there, or has a block flushed. Only whole blocks ever go to flash, each to its
//! own place: erase, then write.
//!
//! - `layer.rs`       C-lash in the place of a translation layer: how it is chosen and set
//! - `buffer.rs`      the same cache in front of another layer
//! - `settings.rs`    what may be set about the cache, wherever it stands
//! - `access.rs`      what a read and a write do
//! - `cache.rs`       both spaces, and the choice of how room is made
//! - `page_set.rs`    pages of one logical block in RAM
//! - `page_space.rs`  page slots
//! - `block_space.rs` block slots, and which goes first: LRU, FIFO, LFU
//! - `evict.rs`       making room: a set moves, swaps places, or a block is flushed
//! - `split.rs`       the two spaces reconfigured by the sequentiality of the writes
//! - `below.rs`       what the cache stands on; `flash_blocks.rs` flash blocks, and a block's way to them
//! - `homes.rs`       where blocks live on flash: each in a place of its own, or in turn with spare ones
//! - `recover.rs`     start-up after a power cut; `check.rs` what must hold at every operation
//! - `explain.rs`, `picture.rs`  choices in words, and what the stage shows
//!
//! A write's way: `layer.rs` or `buffer.rs` · `split.rs` (if the split is dynamic) · `access.rs` page by page · `cache.rs` chooses how
//! room is made · `evict.rs` makes it · `flash_blocks.rs` brings a block to flash, to where `homes.rs` says.
//!
//! Sources: "C-lash: a cache system for flash", SympA 2011 and SPECTS 2011.

mod access;
pub(crate) mod below;
mod block_space;
pub(crate) mod cache;
mod check;
mod evict;
mod explain;
mod flash_blocks;
mod homes;
mod layer;
pub(crate) mod page_set;
mod page_space;
pub(crate) mod picture;
pub(crate) mod recover;
pub(crate) mod settings;
mod split;

pub(crate) use layer::Clash;
