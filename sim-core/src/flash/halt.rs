//! Why the device stopped in the middle of what it was doing.
//!
//! Every flash operation may return a halt, and layers pass it up with `?`. Pausing at an operation, a power cut, a
//! full device and a broken rule all leave by this one door.

use crate::nand::rule::Rule;
use thiserror::Error;

/// A reason to stop.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Reason {
    /// The observer asked to halt before this operation. The state is exactly that after the operations so far.
    #[error("paused")]
    Paused,
    /// Power was cut during this flash operation.
    #[error("power cut")]
    PowerCut,
    /// Nothing can be freed any more.
    #[error("{0}")]
    DeviceFull(String),
    /// Too many blocks are bad to take another write.
    #[error("{0}")]
    ReadOnly(String),
    /// A policy was about to break a rule of flash.
    #[error("rule broken: {0}")]
    Rule(#[from] Rule),
}

/// A boxed [`Reason`], so that the results of flash operations stay one word wide.
pub type Halt = Box<Reason>;

impl From<Rule> for Halt {
    #[cold]
    fn from(rule: Rule) -> Self {
        Box::new(Reason::Rule(rule))
    }
}
