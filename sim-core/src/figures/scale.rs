//! How an axis is divided: by equal steps or by equal factors.

use serde::Serialize;

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureScale"))]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Equal steps are equal distances.
    Linear,
    /// Equal factors are.
    Log,
}

impl Scale {
    /// Where `value` stands on the axis.
    pub fn place(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Log => libm::log2(value),
        }
    }

    /// What stands at `place`.
    pub fn value(self, place: f64) -> f64 {
        match self {
            Self::Linear => place,
            Self::Log => libm::exp2(place),
        }
    }
}
