//! Draws from the distributions that DiskSim knows, through `libm` so that every build draws the same.

use crate::base::real::Real;
use crate::base::rng::Rng;
use std::f64::consts::TAU;

/// Exponential with this mean.
#[inline]
pub(super) fn exponential(rng: &mut Rng, mean: f64) -> f64 {
    -mean * libm::log(1.0 - rng.unit())
}

/// Normal with this mean and standard deviation (Box and Muller; the second number of the pair is not kept).
#[inline]
pub(super) fn normal(rng: &mut Rng, mean: f64, sd: f64) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - rng.unit())).sqrt();
    mean + sd * radius * libm::cos(TAU * rng.unit())
}

/// Means from which a Poisson number is drawn by rejection: below, counting is quicker.
const COUNTED_MEAN: f64 = 10.0;

/// A Poisson distribution, ready to draw from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Poisson {
    /// Counts arrivals until their product of chances falls below this bound.
    Counted(Real),
    /// Transformed rejection with squeeze (Hörmann, "The transformed rejection method for generating Poisson random
    /// variables", 1993, algorithm PTRS): constant time, however large the mean.
    Rejected(Real),
}

impl Poisson {
    /// With this mean, of at least 0.
    pub(crate) fn new(mean: f64) -> Self {
        if mean < COUNTED_MEAN { Self::Counted(Real(libm::exp(-mean))) } else { Self::Rejected(Real(mean)) }
    }

    /// A whole number.
    pub(crate) fn draw(&self, rng: &mut Rng) -> f64 {
        match *self {
            Self::Counted(Real(bound)) => counted(rng, bound),
            Self::Rejected(Real(mean)) => rejected(rng, mean),
        }
    }
}

fn counted(rng: &mut Rng, bound: f64) -> f64 {
    let mut count = 0.0;
    let mut product = 1.0 - rng.unit();
    while product > bound {
        count += 1.0;
        product *= 1.0 - rng.unit();
    }
    count
}

fn rejected(rng: &mut Rng, mean: f64) -> f64 {
    let b = 0.931 + 2.53 * mean.sqrt();
    let a = -0.059 + 0.024_83 * b;
    let inverse_alpha = 1.123_9 + 1.132_8 / (b - 3.4);
    let squeeze = 0.927_7 - 3.622_4 / (b - 2.0);
    loop {
        let u = rng.unit() - 0.5;
        let v = 1.0 - rng.unit();
        let us = 0.5 - u.abs();
        let k = ((2.0 * a / us + b) * u + mean + 0.43).floor();
        if us >= 0.07 && v <= squeeze {
            return k;
        }
        if k < 0.0 || (us < 0.013 && v > us) {
            continue;
        }
        let hat = libm::log(v * inverse_alpha / (a / (us * us) + b));
        if hat <= k * libm::log(mean) - mean - libm::lgamma(k + 1.0) {
            return k;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Component;

    const DRAWS: usize = 200_000;

    fn moments(mut draw: impl FnMut(&mut Rng) -> f64) -> (f64, f64) {
        let mut rng = Rng::new(3, Component::Workload);
        let draws: Vec<f64> = (0..DRAWS).map(|_| draw(&mut rng)).collect();
        let mean = draws.iter().sum::<f64>() / DRAWS as f64;
        let variance = draws.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / DRAWS as f64;
        (mean, variance)
    }

    fn assert_near(what: &str, measured: f64, expected: f64, share: f64) {
        assert!((measured - expected).abs() <= share * expected, "{what}: {measured} is not {expected}");
    }

    #[test]
    fn exponential_has_equal_mean_and_deviation() {
        let (mean, variance) = moments(|rng| exponential(rng, 200.0));
        assert_near("mean", mean, 200.0, 0.01);
        assert_near("deviation", variance.sqrt(), 200.0, 0.02);
    }

    #[test]
    fn normal_has_its_mean_and_deviation() {
        let (mean, variance) = moments(|rng| normal(rng, 10.0, 3.0));
        assert_near("mean", mean, 10.0, 0.01);
        assert_near("deviation", variance.sqrt(), 3.0, 0.01);
    }

    #[test]
    fn poisson_has_equal_mean_and_variance() {
        for expected in [0.5, 9.0, 10.0, 200.0, 1.0e9] {
            let poisson = Poisson::new(expected);
            let (mean, variance) = moments(|rng| poisson.draw(rng));
            assert_near("mean", mean, expected, 0.01);
            assert_near("variance", variance, expected, 0.02);
        }
    }

    #[test]
    fn poisson_shares_match_its_law_on_both_sides_of_the_switch() {
        for mean in [4.0, 12.0] {
            let mut rng = Rng::new(5, Component::Workload);
            let poisson = Poisson::new(mean);
            let mut counts = [0u32; 64];
            for _ in 0..DRAWS {
                counts[poisson.draw(&mut rng) as usize] += 1;
            }
            let mut share = libm::exp(-mean);
            for (k, &count) in counts.iter().enumerate() {
                let measured = f64::from(count) / DRAWS as f64;
                assert!((measured - share).abs() < 0.003, "mean {mean}, {k}: {measured} is not {share}");
                share *= mean / (k + 1) as f64;
            }
        }
    }
}
