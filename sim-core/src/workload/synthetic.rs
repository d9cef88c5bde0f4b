//! DiskSim's synthetic generator, which both C-lash papers use.
//!
//! A request continues the one before (sequential), starts near it (local), or lies anywhere (general). Four things
//! are easily missed. A sequential request inherits direction and size, so the share of writes varies much between runs.
//! One that would cross the end of the space becomes general, not local. Sizes are rounded up. And local requests
//! lie about the *start* of the one before, distance 0 included, so they repeat pages as well.
//!
//! DiskSim draws all of this in sectors, and a layer widens what it gets to whole pages; the papers speak of pages. `align`
//! chooses what addresses and sizes are counted in.

use super::common;
use super::common::Common;
use super::distribution::normal;
use super::generator::{Entry, Generate, Space};
use crate::base::error::Error;
use crate::base::real::Real;
use crate::base::request::{HostOp, Request};
use crate::base::rng::Rng;
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;

const MAX_DISTANCE: f64 = (1u64 << 40) as f64;

const SEQUENTIAL_RATIO: Parameter = Parameter::number(
    "sequential_ratio",
    "0",
    0.0,
    1.0,
    "Share of requests that continue the one before; at 1 all of them are writes from page 0 on.",
);
const SPATIAL_LOCALITY: Parameter = Parameter::number(
    "spatial_locality",
    "0",
    0.0,
    1.0,
    "Share of requests that start near the one before; what goes beyond 1 together with sequential_ratio is cut off.",
);
const DISTANCE_MEAN: Parameter = Parameter::number(
    "local_distance.mean",
    "0",
    -MAX_DISTANCE,
    MAX_DISTANCE,
    "Mean distance of a local request from the start of the one before, in pages (normal, cut to whole pages).",
);
const DISTANCE_SD: Parameter =
    Parameter::number("local_distance.sd", "1", 0.0, MAX_DISTANCE, "Standard deviation of that distance, in pages.");

const ALIGN: Parameter = Parameter::choice(
    "align",
    "\"page\"",
    &["page", "sector"],
    "Where requests start and end: at whole pages, or at any sector, as DiskSim draws them (a request then touches a page more).",
);

/// Draws after which a local request that never falls inside the space becomes a general one. A distance of a few
/// pages needs one or two; only a mean far from 0 can come this far, and the run has to go on.
const LOCAL_DRAWS_MAX: u32 = 1000;

/// What is said about it.
pub(crate) const INFO: Info = Info {
    kind: "synthetic",
    title: "synthetic (DiskSim)",
    help: "A mix of sequential, local and random requests.",
    source: "DiskSim 3.0",
    parameters: &[SEQUENTIAL_RATIO, SPATIAL_LOCALITY, DISTANCE_MEAN, DISTANCE_SD, ALIGN],
};

/// How it is chosen.
pub(crate) const ENTRY: Entry<Synthetic> = Entry { info: INFO, common: common::PARAMETERS, build: Synthetic::build };

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Synthetic {
    common: Common,
    sequential_ratio: Real,
    spatial_locality: Real,
    distance_mean: Real,
    distance_sd: Real,
    /// Units of a page: 1, or its sectors. All addresses and sizes below are in units.
    per_page: u64,
    previous: Option<Extent>,
}

/// What a request touches, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Extent {
    start: u64,
    size: u64,
    op: HostOp,
}

impl Synthetic {
    /// From settings.
    ///
    /// # Errors
    /// As [`Common::new`]; and a request must be smaller than the space, since DiskSim never lets one touch its end.
    pub fn build(settings: &Settings, space: Space, rng: Rng) -> Result<Self, Error> {
        let common = Common::new(settings, space, rng)?;
        let below_end = common.pages - 1;
        let common = common.limited(below_end, "one less than the pages addressed", settings, space)?;
        let real = |parameter: Parameter| Real(settings.number(parameter.name));
        Ok(Self {
            common,
            sequential_ratio: real(SEQUENTIAL_RATIO),
            spatial_locality: real(SPATIAL_LOCALITY),
            distance_mean: real(DISTANCE_MEAN),
            distance_sd: real(DISTANCE_SD),
            per_page: if settings.word(ALIGN.name) == "sector" { u64::from(space.sectors_per_page) } else { 1 },
            previous: None,
        })
    }

