//! The requests of a run, from wherever they come.

use super::common::REQUESTS;
use super::{Entry, Generator, Space, find, trace};
use crate::base::bulk::Bulk;
use crate::base::error::Error;
use crate::base::request::Request;
use crate::base::rng::{Component, Rng};
#[cfg(feature = "layers")]
use crate::base::state_hash::state_hash;
use crate::experiment::device;
use crate::experiment::document::Experiment;
use crate::nand::Lpn;
use crate::parameters::settings::Settings;
use crate::trace::address::{AddressMap, AddressSpace};
use crate::trace::replay::{SharedRecords, TraceSource};
use std::ops::Range;
use std::sync::Arc;

/// An iterator over the requests of a run. Cloning it is a checkpoint: the clone goes on from the same place.
#[derive(Clone, Debug, Hash)]
pub enum Source {
    /// A generator's requests.
    Generated {
        /// Where they come from.
        generator: Generator,
        /// How many are still to come.
        left: u64,
    },
    /// A recorded trace's requests.
    Trace {
        /// Where they come from.
        trace: TraceSource,
        /// How many are still to come. A request that is split to fit the device counts once a piece.
        left: u64,
    },
    /// Requests given one by one, in order of arrival.
    Listed {
        /// All of them.
        requests: Arc<[Request]>,
        /// How many were taken.
        taken: usize,
    },
}

impl Source {
    /// The requests that `experiment` asks for. `recorded` is the stream to replay if they are a trace's.
    ///
    /// # Errors
    /// What the generator or the trace refuses; a trace without its stream.
    pub fn of(experiment: &Experiment, recorded: Option<&SharedRecords>) -> Result<Self, Error> {
        let geometry = device::geometry_of(experiment)?;
        let sectors_per_page = geometry.sectors_per_page();
        let settings = &experiment.workload;
        if let Some(entry) = find(&experiment.workload_kind) {
            let space = Space { logical_pages: u64::from(geometry.logical_pages), sectors_per_page };
            let rng = Rng::new(experiment.run.integer("seed"), Component::Workload);
            return Self::generated(entry, settings, space, rng);
        }
        let recorded = recorded.ok_or_else(|| {
            Error::Trace(format!("the trace {} is not loaded", settings.word(trace::FILE.name).escape_default()))
        })?;
        let space = AddressSpace {
            sectors: geometry.logical_sectors(),
            sectors_per_page,
            sectors_per_block: u64::from(sectors_per_page) * u64::from(geometry.pages_per_block),
        };
        let trace = TraceSource::new(recorded.clone(), trace::replay_options(settings)?, space)?;
        let left = trace.clone().count() as u64;
        Ok(Self::Trace { trace, left })
    }

    /// Exactly these requests.
    pub fn listed(requests: Vec<Request>) -> Self {
        Self::Listed { requests: requests.into(), taken: 0 }
    }

    /// As many requests of a generator as `settings` ask for.
    ///
    /// # Errors
    /// What the generator refuses.
    pub fn generated(entry: &Entry, settings: &Settings, space: Space, rng: Rng) -> Result<Self, Error> {
        let generator = (entry.build)(settings, space, rng)?;
        Ok(Self::Generated { generator, left: settings.integer(REQUESTS.name) })
    }

    /// The next request that arrives by itself beside the others. There is always one, or never any.
    pub fn next_background(&mut self) -> Option<Request> {
        match self {
            Self::Generated { generator, .. } => generator.next_background(),
            Self::Trace { .. } | Self::Listed { .. } => None,
        }
    }

    /// How many requests are still to come, without those of a background.
    pub fn left(&self) -> u64 {
        match self {
            Self::Generated { left, .. } | Self::Trace { left, .. } => *left,
            Self::Listed { requests, taken } => (requests.len() - taken) as u64,
        }
    }

    /// A hash of all requests that are still to come: what they do and where, not when.
    #[cfg(feature = "layers")]
    pub fn fingerprint(self) -> u64 {
        self.fold(0, |before, Request { op, sector, sectors, .. }| state_hash(&(before, op, sector, sectors)))
    }

