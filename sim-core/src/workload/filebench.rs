//! Mixes in the manner of Filebench's personalities: whole files are read and written, ends are appended, a log is written.
//!
//! Files of one size lie side by side, and every operation takes any of them alike: no directories, no metadata, no cache of
//! a host, and no threads that wait for one another. What is left is the shares and sizes of a personality's data requests;
//! they are our own, after the operations that its default workload lists.
//!
//! Draws: arrival (open loop only), operation, file, place of an end.

use super::common;
use super::common::{QUEUE_DEPTH, addressed_pages, space_in_words};
use super::generator::{Entry, Generate, Space};
use super::mix::bursts::{BURST, Bursts, RATE};
use crate::base::error::Error;
use crate::base::request::{HostOp, Request};
use crate::base::rng::Rng;
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;

const PERSONALITY: Parameter = Parameter::choice(
    "personality",
    "\"fileserver\"",
    &NAMES,
    "Whose mix of reads and writes it is: a file server (a third reads), a mail server (half), a web server (nearly all), \
     a proxy (most).",
);

/// What is said about it.
pub(crate) const INFO: Info = Info {
    kind: "filebench",
    title: "files, in the manner of Filebench",
    help: "Whole files read and written, ends appended and a log written in the shares of a file, mail, web or proxy server.",
    source: "Filebench, as in ttFlash, FAST 2017",
    parameters: &[PERSONALITY, RATE, BURST],
};

/// A server's data requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Personality {
    name: &'static str,
    file_pages: u64,
    /// Pages of an append, to a file or to the log.
    end_pages: u64,
    /// Shares of reads of a file, writes of one, appends to one, appends to the log.
    shares: [u64; 4],
}

const PERSONALITIES: [Personality; 4] = [
    Personality { name: "fileserver", file_pages: 32, end_pages: 4, shares: [1, 1, 1, 0] },
    Personality { name: "varmail", file_pages: 4, end_pages: 4, shares: [2, 0, 2, 0] },
    Personality { name: "webserver", file_pages: 4, end_pages: 4, shares: [10, 0, 0, 1] },
    Personality { name: "webproxy", file_pages: 4, end_pages: 4, shares: [5, 1, 0, 1] },
];

const NAMES: [&str; PERSONALITIES.len()] = {
    let mut names = [""; PERSONALITIES.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = PERSONALITIES[i].name;
        i += 1;
    }
    names
};

/// The log takes this part of the space, from its beginning, and is written in a circle: more than a buffer has room for.
const LOG_PART: u64 = 8;

/// How it is chosen.
pub(crate) const ENTRY: Entry<Filebench> = Entry {
    info: INFO,
    common: &[common::REQUESTS, common::QUEUE_DEPTH, common::ADDRESS_PAGES],
    build: Filebench::build,
};

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Filebench {
    rng: Rng,
    /// `None` in a closed loop, which needs no arrivals.
    arrivals: Option<Bursts>,
    personality: Personality,
    files: u64,
    /// Pages of the log; 0 without one.
    log_pages: u64,
    /// Where the log goes on.
    log_page: u64,
    sectors_per_page: u64,
}

impl Filebench {
    /// From settings.
    ///
    /// # Errors
    /// A space without room for a file.
    pub fn build(settings: &Settings, space: Space, rng: Rng) -> Result<Self, Error> {
        let pages = addressed_pages(settings, space)?;
        let name = settings.word(PERSONALITY.name);
        let personality = PERSONALITIES.into_iter().find(|known| known.name == name).unwrap_or(PERSONALITIES[0]);
        let log_pages = if personality.shares[3] > 0 { pages / LOG_PART } else { 0 };
        let files = (pages - log_pages) / personality.file_pages;
        if files == 0 || (log_pages < personality.end_pages && personality.shares[3] > 0) {
            let words = space_in_words(settings, space);
            return Err(Error::Conflict(format!("workload.{}: {name} has no room{words}", PERSONALITY.name)));
        }
        let closed = settings.optional(QUEUE_DEPTH.name).is_some();
        Ok(Self {
            rng,
            arrivals: (!closed).then(|| Bursts::new(settings)),
            personality,
            files,
            log_pages: log_pages - log_pages % personality.end_pages,
            log_page: 0,
            sectors_per_page: u64::from(space.sectors_per_page),
        })
    }

