//! A part of what the page is told about a layer: each kind of stage has its own.

use crate::ftl::picture::Picture;
use crate::replay::lane::Lane;

/// What a part of the picture is made from.
pub(super) struct Subject<'a> {
    pub(super) lane: &'a Lane,
    /// What the layer shows of itself; each part takes its own out of it.
    pub(super) picture: Picture,
    /// The logical page that was last accessed.
    pub(super) near: Option<u32>,
    /// The one of which the map entry was last looked up.
    pub(super) asked: Option<u32>,
}

/// A part of what is told of a layer that only some devices have: what a stage is drawn from.
pub(super) trait Part: Sized {
    /// None where the device has no such part.
    fn of(subject: &mut Subject<'_>) -> Option<Self>;

    /// Calls `see` with the logical blocks whose pages the part is told by.
    fn owners(&self, _pages_per_block: u32, _see: &mut impl FnMut(u32)) {}
}
