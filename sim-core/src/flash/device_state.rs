//! The part of a device that every layer shares: flash, clock, counters, and how far the run has come.

use super::clock::Clock;
use super::shadow::Shadow;
use crate::flash::counters::Counters;
use crate::nand::array::Nand;

/// What all layers act on.
#[derive(Clone, Debug, Hash)]
pub struct DeviceState {
    /// Pages and blocks.
    pub nand: Nand,
    /// Simulated time.
    pub clock: Clock,
    /// What happened so far.
    pub counters: Counters,
    /// What the host wrote, where reads are checked.
    pub shadow: Option<Shadow>,
    /// The controller's work for a host page, on the event clock.
    pub controller_ns: u64,
    /// Entries of a translation page, where the layer keeps its map on flash; else 0.
    pub(crate) map_entries: u32,
    /// Operations carried out.
    pub operations: u64,
    /// Flash reads, programs and erases carried out.
    pub flash_operations: u64,
    /// The flash operation during which power is cut; `u64::MAX` for never.
    pub power_cut_at: u64,
    /// Running number of the request being served.
    pub request: u64,
    /// Its ticket on the event clock.
    pub(crate) ticket: Option<u32>,
}

impl DeviceState {
    /// Before the first operation: nothing is counted, and power is never cut. Reads are not checked, the controller takes no time, and
    /// the layer keeps no map on flash.
    pub(crate) fn new(nand: Nand, clock: Clock) -> Self {
        Self {
            nand,
            clock,
            counters: Counters::default(),
            shadow: None,
            controller_ns: 0,
            map_entries: 0,
            operations: 0,
            flash_operations: 0,
            power_cut_at: u64::MAX,
            request: 0,
            ticket: None,
        }
    }
}
