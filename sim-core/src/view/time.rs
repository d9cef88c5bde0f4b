//! What the time of requests went to, up to the position of a lane. A function of the position: requests count that are over there,
//! whatever is known from beyond.

use super::rungs::Rungs;
use crate::metrics::time_by_purpose::{TimeByPurpose, Times};
use crate::replay::history::History;
use crate::replay::lane::Lane;
use std::ops::Range;

/// Sums over the requests of one run.
#[derive(Clone, Debug, Default)]
pub struct TimesSoFar {
    times: Rungs<Times>,
    /// What was told last, and of so many requests: a step within a request changes nothing of it.
    told: Option<(u64, TimeByPurpose)>,
}

impl TimesSoFar {
    /// What the time of the requests went to that are over at the lane's position. Requests of a warm-up count.
    pub(crate) fn by_purpose(&mut self, lane: &Lane) -> TimeByPurpose {
        let (begun, mut under_way) = (lane.machine().requests_begun, lane.requests_under_way());
        under_way.sort_unstable();
        let all_over = under_way.first().copied().unwrap_or(begun);
        let nothing = || Times::new(lane.machine().requests());
        let add_all =
            |times: &mut Times, requests| Range::for_each(requests, |request| add(times, &lane.history, request));
        let times = self.times.up_to(all_over, nothing, add_all);
        let is_over = |request: &u64| under_way.binary_search(request).is_err();
        if (all_over..begun).any(|request| is_over(&request)) {
            let mut times = times.clone();
            (all_over..begun).filter(is_over).for_each(|request| add(&mut times, &lane.history, request));
            return times.by_purpose();
        }
        let known = self.told.filter(|&(requests, _)| requests == all_over);
        let (_, told) = *self.told.insert(known.unwrap_or_else(|| (all_over, times.by_purpose())));
        told
    }
}

fn add(times: &mut Times, history: &History, request: u64) {
    if let Some((response_ns, account)) = history.account(request) {
        times.add(request, response_ns, &account);
    }
}
