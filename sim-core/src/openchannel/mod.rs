//! A host FTL over an open-channel SSD (SPEC 10): pblk, and the same with only part of its mapping table in memory.
//!
//! - `policy/`  which map block makes way for another
//! - `alone.rs` the cache of map blocks without a device: hit ratios

pub mod alone;
pub mod policy;
