//! Whether requests came faster than the device could serve them: then the mean response tells how long the
//! run was, not how fast the device is.

use super::samples::Samples;

/// With fewer requests nothing can be said.
const LEAST_REQUESTS: usize = 100;

/// Whether open arrivals were more than the device could take; `None` with fewer than 100 requests.
///
/// It is so if the mean response of the last quarter of the requests is more than 1.5 times that of the second, and the
/// backlog at the last arrival takes more than 1 % of the arrivals' span and more than 10 requests' own service.
/// `busy_ns` is the own service of all requests together.
pub(crate) fn saturated(samples: &Samples, busy_ns: u64) -> Option<bool> {
    let responses: Vec<u64> = samples.in_order().collect();
    if responses.len() < LEAST_REQUESTS {
        return None;
    }
    let quarter = responses.len() / 4;
    let sum = |part: &[u64]| part.iter().map(|&response_ns| u128::from(response_ns)).sum::<u128>();
    let second = sum(&responses[quarter..2 * quarter]);
    let last = sum(&responses[responses.len() - quarter..]);
    let grows = 2 * last > 3 * second;

    let backlog_ns = u128::from(samples.last_finish_ns.saturating_sub(samples.last_arrival_ns));
    let span_ns = u128::from(samples.last_arrival_ns.saturating_sub(samples.first_arrival_ns));
    let beyond_the_span = 100 * backlog_ns > span_ns;
    let beyond_service = backlog_ns * responses.len() as u128 > 10 * u128::from(busy_ns);
    Some(grows && beyond_the_span && beyond_service)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::HostOp;
    use crate::metrics::samples::tests::completion;

    /// Requests every `gap_ns`, each served for `service_ns` by one server.
    fn queue(requests: u64, gap_ns: u64, service_ns: u64) -> Option<bool> {
        let mut samples = Samples::new(0, requests);
        let mut free_ns = 0;
        for request in 0..requests {
            let arrival_ns = request * gap_ns;
            free_ns = arrival_ns.max(free_ns) + service_ns;
            samples.add(&completion(request, HostOp::Read, arrival_ns, free_ns));
        }
        saturated(&samples, requests * service_ns)
    }

    #[test]
    fn a_queue_that_grows_is_saturated() {
        assert_eq!(queue(1000, 100, 110), Some(true));
        assert_eq!(queue(1000, 100, 100), Some(false));
        assert_eq!(queue(1000, 100, 50), Some(false));
    }

    #[test]
    fn a_short_run_tells_nothing() {
        assert_eq!(queue(99, 100, 200), None);
    }

    #[test]
    fn a_backlog_of_a_few_requests_is_no_saturation() {
        assert_eq!(queue(100, 1000, 1050), Some(false), "5 ms of backlog are fewer than 10 requests");
        assert_eq!(queue(1000, 1000, 1050), Some(true));
    }

    /// 100 requests, one every 1 000 ns, of which those of the last quarter take `last_ns`, all others `others_ns`.
    fn growing(others_ns: u64, last_ns: u64, busy_ns: u64) -> Option<bool> {
        let mut samples = Samples::new(0, 100);
        for request in 0..100 {
            let arrival_ns = 7_000_000 + request * 1_000;
            let response_ns = if request < 75 { others_ns } else { last_ns };
            samples.add(&completion(request, HostOp::Write, arrival_ns, arrival_ns + response_ns));
        }
        saturated(&samples, busy_ns)
    }

    #[test]
    fn each_condition_holds_beyond_its_bound_only() {
        assert_eq!(growing(1_000, 1_501, 100), Some(true));
        assert_eq!(growing(1_000, 1_500, 100), Some(false), "1.5 times is not more than that");
        assert_eq!(growing(100, 991, 100), Some(true));
        assert_eq!(growing(100, 990, 100), Some(false), "1 % of 99 µs between the arrivals");
        assert_eq!(growing(100, 1_000, 9_999), Some(true));
        assert_eq!(growing(100, 1_000, 10_000), Some(false), "10 of them take as long");
    }
}
