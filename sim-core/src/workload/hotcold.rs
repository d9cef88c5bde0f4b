//! Hot and cold: most requests go to few pages, evenly within each part.

use super::common;
use super::common::Common;
use super::generator::{Entry, Generate, Space};
use crate::base::error::Error;
use crate::base::real::Real;
use crate::base::request::Request;
use crate::base::rng::Rng;
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;

const HOT_REQUEST_RATIO: Parameter =
    Parameter::number("hot_request_ratio", "0.8", 0.0, 1.0, "Share of requests that go to hot pages.");
const HOT_PAGE_RATIO: Parameter = Parameter::number(
    "hot_page_ratio",
    "0.2",
    0.0,
    1.0,
    "Share of pages that are hot, from page 0; at least one page is hot and one cold.",
);

/// What is said about it.
pub(crate) const INFO: Info = Info {
    kind: "hotcold",
    title: "hot and cold",
    help: "A share of the requests goes to a share of the pages; no request touches both parts.",
    source: "Rosenblum and Ousterhout, 1992",
    parameters: &[HOT_REQUEST_RATIO, HOT_PAGE_RATIO],
};

/// How it is chosen.
pub(crate) const ENTRY: Entry<HotCold> = Entry { info: INFO, common: common::PARAMETERS, build: HotCold::build };

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HotCold {
    common: Common,
    hot_request_ratio: Real,
    hot_pages: u64,
}

impl HotCold {
    /// From settings.
    ///
    /// # Errors
    /// As [`Common::new`]; a request that does not fit in the smaller part; a space of one page.
    pub fn build(settings: &Settings, space: Space, rng: Rng) -> Result<Self, Error> {
        let common = Common::new(settings, space, rng)?;
        let hot_page_ratio = settings.number(HOT_PAGE_RATIO.name);
        let hot_pages = ((hot_page_ratio * common.pages as f64).round() as u64).min(common.pages - 1).max(1);
        let smaller_part = hot_pages.min(common.pages - hot_pages);
        let limit_is = format!("the smaller part's pages at workload.{}: {hot_page_ratio}", HOT_PAGE_RATIO.name);
        Ok(Self {
            common: common.limited(smaller_part, &limit_is, settings, space)?,
            hot_request_ratio: Real(settings.number(HOT_REQUEST_RATIO.name)),
            hot_pages,
        })
    }
}

impl Generate for HotCold {
    #[inline]
    fn next_request(&mut self) -> Request {
        let common = &mut self.common;
        let pages = common.size();
        let (first, part_pages) = if common.rng.unit() < self.hot_request_ratio.0 {
            (0, self.hot_pages)
        } else {
            (self.hot_pages, common.pages - self.hot_pages)
        };
        let start = first + common.rng.below(part_pages - pages + 1);
        common.directed(start, pages)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SPP, requests, try_build};

    #[test]
    fn the_hot_part_gets_its_share() {
        let settings = [("hot_request_ratio", "0.9"), ("hot_page_ratio", "0.1")];
        let requests = requests("hotcold", &settings, 1000, 50_000);
        let hot = requests.iter().filter(|request| request.pages(SPP).0 < 100).count();
        assert!((hot as f64 / 50_000.0 - 0.9).abs() < 0.005);
        assert!(requests.iter().all(|request| {
            let (first, pages) = request.pages(SPP);
            first >= 100 || first + pages <= 100
        }));
    }

    #[test]
    fn a_request_larger_than_a_part_is_refused() {
        assert_eq!(
            try_build("hotcold", &[("request_pages", "5")], 20, 1).unwrap_err().to_string(),
            "workload.request_pages: 5 is not at most 4, the smaller part's pages at workload.hot_page_ratio: 0.2 \
             (workload.address_pages: null, logical pages: 20)"
        );
    }
}
