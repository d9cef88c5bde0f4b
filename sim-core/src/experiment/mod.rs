//! An experiment is a document: device, buffer, translation layer, workload, run.

pub mod parameter;
pub mod settings;
