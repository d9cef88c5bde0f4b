//! The life of a request: clock, operations, observers, checkpoints.

pub mod request;
