//! A run that is written down.

use super::chrome::Chrome;
use super::window::Window;
use super::{Format, Names, csv};
use crate::assembly::initial;
use crate::assembly::source;
use crate::base::error::Error;
use crate::experiment::document::Experiment;
use crate::flash::clock::Clock;
use crate::flash::observer::{NoObserver, Observer};
use crate::machine::{End, Machine};
use crate::trace::replay::SharedRecords;
use std::ops::Range;

/// Bytes beyond which a caller is to take what is written before the run goes on.
const WAITING_MOST: usize = 64 << 20;

/// An experiment under way, with the log of it so far. Goes as far as it is told to at a time, so that whoever takes the text
/// piece by piece never has all of it; dropping it cancels it.
#[derive(Debug)]
pub struct LogRun {
    machine: Machine,
    requests: Range<u64>,
    window: Window,
    /// None for CSV.
    chrome: Option<Chrome>,
    names: Names,
    text: Vec<u8>,
    /// The request of the last operation written.
    last_request: u64,
    is_over: bool,
}

impl LogRun {
    /// `experiment` before its first request. Of its operations those are written that are carried out from the beginning of the
    /// first of `requests` on, up to the beginning of the one at their end. `recorded` is the stream to replay, if its
    /// workload is a trace, or comes to be one.
    ///
    /// # Errors
    /// A device, layer, workload or initial state that cannot be built.
    pub fn new(
        experiment: &Experiment,
        recorded: Option<&SharedRecords>,
        format: Format,
        requests: Range<u64>,
    ) -> Result<Self, Error> {
        let source = source::of(experiment, recorded)?;
        let machine = initial::replaying(experiment, source, recorded, false)?;
        let mut text = Vec::new();
        let chrome = match format {
            Format::Csv => {
                text.extend_from_slice(csv::HEADER.as_bytes());
                None
            }
            Format::Chrome => {
                let chrome = Chrome::new(matches!(machine.core.clock, Clock::Event(_)));
                chrome.begin(&experiment.to_document(), &machine.core.nand.geometry, &mut text);
                Some(chrome)
            }
        };
        let window = Window::new(requests.clone());
        let last_request = requests.start;
        let names = Names::default();
        Ok(Self { machine, requests, window, chrome, names, text, last_request, is_over: false })
    }

    /// Goes on by `steps` steps, each a request or a moment of the event clock, fewer where that is much to write, or until the log is whole. Whether
    /// it goes on still.
    pub fn go_on(&mut self, steps: u64) -> bool {
        for _ in 0..steps {
            if self.is_over || self.waiting() >= WAITING_MOST {
                break;
            }
            self.step();
        }
        !self.is_over
    }

    /// Whether there is no more to write.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// What was written since it was last taken.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.text)
    }

    /// Bytes written since they were last taken.
    pub fn waiting(&self) -> usize {
        self.text.len()
    }

    /// Requests begun so far, and requests that will have been at the end.
    pub fn progress(&self) -> (u64, u64) {
        (self.machine.requests_begun, self.machine.requests().min(self.requests.end))
    }

    /// All operations of the requests before this one are written.
    pub fn written_before(&self) -> u64 {
        self.last_request
    }

    /// How the run ended, if it did before the log.
    pub fn end(&self) -> Option<&End> {
        self.machine.end.as_ref()
    }

    fn step(&mut self) {
        let machine = &mut self.machine;
        // The only error of a step is a pause that the observer asked for; neither asks for any.
        let goes_on = if machine.requests_begun < self.requests.start {
            let goes_on = machine.step(&mut NoObserver).unwrap_or(false);
            machine.completions.clear();
            goes_on
        } else {
            let goes_on = machine.step(&mut self.window.behind_pointer()).unwrap_or(false);
            machine.completions.drain(..).for_each(|completion| self.window.request_over(&completion));
            goes_on
        };
        if !goes_on {
            self.window.close_all();
        }
        self.write();
        if !goes_on || self.is_whole() {
            self.is_over = true;
            if let Some(chrome) = &mut self.chrome {
                chrome.end(&mut self.names, &mut self.text);
            }
        }
    }

    /// Whether the request after the last is about to begin, and what was under way is over.
    fn is_whole(&self) -> bool {
        let begun = self.machine.requests_begun;
        let is_past = begun > self.requests.end || begun == self.requests.end && self.machine.begins_request();
        is_past && self.window.is_empty()
    }

    fn write(&mut self) {
        let geometry = &self.machine.core.nand.geometry;
        while let Some(row) = self.window.take() {
            self.last_request = row.operation.request;
            match &mut self.chrome {
                Some(chrome) => chrome.write(&row, geometry, &mut self.names, &mut self.text),
                None => csv::write(&row, geometry, &mut self.names, &mut self.text),
            }
        }
    }
}
