//! When requests arrive: a clock that goes on by a drawn gap.

use super::distribution::{Poisson, exponential, normal};
use crate::base::error::Error;
use crate::base::real::Real;
use crate::base::rng::Rng;
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::Settings;

const NS_PER_MS: f64 = 1.0e6;
const MAX_MS: f64 = 1.0e9;

/// The word for the distribution of gaps.
pub(super) const DISTRIBUTION: Parameter = Parameter::choice(
    "inter_arrival_ms.distribution",
    "\"exponential\"",
    &["exponential", "constant", "uniform", "normal", "poisson", "twovalue"],
    "How the time between two arrivals is distributed.",
);
/// Mean gap.
pub(super) const MEAN: Parameter = Parameter::number(
    "inter_arrival_ms.mean",
    "200",
    0.0,
    MAX_MS,
    "Mean time between two arrivals, in milliseconds (exponential, constant, normal, poisson), without the base.",
);
/// What is added to each gap.
pub(crate) const BASE: Parameter = Parameter::number(
    "inter_arrival_ms.base",
    "0",
    0.0,
    MAX_MS,
    "Milliseconds added to each drawn time (exponential, poisson); the usual value (twovalue).",
);
/// Shortest gap.
pub(crate) const MIN: Parameter =
    Parameter::number("inter_arrival_ms.min", "0", 0.0, MAX_MS, "Shortest time, in milliseconds (uniform).");
/// Longest gap.
pub(crate) const MAX: Parameter =
    Parameter::number("inter_arrival_ms.max", "400", 0.0, MAX_MS, "Longest time, in milliseconds (uniform).");
/// Standard deviation.
pub(super) const SD: Parameter = Parameter::number(
    "inter_arrival_ms.sd",
    "50",
    0.0,
    MAX_MS,
    "Standard deviation, in milliseconds (normal); negative draws are drawn again.",
);
/// The rarer value.
pub(super) const SECOND: Parameter =
    Parameter::number("inter_arrival_ms.second", "400", 0.0, MAX_MS, "The other value, in milliseconds (twovalue).");
/// Chance of the rarer value.
pub(super) const PROBABILITY: Parameter =
    Parameter::number("inter_arrival_ms.probability", "0.5", 0.0, 1.0, "Chance of the other value (twovalue).");

/// The clock of a generator: every gap is drawn in milliseconds and rounded to whole nanoseconds once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Arrivals {
    gap: Gap,
    clock_ns: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Gap {
    Constant { ns: u64 },
    Exponential { base: Real, mean: Real },
    Uniform { min: Real, span: Real },
    Normal { mean: Real, sd: Real },
    Poisson { base: Real, count: Poisson },
    TwoValue { usual_ns: u64, second_ns: u64, probability: Real },
}

impl Arrivals {
    /// A clock at 0 with the gaps of `settings`.
    pub(crate) fn new(settings: &Settings) -> Result<Self, Error> {
        let ms = |parameter: Parameter| settings.number(parameter.name);
        let real = |parameter: Parameter| Real(ms(parameter));
        let gap = match settings.word(DISTRIBUTION.name) {
            "constant" => Gap::Constant { ns: nanoseconds(ms(MEAN)) },
            "uniform" if ms(MIN) > ms(MAX) => {
                return Err(Error::Conflict(format!(
                    "workload.{}: {} is more than workload.{}: {}",
                    MIN.name,
                    ms(MIN),
                    MAX.name,
                    ms(MAX)
                )));
            }
            "uniform" => Gap::Uniform { min: real(MIN), span: Real(ms(MAX) - ms(MIN)) },
            "normal" => Gap::Normal { mean: real(MEAN), sd: real(SD) },
            "poisson" => Gap::Poisson { base: real(BASE), count: Poisson::new(ms(MEAN)) },
            "twovalue" => Gap::TwoValue {
                usual_ns: nanoseconds(ms(BASE)),
                second_ns: nanoseconds(ms(SECOND)),
                probability: real(PROBABILITY),
            },
            _ => Gap::Exponential { base: real(BASE), mean: real(MEAN) },
        };
        Ok(Self { gap, clock_ns: 0 })
    }

