//! Generators: what a line of their list in `mod.rs` makes, and their common methods.

use super::generator::Generate;
use super::{Generator, each};
use crate::base::bulk::AnyBulk;
use crate::base::request::Request;
use std::ops::Range;

/// What a generator is kept in that has little state.
pub(super) type Plain<G> = G;

/// `file::Type in Plain,` for each generator, or `in Box` for one with much state, in the order in which they are listed to people. Such
/// a line declares the file's module, makes a variant of `Generator`, and an entry of `GENERATORS` out of the file's `ENTRY`. With
/// `#[cfg(feature = "layers")]` above it the start page does without. The first token is the dollar sign of the macro that this one makes.
macro_rules! generators {
    ($d:tt $($(#[$meta:meta])* $file:ident::$name:ident in $kept:ident,)*) => {
        $($(#[$meta])* mod $file;)*

        /// A generator at work.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Generator {
            $(
                $(#[$meta])*
                #[doc = concat!("See `", stringify!($file), "`.")]
                $name($kept<$file::$name>),
            )*
        }

        /// Every generator.
        pub const GENERATORS: &[Entry<Generator>] = &[$(
            $(#[$meta])*
            Entry {
                info: $file::ENTRY.info,
                common: $file::ENTRY.common,
                build: |settings, space, rng| {
                    ($file::ENTRY.build)(settings, space, rng).map(|made| Generator::$name(made.into()))
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
        use each;
    };
}
pub(super) use generators;

impl Generate for Generator {
    #[inline]
    fn next_request(&mut self) -> Request {
        each!(self, generator => generator.next_request())
    }
    fn journal(&self) -> Option<Range<u64>> {
        each!(self, generator => generator.journal())
    }
    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        each!(self, generator => generator.bulk(visit))
    }
    fn next_background(&mut self) -> Option<Request> {
        each!(self, generator => generator.next_background())
    }
}