    /// The first page of any file.
    fn file(&mut self) -> u64 {
        self.log_pages + self.rng.below(self.files) * self.personality.file_pages
    }

    /// Where the log goes on.
    fn log(&mut self, pages: u64) -> u64 {
        let page = self.log_page;
        self.log_page = (page + pages) % self.log_pages;
        page
    }
}

impl Generate for Filebench {
    fn next_request(&mut self) -> Request {
        let arrival_ns = self.arrivals.as_mut().map_or(0, |arrivals| arrivals.next_ns(&mut self.rng));
        let Personality { file_pages, end_pages, shares, .. } = self.personality;
        let mut draw = self.rng.below(shares.iter().sum());
        let operation = shares.iter().position(|&share| {
            let taken = draw < share;
            draw = draw.saturating_sub(share);
            taken
        });
        let (op, page, pages) = match operation {
            Some(0) => (HostOp::Read, self.file(), file_pages),
            Some(1) => (HostOp::Write, self.file(), file_pages),
            Some(2) => (HostOp::Write, self.file() + self.rng.below(file_pages - end_pages + 1), end_pages),
            _ => (HostOp::Write, self.log(end_pages), end_pages),
        };
        let (sector, sectors) = (page * self.sectors_per_page, pages * self.sectors_per_page);
        Request { arrival_ns, op, sector, sectors: sectors as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SPP, requests, try_build};
    use super::*;

    const PAGES: u64 = 100_000;

    fn draws(personality: &str) -> Vec<Request> {
        requests("filebench", &[(PERSONALITY.name, &format!("\"{personality}\"")), (RATE.name, "250")], PAGES, 50_000)
    }

    fn share(of: &[Request], holds: impl Fn(&Request) -> bool) -> f64 {
        of.iter().filter(|request| holds(request)).count() as f64 / of.len() as f64
    }

    #[test]
    fn reads_have_the_share_of_the_personality() {
        for (name, reads) in
            [("fileserver", 1.0 / 3.0), ("varmail", 0.5), ("webserver", 10.0 / 11.0), ("webproxy", 5.0 / 7.0)]
        {
            let requests = draws(name);
            let measured = share(&requests, |request| request.op == HostOp::Read);
            assert!((measured - reads).abs() < 0.01, "{name}: {measured}");
            assert!(requests.iter().all(|request| request.pages(SPP).0 + request.pages(SPP).1 <= PAGES));
            let rate = 50_000.0 / (requests[49_999].arrival_ns as f64 / 1e9);
            assert!((rate / 250.0 - 1.0).abs() < 0.03, "{name}: {rate}");
        }
    }

    #[test]
    fn files_are_read_whole_and_appended_in_part() {
        let requests = draws("fileserver");
        for request in &requests {
            let (first, pages) = request.pages(SPP);
            assert!(pages == 32 && first % 32 == 0 || request.op == HostOp::Write && pages == 4);
            assert_eq!(first / 32, (first + pages - 1) / 32, "within one file");
        }
        assert!((share(&requests, |request| request.pages(SPP).1 == 4) - 1.0 / 3.0).abs() < 0.01);
    }

    #[test]
    fn a_log_is_written_in_a_circle_before_the_files() {
        let requests = draws("webproxy");
        let log: Vec<u64> =
            requests.iter().map(|request| request.pages(SPP).0).filter(|&page| page < PAGES / LOG_PART).collect();
        assert!(log.len() > 5000);
        assert!((0..).zip(&log).all(|(n, &page)| page == n * 4 % (PAGES / LOG_PART)));
    }

    #[test]
    fn a_space_without_room_for_a_file_is_refused() {
        let error = try_build("filebench", &[], 31, 1).unwrap_err().to_string();
        assert!(
            error.starts_with("workload.personality: fileserver has no room (workload.address_pages: null"),
            "{error}"
        );
        assert!(try_build("filebench", &[(PERSONALITY.name, "\"webserver\"")], 8, 1).is_err());
    }
}
