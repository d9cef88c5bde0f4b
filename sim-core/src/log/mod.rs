//! The operation log: everything a run does, written as it happens.
//!
//! - `run.rs`     a run that is written down, as far at a time as one likes
//! - `window.rs`  operations that are not over yet: each is written when it is, in the order of the stream
//! - `row.rs`     an operation with its times and its place
//! - `csv.rs`     a row an operation · `chrome.rs` a Chrome trace, for Perfetto; `spans.rs` what has a beginning and an end there
//! - `digits.rs`  numbers as text
//!
//! Which operations: those carried out from the beginning of one request up to the beginning of another. What the device
//! does of its own while a request is the last that was begun is carried out in its time, and belongs to it here. The log
//! of a part of a run is that part of the whole run's log.
//!
//! Operations stand in the order in which the device decided on them. On the event clock they end in another order; one that is
//! under way holds back those after it, so that what waits in memory is as much as the device has under way.
//!
//! # CSV
//! One operation a row, comma-separated, LF, UTF-8, nothing quoted. Numbers are whole, in digits; empty is "does not apply" or
//! "not known", so that pandas, Arrow and DuckDB find the types by themselves; DuckDB if it reads all rows for that (`sample_size = -1`),
//! since at the beginning a column may be empty for long.
//!
//! | column | what |
//! |---|---|
//! | `op` | running number of the operation in the run, from 0 |
//! | `kind` | what it does ([`Kind`](crate::flash::operation::Kind)) |
//! | `purpose` | what it served ([`Purpose`](crate::flash::operation::Purpose)) |
//! | `cause` | the operation that made it necessary |
//! | `request` | running number of the request that was begun last, from 0 |
//! | `arrival_ns` | of a request (`host-…`): when it arrived |
//! | `start_ns` | when it began; of a request, when the device took it up |
//! | `end_ns` | when it was over; of a request, when it was answered. Empty where power was cut before |
//! | `lpn` | logical page; from the number of logical pages on, a page of the layer's own |
//! | `pages` | logical pages covered, from `lpn` on |
//! | `from_ppn` | physical page read or moved from |
//! | `to_ppn` | physical page programmed |
//! | `stale_ppn` | physical page that became invalid |
//! | `block` | flash block of that page, or block collected, erased or gone bad |
//! | `channel`, `chip`, `plane` | where that block is; the chip's number is its channel's, the plane's the device's |
//! | `slot` | block slot in RAM, or number of a step of fetching the map |
//! | `map_block` | block of the map looked up, fetched or evicted, where the map is kept in blocks |
//!
//! # Chrome trace
//! Requests are asynchronous events from their arrival to their answer; what the controller does as a whole, such as a collection, is one
//! from its decision to the end of the last flash operation that it caused. Each plane is a track of the flash operations on it,
//! and each channel, on the event clock, one of page transfers: the last of each operation, as the clock tells it. What takes no time stands on a track of the controller. All have the
//! number of their operation and of its cause. Times are microseconds with the nanoseconds behind the point.

mod chrome;
mod csv;
mod digits;
mod row;
pub mod run;
mod spans;
mod window;

use crate::base::error::Error;
use row::{Names, Row};

/// How a log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "LogFormat", rename_all = "kebab-case"))]
pub enum Format {
    /// A row an operation.
    Csv,
    /// Chrome trace, as Perfetto opens it.
    Chrome,
}

impl Format {
    /// What `name` stands for.
    ///
    /// # Errors
    /// Nothing.
    pub fn of(name: &str) -> Result<Self, Error> {
        match name {
            "csv" => Ok(Self::Csv),
            "chrome" => Ok(Self::Chrome),
            _ => Err(Error::Document(format!("{name}: no format of logs; known are csv, chrome"))),
        }
    }
}
