//! What tests share.

#![allow(dead_code)] // each test binary uses a part of it

pub mod changing;
pub mod claims;
pub mod command;
pub mod common;
pub mod device;
pub mod map_policy_models;
