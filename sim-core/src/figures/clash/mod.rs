//! The experiments of the two C-lash papers, with their claims, C and a number.
//!
//! - `setup.rs` the papers, what the runs have in common, and the systems compared · `inequalities.rs` those in which claims are put
//!
//! Here: the list of figures.

pub mod assumptions;
pub(super) mod inequalities;
pub(super) mod setup;

use super::figure::figures;

figures! {
    seq,           // C1 C2 C3 C4 C9: sequentiality
    local,         // C5 C6: spatial locality
    request_size,  // C7: request size
    request_count, // C8: number of requests
    write_ratio,   // C10: write ratio
    seq_sympa,     // C11: sequentiality with locality
    local_sympa,   // C12: locality with sequentiality
    flash_size,    // C13: size of the flash
    traces,        // C14: recorded traces
}
