//! What all generators share: how many requests, how large, how many of them writes, when they arrive, and where the
//! space they address ends.

use super::arrivals::{self, Arrivals};
use super::generator::Space;
use super::sizes::{self, Sizes};
use crate::base::error::Error;
use crate::base::real::Real;
use crate::base::request::{HostOp, Request};
use crate::base::rng::Rng;
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::Settings;

/// How many requests there are.
pub(crate) const REQUESTS: Parameter =
    Parameter::integer("requests", "60000", 1, 1_000_000_000_000, "Requests of the run, warm-up included.");
/// Share of writes.
pub(super) const WRITE_RATIO: Parameter =
    Parameter::number("write_ratio", "0.8", 0.0, 1.0, "Share of requests that write.");
/// Open or closed loop.
pub(super) const QUEUE_DEPTH: Parameter = Parameter::optional(
    "queue_depth",
    "null",
    1,
    65_536,
    "Closed loop: number of requests kept in flight; null: open arrivals.",
);
/// Size of the addressed space.
pub(super) const ADDRESS_PAGES: Parameter = Parameter::optional(
    "address_pages",
    "null",
    1,
    1 << 40,
    "Pages that requests may touch, from page 0; null is all of the logical space.",
);

/// The parameters of a generator with sizes and arrivals of its own.
pub(crate) const BASIC: &[Parameter] = &[REQUESTS, WRITE_RATIO, QUEUE_DEPTH, ADDRESS_PAGES];

/// The parameters of a generator that keeps a [`Common`].
pub(crate) const PARAMETERS: &[Parameter] = &[
    REQUESTS,
    WRITE_RATIO,
    sizes::REQUEST_PAGES,
    sizes::DISTRIBUTION,
    sizes::SD,
    arrivals::DISTRIBUTION,
    arrivals::MEAN,
    arrivals::BASE,
    arrivals::MIN,
    arrivals::MAX,
    arrivals::SD,
    arrivals::SECOND,
    arrivals::PROBABILITY,
    QUEUE_DEPTH,
    ADDRESS_PAGES,
];

/// The part of a generator that is the same in all of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Common {
    /// The only source of the generator's draws.
    pub rng: Rng,
    /// Pages of the addressed space; at least 1.
    pub pages: u64,
    /// The size that `request_pages` states.
    pub(crate) request_pages: u64,
    sizes: Sizes,
    arrivals: Arrivals,
    write_ratio: Real,
    sectors_per_page: u32,
}

impl Common {
    /// From settings, for requests of at most the whole addressed space.
    ///
    /// # Errors
    /// A size, range or space that does not fit.
    pub(crate) fn new(settings: &Settings, space: Space, rng: Rng) -> Result<Self, Error> {
        let pages = addressed_pages(settings, space)?;
        Ok(Self {
            rng,
            pages,
            request_pages: settings.integer(sizes::REQUEST_PAGES.name),
            sizes: sizes_up_to(pages, "the pages addressed", settings, space)?,
            arrivals: Arrivals::new(settings)?,
            write_ratio: Real(settings.number(WRITE_RATIO.name)),
            sectors_per_page: space.sectors_per_page,
        })
    }

    /// The same, for requests of at most `limit` pages; `limit_is` says in words what that is.
    ///
    /// # Errors
    /// A size that does not fit.
    pub(super) fn limited(self, limit: u64, limit_is: &str, settings: &Settings, space: Space) -> Result<Self, Error> {
        Ok(Self { sizes: sizes_up_to(limit, limit_is, settings, space)?, ..self })
    }

    /// Draws a size, in pages.
    #[inline]
    pub(crate) fn size(&mut self) -> u64 {
        self.sizes.draw(&mut self.rng)
    }

    /// Draws a direction.
    #[inline]
    pub(crate) fn direction(&mut self) -> HostOp {
        if self.rng.unit() < self.write_ratio.0 { HostOp::Write } else { HostOp::Read }
    }

    /// Draws an arrival, and makes the request of `pages` pages from page `start`.
    #[inline]
    pub(crate) fn request(&mut self, op: HostOp, start: u64, pages: u64) -> Request {
        self.request_of(op, start, pages, 1)
    }

