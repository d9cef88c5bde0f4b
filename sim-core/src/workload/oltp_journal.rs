//! Transactions of a database on a journalling file system: single pages of data, read and written by Pareto's
//! law, and after so many written ones the journal, which lies at the end of the space and is written in a circle.
//!
//! It says no more than what the journal is to a translation layer: much written, in order, in a small place. What stands
//! in it, and what is written in place because of it, is in [`super::ext4`].
//!
//! Draws: arrival (open loop only), then of a data request page and direction. Requests to the journal draw no more than
//! their arrival, so in a closed loop the data requests are the same whatever the journal is.

use super::common;
use super::common::{QUEUE_DEPTH, addressed_pages, space_in_words};
use super::generator::{Entry, Generate, Space};
use super::mix::bursts::{BURST, Bursts, RATE};
use super::pareto::{H, Places, SCATTER};
use crate::base::error::Error;
use crate::base::real::Real;
use crate::base::request::{HostOp, Request};
use crate::base::rng::Rng;
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;
use std::collections::VecDeque;
use std::ops::Range;

/// Pages of data.
pub(super) const DATA_PAGES: Parameter = Parameter::optional(
    "data_pages",
    "null",
    1,
    1 << 40,
    "Pages of data that requests read and write; null is all that is left.",
);
const JOURNAL_PAGES: Parameter = Parameter::integer(
    "journal_pages",
    "32768",
    1,
    1 << 24,
    "Pages of the journal, the last of the space; 32768 of 4 KiB are 128 MiB.",
);
/// Share of reads.
pub(super) const READ_RATIO: Parameter =
    Parameter::number("read_ratio", "0.5", 0.0, 1.0, "Share of the accesses to data that read.");
const TRANSACTION_PAGES: Parameter = Parameter::integer(
    "transaction_pages",
    "10",
    1,
    1 << 16,
    "Written pages of data after which the journal is written.",
);
const JOURNAL_PER_PAGE: Parameter = Parameter::integer(
    "journal_per_page",
    "2",
    0,
    64,
    "Pages that go to the journal for each written page of data, all of a transaction in one request.",
);
const COMMIT_PAGES: Parameter = Parameter::integer(
    "commit_pages",
    "1",
    0,
    64,
    "Pages of the request that follows them in the journal and ends the transaction.",
);

/// What is said about it.
pub(crate) const INFO: Info = Info {
    kind: "oltp-journal",
    title: "transactions with a journal",
    help: "Single pages of data read and written by Pareto's law, and after so many written ones the journal, in a circle.",
    source: "the database load of Oh and Ahn, IJASC 2021",
    parameters: &[
        H,
        SCATTER,
        DATA_PAGES,
        JOURNAL_PAGES,
        READ_RATIO,
        TRANSACTION_PAGES,
        JOURNAL_PER_PAGE,
        COMMIT_PAGES,
        RATE,
        BURST,
    ],
};

/// How it is chosen.
pub(crate) const ENTRY: Entry<OltpJournal> = Entry {
    info: INFO,
    common: &[common::REQUESTS, common::QUEUE_DEPTH, common::ADDRESS_PAGES],
    build: OltpJournal::build,
};

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OltpJournal {
    rng: Rng,
    /// `None` in a closed loop, which needs no arrivals.
    arrivals: Option<Bursts>,
    places: Places,
    read_ratio: Real,
    /// Written pages of a transaction.
    transaction_pages: u64,
    /// Pages of what goes to the journal then, request by request.
    records: [u64; 2],
    /// Written pages of the transaction under way.
    written: u64,
    journal: Range<u64>,
    /// Where the journal goes on.
    journal_page: u64,
    /// First page and number of pages of the journal requests that are due.
    due: VecDeque<(u64, u64)>,
    sectors_per_page: u64,
}

impl OltpJournal {
    /// From settings.
    ///
    /// # Errors
    /// A space without room for data and journal, a journal without room for a request.
    pub fn build(settings: &Settings, space: Space, rng: Rng) -> Result<Self, Error> {
        let pages = addressed_pages(settings, space)?;
        let journal_pages = settings.integer(JOURNAL_PAGES.name);
        let data_pages = data_pages(settings, space, pages.saturating_sub(journal_pages), journal_pages)?;
        let transaction_pages = settings.integer(TRANSACTION_PAGES.name);
        let records =
            [transaction_pages * settings.integer(JOURNAL_PER_PAGE.name), settings.integer(COMMIT_PAGES.name)];
        let largest = records[0].max(records[1]);
        if largest > journal_pages {
            return Err(Error::Conflict(format!(
                "workload.{}: {journal_pages} has no room for a request of {largest} pages",
                JOURNAL_PAGES.name
            )));
        }
        let closed = settings.optional(QUEUE_DEPTH.name).is_some();
        Ok(Self {
            rng,
            arrivals: (!closed).then(|| Bursts::new(settings)),
            places: Places::new(data_pages, settings),
            read_ratio: Real(settings.number(READ_RATIO.name)),
            transaction_pages,
            records,
            written: 0,
            journal: pages - journal_pages..pages,
            journal_page: pages - journal_pages,
            due: VecDeque::new(),
            sectors_per_page: u64::from(space.sectors_per_page),
        })
    }

