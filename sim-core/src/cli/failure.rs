//! How a command ends early.

use crate::base::error::Error;
use crate::base::formula::problem::with_caret;
use std::io;

/// Why a command could not do what was asked.
#[derive(Debug)]
pub(super) enum Failure {
    /// What was given cannot be used.
    Usage(String),
    /// It could be used, and then something went wrong.
    Failed(String),
    /// Ctrl-C.
    Interrupted,
    /// Whoever read the results has gone, as `head` does.
    ReaderGone,
}

impl Failure {
    /// Arguments that cannot be used.
    pub(super) fn usage(text: impl Into<String>) -> Self {
        Self::Usage(text.into())
    }

    /// What to tell, if anything.
    pub(crate) fn text(&self) -> Option<String> {
        match self {
            Self::Usage(text) | Self::Failed(text) => Some(text.clone()),
            Self::Interrupted => Some("interrupted".into()),
            Self::ReaderGone => None,
        }
    }

    /// The process's exit status.
    pub(super) fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Failed(_) | Self::Interrupted => 1,
            Self::ReaderGone => 0,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match &error {
            Error::Formula { text, problem, .. } => Self::Usage(format!("{error}\n{}", with_caret(text, problem))),
            Error::Run(_) => Self::Failed(error.to_string()),
            Error::Value { .. }
            | Error::UnknownField { .. }
            | Error::Conflict(_)
            | Error::TooLarge { .. }
            | Error::Document(_)
            | Error::Trace(_) => Self::Usage(error.to_string()),
        }
    }
}

/// Results that cannot be written.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ReaderGone,
            _ => Self::Failed(format!("results cannot be written: {error}")),
        }
    }
}
