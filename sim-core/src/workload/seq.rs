//! Sequential: the whole space from its first page to its last, again and again.

use super::common;
use super::common::Common;
use super::generator::{Entry, Generate, Space};
use crate::base::error::Error;
use crate::base::request::Request;
use crate::base::rng::Rng;
use crate::parameters::parameter::Info;
use crate::parameters::settings::Settings;

/// What is said about it.
pub(crate) const INFO: Info = Info {
    kind: "seq",
    title: "sequential",
    help: "Each request starts where the one before ended; the last of a pass is cut at the end of the space.",
    source: "the best case of every translation layer",
    parameters: &[],
};

/// How it is chosen.
pub(crate) const ENTRY: Entry<Seq> = Entry { info: INFO, common: common::PARAMETERS, build: Seq::build };

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seq {
    common: Common,
    next_page: u64,
}

impl Seq {
    /// From settings.
    ///
    /// # Errors
    /// As [`Common::new`].
    pub fn build(settings: &Settings, space: Space, rng: Rng) -> Result<Self, Error> {
        Ok(Self { common: Common::new(settings, space, rng)?, next_page: 0 })
    }
}

impl Generate for Seq {
    #[inline]
    fn next_request(&mut self) -> Request {
        let start = self.next_page;
        let pages = self.common.size().min(self.common.pages - start);
        self.next_page = if start + pages == self.common.pages { 0 } else { start + pages };
        self.common.directed(start, pages)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SPP, requests};

    #[test]
    fn passes_over_the_space_and_starts_again() {
        let pages: Vec<(u64, u64)> = requests("seq", &[], 10, 5).iter().map(|request| request.pages(SPP)).collect();
        assert_eq!(pages, [(0, 4), (4, 4), (8, 2), (0, 4), (4, 4)]);
    }
}
