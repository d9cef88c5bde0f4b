//! Mix: streams, hot places and cold ones in stated shares. With the right numbers it stands in for a trace that
//! cannot be had; [`crate::workload::trace_substitutes`] has such numbers.
//!
//! - `mod.rs`        what may be set; the three classes of requests
//! - `units.rs`      where it reads and writes: units of 512 KiB, spread over the space
//! - `cumulative.rs` draws from a table of weights
//! - `size_table.rs` sizes as text: `1:65 2:35`
//! - `bursts.rs`     when requests arrive
//!
//! Its draws keep one order: arrival (open loop only), size, class, place and direction of that class, part of a
//! page. It draws nothing that it does not need, so a request's class decides how many draws it takes.
//!
//! A unit is 512 KiB whatever the device's blocks and pages are. Pages are the device's: with pages of 2 KiB a unit has 256 of
//! them, and sizes and hot pages are half as many bytes as with the 4 KiB that the stand-ins' numbers are meant for. A page that
//! does not divide 512 KiB leaves the rest of its units alone.

pub(super) mod bursts;
mod cumulative;
mod size_table;
#[cfg(test)]
mod tests;
mod units;

use super::common;
use super::common::{QUEUE_DEPTH, WRITE_RATIO};
use super::generator::{Entry, Generate, Space};
use crate::base::error::Error;
use crate::base::real::Real;
use crate::base::request::{HostOp, Request};
use crate::base::rng::Rng;
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;
use crate::workload::trace_substitutes;
use bursts::Bursts;
use cumulative::Cumulative;
use size_table::SizeTable;
use units::Units;

/// The named set of values to start from.
pub(crate) const STANDIN: Parameter = Parameter::choice(
    "standin",
    "\"none\"",
    &trace_substitutes::NAMES,
    "A trace substitute: sets the other fields, each of which can still be overridden.",
);
const SEQUENTIAL_RATIO: Parameter =
    Parameter::number("sequential_ratio", "0.1", 0.0, 1.0, "Share of requests that belong to one of four streams.");
const HOT_REQUEST_RATIO: Parameter = Parameter::number(
    "hot_request_ratio",
    "0.7",
    0.0,
    1.0,
    "Share of requests to the hot pages of a popular unit; what goes beyond 1 together with sequential_ratio is cut off. \
     The rest is cold: any page of any unit.",
);
const THETA: Parameter = Parameter::number(
    "theta",
    "1",
    0.0,
    10.0,
    "Skew of hot requests: the k-th most popular unit is drawn in proportion to 1/k^theta; 0: uniform.",
);
const HOT_PAGES: Parameter = Parameter::integer(
    "hot_pages",
    "32",
    1,
    1024,
    "Number of pages at the start of each unit where hot requests start; all pages where a unit has fewer.",
);
const MEAN_RUN: Parameter =
    Parameter::number("mean_run", "16", 1.0, 1e6, "Mean number of requests of a stream before it restarts elsewhere.");
const SUB_PAGE: Parameter = Parameter::number(
    "sub_page",
    "0",
    0.0,
    1.0,
    "Share of hot single-page writes that write only some consecutive sectors of the page.",
);

/// What is said about it.
pub(crate) const INFO: Info = Info {
    kind: "mix",
    title: "mix of streams, hot and cold",
    help: "Sequential streams, popular and unpopular places in stated shares, in units of 512 KiB spread over the space.",
    source: "stand-ins for traces that cannot be shipped",
    parameters: &[
        STANDIN,
        SEQUENTIAL_RATIO,
        HOT_REQUEST_RATIO,
        THETA,
        HOT_PAGES,
        MEAN_RUN,
        size_table::SIZES,
        SUB_PAGE,
        bursts::RATE,
        bursts::BURST,
        units::FOOTPRINT_UNITS,
    ],
};

const STREAMS: usize = 4;

/// How it is chosen.
pub(crate) const ENTRY: Entry<Mix> = Entry { info: INFO, common: common::BASIC, build: Mix::build };

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mix {
    rng: Rng,
    /// `None` in a closed loop, which needs no arrivals.
    arrivals: Option<Bursts>,
    sizes: SizeTable,
    units: Units,
    popularity: Cumulative,
    /// `None` where a stream has to start.
    streams: [Option<Stream>; STREAMS],
    write_ratio: Real,
    sequential_ratio: Real,
    hot_request_ratio: Real,
    hot_pages: u32,
    /// Chance that a stream ends with a request.
    end: Real,
    sub_page: Real,
    sectors_per_page: u32,
}

/// Where a stream goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stream {
    unit: u32,
    page: u32,
    op: HostOp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Sequential,
    Hot,
    Cold,
}

