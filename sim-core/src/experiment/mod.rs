//! An experiment is a document: device, buffer, translation layer, workload, run. One JSON document drives the page,
//! the command line, permalinks, lessons and tests.

pub mod catalogue;
#[cfg(feature = "layers")]
pub mod changes;
pub mod device;
pub mod document;
pub(crate) mod estimate;
pub(crate) mod presets;
pub mod run;
