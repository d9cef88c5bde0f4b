//! What times of a trace are multiplied by.

use crate::base::error::Error;

/// Largest accepted time scale.
const MAX: f64 = 1e6;
/// Time scales are kept in millionths.
const MILLION: u64 = 1_000_000;

/// A factor for times, to the nearest millionth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TimeScale {
    millionths: u64,
}

impl TimeScale {
    /// That of `workload.time_scale`.
    ///
    /// # Errors
    /// It is not from 0 to a million.
    pub(super) fn new(factor: f64) -> Result<Self, Error> {
        if (0.0..=MAX).contains(&factor) {
            return Ok(Self { millionths: (factor * MILLION as f64).round() as u64 });
        }
        Err(Error::Value {
            field: "workload.time_scale".into(),
            value: factor.to_string(),
            expected: "a number from 0 to 1000000".into(),
            nearest: Some(if factor > 0.0 { "1000000" } else { "1" }.into()),
        })
    }

    /// Whether it leaves times as they are.
    pub(super) const fn is_one(self) -> bool {
        self.millionths == MILLION
    }

    /// A time by this scale.
    #[inline]
    pub(super) fn of(self, ns: u64) -> u64 {
        if self.is_one() {
            return ns;
        }
        u64::try_from(u128::from(ns) * u128::from(self.millionths) / u128::from(MILLION)).unwrap_or(u64::MAX)
    }
}
