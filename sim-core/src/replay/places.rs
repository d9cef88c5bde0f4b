//! Where a run can be taken: by a unit from where it stands, and to where lanes that stand side by side meet.

use crate::base::error::Error;
use crate::base::word::meaning;
use crate::flash::observables::Moment;
use crate::machine::Machine;

/// What a step goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "StepUnit", rename_all = "kebab-case"))]
pub enum Unit {
    /// One operation.
    Operation,
    /// To the beginning of a request.
    Request,
    /// To the next moment of this sort.
    #[cfg_attr(test, ts(untagged))]
    Moment(Moment),
}

impl Unit {
    /// The unit that `word` stands for.
    ///
    /// # Errors
    /// It stands for none.
    pub fn named(word: &str) -> Result<Self, Error> {
        let moments = Moment::ALL.iter().map(|&moment| (moment.word(), Self::Moment(moment)));
        let units = [("operation", Self::Operation), ("request", Self::Request)].into_iter().chain(moments);
        meaning("unit", &word.into(), &units.collect::<Vec<_>>())
    }
}

/// Where lanes that stand side by side go to: always the beginning of a request, so that they can stand at the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "kebab-case"))]
pub enum SyncPoint {
    /// The beginning of a request.
    Request(u64),
    /// The beginning of the first request before which the device's clock has come to so many nanoseconds.
    #[cfg_attr(test, ts(rename = "time_ns"))]
    Time(u64),
}

impl SyncPoint {
    /// Whether `machine`, which stands before a request, has come there.
    pub(super) fn is_reached(self, machine: &Machine) -> bool {
        match self {
            Self::Request(request) => machine.requests_begun >= request,
            Self::Time(time_ns) => machine.core.clock.now_ns() >= time_ns,
        }
    }
}
