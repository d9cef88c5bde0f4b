//! What a command is.

use super::failure::Failure;
use std::io::Write;

/// A command.
pub(super) struct Command {
    /// The word for it.
    pub(super) name: &'static str,
    /// What follows the word.
    pub(super) arguments: &'static str,
    /// What it does, in one line.
    pub(super) help: &'static str,
    /// Carries it out: the words after its name, and where results go.
    pub(super) execute: fn(&[String], &mut dyn Write) -> Result<(), Failure>,
}
