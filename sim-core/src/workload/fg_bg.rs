//! Foreground and background: aligned random reads, in a closed loop or at a rate, and beside them single pages that are
//! written, or read, at random at a stated rate. What is measured is the foreground.
//!
//! Both draw from generators of their own: whatever the rate of the background, the reads go to the same pages. Draws of the
//! background: gap, page; of reads at a rate: gap, place.

use super::common;
use super::common::addressed_pages;
use super::distribution::exponential;
use super::generator::{Entry, Generate, Space};
use crate::base::error::Error;
use crate::base::real::Real;
use crate::base::request::{HostOp, Request};
use crate::base::rng::{Component, Rng};
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;

const READS: Parameter = Parameter::integer(
    "requests",
    "60000",
    1,
    1_000_000_000_000,
    "Reads of the foreground. The run ends with them; run.warmup_requests counts the background too.",
);
const QUEUE_DEPTH: Parameter = Parameter::optional(
    "queue_depth",
    "1",
    1,
    65_536,
    "Closed loop: number of foreground reads kept in flight; null: they arrive at random (read_rate).",
);
const READ_RATE: Parameter = Parameter::number(
    "read_rate",
    "1000",
    1e-3,
    1e9,
    "Mean foreground reads per second; no effect in a closed loop (queue_depth).",
);
const WRITES_BEFORE: Parameter = Parameter::integer(
    "writes_before",
    "0",
    0,
    1_000_000_000,
    "Single-page writes at write_rate before the first read; only where reads arrive at random (queue_depth null).",
);
const READ_PAGES: Parameter =
    Parameter::integer("read_pages", "4", 1, 1 << 20, "Pages of a read; it begins at a multiple of them.");
const WRITE_RATE: Parameter = Parameter::number(
    "write_rate",
    "1000",
    0.0,
    1e9,
    "Mean background requests per second, one page each; 0: no background.",
);
const NOISE: Parameter =
    Parameter::choice("noise", "\"write\"", &["write", "read"], "Type of the background requests.");

/// What is said about it.
pub(crate) const INFO: Info = Info {
    kind: "fg-bg",
    title: "reads beside noise",
    help: "Aligned random reads, one after another or at a rate, and beside them single pages written or read at random: the \
           reads are measured.",
    source: "the foreground and background load of ttFlash, FAST 2017",
    parameters: &[READS, READ_PAGES, QUEUE_DEPTH, READ_RATE, WRITE_RATE, NOISE, WRITES_BEFORE],
};

const NS_PER_S: f64 = 1.0e9;

/// How it is chosen.
pub(crate) const ENTRY: Entry<FgBg> = Entry { info: INFO, common: &[common::ADDRESS_PAGES], build: FgBg::build };

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FgBg {
    reads: Rng,
    /// Places at which a read can begin.
    starts: u64,
    read_pages: u64,
    sectors_per_page: u64,
    /// `None` in a closed loop, which needs no arrivals.
    arrivals: Option<Arrivals>,
    background: Option<Background>,
}

/// When reads arrive that do not wait for each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Arrivals {
    mean_gap_ns: Real,
    clock_ns: u64,
}

/// Single pages at random times.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Background {
    rng: Rng,
    op: HostOp,
    mean_gap_ns: Real,
    clock_ns: u64,
    pages: u64,
    /// How many of the next write, whatever the others do.
    writes_left: u64,
}

impl FgBg {
    /// From settings.
    ///
    /// # Errors
    /// Reads larger than the space, a space larger than the device, writes before a closed loop.
    pub fn build(settings: &Settings, space: Space, mut rng: Rng) -> Result<Self, Error> {
        let pages = addressed_pages(settings, space)?;
        let read_pages = settings.integer(READ_PAGES.name);
        if read_pages > pages {
            return Err(Error::Value {
                field: format!("workload.{}", READ_PAGES.name),
                value: read_pages.to_string(),
                expected: format!("at most {pages}, the pages addressed"),
                nearest: Some(pages.to_string()),
            });
        }
        let own = Rng::new(rng.bits(), Component::Workload);
        let rate = settings.number(WRITE_RATE.name);
        let writes_left = settings.integer(WRITES_BEFORE.name);
        let background = Background {
            rng: own,
            op: if settings.word(NOISE.name) == "read" { HostOp::Read } else { HostOp::Write },
            mean_gap_ns: Real(NS_PER_S / rate),
            clock_ns: 0,
            pages,
            writes_left,
        };
        let background = (rate > 0.0).then_some(background);
        let is_open = settings.optional(QUEUE_DEPTH.name).is_none();
        if writes_left > 0 && (!is_open || background.is_none()) {
            return Err(Error::Value {
                field: format!("workload.{}", WRITES_BEFORE.name),
                value: writes_left.to_string(),
                expected: "0, unless workload.queue_depth is null and workload.write_rate is not 0".into(),
                nearest: Some("0".into()),
            });
        }
        let mean_gap_ns = Real(NS_PER_S / settings.number(READ_RATE.name));
        let clock_ns = background.as_ref().map_or(0, Background::end_of_writes_before);
        Ok(Self {
            reads: rng,
            starts: pages / read_pages,
            read_pages,
            sectors_per_page: u64::from(space.sectors_per_page),
            arrivals: is_open.then_some(Arrivals { mean_gap_ns, clock_ns }),
            background,
        })
    }
}