    /// When the next request arrives, in nanoseconds from the start of the run. The first gap counts too.
    #[inline]
    pub(crate) fn next_ns(&mut self, rng: &mut Rng) -> u64 {
        self.clock_ns = self.clock_ns.saturating_add(self.gap.draw_ns(rng));
        self.clock_ns
    }
}

impl Gap {
    #[inline]
    fn draw_ns(&self, rng: &mut Rng) -> u64 {
        match self {
            Self::Constant { ns } => *ns,
            Self::Exponential { base, mean } => nanoseconds(base.0 + exponential(rng, mean.0)),
            Self::Uniform { min, span } => nanoseconds(min.0 + span.0 * rng.unit()),
            Self::Normal { mean, sd } => loop {
                let ms = normal(rng, mean.0, sd.0);
                if ms >= 0.0 {
                    break nanoseconds(ms);
                }
            },
            Self::Poisson { base, count } => nanoseconds(base.0 + count.draw(rng)),
            Self::TwoValue { usual_ns, second_ns, probability } => {
                if rng.unit() < probability.0 {
                    *second_ns
                } else {
                    *usual_ns
                }
            }
        }
    }
}

/// Milliseconds of at least 0, rounded to the nearest nanosecond.
#[inline]
fn nanoseconds(ms: f64) -> u64 {
    (ms * NS_PER_MS + 0.5) as u64
}

#[cfg(test)]
mod tests {
    use super::super::tests::settings;
    use super::*;
    use crate::base::rng::Component;

    fn mean_gap_ms(overrides: &[(&str, &str)]) -> f64 {
        const ARRIVALS: usize = 100_000;
        let mut arrivals = Arrivals::new(&settings("uniform", overrides)).unwrap();
        let mut rng = Rng::new(1, Component::Workload);
        let last_ns = (0..ARRIVALS).map(|_| arrivals.next_ns(&mut rng)).last().unwrap();
        last_ns as f64 / NS_PER_MS / ARRIVALS as f64
    }

    #[test]
    fn gaps_have_the_mean_of_their_distribution() {
        let cases: &[(&[(&str, &str)], f64)] = &[
            (&[], 200.0),
            (&[(BASE.name, "100")], 300.0),
            (&[(DISTRIBUTION.name, "\"constant\""), (MEAN.name, "0.1")], 0.1),
            (&[(DISTRIBUTION.name, "\"uniform\""), (MIN.name, "2"), (MAX.name, "5")], 3.5),
            (&[(DISTRIBUTION.name, "\"normal\"")], 200.0),
            // Half a normal distribution: its mean is the deviation times the root of 2/π.
            (&[(DISTRIBUTION.name, "\"normal\""), (MEAN.name, "0")], 50.0 * 0.797_884_560_8),
            (&[(DISTRIBUTION.name, "\"poisson\""), (BASE.name, "3"), (MEAN.name, "7")], 10.0),
            (&[(DISTRIBUTION.name, "\"twovalue\""), (BASE.name, "1"), (PROBABILITY.name, "0.25")], 100.75),
        ];
        for (overrides, expected) in cases {
            let measured = mean_gap_ms(overrides);
            assert!((measured - expected).abs() < 0.01 * expected, "{overrides:?}: {measured} is not {expected}");
        }
    }

    #[test]
    fn a_gap_is_rounded_to_nanoseconds_once() {
        assert_eq!(nanoseconds(0.130_9), 130_900);
        assert_eq!(nanoseconds(0.000_000_4), 0);
        assert_eq!(nanoseconds(0.000_000_6), 1);
    }

    #[test]
    fn a_uniform_range_upside_down_is_refused() {
        let settings = settings("uniform", &[(DISTRIBUTION.name, "\"uniform\""), (MIN.name, "9"), (MAX.name, "5")]);
        let error = Arrivals::new(&settings).unwrap_err();
        assert_eq!(error.to_string(), "workload.inter_arrival_ms.min: 9 is more than workload.inter_arrival_ms.max: 5");
    }
}
