//! Where the time of requests goes: of all counted ones, and of the slowest among them (definition: `flash/account.rs`).

use crate::flash::account::{Account, Item};
use serde::Serialize;

/// Fewer accounts than this are not worth leaving any out.
const LEAST_KEPT: usize = 64;

/// The time of requests, by what it went to. The parts of each sum make its total exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimeByPurpose {
    /// Of all of them.
    pub all: Sums,
    /// Of the hundredth, rounded up, that took longest; of requests that took equally long those that were begun first.
    pub slowest_1_percent: Sums,
    /// Of the thousandth, likewise.
    pub slowest_0_1_percent: Sums,
}

/// Response times of some requests, all together, and what they went to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TimeSums"))]
pub struct Sums {
    /// How many requests.
    pub requests: u64,
    /// Their responses.
    pub total_ns: u64,
    /// The host's own pages, and the controller's work for them.
    pub host_ns: u64,
    /// Earlier requests.
    pub waiting_ns: u64,
    /// Garbage collection of data.
    pub gc_ns: u64,
    /// Merges of all kinds.
    pub(crate) merge_ns: u64,
    /// The mapping table.
    pub(crate) map_ns: u64,
    /// Making whole what is not.
    padding_ns: u64,
    /// Keeping parity, and reading by it.
    parity_ns: u64,
    /// From RAM to flash.
    flush_ns: u64,
    /// Wear levelling, recovery.
    other_ns: u64,
}

impl Sums {
    fn of(requests: u64, total_ns: u64, account: &Account) -> Self {
        Self {
            requests,
            total_ns,
            host_ns: account[Item::Host],
            waiting_ns: account[Item::Waiting],
            gc_ns: account[Item::Gc],
            merge_ns: account[Item::Merge],
            map_ns: account[Item::Map],
            padding_ns: account[Item::Padding],
            parity_ns: account[Item::Parity],
            flush_ns: account[Item::Flush],
            other_ns: account[Item::Other],
        }
    }

    /// The parts with their names, in the order of a report.
    pub fn parts(&self) -> [(&'static str, u64); Item::COUNT] {
        [
            ("host", self.host_ns),
            ("waiting", self.waiting_ns),
            ("gc", self.gc_ns),
            ("merge", self.merge_ns),
            ("map", self.map_ns),
            ("padding", self.padding_ns),
            ("parity", self.parity_ns),
            ("flush", self.flush_ns),
            ("other", self.other_ns),
        ]
    }
}

/// A request that may be among the slowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slow {
    request: u64,
    response_ns: u64,
    account: Account,
}

impl Slow {
    /// Smaller for a slower request, and among equals for one that was begun before.
    fn key(&self) -> (u64, u64) {
        (!self.response_ns, self.request)
    }
}

/// Adds up the accounts of requests, in whatever order they end. Of single requests it keeps no more than the slowest 2 % of the
/// run have: 88 bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times {
    requests: u64,
    total_ns: u64,
    all: Account,
    /// Those that may be asked for are among the first so many.
    most: usize,
    /// At least the `most` slowest so far, at most twice as many.
    slow: Vec<Slow>,
    /// Who comes after this is not among them.
    last: (u64, u64),
}

impl Times {
    /// Nothing seen, of a run of at most so many requests.
    pub fn new(requests: u64) -> Self {
        let most = usize::try_from(requests.div_ceil(100)).unwrap_or(usize::MAX / 2).clamp(LEAST_KEPT, usize::MAX / 2);
        Self { requests: 0, total_ns: 0, all: Account::default(), most, slow: Vec::new(), last: (u64::MAX, u64::MAX) }
    }

    /// `request` is over.
    #[inline]
    pub fn add(&mut self, request: u64, response_ns: u64, account: &Account) {
        self.requests += 1;
        self.total_ns += response_ns;
        self.all.add(account);
        if (!response_ns, request) <= self.last {
            self.keep(Slow { request, response_ns, account: *account });
        }
    }

    #[cold]
    #[inline(never)]
    fn keep(&mut self, slow: Slow) {
        self.slow.push(slow);
        if self.slow.len() >= 2 * self.most {
            self.last = self.nth(self.most);
            let last = self.last;
            self.slow.retain(|slow| slow.key() <= last);
        }
    }

    /// The key of the `n`-th slowest, from 1.
    fn nth(&self, n: usize) -> (u64, u64) {
        let mut keys: Vec<(u64, u64)> = self.slow.iter().map(Slow::key).collect();
        *keys.select_nth_unstable(n - 1).1
    }

    /// The sums.
    pub(crate) fn by_purpose(&self) -> TimeByPurpose {
        TimeByPurpose {
            all: Sums::of(self.requests, self.total_ns, &self.all),
            slowest_1_percent: self.slowest(100),
            slowest_0_1_percent: self.slowest(1000),
        }
    }

    /// One of so many, rounded up.
    fn slowest(&self, of: u64) -> Sums {
        let requests = (self.requests.div_ceil(of) as usize).min(self.slow.len());
        if requests == 0 {
            return Sums::default();
        }
        let last = self.nth(requests);
        let (mut total_ns, mut account) = (0, Account::default());
        for slow in self.slow.iter().filter(|slow| slow.key() <= last) {
            total_ns += slow.response_ns;
            account.add(&slow.account);
        }
        Sums::of(requests as u64, total_ns, &account)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn account(request: u64, response_ns: u64) -> Account {
        let mut account = Account::default();
        let gc_ns = response_ns / (request % 5 + 1);
        account[Item::Gc] = gc_ns;
        account[Item::Host] = response_ns - gc_ns;
        account
    }

    /// By sorting all requests.
    fn expected(requests: &[(u64, u64)], of: usize) -> Sums {
        let mut sorted = requests.to_vec();
        sorted.sort_by_key(|&(request, response_ns)| (std::cmp::Reverse(response_ns), request));
        sorted.truncate(requests.len().div_ceil(of));
        let mut sum = Account::default();
        sorted.iter().for_each(|&(request, response_ns)| sum.add(&account(request, response_ns)));
        Sums::of(sorted.len() as u64, sorted.iter().map(|slow| slow.1).sum(), &sum)
    }

    #[test]
    fn nothing_has_no_time() {
        assert_eq!(Times::new(0).by_purpose(), TimeByPurpose::default());
    }

    proptest! {
        #[test]
        fn the_slowest_are_those_that_sorting_finds_at_every_moment(
            responses in prop::collection::vec(0u64..50, 1..9000), looks in 1..5usize
        ) {
            let requests: Vec<(u64, u64)> = (0..).zip(responses).collect();
            let mut times = Times::new(requests.len() as u64);
            for (at, &(request, response_ns)) in requests.iter().enumerate() {
                times.add(request, response_ns, &account(request, response_ns));
                prop_assert!(times.slow.len() <= 2 * times.most);
                if (at + 1) % requests.len().div_ceil(looks) == 0 || at + 1 == requests.len() {
                    let seen = &requests[..=at];
                    let told = times.by_purpose();
                    prop_assert_eq!(told.all, expected(seen, 1));
                    prop_assert_eq!(told.slowest_1_percent, expected(seen, 100));
                    prop_assert_eq!(told.slowest_0_1_percent, expected(seen, 1000));
                }
            }
        }
    }
}
