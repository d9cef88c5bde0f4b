//! How what unpacks hands on what it unpacked: in pieces, until somebody has enough or something is wrong.

use std::borrow::Cow;
use std::ops::ControlFlow;

/// What is wrong with a packed file, in words.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::trace::import) struct Damaged(pub Cow<'static, str>);

/// What somebody does with what was unpacked, until it breaks.
pub(super) type Each<'a, B> = &'a mut dyn FnMut(&[u8]) -> ControlFlow<B>;
