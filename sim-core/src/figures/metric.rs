//! What figures show of a run.

use super::measure::{BILLION, Measure};

/// A number that a run comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Mean response.
    Response,
    /// Block erases.
    Erases,
    /// Their standard deviation over blocks.
    EraseStdDev,
    /// The same, divided by their mean.
    EraseCv,
}

impl Metric {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Response, Self::Erases, Self::EraseStdDev, Self::EraseCv];

    /// Its name in JSON.
    pub fn id(self) -> &'static str {
        match self {
            Self::Response => "mean_response_ms",
            Self::Erases => "erases",
            Self::EraseStdDev => "erase_std_dev",
            Self::EraseCv => "erase_cv",
        }
    }

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Self::Response => "mean response",
            Self::Erases => "erases",
            Self::EraseStdDev => "standard deviation of erases",
            Self::EraseCv => "variation of erases",
        }
    }

    /// The unit in which it is shown; empty where it has none.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Response => "ms",
            _ => "",
        }
    }

    /// What makes one of that unit.
    pub fn per_unit(self) -> f64 {
        match self {
            Self::Response => 1e6,
            Self::Erases => 1.0,
            Self::EraseStdDev | Self::EraseCv => BILLION,
        }
    }

    /// Digits behind the point that are worth showing.
    pub fn decimals(self) -> usize {
        match self {
            Self::Erases => 0,
            _ => 3,
        }
    }

    /// What a run came to as a whole number, so that bounds are exact: nanoseconds, a count, or billionths. None where it
    /// does not apply.
    pub fn of(self, measure: &Measure) -> Option<f64> {
        match self {
            Self::Response => Some(measure.mean_response_ns as f64),
            Self::Erases => Some(measure.erases as f64),
            Self::EraseStdDev => Some((measure.erase_std_dev * BILLION).round()),
            Self::EraseCv => measure.erase_cv.map(|cv| (cv * BILLION).round()),
        }
    }
}