    /// The pages of the journal.
    pub(super) fn journal_pages(&self) -> Range<u64> {
        self.journal.clone()
    }

    /// A page of data, after which the journal may be due.
    fn data(&mut self) -> (HostOp, u64, u64) {
        let page = self.places.draw(&mut self.rng);
        if self.rng.unit() < self.read_ratio.0 {
            return (HostOp::Read, page, 1);
        }
        self.written += 1;
        if self.written == self.transaction_pages {
            self.written = 0;
            self.records.into_iter().for_each(|pages| self.journalled(pages));
        }
        (HostOp::Write, page, 1)
    }

    /// Puts a request of `pages` pages to the journal behind those that are due; two where the circle ends within it.
    fn journalled(&mut self, pages: u64) {
        let before_the_end = pages.min(self.journal.end - self.journal_page);
        let behind = (self.journal.start, pages - before_the_end);
        self.due.extend([(self.journal_page, before_the_end), behind].into_iter().filter(|&(_, pages)| pages > 0));
        let end = self.journal_page + pages;
        self.journal_page = if end < self.journal.end { end } else { end - (self.journal.end - self.journal.start) };
    }
}

impl Generate for OltpJournal {
    #[inline]
    fn next_request(&mut self) -> Request {
        let arrival_ns = self.arrivals.as_mut().map_or(0, |arrivals| arrivals.next_ns(&mut self.rng));
        let (op, page, pages) = match self.due.pop_front() {
            Some((page, pages)) => (HostOp::Write, page, pages),
            None => self.data(),
        };
        let (sector, sectors) = (page * self.sectors_per_page, pages * self.sectors_per_page);
        Request { arrival_ns, op, sector, sectors: sectors as u32 }
    }
    fn journal(&self) -> Option<Range<u64>> {
        Some(self.journal_pages())
    }
}

