//! Counting: what happened, how long it took, how the wear is spread.
//!
//! - `flash/counters.rs` sums of everything, kept where operations are carried out; the rest is here:
//! - `mark.rs`        those sums at the end of the warm-up; the difference is what counts
//! - `samples.rs`     response times, one a request · `saturation.rs`  whether they mean anything
//! - `time_by_purpose.rs` what they went to, of all requests and of the slowest
//! - `wear.rs`        erases over blocks
//! - `reference.rs`   what theory expects
//! - `checks.rs`      what must add up
//! - `buffer.rs`     what pages in RAM were good for · `ttflash.rs` what stripes were, counted in `stripes.rs`
//! - `openchannel.rs` what a host FTL did, counted in `map_blocks.rs`
//! - `report.rs`      all of it in one document · `assemble.rs`  how that is put together
//! - `run.rs`         an experiment from its first request to its report

mod assemble;
pub(crate) mod buffer;
mod checks;
mod mark;
pub(crate) mod openchannel;
pub mod reference;
pub mod report;
pub mod run;
pub mod samples;
mod saturation;
pub mod time_by_purpose;
pub(crate) mod ttflash;
mod wear;
