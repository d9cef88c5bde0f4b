//! Every generator, in one list, in the order in which they are listed to people: a new one is its file and a line of it.

use super::generator::{Entry, Generate};
use crate::base::bulk::Bulk;
use crate::base::request::Request;
use std::ops::Range;

type Plain<G> = G;

/// `file::Type in Plain,` for each generator, or `in Box` for one with much state; the file's `ENTRY` says how it is chosen. The first
/// token is the dollar sign of the macro that this one makes.
macro_rules! generators {
    ($d:tt $($(#[$meta:meta])* $file:ident::$name:ident in $kept:ident,)*) => {
        /// A generator at work.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Generator {
            $(
                $(#[$meta])*
                #[doc = concat!("See `", stringify!($file), "`.")]
                $name($kept<super::$file::$name>),
            )*
        }

        /// Every generator.
        pub const GENERATORS: &[Entry<Generator>] = &[$(
            $(#[$meta])*
            Entry {
                info: super::$file::ENTRY.info,
                common: super::$file::ENTRY.common,
                build: |settings, space, rng| {
                    (super::$file::ENTRY.build)(settings, space, rng).map(|made| Generator::$name(made.into()))
                },
            },
        )*];

        /// Calls the same method on whichever generator it is.
        macro_rules! each {
            ($d any:ident, $d generator:ident => $d call:expr) => {
                match $d any {
                    $($(#[$meta])* Generator::$name($d generator) => $d call,)*
                }
            };
        }
    };
}

generators! { $
    synthetic::Synthetic in Plain,
    uniform::Uniform in Plain,
    stride::Stride in Plain,
    seq::Seq in Plain,
    zipf::Zipf in Plain,
    pareto::Pareto in Plain,
    hotcold::HotCold in Plain,
    #[cfg(feature = "layers")]
    mix::Mix in Box,
    #[cfg(feature = "layers")]
    fg_bg::FgBg in Box,
    #[cfg(feature = "layers")]
    filebench::Filebench in Box,
    #[cfg(feature = "layers")]
    oltp_journal::OltpJournal in Box,
    #[cfg(feature = "layers")]
    ext4::Ext4 in Box,
}

impl Generate for Generator {
    #[inline]
    fn next_request(&mut self) -> Request {
        each!(self, generator => generator.next_request())
    }
    fn journal(&self) -> Option<Range<u64>> {
        each!(self, generator => generator.journal())
    }
    fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        each!(self, generator => generator.bulk(visit))
    }
    fn next_background(&mut self) -> Option<Request> {
        each!(self, generator => generator.next_background())
    }
}