/// The pages of data asked for, where `free` pages are left beside a journal of `journal_pages`.
///
/// # Errors
/// More pages than are left, or none left.
pub(crate) fn data_pages(settings: &Settings, space: Space, free: u64, journal_pages: u64) -> Result<u64, Error> {
    let wanted = settings.optional(DATA_PAGES.name);
    if free == 0 || wanted.is_some_and(|pages| pages > free) {
        let wanted = wanted.map_or("null".into(), |pages| pages.to_string());
        let words = space_in_words(settings, space);
        return Err(Error::Conflict(format!(
            "workload.{}: {wanted}: beside a journal of {journal_pages} pages there is room for {free}{words}",
            DATA_PAGES.name
        )));
    }
    Ok(wanted.unwrap_or(free))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SPP, requests, rng, settings, try_build};
    use super::*;

    const PAGES: u64 = 100_000;
    const SMALL: [(&str, &str); 2] = [("journal_pages", "64"), ("queue_depth", "1")];

    /// Direction, first page, pages.
    fn drawn(overrides: &[(&str, &str)], count: usize) -> Vec<(HostOp, u64, u64)> {
        let drawn = requests("oltp-journal", overrides, PAGES, count);
        drawn.iter().map(|request| (request.op, request.pages(SPP).0, request.pages(SPP).1)).collect()
    }

    #[test]
    fn a_transaction_is_ten_written_pages_then_twenty_and_one_to_the_journal() {
        let all = drawn(&[], 50_000);
        let journal = PAGES - 32_768;
        let mut written = 0;
        for request in &all {
            match *request {
                (HostOp::Read, page, pages) => assert!(page < journal && pages == 1 && written <= 10),
                (HostOp::Write, page, 1) if page < journal => written += 1,
                (HostOp::Write, page, 20) => assert!(page >= journal && written == 10),
                (HostOp::Write, page, 1) => {
                    assert!(page >= journal && written == 10);
                    written = 0;
                }
                // The circle's end: 32 768 is no multiple of 21.
                (op, page, pages) => {
                    assert!(op == HostOp::Write && (page + pages == PAGES || page == journal) && pages < 20);
                }
            }
            assert!(written <= 10);
        }
    }

    #[test]
    fn half_of_the_data_requests_read_and_the_law_is_paretos() {
        let all = drawn(&SMALL, 100_000);
        let data: Vec<_> = all.iter().filter(|request| request.1 < PAGES - 64).collect();
        let reads = data.iter().filter(|request| request.0 == HostOp::Read).count() as f64 / data.len() as f64;
        assert!((reads - 0.5).abs() < 0.01, "{reads}");
        let hot = data.iter().filter(|request| request.1 < (PAGES - 64) / 5).count() as f64 / data.len() as f64;
        assert!((hot - 0.8).abs() < 0.01, "{hot}");
        // Of 20 data requests 10 write, then come two to the journal, or one more where the circle ends.
        let share = 1.0 - data.len() as f64 / all.len() as f64;
        assert!((share - 2.33 / 22.33).abs() < 0.01, "{share}");
    }

    #[test]
    fn the_journal_is_written_in_a_circle_and_a_request_across_its_end_in_two() {
        let start = PAGES - 64;
        let writes: Vec<_> = drawn(&SMALL, 20_000).into_iter().filter(|request| request.1 >= start).collect();
        let mut at = start;
        let mut rounds = 0;
        for (op, page, pages) in writes {
            assert_eq!((op, page), (HostOp::Write, at));
            at = page + pages;
            assert!(at <= PAGES);
            if at == PAGES {
                (at, rounds) = (start, rounds + 1);
            }
        }
        assert!(rounds > 250, "{rounds}");
        let first: Vec<_> = drawn(&SMALL, 1000).into_iter().filter(|request| request.1 >= start).take(9).collect();
        let extents: Vec<_> = first.iter().map(|&(_, page, pages)| (page - start, pages)).collect();
        assert_eq!(extents, [(0, 20), (20, 1), (21, 20), (41, 1), (42, 20), (62, 1), (63, 1), (0, 19), (19, 1)]);
    }

    #[test]
    fn draws_come_in_their_order_arrival_page_direction() {
        let mut by_hand = rng(1);
        let overrides = [("journal_pages", "64"), ("rate", "10"), ("transaction_pages", "1")];
        let settings = settings("oltp-journal", &overrides);
        let (mut arrivals, places) = (Bursts::new(&settings), Places::new(PAGES - 64, &settings));
        let mut due = 0;
        for request in requests("oltp-journal", &overrides, PAGES, 200) {
            assert_eq!(request.arrival_ns, arrivals.next_ns(&mut by_hand));
            if due > 0 {
                due -= u64::from(request.sectors / SPP);
                continue;
            }
            assert_eq!(request.pages(SPP).0, places.draw(&mut by_hand));
            let op = if by_hand.unit() < 0.5 { HostOp::Read } else { HostOp::Write };
            assert_eq!(request.op, op);
            due = if op == HostOp::Write { 3 } else { 0 };
        }
    }

    #[test]
    fn in_a_closed_loop_the_data_are_the_same_whatever_the_journal() {
        let data = |per_page| -> Vec<_> {
            let all = drawn(&[SMALL[0], SMALL[1], ("journal_per_page", per_page)], 1000);
            all.into_iter().filter(|request| request.1 < PAGES - 64).take(500).collect()
        };
        assert_eq!(data("2"), data("0"));
        assert!(requests("oltp-journal", &SMALL, PAGES, 9).iter().all(|request| request.arrival_ns == 0));
    }

    #[test]
    fn says_where_the_journal_lies() {
        let overrides = [("journal_pages", "64"), ("address_pages", "1000"), ("data_pages", "100")];
        let generator = try_build("oltp-journal", &overrides, PAGES, 1).unwrap();
        assert_eq!(generator.journal(), Some(936..1000));
        assert!(drawn(&overrides, 9000).iter().all(|&(_, page, pages)| page + pages <= 100 || page >= 936));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refusal =
            |overrides: &[(&str, &str)]| try_build("oltp-journal", overrides, 1000, 1).unwrap_err().to_string();
        assert_eq!(
            refusal(&[]),
            "workload.data_pages: null: beside a journal of 32768 pages there is room for 0 (workload.address_pages: null, \
             logical pages: 1000)"
        );
        assert!(
            refusal(&[("journal_pages", "64"), ("data_pages", "937")]).contains("937: beside a journal of 64 pages")
        );
        assert_eq!(
            refusal(&[("journal_pages", "19")]),
            "workload.journal_pages: 19 has no room for a request of 20 pages"
        );
    }
}
