//! What every generator offers, and how it is chosen.

use super::sizes;
use crate::base::bulk::AnyBulk;
use crate::base::error::Error;
use crate::base::request::Request;
use crate::base::rng::Rng;
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;
use std::ops::Range;

/// The address space that a device offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Space {
    /// Pages the host can address.
    pub logical_pages: u64,
    /// Sectors of a page.
    pub sectors_per_page: u32,
}

/// A generator that can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Entry<G> {
    /// Its name, and the parameters of its own.
    pub info: Info,
    /// The parameters that it shares with others: [`super::common::PARAMETERS`] or [`super::common::BASIC`].
    pub common: &'static [Parameter],
    /// Makes it from its settings, or says which of them do not fit the space or one another.
    pub build: fn(&Settings, Space, Rng) -> Result<G, Error>,
}

impl<G> Entry<G> {
    /// Whether sizes and arrivals are those of [`super::common::PARAMETERS`].
    pub(crate) fn has_common_sizes(&self) -> bool {
        self.common.iter().any(|parameter| parameter.name == sizes::REQUEST_PAGES.name)
    }
}

/// A generator: its settings and all its state.
pub(super) trait Generate {
    /// The next request. There is always one, it lies inside the space, and it arrives no earlier than the one before.
    fn next_request(&mut self) -> Request;
    /// The pages of the journal that it writes; none if it writes none.
    fn journal(&self) -> Option<Range<u64>> {
        None
    }
    /// The large arrays, for a checkpoint of the run.
    fn bulk(&mut self, _visit: &mut dyn FnMut(AnyBulk<'_>)) {}
    /// The next request of a background beside the others, in order of arrival; none where there is no background.
    fn next_background(&mut self) -> Option<Request> {
        None
    }
}
