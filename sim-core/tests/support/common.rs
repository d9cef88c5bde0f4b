//! What tests of whole runs share.

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use sim_core::experiment::document::Experiment;
use sim_core::metrics::report::Report;
use sim_core::metrics::run;

/// The report of the experiment that `document` describes.
pub fn report(document: Value) -> Report {
    run::report(&experiment(document), None).unwrap()
}

/// The experiment that `document` describes.
pub fn experiment(document: Value) -> Experiment {
    Experiment::new(&document, &[]).unwrap()
}