    /// The same, of `size` units from unit `start`, of which a page has `per_page`: 1, or its sectors.
    #[inline(always)]
    pub(super) fn request_of(&mut self, op: HostOp, start: u64, size: u64, per_page: u64) -> Request {
        debug_assert!(size > 0 && start + size <= self.pages * per_page);
        let sectors = u64::from(self.sectors_per_page) / per_page;
        Request {
            arrival_ns: self.arrivals.next_ns(&mut self.rng),
            op,
            sector: start * sectors,
            sectors: (size * sectors) as u32,
        }
    }

    /// Draws direction and arrival, and makes the request of `pages` pages from page `start`.
    #[inline]
    pub(super) fn directed(&mut self, start: u64, pages: u64) -> Request {
        let op = self.direction();
        self.request(op, start, pages)
    }

    /// Page `start`, or the last page from which `pages` pages still fit.
    #[inline]
    pub(crate) fn fit(&self, start: u64, pages: u64) -> u64 {
        start.min(self.pages - pages)
    }

    /// How many pages a request of the stated size can start at.
    pub(crate) fn starts(&self) -> u64 {
        self.pages - self.request_pages + 1
    }
}

/// The pages that requests may touch.
///
/// # Errors
/// More than the device has.
pub(super) fn addressed_pages(settings: &Settings, space: Space) -> Result<u64, Error> {
    let Some(pages) = settings.optional(ADDRESS_PAGES.name) else { return Ok(space.logical_pages) };
    if pages > space.logical_pages {
        return Err(Error::Value {
            field: format!("workload.{}", ADDRESS_PAGES.name),
            value: pages.to_string(),
            expected: format!("at most {}, the logical pages of the device", space.logical_pages),
            nearest: Some(space.logical_pages.to_string()),
        });
    }
    Ok(pages)
}

fn sizes_up_to(limit: u64, limit_is: &str, settings: &Settings, space: Space) -> Result<Sizes, Error> {
    // A request counts its sectors in 32 bits.
    let countable = u64::from(u32::MAX / space.sectors_per_page.max(1));
    let limit_is = format!("{limit_is}{}", space_in_words(settings, space));
    Sizes::new(settings, limit.min(countable), &limit_is)
}

/// Where the addressed space comes from, for the end of a refusal.
pub(super) fn space_in_words(settings: &Settings, space: Space) -> String {
    let address_pages = match settings.optional(ADDRESS_PAGES.name) {
        Some(pages) => pages.to_string(),
        None => "null".into(),
    };
    format!(" (workload.{}: {address_pages}, logical pages: {})", ADDRESS_PAGES.name, space.logical_pages)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{rng, settings};
    use super::*;

    const SPACE: Space = Space { logical_pages: 20, sectors_per_page: 4 };

    fn refusal(overrides: &[(&str, &str)]) -> String {
        Common::new(&settings("uniform", overrides), SPACE, rng(1)).unwrap_err().to_string()
    }

    #[test]
    fn a_space_larger_than_the_device_is_refused() {
        assert_eq!(
            refusal(&[("address_pages", "21")]),
            "workload.address_pages: 21 is not at most 20, the logical pages of the device"
        );
    }

    #[test]
    fn a_request_larger_than_the_space_is_refused() {
        assert_eq!(
            refusal(&[("request_pages", "5"), ("address_pages", "4")]),
            "workload.request_pages: 5 is not at most 4, the pages addressed (workload.address_pages: 4, logical pages: 20)"
        );
        assert!(refusal(&[("request_pages", "21")]).contains("(workload.address_pages: null, logical pages: 20)"));
    }

    #[test]
    fn the_share_of_writes_is_the_stated_one() {
        for (ratio, share) in [("0", 0.0), ("0.8", 0.8), ("1", 1.0)] {
            let mut common = Common::new(&settings("uniform", &[("write_ratio", ratio)]), SPACE, rng(1)).unwrap();
            let writes = (0..100_000).filter(|_| common.direction() == HostOp::Write).count();
            assert!((writes as f64 / 100_000.0 - share).abs() < 0.005);
        }
    }
}
