//! What is handed in.

/// A kind of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A document, and assignments on top of it.
    Experiment,
    /// A document, or files with results of one.
    Sweep,
    /// A document or an address.
    Challenge,
    Formula,
}

impl Kind {
    /// By which `--only` knows it, which is also its folder.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Experiment => "experiment",
            Self::Sweep => "sweep",
            Self::Challenge => "challenge",
            Self::Formula => "formula",
        }
    }

    /// Cases where nobody has more time: half a second.
    pub(super) fn cases(self) -> u64 {
        match self {
            Self::Experiment => 1_000,
            Self::Sweep => 300,
            Self::Challenge => 500,
            Self::Formula => 10_000,
        }
    }
}
