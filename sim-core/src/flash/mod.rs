//! What translation layers and buffers stand on: the way to the flash, simulated time, what is counted and what is seen.
//!
//! - `access/`       the one way to the flash: rules, time, counters, observer
//! - `device_state.rs`  the part of a device that all layers share
//! - `clock/`        serial and event time
//! - `ticket.rs`     requests under way on the event clock · `account.rs` where their time goes, on either clock
//! - `operation.rs`, `decision.rs`, `trigger.rs`, `line_step.rs`, `touches.rs`   what an observer sees
//! - `observer.rs`   who sees it · `observables.rs` what there is to see in a layer or a buffer
//! - `terms.rs`      what the parts of a device are called
//! - `counters.rs`, `map_blocks.rs`, `stripes.rs`   what is counted
//! - `shadow.rs`     holding reads to what was written · `halt.rs` why a device stops
//! - `capacitor_pages.rs`  pages in RAM that a capacitor keeps

pub mod access;
pub mod account;
#[cfg(feature = "layers")]
pub(crate) mod capacitor_pages;
pub mod clock;
mod count;
pub mod counters;
pub mod decision;
pub(crate) mod device_state;
pub mod halt;
#[cfg(feature = "layers")]
pub(crate) mod line_step;
mod map_blocks;
pub mod observables;
pub mod observer;
pub mod operation;
pub(crate) mod shadow;
pub(crate) mod stripes;
pub(crate) mod terms;
pub(crate) mod ticket;
pub(crate) mod touches;
pub mod trigger;
