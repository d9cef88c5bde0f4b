//! C-lash (SPEC 8): a small cache in RAM that takes the place of a translation layer. Pages of the host stand in page slots
//! (p-space) until theirs is the largest set of one logical block; then the set goes down to a block slot (b-space), or
//! trades places with the emptiest block there, or has a block flushed. Only whole blocks ever go to flash, each to its
//! own place: erase, then write.
//!
//! - `layer.rs`       what a read and a write do; how it is chosen and set
//! - `cache.rs`       both spaces, and the choice of how room is made
//! - `page_set.rs`    pages of one logical block in RAM
//! - `page_space.rs`  page slots
//! - `block_space.rs` block slots, and which goes first: LRU, FIFO, LFU
//! - `evict.rs`       making room: a set moves, trades places, or a block is flushed
//! - `flush.rs`       a block's way to flash
//! - `homes.rs`       where blocks live on flash: each in a place of its own, or in turn with spare ones
//! - `split.rs`       the two spaces reconfigured by the sequentiality of the writes
//! - `recover.rs`     start-up after a power cut
//! - `explain.rs`, `picture.rs`  choices in words, and what the stage shows
//!
//! Sources: "C-lash: a cache system for flash", SympA 2011 and SPECTS 2011.

mod block_space;
mod cache;
mod evict;
mod explain;
mod flush;
mod homes;
mod layer;
mod page_set;
mod page_space;
mod picture;
mod recover;
mod split;

pub use layer::Clash;
