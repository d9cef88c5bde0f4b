//! Conservation: what must add up in every run, with both sides of each sum.

use super::mark::Counted;
use crate::flash::operation::Purpose;
use crate::flash::stripes::Stripes;
use crate::nand::timing::Timing;
use serde::Serialize;

/// A sum and what it must be equal to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The statement.
    pub statement: &'static str,
    /// Its left side.
    pub left: u64,
    /// Its right side.
    pub(crate) right: u64,
    /// Whether they are equal.
    pub holds: bool,
}

/// All that must hold of `counted` where no request was cut off. `timing` is that of a serial clock, and `caches_pages` whether pages
/// of the host are kept in RAM; none where there is not one for all that was counted.
pub(crate) fn checks(counted: &Counted, timing: Option<&Timing>, caches_pages: Option<bool>) -> Vec<Check> {
    let counters = &counted.counters;
    let host = Purpose::Host as usize;
    let written = caches_pages.map(|caches_pages| match caches_pages {
        false => {
            check("host pages written = programs for the host", counters.host_written_pages(), counters.programs[host])
        }
        true => check(
            "host pages written = pages written over in RAM + pages that took a slot there",
            counters.host_written_pages(),
            counters.cache_write_hits.iter().sum::<u64>() + counters.cache_inserts,
        ),
    });
    let mut checks: Vec<Check> = written.into_iter().collect();
    checks.extend([
        {
            let found = counters.reads[host] + counters.unmapped_reads + counters.cache_read_hits.iter().sum::<u64>();
            let Stripes { rebuilt_pages, unreadable_pages, .. } = counters.stripes;
            let statement = match rebuilt_pages + unreadable_pages {
                0 => "host pages read = flash reads for the host + reads of unmapped pages + pages found in RAM",
                _ => {
                    "host pages read = flash reads for the host + reads of unmapped pages + pages found in RAM + pages \
                     reconstructed from parity + unreadable ones"
                }
            };
            check(statement, counters.host_read_pages(), found + rebuilt_pages + unreadable_pages)
        },
        check("programs by cause = programs the flash counted", counters.nand_programs(), counted.programs),
        check("erases by cause = erases the blocks counted", counters.nand_erases(), counted.erases.iter().sum()),
    ]);
    if let Some(timing) = timing {
        let statement = "service time = its reads, programs, erases × their durations";
        checks.push(check(statement, counters.service_ns, service_ns(counted, timing)));
    }
    checks
}

/// Service time by the counts: R·reads + W·programs + E·erases, with bus and controller where they take time. Pages of one
/// command take its fixed part once.
fn service_ns(counted: &Counted, timing: &Timing) -> u64 {
    let counters = &counted.counters;
    let copies = counters.copies;
    (counters.nand_reads() - copies) * timing.read_cost()
        + (counters.nand_programs() - copies) * timing.program_cost()
        + copies * timing.copy_cost()
        + counters.nand_erases() * timing.erase_cost()
        - counters.joined_reads * (timing.read_cost() - timing.transfer_ns)
        - counters.joined_programs * (timing.program_cost() - timing.transfer_ns)
        + counters.host_pages.iter().sum::<u64>() * timing.controller_ns
}

fn check(statement: &'static str, left: u64, right: u64) -> Check {
    Check { statement, left, right, holds: left == right }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::HostOp;
    use crate::flash::counters::Counters;

    fn counted(counters: Counters) -> Counted {
        Counted {
            counters,
            simulated_ns: 0,
            programs: 0,
            erases: Vec::new(),
            channels_ns: Vec::new(),
            planes_ns: Vec::new(),
        }
    }

    #[test]
    fn pages_read_are_accounted_for_one_way_each() {
        let read_of = |rebuilt_pages: u64, unreadable_pages: u64| {
            let mut counters = Counters { unmapped_reads: 3, cache_read_hits: [5, 7], ..Counters::default() };
            counters.host_pages[HostOp::Read as usize] = 100;
            counters.reads[Purpose::Host as usize] = 11;
            (counters.stripes.rebuilt_pages, counters.stripes.unreadable_pages) = (rebuilt_pages, unreadable_pages);
            let all = checks(&counted(counters), None, None);
            let read = all.into_iter().find(|check| check.statement.starts_with("host pages read"));
            let Check { statement, left, right, holds } = read.expect("a check of reads");
            (statement.ends_with("unreadable ones"), left, right, holds)
        };
        assert_eq!(read_of(0, 0), (false, 100, 26, false));
        assert_eq!(read_of(40, 0), (true, 100, 66, false));
        assert_eq!(read_of(0, 13), (true, 100, 39, false));
        assert_eq!(read_of(37, 37), (true, 100, 100, true));
    }

    #[test]
    fn service_time_is_that_of_each_operation_and_what_is_joined_takes_its_transfer_alone() {
        let timing = Timing {
            read_ns: 40,
            program_ns: 200,
            erase_ns: 900,
            transfer_ns: 30,
            command_ns: 7,
            controller_ns: 2,
            copyback: false,
        };
        let mut counters = Counters { copies: 1, joined_reads: 3, joined_programs: 5, ..Counters::default() };
        counters.reads[Purpose::Host as usize] = 10;
        counters.programs[Purpose::Gc as usize] = 20;
        counters.erases[Purpose::Gc as usize] = 4;
        counters.host_pages[HostOp::Write as usize] = 6;
        // Nine reads, of which three join, 19 programs, of which five do, a copy, four erases, and the controller.
        let (reads, programs) = (6 * 77 + 3 * 30, 14 * 237 + 5 * 30);
        assert_eq!(service_ns(&counted(counters), &timing), reads + programs + 314 + 4 * 907 + 6 * 2);
    }
}
