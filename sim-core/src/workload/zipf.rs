//! Zipf: the page of rank k is asked for in proportion to 1/k^θ.

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

const THETA: Parameter =
    Parameter::number("theta", "0.99", 0.0, 10.0, "Skew: 0 is uniform; the larger, the fewer pages get most requests.");
const SCATTER: Parameter = Parameter::boolean(
    "scatter",
    "true",
    "Scatter popular pages over the address space; false keeps them at its start.",
);

/// What is said about it.
pub(crate) const INFO: Info = Info {
    kind: "zipf",
    title: "Zipf",
    help: "The k-th most popular start page is drawn in proportion to 1/k^theta.",
    source: "Zipf's law; sampling by Hörmann and Derflinger, 1996",
    parameters: &[THETA, SCATTER],
};

/// How it is chosen.
pub(crate) const ENTRY: Entry<Zipf> = Entry { info: INFO, common: common::PARAMETERS, build: Zipf::build };

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Zipf {
    common: Common,
    ranks: Ranks,
    scatter: Scatter,
}

impl Zipf {
    /// From settings.
    ///
    /// # Errors
    /// As [`Common::new`].
    pub fn build(settings: &Settings, space: Space, rng: Rng) -> Result<Self, Error> {
        let common = Common::new(settings, space, rng)?;
        let ranks = Ranks::new(common.starts(), settings.number(THETA.name));
        let scatter = Scatter::new(common.starts(), settings.flag(SCATTER.name));
        Ok(Self { common, ranks, scatter })
    }
}

impl Generate for Zipf {
    #[inline]
    fn next_request(&mut self) -> Request {
        let pages = self.common.size();
        let rank = self.ranks.draw(&mut self.common.rng);
        let start = self.common.fit(self.scatter.place(rank - 1), pages);
        self.common.directed(start, pages)
    }
}

/// Draws ranks from 1 to n by rejection-inversion (Hörmann and Derflinger, "Rejection-inversion to generate variates
/// from monotone discrete distributions", 1996): exact, and in constant time for every n and θ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Ranks {
    n: u64,
    theta: Real,
    area_below_first: Real,
    area: Real,
    shortcut: Real,
}

impl Ranks {
    fn new(n: u64, theta: f64) -> Self {
        Self {
            n,
            theta: Real(theta),
            area_below_first: Real(integral(1.5, theta) - 1.0),
            area: Real(integral(n as f64 + 0.5, theta)),
            shortcut: Real(2.0 - integral_inverse(integral(2.5, theta) - weight(2.0, theta), theta)),
        }
    }

    fn draw(&self, rng: &mut Rng) -> u64 {
        let theta = self.theta.0;
        loop {
            let area = self.area.0 + rng.unit() * (self.area_below_first.0 - self.area.0);
            let x = integral_inverse(area, theta);
            let rank = ((x + 0.5) as u64).clamp(1, self.n);
            let k = rank as f64;
            if k - x <= self.shortcut.0 || area >= integral(k + 0.5, theta) - weight(k, theta) {
                return rank;
            }
        }
    }
}

/// The hat: x^−θ.
fn weight(x: f64, theta: f64) -> f64 {
    libm::exp(-theta * libm::log(x))
}

/// The integral of the hat from 1 to x: (x^(1−θ) − 1)/(1−θ), or ln x at θ = 1.
fn integral(x: f64, theta: f64) -> f64 {
    let log = libm::log(x);
    let t = (1.0 - theta) * log;
    // Near θ = 1 the quotient is 0/0; its series is exact to the last bit there.
    let quotient = if t.abs() > 1.0e-8 { libm::expm1(t) / t } else { 1.0 + t / 2.0 };
    quotient * log
}

/// The x with this integral.
fn integral_inverse(area: f64, theta: f64) -> f64 {
    let t = ((1.0 - theta) * area).max(-1.0);
    let quotient = if t.abs() > 1.0e-8 { libm::log1p(t) / t } else { 1.0 - t / 2.0 };
    libm::exp(quotient * area)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SPP, requests, rng};
    use super::*;

    const DRAWS: usize = 200_000;

    #[test]
    fn ranks_come_with_their_exact_weights() {
        for theta in [0.0, 0.5, 0.99, 1.0, 1.000_001, 1.2, 3.0] {
            for n in [1, 2, 10, 50] {
                let weights: Vec<f64> = (1..=n).map(|k| libm::pow(k as f64, -theta)).collect();
                let total: f64 = weights.iter().sum();
                let ranks = Ranks::new(n, theta);
                let mut rng = rng(9);
                let mut counts = vec![0u32; n as usize];
                for _ in 0..DRAWS {
                    counts[ranks.draw(&mut rng) as usize - 1] += 1;
                }
                for (k, (&count, weight)) in counts.iter().zip(&weights).enumerate() {
                    let (measured, expected) = (f64::from(count) / DRAWS as f64, weight / total);
                    // Five standard deviations of a share.
                    let tolerance = 5.0 * (expected * (1.0 - expected) / DRAWS as f64).sqrt();
                    assert!(
                        (measured - expected).abs() <= tolerance + 1.0e-9,
                        "theta {theta}, rank {} of {n}: {measured} is not {expected}",
                        k + 1
                    );
                }
            }
        }
    }

    #[test]
    fn large_spaces_keep_to_the_range() {
        for theta in [0.0, 0.99, 1.0, 10.0] {
            let n = 1 << 40;
            let ranks = Ranks::new(n, theta);
            let mut rng = rng(9);
            assert!((0..10_000).all(|_| (1..=n).contains(&ranks.draw(&mut rng))));
        }
    }

    #[test]
    fn scatter_moves_the_popular_pages() {
        let most_popular = |scatter| {
            let mut counts = [0u32; 97];
            for request in requests("zipf", &[("scatter", scatter)], 100, 20_000) {
                counts[request.pages(SPP).0 as usize] += 1;
            }
            let mut starts: Vec<usize> = (0..counts.len()).collect();
            starts.sort_by_key(|&start| std::cmp::Reverse(counts[start]));
            [starts[0], starts[1]]
        };
        assert_eq!(most_popular("false"), [0, 1]);
        assert_eq!(most_popular("true"), [0, (2_654_435_761u64 % 97) as usize]);
    }
}
