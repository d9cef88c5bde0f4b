//! Uniform: every place alike.

use super::common;
use super::common::Common;
use super::generator::{Entry, Generate, Space};
use crate::base::error::Error;
use crate::base::request::Request;
use crate::base::rng::Rng;
use crate::parameters::parameter::Info;
use crate::parameters::settings::Settings;

/// What is said about it.
pub(crate) const INFO: Info = Info {
    kind: "uniform",
    title: "uniform random",
    help: "Each request starts at a page drawn uniformly from the whole address space.",
    source: "the reference case of analytic models of write amplification",
    parameters: &[],
};

/// How it is chosen.
pub(crate) const ENTRY: Entry<Uniform> = Entry { info: INFO, common: common::PARAMETERS, build: Uniform::build };

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Uniform {
    common: Common,
}

impl Uniform {
    /// From settings.
    ///
    /// # Errors
    /// As [`Common::new`].
    pub fn build(settings: &Settings, space: Space, rng: Rng) -> Result<Self, Error> {
        Ok(Self { common: Common::new(settings, space, rng)? })
    }
}

impl Generate for Uniform {
    #[inline]
    fn next_request(&mut self) -> Request {
        let common = &mut self.common;
        let pages = common.size();
        let start = common.rng.below(common.pages - pages + 1);
        common.directed(start, pages)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SPP, requests};

    #[test]
    fn starts_are_spread_evenly() {
        const STARTS: usize = 25;
        let mut counts = [0u32; STARTS];
        for request in requests("uniform", &[], 28, 50_000) {
            counts[(request.sector / u64::from(SPP)) as usize] += 1;
        }
        // Chi-square with 24 degrees of freedom: 51 is passed once in a thousand seeds.
        let expected = 50_000.0 / STARTS as f64;
        let chi_square: f64 =
            counts.iter().map(|&count| (f64::from(count) - expected) * (f64::from(count) - expected) / expected).sum();
        assert!(chi_square < 51.2, "{chi_square}");
    }
}
