//! Marks on the timeline: how many of each moment happened in each of its bins.

use super::charts::by_bin;
use crate::flash::observables::Moment;
use crate::replay::history::Mark;
use crate::replay::lane::Lane;
use serde::Serialize;

/// The marks on the timeline.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct TimelineMarks {
    /// One entry a bin of the timeline (`bins` in the request): how many of each happened in it.
    gc: Vec<u64>,
    erase: Vec<u64>,
    wear: Vec<u64>,
    merges: Vec<u64>,
    map_misses: Vec<u64>,
    swaps: Vec<u64>,
    flushes: Vec<u64>,
    plugs: Vec<u64>,
    sessions: Vec<u64>,
    rebuilds: Vec<u64>,
    waits: Vec<u64>,
    /// Breakpoints hit and other single events, by request.
    flags: Vec<TimelineFlag>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TimelineFlag {
    request: u64,
    label: String,
}

/// Those of all that `lane` has seen, in so many `bins`.
pub(super) fn marks(lane: &Lane, bins: usize) -> TimelineMarks {
    let requests = lane.machine().requests();
    let bin = |marks: &[Mark]| by_bin(marks, requests.div_ceil(bins as u64).max(1), bins);
    let history = &lane.history;
    let of = |moment: Moment| bin(history.moments(moment));
    let begun = lane.machine().requests_begun;
    let stop = lane.stopped_by.iter().map(|label| TimelineFlag { request: begun, label: label.clone() });
    TimelineMarks {
        gc: of(Moment::Gc),
        erase: bin(&history.erases),
        wear: bin(&history.levelings),
        merges: bin(&history.merges),
        map_misses: of(Moment::MapMiss),
        swaps: of(Moment::Swap),
        flushes: of(Moment::Flush),
        plugs: bin(&history.plugs),
        sessions: of(Moment::Session),
        rebuilds: of(Moment::Rebuild),
        waits: of(Moment::Wait),
        flags: stop.collect(),
    }
}
