//! What may be set about a component, and how a value is read, checked and refused.
//!
//! - `parameter.rs`  a parameter: its kind, default, bounds, help
//! - `preset.rs`     values of several under one name
//! - `settings.rs`   the values of a component's parameters

pub mod parameter;
pub(crate) mod preset;
pub mod settings;
