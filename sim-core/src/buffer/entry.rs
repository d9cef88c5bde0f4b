//! How a buffer is chosen, where it stands, and what changes of its settings while it holds pages.

#[cfg(feature = "layers")]
use super::store::Store;
#[cfg(feature = "layers")]
use crate::flash::counters::Counters;
#[cfg(feature = "layers")]
use crate::flash::observables::{BreakpointKind, Moment, Observables, Stage};
use crate::nand::geometry::Geometry;
use crate::nand::timing::Timing;
use crate::parameters::parameter::{Info, Parameter};
#[cfg(feature = "layers")]
use crate::parameters::settings::Settings;

/// A write buffer that can be chosen: pages by logical block, which leave as its policy chooses.
#[cfg(feature = "layers")]
pub(crate) struct Entry<P> {
    /// What it is and what may be set.
    pub info: Info,
    /// What can be observed in it.
    pub observables: Observables,
    /// Makes its policy, for pages in an empty store.
    pub build: fn(&Settings, &BufferContext, &Store) -> P,
}

/// What can be observed in a buffer whose policy chooses what leaves.
#[cfg(feature = "layers")]
pub(crate) const FLUSHES: Observables = Observables {
    stage: Some(Stage::Buffer),
    moments: &[Moment::Flush],
    awaited: Moment::Flush,
    breakpoints: &[BreakpointKind::BufferFlush],
};

/// Where a buffer stands.
#[derive(Clone, Copy, Debug)]
pub struct BufferContext {
    /// The flash.
    pub geometry: Geometry,
    /// How long its operations take.
    pub(crate) timing: Timing,
    /// Log blocks of the layer below that pages of any logical block go to; what it would have by default, where it has none.
    pub log_blocks: u32,
}

/// Settings that change while a buffer holds pages (`run.changes`).
#[cfg(feature = "layers")]
pub struct Change<'a> {
    /// Its parameters until now.
    pub before: &'a Settings,
    /// Its parameters from now on.
    pub settings: &'a Settings,
    /// Where it stands from now on.
    pub(crate) site: &'a BufferContext,
    /// What was counted until now.
    pub counters: &'a Counters,
}

#[cfg(feature = "layers")]
impl Change<'_> {
    /// Whether it changes any of these parameters.
    pub fn touches(&self, names: &[&str]) -> bool {
        names.iter().any(|&name| self.settings.0.get(name) != self.before.0.get(name))
    }
}

/// No buffer at all.
pub(crate) const NONE: Info = Info {
    kind: "none",
    title: "no buffer",
    help: "Requests go directly to the translation layer.",
    source: "",
    parameters: &[Parameter::integer(
        "bytes",
        "0",
        0,
        1 << 40,
        "Has no effect; accepted so that buffers can be compared at the same size.",
    )
    .changing()],
};
