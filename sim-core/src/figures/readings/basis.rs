//! What a reading of a paper rests on.

use serde::{Deserialize, Serialize};

/// What a reading rests on: a reader is not to take for the paper's what was assumed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ReadingBasis"))]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// What was published: the paper, or the source of a simulator.
    Published,
    /// That in part; the rest is assumed.
    Partly,
    /// Nothing that was published: it is assumed.
    Assumed,
}

impl Basis {
    /// What leads to where a reading comes from.
    pub fn lead(self) -> &'static str {
        if self == Self::Assumed { "" } else { "Source: " }
    }

    /// What follows its name; empty where it was published.
    pub fn words(self) -> &'static str {
        match self {
            Self::Published => "",
            Self::Partly => "in part assumed here",
            Self::Assumed => "assumed here",
        }
    }
}
