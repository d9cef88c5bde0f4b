//! The experiments of the l-buffer thesis, with its claims, L and a number, on stand-ins for its traces.
//!
//! - `setup.rs` the thesis, what the runs have in common, the stand-ins and the axes · `systems.rs` the write buffers compared
//! - `inequalities.rs` those in which claims are put
//!
//! Here: the list of figures.

pub mod assumptions;
mod inequalities;
pub(super) mod setup;
mod systems;

use super::figure::figures;

figures! {
    alpha,           // L1 L2 L3 L4: fixed values of α and tuned ones, by buffer size
    rivals,          // L5: against other write buffers
    memory,          // L6: memory of the rehearsals
    early_deletion,  // L7 L8: fewer nodes of the rehearsed log, by log size
    alpha_over_time, // α from session to session, with fewer nodes
    first_commit,    // L9: merges that the first log block causes
    groups,          // L10: logical blocks in the buffer, by α
    metadata,        // L11: what the device keeps of them
    victims,         // age and size of victims, by α
    grid,            // buffer size by log size
}
