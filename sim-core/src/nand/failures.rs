//! Erases and programs that fail though their block is not worn out: those that somebody asked for.

use std::hash::{Hash, Hasher};

/// How many operations of one sort are to fail in a run, and how many have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Failures {
    asked: u64,
    come: u64,
    /// What is left of them, which every program asks for.
    left: u64,
}

/// A device of which nothing is to fail is the same as one that knows of no failures.
impl Hash for Failures {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if self.left > 0 {
            self.left.hash(state);
        }
    }
}

impl Failures {
    /// So many are to fail in all, from the beginning of the run on.
    pub(crate) fn ask(&mut self, all: u64) {
        (self.asked, self.left) = (all, all.saturating_sub(self.come));
    }

    /// How many are still to fail.
    #[inline(always)]
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// Whether the one that is made now fails.
    pub(crate) fn comes(&mut self) -> bool {
        let fails = self.left > 0;
        self.come += u64::from(fails);
        self.ask(self.asked);
        fails
    }

    /// The latest one that failed never was.
    pub(crate) fn undo(&mut self) {
        self.come = self.come.saturating_sub(1);
        self.ask(self.asked);
    }
}
