//! The life of a request.
//!
//! - `request.rs`    what the host asks
//! - `span.rs`       the pages its sectors are
//! - `machine.rs`    a whole device with its requests: one step at a time; `event_steps.rs` on the event clock
//! - `changes.rs`    what changes in mid-run; `planned.rs` gets it ready, `no_changes.rs` stands in where nothing can
//! - `initial.rs`    what it holds before the first request
//! - `flash/`        the one way to the flash: rules, time, counters, observer; `ram.rs` what layers with pages in RAM tell, `background.rs` what happens beside requests
//! - `core.rs`       what all layers share
//! - `clock/`        serial and event time
//! - `account.rs`    where the time of a request goes, on either
//! - `ticket.rs`     requests under way on the event clock
//! - `closed_loop.rs` requests that are sent when others end
//! - `operation.rs`, `decision.rs`, `trigger.rs`, `line_step.rs`, `observer.rs`, `narrator.rs`, `terms.rs`   what is seen, how it is told, what things are called
//! - `shadow.rs`, `power.rs`   holding the device to its word, also across a power cut
//! - `halt.rs`       why a device stops in the middle
//! - `checkpoint.rs`, `history.rs`, `seen.rs`, `lane.rs`, `breakpoint.rs`   going anywhere in a run, forwards or back

pub mod initial;
#[cfg(feature = "layers")]
mod planned;