    fn after(&mut self, previous: Extent) -> Extent {
        let u = self.common.rng.unit();
        let sequential = self.sequential_ratio.0;
        if u < sequential {
            let room = previous.start + 2 * previous.size < self.end();
            if room { Extent { start: previous.start + previous.size, ..previous } } else { self.general() }
        } else if u < sequential + self.spatial_locality.0 {
            self.local(previous).unwrap_or_else(|| self.general())
        } else {
            self.general()
        }
    }

    fn local(&mut self, previous: Extent) -> Option<Extent> {
        for _ in 0..LOCAL_DRAWS_MAX {
            // The conversion cuts toward zero, as DiskSim's does.
            let pages = normal(&mut self.common.rng, self.distance_mean.0, self.distance_sd.0);
            let distance = (pages * self.per_page as f64) as i64;
            let size = self.common.size() * self.per_page;
            if let Some(start) = previous.start.checked_add_signed(distance)
                && self.inside(start, size)
            {
                return Some(Extent { start, size, op: self.common.direction() });
            }
        }
        None
    }

    fn general(&mut self) -> Extent {
        if self.sequential_ratio.0 >= 1.0 {
            // One request's direction would decide the whole run.
            return Extent { start: 0, size: self.common.request_pages * self.per_page, op: HostOp::Write };
        }
        loop {
            let start = self.common.rng.below(self.end());
            let size = self.common.size() * self.per_page;
            if self.inside(start, size) {
                return Extent { start, size, op: self.common.direction() };
            }
        }
    }

    /// Units of the space.
    fn end(&self) -> u64 {
        self.common.pages * self.per_page
    }

    /// DiskSim leaves the last unit of the space alone.
    fn inside(&self, start: u64, size: u64) -> bool {
        start < self.end() && start + size < self.end()
    }
}

impl Generate for Synthetic {
    #[inline]
    fn next_request(&mut self) -> Request {
        let extent = match self.previous {
            Some(previous) => self.after(previous),
            None => self.general(),
        };
        self.previous = Some(extent);
        self.common.request_of(extent.op, extent.start, extent.size, self.per_page)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SPP, requests, try_build};
    use super::*;

    const PAGES: u64 = 100_000;

    fn extents(overrides: &[(&str, &str)], pages: u64, count: usize) -> Vec<Extent> {
        requests("synthetic", overrides, pages, count)
            .iter()
            .map(|request| {
                let (start, size) = request.pages(SPP);
                Extent { start, size, op: request.op }
            })
            .collect()
    }

    fn share(extents: &[Extent], holds: impl Fn(Extent, Extent) -> bool) -> f64 {
        let pairs = extents.windows(2).filter(|pair| holds(pair[0], pair[1])).count();
        pairs as f64 / (extents.len() - 1) as f64
    }

    fn continues(previous: Extent, next: Extent) -> bool {
        next.start == previous.start + previous.size
    }

    #[test]
    fn sequential_requests_have_their_share_and_inherit_all() {
        let settings = [("sequential_ratio", "0.6"), ("size.distribution", "\"uniform\"")];
        let extents = extents(&settings, PAGES, 50_000);
        assert!((share(&extents, continues) - 0.6).abs() < 0.01);
        let inherits = |a: Extent, b: Extent| continues(a, b) && a.size == b.size && a.op == b.op;
        assert!(share(&extents, continues) - share(&extents, inherits) < 0.001);
    }

    #[test]
    fn sequential_runs_keep_the_share_of_writes() {
        let extents = extents(&[("sequential_ratio", "0.8")], PAGES, 200_000);
        let writes = extents.iter().filter(|extent| extent.op == HostOp::Write).count();
        assert!((writes as f64 / 200_000.0 - 0.8).abs() < 0.01);
    }

    #[test]
    fn all_sequential_is_all_writes_from_page_0() {
        let settings = [("sequential_ratio", "1"), ("write_ratio", "0.2")];
        let extents = extents(&settings, 22, 7);
        assert!(extents.iter().all(|extent| extent.op == HostOp::Write && extent.size == 4));
        // A request of pages 20 to 23 would cross the end.
        assert_eq!(extents.iter().map(|extent| extent.start).collect::<Vec<_>>(), [0, 4, 8, 12, 16, 0, 4]);
    }