    /// The recorded stream that requests come from, where they do.
    pub fn recorded(&self) -> Option<&SharedRecords> {
        match self {
            Self::Trace { trace, .. } => Some(trace.shared()),
            Self::Generated { .. } | Self::Listed { .. } => None,
        }
    }

    /// So many requests are still to come. A trace has no more than it has.
    #[cfg(feature = "layers")]
    pub fn keep(&mut self, requests: u64) {
        if let Self::Generated { left, .. } = self {
            *left = requests;
        }
    }

    /// The pages that the workload keeps a journal in, those it shares with others among them; `None` where it is not known to have one,
    /// or has it nowhere on the device in one piece.
    pub fn journal(&self) -> Option<Range<Lpn>> {
        let pages = match self {
            Self::Generated { generator, .. } => generator.journal(),
            Self::Trace { trace, .. } => trace.journal(),
            Self::Listed { .. } => None,
        }?;
        Some(Lpn::try_from(pages.start).ok()?..Lpn::try_from(pages.end).ok()?)
    }

    /// The large arrays of a generator, for a checkpoint.
    pub fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        if let Self::Generated { generator, .. } = self {
            generator.bulk(visit);
        }
    }

    /// How a trace's addresses are fitted to the device; `None` where addresses are the device's own.
    pub fn address_map(&self) -> Option<&AddressMap> {
        match self {
            Self::Generated { .. } | Self::Listed { .. } => None,
            Self::Trace { trace, .. } => Some(trace.address_map()),
        }
    }
}

impl Iterator for Source {
    type Item = Request;

    #[inline]
    fn next(&mut self) -> Option<Request> {
        match self {
            Self::Generated { generator, left } => {
                *left = left.checked_sub(1)?;
                Some(generator.next_request())
            }
            Self::Trace { trace, left } => {
                *left = left.checked_sub(1)?;
                trace.next()
            }
            Self::Listed { requests, taken } => {
                let request = requests.get(*taken).copied()?;
                *taken += 1;
                Some(request)
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let exact = usize::try_from(self.left()).ok();
        (exact.unwrap_or(usize::MAX), exact)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{rng, settings};
    use super::*;
    use crate::base::request::HostOp;
    use crate::trace::record::Record;
    use crate::trace::sidecar::Journal;
    use serde_json::json;

    #[test]
    fn gives_as_many_requests_as_asked_for_and_goes_on_from_a_clone() {
        let space = Space { logical_pages: 100, sectors_per_page: 4 };
        let settings = settings("zipf", &[("requests", "10")]);
        let mut source = Source::generated(find("zipf").unwrap(), &settings, space, rng(1)).unwrap();
        assert_eq!(source.by_ref().take(4).count(), 4);
        assert_eq!((source.left(), source.size_hint()), (6, (6, Some(6))));
        let checkpoint = source.clone();
        let rest: Vec<Request> = source.by_ref().collect();
        assert_eq!(rest.len(), 6);
        assert!(source.next().is_none());
        assert!(checkpoint.eq(rest.iter().copied()));
        assert!(Source::listed(rest.clone()).eq(rest));
    }

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
        Source::of(&Experiment::new(&document, &[]).unwrap(), Some(&records))
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
        assert_eq!(Source::of(&without, None).unwrap_err().to_string(), "the trace a.spc is not loaded");
    }

    #[test]
    fn generators_say_where_their_journal_is_and_others_have_none() {
        let source = |kind, overrides: &[(&str, &str)]| {
            let space = Space { logical_pages: 100_000, sectors_per_page: 8 };
            Source::generated(find(kind).unwrap(), &settings(kind, overrides), space, rng(1)).unwrap()
        };
        assert_eq!(source("oltp-journal", &[]).journal(), Some(67_232..100_000));
        // At the beginning of the third of four groups of 32 768 pages.
        assert_eq!(source("ext4", &[("journal_pages", "2000")]).journal(), Some(65_536..67_536));
        assert_eq!(source("pareto", &[]).journal(), None);
        assert_eq!(Source::listed(Vec::new()).journal(), None);
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
