//! One first-come-first-served server (SPEC 2.1): a request takes as long as all flash operations it triggered.

use super::command::CommandKind;
use crate::nand::timing::Timing;

/// The serial clock.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Serial {
    pub(super) timing: Timing,
    /// What an operation is charged: within a command of several pages, only what each page adds.
    charged: Timing,
    /// Time reached: the end of the operation last issued.
    pub now_ns: u64,
}

impl Serial {
    /// A clock at time 0.
    pub fn new(timing: Timing) -> Self {
        Self { timing, charged: timing, now_ns: 0 }
    }

    /// Operations take as long as `timing` says from here on.
    #[cfg(feature = "layers")]
    pub fn change(&mut self, timing: Timing) {
        (self.timing, self.charged) = (timing, timing);
    }

    /// Carries out a command at once; its end.
    #[inline(always)]
    pub fn spend(&mut self, kind: CommandKind) -> u64 {
        // An erase is a command by itself, whatever it is in the middle of.
        let timing = if kind == CommandKind::Erase { &self.timing } else { &self.charged };
        self.now_ns += kind.cost(timing);
        self.now_ns
    }

    /// What follows belongs to the command that was just given: each page adds its transfer alone (SPEC 10.7).
    pub fn joins(&mut self) {
        self.charged = Timing { read_ns: 0, program_ns: 0, command_ns: 0, ..self.timing };
    }

    /// Ends what [`Serial::joins`] began.
    pub fn parts(&mut self) {
        self.charged = self.timing;
    }

    /// Begins a request that arrives at `arrival_ns`: not before it arrives, not before the server is free.
    #[inline(always)]
    pub fn begin(&mut self, arrival_ns: u64, pages: u64) {
        self.now_ns = self.now_ns.max(arrival_ns) + self.timing.controller_ns * pages;
    }
}
