//! What a run came to so far, in the few figures by which lanes are compared.

use super::series::Bucket;
use super::tally::{OperationTally, tallies};
use crate::flash::operation::Operation;
use crate::machine::Machine;
use crate::metrics::time_by_purpose::TimeByPurpose;
use crate::replay::history::History;
use serde::Serialize;

/// The figures up to the present position. Requests of a warm-up count.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct SoFar {
    /// Where the lane stood when they were taken: operations carried out, and requests begun.
    op: u64,
    request: u64,
    /// Requests that are over.
    requests: u64,
    /// None before any is.
    mean_response_ns: Option<f64>,
    /// To the next 3 % above.
    p99_ns: Option<u64>,
    /// Of the last request that was begun; none while it is not over.
    last_response_ns: Option<u64>,
    /// What the time of the requests that are over went to, those of a background left out.
    time_by_purpose: TimeByPurpose,
    erases: u64,
    /// RAM of tables and buffers.
    ram_bytes: u64,
    /// What the last request that was begun made necessary, as far as it has come.
    tallies: Vec<OperationTally>,
}

/// What `machine`'s run came to; `buckets` hold the responses of the `count` requests that are over, `time_by_purpose` what they went to,
/// `served` the operations of the last request.
pub(crate) fn so_far(
    machine: &Machine,
    history: &History,
    buckets: &[Bucket],
    count: u64,
    time_by_purpose: TimeByPurpose,
    served: &[Operation],
) -> SoFar {
    let sum_ns: u128 = buckets.iter().map(|bucket| u128::from(bucket.sum_ns)).sum();
    let last = machine.requests_begun.checked_sub(1);
    SoFar {
        op: machine.core.operations,
        request: machine.requests_begun,
        requests: count,
        mean_response_ns: (count > 0).then(|| sum_ns as f64 / count as f64),
        p99_ns: rank(buckets, (count * 99).div_ceil(100)),
        last_response_ns: last.and_then(|last| history.outcomes(last, last + 1).first()?.ns()).filter(|_| count > 0),
        time_by_purpose,
        erases: machine.core.counters.nand_erases(),
        ram_bytes: machine.ram_bytes(),
        tallies: tallies(served),
    }
}

/// The slowest response of the bucket in which the `rank`-th one lies.
fn rank(buckets: &[Bucket], rank: u64) -> Option<u64> {
    let mut below = 0;
    buckets.iter().find_map(|bucket| {
        below += bucket.count;
        (below >= rank).then_some(bucket.max_ns)
    })
}
