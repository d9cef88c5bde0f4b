//! How long flash operations take.

/// Durations in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timing {
    /// Array to page register, tR.
    pub(crate) read_ns: u64,
    /// Page register to array, tPROG.
    pub program_ns: u64,
    /// One block, tERASE.
    pub(crate) erase_ns: u64,
    /// One page over the bus.
    pub(crate) transfer_ns: u64,
    /// One command over the bus.
    pub(crate) command_ns: u64,
    /// The controller's work for one host page.
    pub controller_ns: u64,
    /// Whether a copy inside a plane stays off the bus.
    pub copyback: bool,
}

impl Timing {
    /// Times of the array alone: buses, commands and the controller take none.
    #[cfg(test)]
    pub(crate) const fn of_array(read_ns: u64, program_ns: u64, erase_ns: u64) -> Self {
        Self { read_ns, program_ns, erase_ns, transfer_ns: 0, command_ns: 0, controller_ns: 0, copyback: false }
    }

    /// Service time of a page read on the serial clock.
    #[inline(always)]
    pub(crate) fn read_cost(&self) -> u64 {
        self.command_ns + self.read_ns + self.transfer_ns
    }
    /// Service time of a page program on the serial clock.
    #[inline(always)]
    pub(crate) fn program_cost(&self) -> u64 {
        self.command_ns + self.transfer_ns + self.program_ns
    }
    /// Service time of an erase on the serial clock.
    #[inline(always)]
    pub(crate) fn erase_cost(&self) -> u64 {
        self.command_ns + self.erase_ns
    }
    /// Service time of moving a page inside its plane on the serial clock.
    #[inline(always)]
    pub(crate) fn copy_cost(&self) -> u64 {
        let bus = if self.copyback { 0 } else { 2 * self.transfer_ns };
        2 * self.command_ns + self.read_ns + bus + self.program_ns
    }
}