impl Background {
    fn next_request(&mut self, sectors_per_page: u64) -> Request {
        let gap_ns = (exponential(&mut self.rng, self.mean_gap_ns.0) + 0.5) as u64;
        self.clock_ns = self.clock_ns.saturating_add(gap_ns);
        let op = if self.writes_left > 0 { HostOp::Write } else { self.op };
        self.writes_left = self.writes_left.saturating_sub(1);
        let sector = self.rng.below(self.pages) * sectors_per_page;
        Request { arrival_ns: self.clock_ns, op, sector, sectors: sectors_per_page as u32 }
    }

    /// When the last of the writes before the first read arrives.
    fn end_of_writes_before(&self) -> u64 {
        let mut ahead = self.clone();
        (0..self.writes_left).fold(0, |_, _| ahead.next_request(1).arrival_ns)
    }
}

impl Generate for FgBg {
    fn next_request(&mut self) -> Request {
        let arrival_ns = self.arrivals.as_mut().map_or(0, |Arrivals { mean_gap_ns, clock_ns }| {
            *clock_ns = clock_ns.saturating_add((exponential(&mut self.reads, mean_gap_ns.0) + 0.5) as u64);
            *clock_ns
        });
        let page = self.reads.below(self.starts) * self.read_pages;
        let (sector, sectors) = (page * self.sectors_per_page, self.read_pages * self.sectors_per_page);
        Request { arrival_ns, op: HostOp::Read, sector, sectors: sectors as u32 }
    }
    fn next_background(&mut self) -> Option<Request> {
        let sectors = self.sectors_per_page;
        self.background.as_mut().map(|background| background.next_request(sectors))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Generator;
    use super::super::tests::{SPP, try_build};
    use super::*;

    fn build(overrides: &[(&str, &str)]) -> Generator {
        try_build("fg-bg", overrides, 1001, 1).unwrap()
    }

    #[test]
    fn reads_are_aligned_and_the_same_whatever_the_noise() {
        let reads = |overrides: &[(&str, &str)]| -> Vec<Request> {
            let mut generator = build(overrides);
            (0..5000).map(|_| (generator.next_request(), generator.next_background()).0).collect()
        };
        let all = reads(&[("write_rate", "5000")]);
        assert_eq!(all, reads(&[("write_rate", "0")]));
        let size = u64::from(4 * SPP);
        assert!(all.iter().all(|read| read.sector % size == 0 && u64::from(read.sectors) == size));
        assert_eq!(all.iter().map(|read| read.sector / size).max(), Some(249), "1001 pages have room for 250 reads");
        assert!(all.iter().all(|read| read.op == HostOp::Read));
    }

    #[test]
    fn noise_arrives_at_its_rate_over_all_pages() {
        let mut generator = build(&[("write_rate", "2500"), ("noise", "\"write\"")]);
        let noise: Vec<Request> = (0..50_000).filter_map(|_| generator.next_background()).collect();
        let mean = noise.last().map_or(0, |last| last.arrival_ns) as f64 / 50_000.0;
        assert!((mean / 400_000.0 - 1.0).abs() < 0.02, "{mean}");
        assert!(noise.windows(2).all(|two| two[0].arrival_ns <= two[1].arrival_ns));
        assert!(noise.iter().all(|one| one.op == HostOp::Write && one.sectors == SPP));
        assert_eq!(noise.iter().map(|one| one.sector / u64::from(SPP)).max(), Some(1000));
        let read = build(&[("noise", "\"read\"")]).next_background();
        assert_eq!(read.map(|read| read.op), Some(HostOp::Read));
        assert_eq!(build(&[("write_rate", "0")]).next_background(), None);
    }

    #[test]
    fn reads_at_a_rate_begin_after_the_writes_before() {
        let open = [("queue_depth", "null"), ("read_rate", "1000"), ("write_rate", "2000")];
        let with = |more: &[(&str, &str)]| build(&[&open[..], more].concat());
        let mut generator = with(&[("writes_before", "300"), ("noise", "\"read\"")]);
        let noise: Vec<Request> = (0..400).filter_map(|_| generator.next_background()).collect();
        assert!(noise[..300].iter().all(|one| one.op == HostOp::Write), "writes, whatever the noise is");
        assert!(noise[300..].iter().all(|one| one.op == HostOp::Read));
        let reads: Vec<Request> = (0..20_000).map(|_| generator.next_request()).collect();
        let start_ns = noise[299].arrival_ns;
        assert!(reads[0].arrival_ns > start_ns && reads.windows(2).all(|two| two[0].arrival_ns <= two[1].arrival_ns));
        let mean = (reads[19_999].arrival_ns - start_ns) as f64 / 20_000.0;
        assert!((mean / 1e6 - 1.0).abs() < 0.03, "{mean}");
        let mut at_once = with(&[]);
        assert!(at_once.next_request().arrival_ns < start_ns);
        let places: Vec<u64> = (1..20_000).map(|_| at_once.next_request().sector).collect();
        assert_eq!(places, reads[1..].iter().map(|read| read.sector).collect::<Vec<_>>());
    }

    #[test]
    fn writes_before_a_closed_loop_are_refused() {
        let error = |overrides: &[(&str, &str)]| try_build("fg-bg", overrides, 1001, 1).unwrap_err().to_string();
        let expected =
            "workload.writes_before: 5 is not 0, unless workload.queue_depth is null and workload.write_rate is not 0";
        assert_eq!(error(&[("writes_before", "5")]), expected);
        assert_eq!(error(&[("writes_before", "5"), ("queue_depth", "null"), ("write_rate", "0")]), expected);
    }

    #[test]
    fn a_read_larger_than_the_space_is_refused() {
        let error = try_build("fg-bg", &[("read_pages", "4")], 3, 1).unwrap_err().to_string();
        assert_eq!(error, "workload.read_pages: 4 is not at most 3, the pages addressed");
    }
}
