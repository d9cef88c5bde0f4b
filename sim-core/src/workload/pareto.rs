//! Pareto, as fio has it: a share h of the pages gets a share 1 − h of the requests.

use super::common;
use super::common::Common;
use super::generator::{Entry, Generate, Space};
use super::scatter::Scatter;
use crate::base::error::Error;
use crate::base::real::Real;
use crate::base::request::Request;
use crate::base::rng::Rng;
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;

/// Skew.
pub(crate) const H: Parameter = Parameter::number(
    "h",
    "0.2",
    0.01,
    0.99,
    "This share of the pages gets all requests but this share: 0.2 is the 80/20 rule, 0.5 is uniform.",
);
/// Whether popular places lie apart.
pub(super) const SCATTER: Parameter = Parameter::boolean(
    "scatter",
    "false",
    "Scatter popular pages over the address space; false keeps them at its start.",
);

/// What is said about it.
pub(crate) const INFO: Info = Info {
    kind: "pareto",
    title: "Pareto",
    help: "A share h of the start pages is drawn with probability 1 - h, and so on within that share.",
    source: "fio's random_distribution=pareto:h",
    parameters: &[H, SCATTER],
};

/// How it is chosen.
pub(crate) const ENTRY: Entry<Pareto> = Entry { info: INFO, common: common::PARAMETERS, build: Pareto::build };

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pareto {
    common: Common,
    places: Places,
}

impl Pareto {
    /// From settings.
    ///
    /// # Errors
    /// As [`Common::new`].
    pub fn build(settings: &Settings, space: Space, rng: Rng) -> Result<Self, Error> {
        let common = Common::new(settings, space, rng)?;
        let places = Places::new(common.starts(), settings);
        Ok(Self { common, places })
    }
}

impl Generate for Pareto {
    #[inline]
    fn next_request(&mut self) -> Request {
        let pages = self.common.size();
        let place = self.places.draw(&mut self.common.rng);
        let start = self.common.fit(place, pages);
        self.common.directed(start, pages)
    }
}

/// Draws places of `0..n` by the law.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Places {
    last_rank: Real,
    power: Real,
    scatter: Scatter,
}

impl Places {
    /// Of `0..n`, n at least 1, as [`H`] and [`SCATTER`] say.
    pub(crate) fn new(n: u64, settings: &Settings) -> Self {
        let h = settings.number(H.name);
        Self {
            last_rank: Real((n - 1) as f64),
            power: Real(libm::log(h) / libm::log(1.0 - h)),
            scatter: Scatter::new(n, settings.flag(SCATTER.name)),
        }
    }

    /// A place, by one draw.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut Rng) -> u64 {
        let rank = (self.last_rank.0 * libm::pow(rng.unit(), self.power.0)) as u64;
        self.scatter.place(rank)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SPP, requests};

    const REQUESTS: usize = 100_000;

    fn sorted_starts(h: &str) -> Vec<u64> {
        let settings = [("h", h), ("request_pages", "1")];
        let mut starts: Vec<u64> =
            requests("pareto", &settings, 1_000_001, REQUESTS).iter().map(|request| request.pages(SPP).0).collect();
        starts.sort_unstable();
        starts
    }

    #[test]
    fn ranks_follow_their_distribution() {
        for (h, value) in [("0.1", 0.1), ("0.2", 0.2), ("0.3", 0.3f64), ("0.5", 0.5)] {
            let starts = sorted_starts(h);
            let power = libm::log(value) / libm::log(1.0 - value);
            for share_of_space in [0.001, 0.01, 0.1, 0.2, 0.32, 0.64, 0.96] {
                let below = starts.partition_point(|&start| (start as f64) < share_of_space * 1.0e6);
                let (measured, expected) = (below as f64 / REQUESTS as f64, libm::pow(share_of_space, 1.0 / power));
                assert!((measured - expected).abs() < 0.006, "h {h}, {share_of_space}: {measured} is not {expected}");
            }
        }
    }

    #[test]
    fn a_fifth_of_the_pages_gets_four_fifths() {
        let starts = sorted_starts("0.2");
        let share = starts.partition_point(|&start| start < 200_000) as f64 / REQUESTS as f64;
        assert!((share - 0.8).abs() < 0.005, "{share}");
    }
}
