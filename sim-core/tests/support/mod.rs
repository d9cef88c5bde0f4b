//! What tests share.

#![allow(dead_code)] // each test binary uses a part of it
#![allow(clippy::unwrap_used, clippy::panic)] // a test may stop at once

pub mod changing;
pub mod claims;
pub mod command;
pub mod common;
pub mod device;
pub mod formulas;
pub mod from_log;
pub mod map_policy_models;
