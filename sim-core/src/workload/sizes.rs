//! How many pages a request has.

use super::distribution::{exponential, normal};
use crate::base::error::Error;
use crate::base::real::Real;
use crate::base::rng::Rng;
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::Settings;

/// Mean size.
pub(super) const REQUEST_PAGES: Parameter =
    Parameter::integer("request_pages", "4", 1, 1 << 20, "Request size in pages, fixed or on average.");
/// The word for the distribution of sizes.
pub(super) const DISTRIBUTION: Parameter = Parameter::choice(
    "size.distribution",
    "\"constant\"",
    &["constant", "exponential", "uniform", "normal"],
    "How request sizes are distributed about request_pages; draws are rounded up to whole pages.",
);
/// Standard deviation.
pub(super) const SD: Parameter = Parameter::number(
    "size.sd",
    "1",
    0.0,
    (1u64 << 20) as f64,
    "Standard deviation of request sizes, in pages (normal).",
);

/// Draws request sizes, in pages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sizes {
    law: Law,
    limit: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Law {
    Constant { pages: u64 },
    Exponential { mean: Real },
    Uniform { max: Real },
    Normal { mean: Real, sd: Real },
}

impl Sizes {
    /// The sizes of `settings`, never more than `limit` pages. The limit is at least `request_pages`, and a normal
    /// distribution no wider than it: then a fair share of draws is inside, and none waits long for one that is.
    ///
    /// # Errors
    /// [`Error::Value`] for the parameter that goes beyond the limit. `limit_is` says in words what the limit is.
    pub(crate) fn new(settings: &Settings, limit: u64, limit_is: &str) -> Result<Self, Error> {
        let beyond = |field: Parameter, value: String, least: u64| Error::Value {
            field: format!("workload.{}", field.name),
            value,
            expected: format!("at most {limit}, {limit_is}"),
            nearest: (limit >= least).then(|| limit.to_string()),
        };
        let pages = settings.integer(REQUEST_PAGES.name);
        let sd = settings.number(SD.name);
        let word = settings.word(DISTRIBUTION.name);
        if pages > limit {
            return Err(beyond(REQUEST_PAGES, pages.to_string(), 1));
        }
        if word == "normal" && sd > limit as f64 {
            return Err(beyond(SD, sd.to_string(), 0));
        }
        let law = match word {
            "exponential" => Law::Exponential { mean: Real(pages as f64) },
            "uniform" => Law::Uniform { max: Real((2 * pages - 1) as f64) },
            "normal" => Law::Normal { mean: Real(pages as f64), sd: Real(sd) },
            _ => Law::Constant { pages },
        };
        Ok(Self { law, limit })
    }

    /// A number of pages from 1 to the limit: draws rounded up to whole pages (blocking factor 1), and
    /// drawn again where they fall outside.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut Rng) -> u64 {
        if let Law::Constant { pages } = self.law {
            return pages;
        }
        loop {
            let pages = self.law.draw(rng).ceil();
            if pages >= 1.0 && pages <= self.limit as f64 {
                return pages as u64;
            }
        }
    }
}

impl Law {
    fn draw(&self, rng: &mut Rng) -> f64 {
        match self {
            Self::Constant { pages } => *pages as f64,
            Self::Exponential { mean } => exponential(rng, mean.0),
            Self::Uniform { max } => max.0 * rng.unit(),
            Self::Normal { mean, sd } => normal(rng, mean.0, sd.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::settings;
    use super::*;
    use crate::base::rng::Component;

    fn draws(word: &str, limit: u64) -> Vec<u64> {
        let settings = settings("uniform", &[(DISTRIBUTION.name, word)]);
        let sizes = Sizes::new(&settings, limit, "the limit").unwrap();
        let mut rng = Rng::new(1, Component::Workload);
        (0..100_000).map(|_| sizes.draw(&mut rng)).collect()
    }

    fn mean(sizes: &[u64]) -> f64 {
        sizes.iter().sum::<u64>() as f64 / sizes.len() as f64
    }

    #[test]
    fn constant_is_the_stated_size() {
        assert!(draws("\"constant\"", 4).iter().all(|&pages| pages == 4));
    }

    #[test]
    fn uniform_takes_each_size_alike() {
        let sizes = draws("\"uniform\"", 1000);
        for pages in 1..=7 {
            let share = sizes.iter().filter(|&&size| size == pages).count() as f64 / sizes.len() as f64;
            assert!((share - 1.0 / 7.0).abs() < 0.01, "{pages} pages: {share}");
        }
        assert_eq!(sizes.iter().max(), Some(&7));
    }

    #[test]
    fn real_draws_are_rounded_up() {
        // The mean of an exponential draw rounded up is 1/(1 − e^(−1/4)).
        assert!((mean(&draws("\"exponential\"", 1000)) - 4.520_8).abs() < 0.05);
        assert!((mean(&draws("\"normal\"", 1000)) - 4.5).abs() < 0.05);
    }

    #[test]
    fn sizes_stay_within_the_limit() {
        for word in ["\"exponential\"", "\"uniform\"", "\"normal\""] {
            assert!(draws(word, 5).iter().all(|pages| (1..=5).contains(pages)));
        }
    }

    #[test]
    fn a_size_or_width_beyond_the_limit_is_refused() {
        let refusal = |overrides: &[(&str, &str)]| {
            Sizes::new(&settings("uniform", overrides), 20, "the pages of the space").unwrap_err().to_string()
        };
        assert_eq!(
            refusal(&[(REQUEST_PAGES.name, "32")]),
            "workload.request_pages: 32 is not at most 20, the pages of the space"
        );
        assert_eq!(
            refusal(&[(DISTRIBUTION.name, "\"normal\""), (SD.name, "20.5")]),
            "workload.size.sd: 20.5 is not at most 20, the pages of the space"
        );
    }
}
