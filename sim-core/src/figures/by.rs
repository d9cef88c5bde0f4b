//! What carries a run out: a device, or less where that is all a figure asks for.

use super::measure::Measure;
use super::openchannel::told;
use crate::base::error::Error;
use crate::experiment::document::Experiment;
use crate::metrics::run;
use crate::trace::replay::SharedRecords;

/// What carries a run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The device, operation by operation.
    Device,
    /// A cache of map blocks alone, for its hits.
    Cache,
    /// Arithmetic: what a mapping table takes of the host's memory.
    Memory,
    /// What its directory takes of that.
    Directory,
    /// A rate limiter alone: what it grants the host.
    HostLimit,
    /// What it grants garbage collection.
    GcLimit,
}

/// All of them.
const ALL: [By; 6] = [By::Device, By::Cache, By::Memory, By::Directory, By::HostLimit, By::GcLimit];

impl By {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Cache => "cache",
            Self::Memory => "memory",
            Self::Directory => "directory",
            Self::HostLimit => "host-limit",
            Self::GcLimit => "gc-limit",
        }
    }

    /// What `name` stands for.
    ///
    /// # Errors
    /// Nothing.
    pub fn of(name: &str) -> Result<Self, Error> {
        let found = ALL.into_iter().find(|by| by.name() == name);
        found.ok_or_else(|| Error::Document(format!("{name}: nothing carries out runs by this name")))
    }

    /// Carries `experiment` out to its end. `recorded` is the stream to replay, if its workload is a trace.
    ///
    /// # Errors
    /// A run that cannot be made, or does not come to its end.
    pub fn measure(self, experiment: &Experiment, recorded: Option<&SharedRecords>) -> Result<Measure, Error> {
        match self {
            Self::Device => Measure::of(&run::report(experiment, recorded)?),
            Self::Cache => told::hits(experiment, recorded),
            Self::Memory => told::memory(experiment),
            Self::Directory => told::directory(experiment),
            Self::HostLimit => told::limits(experiment, |quota| quota.user),
            Self::GcLimit => told::limits(experiment, |quota| quota.gc),
        }
    }
}
