//! What a run counts, and how long it takes, are sums over its log.

use crate::support::device::times::is_exact;
use sim_core::flash::clock::Clock;
use sim_core::flash::operation::{Kind, Operation};
use sim_core::machine::{EndKind, Machine};

/// All of them.
pub(super) fn add_up(device: &Machine, log: &[Operation]) {
    counts_what_it_did(device, log);
    device.completions.iter().for_each(is_exact);
    // Where a run stops early, the last request is never over. Planes of the event clock are busy also while they are held, which is
    // no operation.
    let is_over = device.end.as_ref().is_some_and(|end| end.kind == EndKind::Done);
    if is_over && matches!(device.core.clock, Clock::Serial(_)) {
        serves_as_long_as_the_log(device, log);
    }
}

/// Counters are the sums of the log.
fn counts_what_it_did(device: &Machine, log: &[Operation]) {
    let counters = &device.core.counters;
    let count = |kinds: &[Kind]| log.iter().filter(|operation| kinds.contains(&operation.kind)).count() as u64;
    assert_eq!(counters.nand_reads(), count(&[Kind::Read, Kind::Copy]), "page reads");
    assert_eq!(counters.nand_programs(), count(&[Kind::Program, Kind::ProgramFailed, Kind::Copy]), "page programs");
    assert_eq!(counters.nand_erases(), count(&[Kind::Erase]), "erases");
    assert_eq!(counters.copies, count(&[Kind::Copy]), "copies");
    let of_host_map = counters.map_blocks.gc_runs;
    assert_eq!(counters.gc_runs + of_host_map, count(&[Kind::GcStart]), "collections");
    let requests = count(&[Kind::HostRead, Kind::HostWrite, Kind::HostTrim, Kind::HostFlush]);
    assert_eq!(counters.requests.iter().sum::<u64>(), requests, "requests");
}

/// Service on the serial clock is what the operations of the log took, and the controller.
fn serves_as_long_as_the_log(device: &Machine, log: &[Operation]) {
    let of_host_ns = device.core.controller_ns * device.core.counters.host_pages.iter().sum::<u64>();
    let took_ns: u64 = flash_operations(log).map(|operation| operation.end_ns - operation.start_ns).sum();
    // What a change writes out is served for no request, and the controller may take longer from then on.
    if device.changes_made() == 0 {
        assert_eq!(device.core.counters.service_ns, took_ns + of_host_ns, "service");
    }
}

fn flash_operations(log: &[Operation]) -> impl Iterator<Item = &Operation> {
    log.iter().filter(|operation| {
        matches!(operation.kind, Kind::Read | Kind::Program | Kind::ProgramFailed | Kind::Copy | Kind::Erase)
    })
}
