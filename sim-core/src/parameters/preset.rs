//! Values of several parameters under one name.

/// A named set of values.
pub struct Preset {
    /// The word for it in an experiment.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Where it comes from and what it is for.
    pub help: &'static str,
    /// Dotted paths and their values as JSON text.
    pub values: &'static [(&'static str, &'static str)],
}
