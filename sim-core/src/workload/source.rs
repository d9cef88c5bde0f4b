//! The requests of a run, from wherever they come.

use super::Generator;
use super::common::REQUESTS;
use super::generator::{Entry, Generate, Space};
use crate::base::bulk::AnyBulk;
use crate::base::error::Error;
use crate::base::request::Request;
use crate::base::rng::Rng;
#[cfg(feature = "layers")]
use crate::base::state_hash::state_hash;
use crate::nand::Lpn;
use crate::parameters::settings::Settings;
use crate::trace::address::AddressMap;
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
    /// Exactly these requests.
    pub fn listed(requests: Vec<Request>) -> Self {
        Self::Listed { requests: requests.into(), taken: 0 }
    }

    /// As many requests of a generator as `settings` ask for.
    ///
    /// # Errors
    /// What the generator refuses.
    pub(crate) fn generated(
        entry: &Entry<Generator>,
        settings: &Settings,
        space: Space,
        rng: Rng,
    ) -> Result<Self, Error> {
        let generator = (entry.build)(settings, space, rng)?;
        Ok(Self::Generated { generator, left: settings.integer(REQUESTS.name) })
    }

    /// The next request that arrives by itself beside the others. There is always one, or never any.
    pub(crate) fn next_background(&mut self) -> Option<Request> {
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
    pub(crate) fn fingerprint(self) -> u64 {
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
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
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
    use crate::workload::find;

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
}
