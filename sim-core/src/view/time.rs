//! What the time of requests went to, up to the position of a lane. A function of the position: requests count that are over there,
//! whatever is known from beyond.
//!
//! Sums are kept up to two requests, so that a frame costs no more than what lies between it and the last one: up to the oldest
//! request that was not over in the last frame, and up to one well before it, for stepping back.

use super::series::FAR_REQUESTS;
use crate::metrics::time_by_purpose::{TimeByPurpose, Times};
use crate::replay::history::History;
use crate::replay::lane::Lane;

/// Sums over the requests of one run.
#[derive(Clone, Debug, Default)]
pub struct TimesSoFar {
    now: Option<Counted>,
    before: Option<Counted>,
    /// What was told last, and of so many requests: a step within a request changes nothing of it.
    told: Option<(u64, TimeByPurpose)>,
}

/// Sums over all requests before one.
#[derive(Clone, Debug)]
struct Counted {
    times: Times,
    requests: u64,
}

impl Counted {
    fn go_on(&mut self, history: &History, to: u64) {
        for request in self.requests..to {
            add(&mut self.times, history, request);
        }
        self.requests = self.requests.max(to);
    }
}

impl TimesSoFar {
    /// What the time of the requests went to that are over at the lane's position. Requests of a warm-up count.
    pub(crate) fn by_purpose(&mut self, lane: &Lane) -> TimeByPurpose {
        let (begun, mut under_way) = (lane.machine().requests_begun, lane.requests_under_way());
        under_way.sort_unstable();
        let all_over = under_way.first().copied().unwrap_or(begun);
        let nothing = || Counted { times: Times::new(lane.machine().requests()), requests: 0 };
        let is_behind = |counted: &Counted| counted.requests <= all_over;
        let last = self.now.take().filter(is_behind).or_else(|| self.before.clone().filter(is_behind));
        let mut now = last.unwrap_or_else(nothing);
        now.go_on(&lane.history, all_over);
        let far = all_over.saturating_sub(FAR_REQUESTS) / FAR_REQUESTS * FAR_REQUESTS;
        let mut before = self.before.take().filter(is_behind).unwrap_or_else(nothing);
        before.go_on(&lane.history, far);
        self.before = Some(before);
        let is_over = |request: &u64| under_way.binary_search(request).is_err();
        let told = match (all_over..begun).any(|request| is_over(&request)) {
            false => self.of_all(&now),
            true => {
                let mut times = now.times.clone();
                (all_over..begun).filter(is_over).for_each(|request| add(&mut times, &lane.history, request));
                times.by_purpose()
            }
        };
        self.now = Some(now);
        told
    }

    fn of_all(&mut self, now: &Counted) -> TimeByPurpose {
        let known = self.told.filter(|&(requests, _)| requests == now.requests);
        let (_, times) = *self.told.insert(known.unwrap_or_else(|| (now.requests, now.times.by_purpose())));
        times
    }
}

fn add(times: &mut Times, history: &History, request: u64) {
    if let Some((response_ns, account)) = history.account(request) {
        times.add(request, response_ns, &account);
    }
}