    #[test]
    fn a_continuation_across_the_end_becomes_general() {
        let settings = [("sequential_ratio", "0.9"), ("spatial_locality", "0.1"), ("local_distance.sd", "0")];
        let extents = extents(&settings, 12, 50_000);
        // From page 4 on nothing continues: a tenth stays (local), and an eighth of the rest by chance. Were the rest
        // local, all would stay.
        let at_end = share(&extents, |a, _| a.start >= 4);
        let stays = share(&extents, |a, b| a.start >= 4 && a.start == b.start) / at_end;
        assert!((stays - (0.1 + 0.9 / 8.0)).abs() < 0.01, "{stays}");
    }

    #[test]
    fn local_distances_are_normal_cut_toward_zero() {
        let extents = extents(&[("spatial_locality", "1")], PAGES, 100_000);
        // Shares of |z| < 1, and of 1 ≤ z < 2, under the normal curve.
        assert!((share(&extents, |a, b| a.start == b.start) - 0.682_7).abs() < 0.005);
        assert!((share(&extents, |a, b| a.start + 1 == b.start) - 0.135_9).abs() < 0.005);
        assert!((share(&extents, |a, b| a.start == b.start + 1) - 0.135_9).abs() < 0.005);
    }

    #[test]
    fn by_sectors_requests_start_anywhere_and_sizes_stay_what_they_are() {
        let settings = [("sequential_ratio", "0.3"), ("spatial_locality", "0.3"), ("align", "\"sector\"")];
        let requests = requests("synthetic", &settings, PAGES, 50_000);
        let per_page = u64::from(SPP);
        assert!(requests.iter().all(|request| request.sectors == 4 * SPP));
        assert!(requests.iter().all(|request| request.sector + u64::from(request.sectors) < PAGES * per_page));
        let at = |offset: u64| requests.iter().filter(|request| request.sector % per_page == offset).count();
        assert!((0..per_page).all(|offset| at(offset) > 11_000), "each place in a page is as frequent");
        // What crosses a page touches one page more.
        assert!(requests.iter().all(|request| request.pages(SPP).1 == 4 + u64::from(request.sector % per_page > 0)));
        let follows = requests.windows(2).filter(|two| two[1].sector == two[0].sector + 16).count();
        assert!((follows as f64 / 50_000.0 - 0.3).abs() < 0.01);
        let local = requests.windows(2).filter(|two| two[1].sector.abs_diff(two[0].sector) < 16).count();
        assert!((local as f64 / 50_000.0 - 0.3).abs() < 0.01, "distances are pages all the same");
    }

    #[test]
    fn locality_beyond_1_is_cut_off() {
        let settings = [("sequential_ratio", "0.8"), ("spatial_locality", "0.4")];
        let extents = extents(&settings, PAGES, 50_000);
        assert!((share(&extents, continues) - 0.8).abs() < 0.01);
        let near = share(&extents, |a, b| !continues(a, b) && a.start.abs_diff(b.start) <= 6);
        assert!((near - 0.2).abs() < 0.01, "{near}");
    }

    #[test]
    fn general_requests_are_spread_and_leave_the_last_page() {
        let extents = extents(&[], 20, 20_000);
        let starts: Vec<usize> =
            (0..20).map(|start| extents.iter().filter(|extent| extent.start == start).count()).collect();
        assert!(starts[..16].iter().all(|&count| (1100..1400).contains(&count)), "{starts:?}");
        assert!(starts[16..].iter().all(|&count| count == 0));
    }

    #[test]
    fn distances_that_never_fit_do_not_stop_the_run() {
        let settings = [("spatial_locality", "1"), ("local_distance.mean", "1e12"), ("local_distance.sd", "0")];
        assert_eq!(extents(&settings, 20, 10).len(), 10);
    }

    #[test]
    fn a_request_as_large_as_the_space_is_refused() {
        assert!(try_build("synthetic", &[("request_pages", "19")], 20, 1).is_ok());
        assert_eq!(
            try_build("synthetic", &[("request_pages", "20")], 20, 1).unwrap_err().to_string(),
            "workload.request_pages: 20 is not at most 19, one less than the pages addressed \
             (workload.address_pages: null, logical pages: 20)"
        );
    }
}
