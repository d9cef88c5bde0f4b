//! The experiments of ttFlash, with its claims, T and a number, on stand-ins for its traces.
//!
//! - `setup.rs`       the paper, what the runs have in common · `series.rs` the devices compared
//! - `rates.rs`       how many requests a second, and how that is found · `substitutes.rs` the stand-ins as an axis
//! - `inequalities.rs` those in which claims are put
//!
//! Here: the list of figures.
//!
//! Quick: a quarter of the requests and one seed. The device keeps its size and its age, so that collections begin as soon as
//! at full size; its P99.99 is then the slowest four or five reads, and rates are those found at full size. The reader sends half of its
//! reads, after half of the writes.

pub mod assumptions;
mod inequalities;
pub mod rates;
pub(super) mod series;
pub(super) mod setup;
mod substitutes;

use super::figure::figures;

figures! {
    tail,       // T2 T5: how long the slower half of the reads take
    mean,       // T1: mean latency
    blocked,    // T3 T4 T6: reads that a collection holds up
    noise,      // T7: reads beside writes at a rate: the motivation
    read_size,  // T8: the larger the read, the more it meets
    erases,     // T9: what parity costs
    preemptive, // T10: collections that give way
    knee,       // T11: until writes are too many
    filebench,  // mixes in the manner of Filebench
}
