//! The requests of a run, from wherever they come.

use super::common::REQUESTS;
use super::{Entry, Generator, Space};
use crate::engine::request::Request;
use crate::error::Error;
use crate::experiment::settings::Settings;
use crate::rng::Rng;
use std::sync::Arc;

/// An iterator over the requests of a run. Cloning it is a checkpoint: the clone goes on from the same place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A generator's requests.
    Generated {
        /// Where they come from.
        generator: Generator,
        /// How many are still to come.
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
    pub fn generated(entry: &Entry, settings: &Settings, space: Space, rng: Rng) -> Result<Self, Error> {
        let generator = (entry.build)(settings, space, rng)?;
        Ok(Self::Generated { generator, left: settings.integer(REQUESTS.name) })
    }

    /// How many requests are still to come.
    pub fn left(&self) -> u64 {
        match self {
            Self::Generated { left, .. } => *left,
            Self::Listed { requests, taken } => (requests.len() - taken) as u64,
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
    use super::super::find;
    use super::super::tests::{rng, settings};
    use super::*;

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
}
