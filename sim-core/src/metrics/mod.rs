//! Counting: what happened, how long it took, how the wear is spread (SPEC 4).

pub mod counters;
