//! The operation log, as the page takes it: piece by piece, the bytes that `flashlab log` writes.

use super::failure::failure;
use super::session::{Session, nothing_open, now};
use crate::log::Format;
use crate::log::run::LogRun;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Steps between two looks at the clock.
const LOOK_EVERY: u64 = 64;
/// Text that is given away though there is time left.
const PIECE: usize = 4 << 20;

#[wasm_bindgen]
impl Session {
    /// Begins to write down the open experiment, apart from the lane: from the beginning of request `from` on, up to that of
    /// request `to`, or to the end of the run. `format` is "csv" or "chrome".
    pub fn log_begin(&mut self, format: &str, from: f64, to: Option<f64>) -> Result<(), JsValue> {
        let experiment = self.experiment.as_ref().ok_or_else(nothing_open)?;
        let format = Format::of(format).map_err(failure)?;
        let requests = from as u64..to.map_or(u64::MAX, |to| to as u64);
        self.logging = Some(LogRun::new(experiment, self.records.as_ref(), format, requests).map_err(failure)?);
        Ok(())
    }

    /// Goes on with it. The next piece of text; none when there is no more.
    pub fn log_step(&mut self, budget_ms: f64) -> Result<Option<Vec<u8>>, JsValue> {
        let logging = self.logging.as_mut().ok_or_else(nothing_open)?;
        let end_ms = now() + budget_ms;
        while logging.go_on(LOOK_EVERY) && now() < end_ms && logging.waiting() < PIECE {}
        let piece = logging.take();
        if piece.is_empty() && logging.is_over() {
            self.logging = None;
            return Ok(None);
        }
        Ok(Some(piece))
    }

    /// Requests begun, and requests to begin, for telling progress.
    pub fn log_progress(&self) -> Vec<f64> {
        let (done, all) = self.logging.as_ref().map_or((0, 0), LogRun::progress);
        vec![done as f64, all as f64]
    }

    /// The request before which everything is written.
    pub fn log_written_before(&self) -> f64 {
        self.logging.as_ref().map_or(0.0, |logging| logging.written_before() as f64)
    }

    /// Gives it up.
    pub fn log_cancel(&mut self) {
        self.logging = None;
    }
}
