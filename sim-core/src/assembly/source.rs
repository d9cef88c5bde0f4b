//! The requests that a document asks for.

use crate::base::error::Error;
use crate::base::rng::{Component, Rng};
use crate::base::text::told;
use crate::experiment::device;
use crate::experiment::document::Experiment;
use crate::nand::geometry::Geometry;
use crate::trace::address::AddressSpace;
use crate::trace::replay::{SharedRecords, TraceSource};
use crate::workload::generator::Space;
use crate::workload::source::Source;
use crate::workload::{find, trace};

/// The requests that `experiment` asks for. `recorded` is the stream to replay if they are a trace's.
///
/// # Errors
/// What the generator or the trace refuses; a trace without its stream.
pub fn of(experiment: &Experiment, recorded: Option<&SharedRecords>) -> Result<Source, Error> {
    let geometry = device::geometry_of(experiment)?;
    let sectors_per_page = geometry.sectors_per_page();
    let settings = &experiment.workload;
    if let Some(entry) = find(&experiment.workload_kind) {
        let space = Space { logical_pages: u64::from(geometry.logical_pages), sectors_per_page };
        let rng = Rng::new(experiment.run.integer("seed"), Component::Workload);
        return Source::generated(entry, settings, space, rng);
    }
    let recorded = recorded
        .ok_or_else(|| Error::Trace(format!("the trace {} is not loaded", told(settings.word(trace::FILE.name)))))?;
    let trace = TraceSource::new(recorded.clone(), trace::replay_options(settings)?, address_space(&geometry))?;
    let left = trace.clone().count() as u64;
    Ok(Source::Trace { trace, left })
}

/// What a device of `geometry` offers a trace.
pub fn address_space(geometry: &Geometry) -> AddressSpace {
    let sectors_per_page = geometry.sectors_per_page();
    AddressSpace {
        sectors: geometry.logical_sectors(),
        sectors_per_page,
        sectors_per_block: u64::from(sectors_per_page) * u64::from(geometry.pages_per_block),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::{HostOp, Request};
    use crate::nand::Lpn;
    use crate::trace::record::Record;
    use crate::trace::sidecar::Journal;
    use serde_json::json;
    use std::ops::Range;

    fn records(writes: &[(u64, u64)]) -> SharedRecords {
        let pack = |&(t_ns, sector): &(u64, u64)| Record::pack(t_ns, HostOp::Write, sector, 8).unwrap();
        writes.iter().map(pack).collect::<Vec<_>>().into()
    }

    fn replay(workload: serde_json::Value) -> Result<Source, Error> {
        // The toy device has 20 pages of 2 KiB: 80 sectors.
        replay_records(records(&[(0, 0), (10, 76), (20, 100)]), workload)
    }

    fn replay_records(records: SharedRecords, workload: serde_json::Value) -> Result<Source, Error> {
        let document = json!({ "device": { "preset": "toy" }, "workload": workload });
        of(&Experiment::new(&document, &[]).unwrap(), Some(&records))
    }

    #[test]
    fn replays_a_trace_and_knows_how_many_requests_are_left() {
        let mut source = replay(json!({ "kind": "trace", "time_scale": 2 })).unwrap();
        assert_eq!(source.address_map().map(|map| map.mode().name()), Some("fold"));
        assert_eq!(source.left(), 4, "one request is split at the end of the device");
        let requests: Vec<Request> = source.by_ref().collect();
        assert_eq!(requests.iter().map(|request| request.sector).collect::<Vec<_>>(), [0, 76, 0, 20]);
        assert_eq!(requests.iter().map(|request| request.arrival_ns).collect::<Vec<_>>(), [0, 20, 20, 40]);
        assert_eq!((source.left(), source.next()), (0, None));
    }

    #[test]
    fn a_trace_is_as_long_as_asked_for_whatever_the_preset_says() {
        assert_eq!(replay(json!({ "kind": "trace", "requests": 1 })).unwrap().left(), 1);
        assert!(replay(json!({ "kind": "trace", "address": "exact" })).is_err());
        let without = Experiment::new(&json!({ "workload": { "kind": "trace", "file": "a.spc" } }), &[]).unwrap();
        assert_eq!(of(&without, None).unwrap_err().to_string(), "the trace a.spc is not loaded");
    }

    /// Where sectors 10 to 29 are on the device, of a trace with writes of 8 sectors at `starts`.
    fn journal_of_trace(starts: &[u64], address: &str) -> Option<Range<Lpn>> {
        let writes: Vec<(u64, u64)> = starts.iter().map(|&sector| (0, sector)).collect();
        let journal = Journal { first_byte: 10 * 512, bytes: 20 * 512 };
        let records = records(&writes).with_journal(Some(journal));
        replay_records(records, json!({ "kind": "trace", "address": address })).unwrap().journal()
    }

    #[test]
    fn the_journal_of_a_trace_is_all_pages_that_it_overlaps_while_addresses_stay_apart() {
        for address in ["auto", "exact", "fold", "scale", "cut"] {
            assert_eq!(journal_of_trace(&[0, 72], address), Some(2..8), "{address}");
        }
        assert_eq!(journal_of_trace(&[0, 100], "auto"), None, "folded");
        assert_eq!(journal_of_trace(&[0, 100], "scale"), None);
        assert_eq!(journal_of_trace(&[0, 100], "cut"), Some(2..8));
        assert_eq!(replay(json!({ "kind": "trace" })).unwrap().journal(), None, "no file beside it");
    }

    #[test]
    fn the_journal_of_a_compacted_trace_is_where_its_touched_blocks_went() {
        // Blocks of 16 sectors, 4 pages: 0 and 1 are touched, then the journal lies where it was.
        assert_eq!(journal_of_trace(&[0, 16, 160], "compact"), Some(2..8));
        // Block 0 is not touched: block 1 has become block 0, with sectors 16 to 29 of the journal.
        assert_eq!(journal_of_trace(&[16, 160], "compact"), Some(0..4));
        // Block 1 is not: sectors 10 to 15 are left, and block 10 is behind them.
        assert_eq!(journal_of_trace(&[0, 160], "compact"), Some(2..4));
        assert_eq!(journal_of_trace(&[160], "compact"), None);
    }
}
