//! Where the time of requests goes: of all counted ones, and of the slowest among them (definition: `flash/account.rs`).

use crate::flash::account::{Account, Item};
use serde::Serialize;
use std::sync::Arc;

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

/// Smaller for a slower request, and among equals for one that was begun before.
type Key = (u64, u64);

impl Slow {
    fn key(&self) -> Key {
        (!self.response_ns, self.request)
    }
}

/// Requests, all but the youngest shared with every copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Kept {
    shared: Vec<Arc<[Slow]>>,
    young: Vec<Slow>,
}

impl Kept {
    /// So many are shared together.
    const SHARED: usize = 1 << 12;

    fn push(&mut self, slow: Slow) {
        self.young.push(slow);
        if self.young.len() == Self::SHARED {
            self.shared.push(std::mem::take(&mut self.young).into());
        }
    }

    fn len(&self) -> usize {
        self.shared.len() * Self::SHARED + self.young.len()
    }

    /// Lets go of all others.
    fn retain(&mut self, stays: impl Fn(&Slow) -> bool) {
        let Self { shared, young } = std::mem::take(self);
        // One after the other, so that both are never there whole.
        for some in shared {
            some.iter().filter(|slow| stays(slow)).for_each(|&slow| self.push(slow));
        }
        young.into_iter().filter(&stays).for_each(|slow| self.push(slow));
    }

    fn iter(&self) -> impl Iterator<Item = &Slow> {
        self.shared.iter().flat_map(|some| some.iter()).chain(&self.young)
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
    slow: Kept,
    /// Who comes after this is not among them.
    last: Key,
    /// Of those the slowest, for being asked often: all up to `last_of_slowest`.
    slowest: Vec<Slow>,
    last_of_slowest: Key,
}

impl Times {
    /// Nothing seen, of a run of at most so many requests.
    pub fn new(requests: u64) -> Self {
        let most = usize::try_from(requests.div_ceil(100)).unwrap_or(usize::MAX / 2).clamp(LEAST_KEPT, usize::MAX / 2);
        Self {
            requests: 0,
            total_ns: 0,
            all: Account::default(),
            most,
            slow: Kept::default(),
            last: (u64::MAX, u64::MAX),
            slowest: Vec::new(),
            last_of_slowest: (0, 0),
        }
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
        if slow.key() <= self.last_of_slowest {
            self.slowest.push(slow);
        }
        self.slow.push(slow);
        if self.slow.len() >= 2 * self.most {
            self.last = nth(self.slow.iter(), self.most);
            let last = self.last;
            self.slow.retain(|slow| slow.key() <= last);
        }
    }

    /// The sums.
    pub(crate) fn by_purpose(&mut self) -> TimeByPurpose {
        let one_of = |of: u64| (self.requests.div_ceil(of) as usize).min(self.slow.len());
        let (hundredth, thousandth) = (one_of(100), one_of(1000));
        self.gather(hundredth);
        TimeByPurpose {
            all: Sums::of(self.requests, self.total_ns, &self.all),
            slowest_1_percent: self.sums_of_slowest(hundredth),
            slowest_0_1_percent: self.sums_of_slowest(thousandth),
        }
    }

    /// Of so many.
    fn sums_of_slowest(&self, requests: usize) -> Sums {
        if requests == 0 {
            return Sums::default();
        }
        let last = nth(self.slowest.iter(), requests);
        let (mut total_ns, mut account) = (0, Account::default());
        for slow in self.slowest.iter().filter(|slow| slow.key() <= last) {
            total_ns += slow.response_ns;
            account.add(&slow.account);
        }
        Sums::of(requests as u64, total_ns, &account)
    }

    /// Makes `slowest` hold so many at least, and not many times as many. All are looked through for twice as many, so that it is seldom.
    fn gather(&mut self, requests: usize) {
        if self.slowest.len() < requests || self.slowest.len() > 8 * requests.max(LEAST_KEPT) {
            self.last_of_slowest = nth(self.slow.iter(), (2 * requests).min(self.slow.len()));
            let last = self.last_of_slowest;
            self.slowest = self.slow.iter().filter(|slow| slow.key() <= last).copied().collect();
        }
    }
}

/// The key of the `n`-th slowest of some requests, from 1.
fn nth<'a>(requests: impl Iterator<Item = &'a Slow>, n: usize) -> Key {
    let mut keys: Vec<Key> = requests.map(Slow::key).collect();
    *keys.select_nth_unstable(n - 1).1
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

    fn slow(request: u64) -> Slow {
        Slow { request, response_ns: request, account: Account::default() }
    }

    #[test]
    fn what_is_kept_is_shared_by_copies_but_for_the_youngest() {
        let requests = |kept: &Kept| kept.iter().map(|slow| slow.request).collect::<Vec<_>>();
        let most = 2 * Kept::SHARED as u64 + 5;
        let mut kept = Kept::default();
        (0..most).for_each(|request| kept.push(slow(request)));
        assert_eq!((kept.len() as u64, requests(&kept)), (most, (0..most).collect()));
        assert_eq!((kept.shared.len(), kept.young.len()), (2, 5));
        let copy = kept.clone();
        assert!(kept.shared.iter().zip(&copy.shared).all(|(one, other)| Arc::ptr_eq(one, other)));
        kept.retain(|slow| slow.request % 2 == 1);
        assert_eq!(requests(&kept), (0..most).filter(|request| request % 2 == 1).collect::<Vec<_>>());
        assert_eq!(requests(&copy), (0..most).collect::<Vec<_>>(), "the copy is as it was");
    }

    /// As many requests as the fewest that are kept are a hundredth of.
    fn run_of(response_ns: impl Fn(u64) -> u64) -> (Times, Vec<(u64, u64)>) {
        let requests: Vec<(u64, u64)> = (0..100 * LEAST_KEPT as u64).map(|at| (at, response_ns(at))).collect();
        let mut times = Times::new(requests.len() as u64);
        assert_eq!(times.most, LEAST_KEPT);
        for &(request, response_ns) in &requests {
            times.add(request, response_ns, &account(request, response_ns));
            if request % 100 == 0 {
                times.by_purpose();
            }
        }
        (times, requests)
    }

    #[test]
    fn no_more_are_kept_than_may_be_asked_for_and_all_of_them_can_be() {
        let (mut times, requests) = run_of(|at| 1_000_000 - at);
        assert_eq!(times.slow.len(), LEAST_KEPT);
        assert_eq!(times.by_purpose().slowest_1_percent, expected(&requests, 100));
    }

    #[test]
    fn of_the_slowest_not_many_times_as_many_are_held_as_are_asked_for() {
        let (mut times, requests) = run_of(|at| at);
        assert_eq!(times.by_purpose().slowest_1_percent, expected(&requests, 100));
        assert!(times.slowest.len() <= 8 * LEAST_KEPT, "{}", times.slowest.len());
    }

    proptest! {
        #[test]
        fn the_slowest_are_those_that_sorting_finds_at_every_moment(
            responses in prop::collection::vec(0u64..50, 1..9000), looks in 1..12usize, slower in 0..2u64, run in 1..200u64
        ) {
            // Of a run that is long all are kept; of responses that grow the youngest are always the slowest.
            let requests: Vec<(u64, u64)> = (0..).zip(responses).map(|(at, ns)| (at, ns + slower * at)).collect();
            let mut times = Times::new(run * requests.len() as u64);
            for (at, &(request, response_ns)) in requests.iter().enumerate() {
                times.add(request, response_ns, &account(request, response_ns));
                prop_assert!(times.slow.len() < 2 * times.most);
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
