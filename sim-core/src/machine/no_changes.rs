//! Where nothing changes in mid-run: what `changes.rs` is to the start page's core.

use crate::base::request::Request;
use crate::flash::halt::Halt;
use crate::flash::observer::DynObserver;
use crate::machine::Machine;

/// No changes.
#[derive(Clone, Debug, Default, Hash)]
pub struct Plan {}

impl Plan {
    #[inline(always)]
    pub(super) fn is_due(&self, _: u64) -> bool {
        false
    }
    #[inline(always)]
    pub(super) fn is_changing(&self) -> bool {
        false
    }
    #[inline(always)]
    pub(super) fn brings_requests(&self, _: u64) -> bool {
        false
    }
    #[inline(always)]
    pub(super) fn begun(&mut self, _: bool) {}
    #[inline(always)]
    pub(super) fn sent(&self, request: Option<Request>) -> Option<Request> {
        request
    }
    pub(super) fn requests(&self, unchanged: u64) -> u64 {
        unchanged
    }
}

impl Machine {
    /// Nothing changes.
    pub(crate) fn kept_timing(&self) -> bool {
        true
    }
    /// Nothing changes.
    pub(crate) fn kept_buffering(&self) -> bool {
        true
    }
    pub(super) fn change(&mut self, _: &mut DynObserver<'_>) -> Result<(), Halt> {
        Ok(())
    }
}
