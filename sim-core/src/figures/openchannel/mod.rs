//! The experiments of selective loading of the mapping table, with its claims, O and a number, some of which are ours.
//!
//! - `setup.rs`           the paper, what the runs have in common, and the axis of cache sizes · `policies.rs` what is compared
//! - `inequalities.rs`    those in which claims are put
//! - `told.rs`            hits, sizes and limits without a device: `map_cache.rs` a cache of the map by itself, `sizes.rs` how large
//!   the table is, and what of it is in memory
//!
//! Here: the list of figures.
//!
//! Quick takes a device of a sixteenth: chunks, table, cache and requests are, so that all shares stay what they are.

pub mod assumptions;
mod inequalities;
pub mod map_cache;
mod policies;
mod setup;
pub mod sizes;
pub(super) mod told;

use super::figure::figures;

figures! {
    memory,         // O3: memory of the host, by capacity
    bandwidth,      // O1: against the whole table, by cache size, on the emulated device
    bandwidth_nand, // the same on NAND that takes its time
    journal,        // O2: with and without a hint of where the journal is
    hits,           // O4: hit ratios, by cache size, of every policy
    block_size,     // by the size of a cache block
    skew,           // by how uneven requests are
    limiter,        // who may fill the ring of writes, by free chunks
}
