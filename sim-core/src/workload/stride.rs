//! Stride: equal steps through the space. With a block's pages as its step, every write meets another block.

use super::common;
use super::common::Common;
use super::generator::{Entry, Generate, Space};
use crate::base::error::Error;
use crate::base::request::Request;
use crate::base::rng::Rng;
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;

const STRIDE_PAGES: Parameter =
    Parameter::integer("stride_pages", "64", 1, 1 << 40, "Pages from the start of a request to the start of the next.");

/// What is said about it.
pub(crate) const INFO: Info = Info {
    kind: "stride",
    title: "stride",
    help: "Each request starts a fixed number of pages after the one before; past the end, at page 0 again.",
    source: "the worst case of block-wise buffers and hybrid mapping",
    parameters: &[STRIDE_PAGES],
};

/// How it is chosen.
pub(crate) const ENTRY: Entry<Stride> = Entry { info: INFO, common: common::PARAMETERS, build: Stride::build };

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stride {
    common: Common,
    stride: u64,
    next_page: u64,
}

impl Stride {
    /// From settings.
    ///
    /// # Errors
    /// As [`Common::new`].
    pub fn build(settings: &Settings, space: Space, rng: Rng) -> Result<Self, Error> {
        let stride = settings.integer(STRIDE_PAGES.name);
        Ok(Self { common: Common::new(settings, space, rng)?, stride, next_page: 0 })
    }
}

impl Generate for Stride {
    #[inline]
    fn next_request(&mut self) -> Request {
        let pages = self.common.size();
        let start = if self.next_page + pages <= self.common.pages { self.next_page } else { 0 };
        self.next_page = start + self.stride;
        self.common.directed(start, pages)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SPP, requests};

    #[test]
    fn steps_and_starts_again() {
        let settings = [("stride_pages", "3"), ("request_pages", "1")];
        let starts: Vec<u64> = requests("stride", &settings, 8, 5).iter().map(|request| request.pages(SPP).0).collect();
        assert_eq!(starts, [0, 3, 6, 0, 3]);
    }
}