/// Where a request starts: in which unit of the footprint, at which of its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Draw {
    class: Class,
    op: HostOp,
    unit: u32,
    page: u32,
    pages: u32,
}

impl Mix {
    /// From settings.
    ///
    /// # Errors
    /// A space without a unit, a footprint larger than the space, sizes that cannot be read.
    pub fn build(settings: &Settings, space: Space, rng: Rng) -> Result<Self, Error> {
        let real = |parameter: Parameter| Real(settings.number(parameter.name));
        let units = Units::new(settings, space)?;
        let closed = settings.optional(QUEUE_DEPTH.name).is_some();
        Ok(Self {
            rng,
            arrivals: (!closed).then(|| Bursts::new(settings)),
            sizes: SizeTable::new(settings)?,
            popularity: Cumulative::zipf(units.count(), settings.number(THETA.name)),
            streams: [None; STREAMS],
            write_ratio: real(WRITE_RATIO),
            sequential_ratio: real(SEQUENTIAL_RATIO),
            hot_request_ratio: real(HOT_REQUEST_RATIO),
            hot_pages: units.pages().min(settings.integer(HOT_PAGES.name) as u32),
            end: Real(1.0 / settings.number(MEAN_RUN.name)),
            sub_page: real(SUB_PAGE),
            sectors_per_page: space.sectors_per_page,
            units,
        })
    }

    fn draw(&mut self) -> Draw {
        let pages = self.sizes.draw(&mut self.rng);
        let u = self.rng.unit();
        let sequential = self.sequential_ratio.0;
        if u < sequential {
            self.sequential(pages)
        } else if u < sequential + self.hot_request_ratio.0 {
            self.hot(pages)
        } else {
            self.cold(pages)
        }
    }

    fn sequential(&mut self, pages: u32) -> Draw {
        let number = self.rng.below(STREAMS as u64) as usize;
        let stream = match self.streams[number] {
            None => Stream { unit: self.any_unit(), page: 0, op: self.direction() },
            Some(stream) if stream.page == self.units.pages() => {
                Stream { unit: (stream.unit + 1) % self.units.count(), page: 0, ..stream }
            }
            Some(stream) => stream,
        };
        let Stream { unit, page, op } = stream;
        let draw = self.cut(Class::Sequential, op, unit, page, pages);
        let ends = self.rng.unit() < self.end.0;
        self.streams[number] = (!ends).then_some(Stream { page: page + draw.pages, ..stream });
        draw
    }

    fn hot(&mut self, pages: u32) -> Draw {
        let op = self.direction();
        let rank = self.popularity.draw(&mut self.rng);
        let page = self.rng.below(u64::from(self.hot_pages)) as u32;
        self.cut(Class::Hot, op, self.units.of_rank(rank), page, pages)
    }

    fn cold(&mut self, pages: u32) -> Draw {
        let op = self.direction();
        let unit = self.any_unit();
        let page = self.rng.below(u64::from(self.units.pages())) as u32;
        self.cut(Class::Cold, op, unit, page, pages)
    }

    fn direction(&mut self) -> HostOp {
        if self.rng.unit() < self.write_ratio.0 { HostOp::Write } else { HostOp::Read }
    }

    fn any_unit(&mut self) -> u32 {
        self.rng.below(u64::from(self.units.count())) as u32
    }

    /// No request goes on behind the unit in which it starts.
    fn cut(&self, class: Class, op: HostOp, unit: u32, page: u32, pages: u32) -> Draw {
        Draw { class, op, unit, page, pages: pages.min(self.units.pages() - page) }
    }

    /// The sectors before the request in its first page, and its own.
    fn sectors(&mut self, draw: Draw) -> (u32, u32) {
        let spp = self.sectors_per_page;
        let may_be_partial = draw.class == Class::Hot && draw.op == HostOp::Write && draw.pages == 1;
        if self.sub_page.0 > 0.0 && may_be_partial && self.rng.unit() < self.sub_page.0 {
            let skipped = self.rng.below(u64::from(spp)) as u32;
            return (skipped, 1 + self.rng.below(u64::from(spp - skipped)) as u32);
        }
        (0, draw.pages * spp)
    }
}

impl Generate for Mix {
    fn next_request(&mut self) -> Request {
        let arrival_ns = self.arrivals.as_mut().map_or(0, |arrivals| arrivals.next_ns(&mut self.rng));
        let draw = self.draw();
        let (skipped, sectors) = self.sectors(draw);
        let page = self.units.first_page(draw.unit) + u64::from(draw.page);
        let sector = page * u64::from(self.sectors_per_page) + u64::from(skipped);
        Request { arrival_ns, op: draw.op, sector, sectors }
    }
}
