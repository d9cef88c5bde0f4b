//! When the requests of a mix arrive: at random, one by one or in bursts, at a stated mean rate.

use crate::base::real::Real;
use crate::base::rng::Rng;
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::Settings;
use crate::workload::distribution::exponential;

/// Requests a second.
pub(crate) const RATE: Parameter =
    Parameter::number("rate", "100", 1e-3, 1e9, "Mean requests per second; no effect in a closed loop (queue_depth).");
/// Requests of a burst.
pub(crate) const BURST: Parameter = Parameter::number(
    "burst",
    "1",
    1.0,
    1e6,
    "Mean requests per burst; within a burst they are 0.1 ms apart on average, which bounds the rate. 1: no bursts.",
);

const GAP_IN_BURST_NS: f64 = 1.0e5;

/// The clock of a mix.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bursts {
    /// When the latest request arrived; `None` before the first, which arrives at 0.
    latest_ns: Option<u64>,
    /// Chance that the next request belongs to the burst of the latest.
    goes_on: Real,
    /// Mean gap between bursts.
    pause_ns: Real,
}

impl Bursts {
    pub(crate) fn new(settings: &Settings) -> Self {
        let (rate, burst) = (settings.number(RATE.name), settings.number(BURST.name));
        let pause_ns = burst / rate * 1.0e9 - (burst - 1.0) * GAP_IN_BURST_NS;
        Self { latest_ns: None, goes_on: Real(1.0 - 1.0 / burst), pause_ns: Real(pause_ns.max(0.0)) }
    }

    /// When the next request arrives.
    #[inline]
    pub(crate) fn next_ns(&mut self, rng: &mut Rng) -> u64 {
        let next_ns = match self.latest_ns {
            None => 0,
            Some(latest_ns) => latest_ns.saturating_add(self.gap_ns(rng)),
        };
        self.latest_ns = Some(next_ns);
        next_ns
    }

    /// Whether the burst goes on is drawn only where there are bursts.
    fn gap_ns(&self, rng: &mut Rng) -> u64 {
        let goes_on = self.goes_on.0 > 0.0 && rng.unit() < self.goes_on.0;
        let mean_ns = if goes_on { GAP_IN_BURST_NS } else { self.pause_ns.0 };
        (exponential(rng, mean_ns) + 0.5) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::tests::{rng, settings};

    const GAPS: usize = 200_000;

    fn gaps(rate: &str, burst: &str) -> Vec<u64> {
        let mut bursts = Bursts::new(&settings("mix", &[(RATE.name, rate), (BURST.name, burst)]));
        let mut rng = rng(1);
        let arrivals: Vec<u64> = (0..=GAPS).map(|_| bursts.next_ns(&mut rng)).collect();
        assert_eq!(arrivals[0], 0);
        arrivals.windows(2).map(|pair| pair[1] - pair[0]).collect()
    }

    fn mean(gaps: &[u64]) -> f64 {
        gaps.iter().sum::<u64>() as f64 / gaps.len() as f64
    }

    #[test]
    fn requests_arrive_at_their_rate_in_bursts_or_alone() {
        for burst in [1.0, 4.0, 32.0] {
            let gaps = gaps("250", &burst.to_string());
            // Nearly all of the variance is that of the gaps between bursts, an exponential law among zeros.
            let deviation = 4e6 * (2.0f64 * burst - 1.0).sqrt() / (GAPS as f64).sqrt();
            assert!((mean(&gaps) - 4e6).abs() < 5.0 * deviation, "{burst}: {}", mean(&gaps));
            let (between, pause_ns) = (1.0 / burst, burst * 4e6 - (burst - 1.0) * 1e5);
            let expected = between * libm::exp(-1e6 / pause_ns) + (1.0 - between) * libm::exp(-10.0);
            let long = gaps.iter().filter(|&&gap| gap >= 1_000_000).count() as f64 / GAPS as f64;
            let tolerance = 5.0 * (expected * (1.0 - expected) / GAPS as f64).sqrt();
            assert!((long - expected).abs() < tolerance, "{burst}: {long} is not {expected}");
        }
    }

    #[test]
    fn gaps_in_a_burst_bound_the_rate() {
        let mean = mean(&gaps("1000000", "5"));
        assert!((mean / (0.8 * GAP_IN_BURST_NS) - 1.0).abs() < 0.02, "{mean}");
    }
}
