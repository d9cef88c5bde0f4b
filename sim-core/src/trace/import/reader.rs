//! Turns lines into streams of records: gathers the first to tell the format by, reads those and all that follow.

use super::detect::{Detection, SAMPLE_LINES, SampleLine, detect};
use super::end::{End, refuse};
use super::found::Found;
use super::given::Given;
use super::is_text::{NOT_TEXT, is_text};
use super::options::ImportOptions;
use super::requests::{Requests, requests_of};
use crate::trace::Format;
use crate::trace::coverage::DeviceRequests;
use crate::trace::dialect::Dialect;
use crate::trace::parsed::Parsed;
use std::ops::ControlFlow::{self, Break, Continue};

/// What the reader is doing.
#[derive(Debug)]
enum Phase {
    /// It gathers lines to tell the format by, and how this file is written.
    Sampling(Vec<SampleLine>),
    /// It reads lines of this format.
    Reading(Format),
}

/// A reader of lines.
#[derive(Debug)]
pub(super) struct Reader {
    phase: Phase,
    given: Given,
    detection: Option<Detection>,
    dialect: Dialect,
    requests: Requests,
    ended_early: Option<String>,
    notes: Vec<String>,
}

impl Reader {
    /// A reader at the beginning of a trace.
    pub(super) fn new(options: &ImportOptions) -> Self {
        Self {
            phase: Phase::Sampling(Vec::new()),
            given: Given::of(options),
            detection: None,
            dialect: Dialect::default(),
            requests: Requests::new(options),
            ended_early: None,
            notes: Vec::new(),
        }
    }

    /// How many requests it has kept.
    pub(super) fn kept(&self) -> u64 {
        self.requests.kept
    }

    /// Takes a line that ended.
    #[inline]
    pub(super) fn line(&mut self, number: u64, text: &[u8]) -> ControlFlow<End> {
        let Some(text) = content(text) else { return Continue(()) };
        match &mut self.phase {
            Phase::Reading(format) => {
                let format = *format;
                self.read(format, number, text)
            }
            Phase::Sampling(sample) => {
                check_is_text(number, text)?;
                sample.push(SampleLine { number, text: text.to_vec() });
                if sample.len() < SAMPLE_LINES { Continue(()) } else { self.decide() }
            }
        }
    }

    /// Takes a last line that did not end. If it cannot be read it is taken for cut short, and left out.
    pub(super) fn last_line(&mut self, number: u64, text: &[u8]) -> ControlFlow<End> {
        let Some(text) = content(text) else { return Continue(()) };
        if let Phase::Sampling(sample) = &self.phase {
            check_is_text(number, text)?;
            // The last line helps to tell the format, unless it is cut short.
            let with_last = [sample.as_slice(), &[SampleLine { number, text: text.to_vec() }]].concat();
            match self.given.format() {
                Some(format) => self.begin(format, &with_last)?,
                None => {
                    let detection = detect(&with_last).or_else(|why| detect(sample).map_err(|_| why));
                    self.adopt(detection, &with_last)?;
                }
            }
        }
        let Phase::Reading(format) = self.phase else { return Continue(()) };
        let parsed = self.parsed(format, number, text);
        if self.requests.lines > 0 && parsed.is_err() {
            self.ended_early = Some(format!("line {number}, the last, is cut short and is left out"));
            return Continue(());
        }
        self.take(format, number, text, parsed)
    }

    /// Settles the format if there are lines to tell it by; how many requests are kept.
    pub(super) fn settle(&mut self) -> ControlFlow<End, u64> {
        if !matches!(&self.phase, Phase::Sampling(sample) if sample.is_empty()) {
            self.decide()?;
        }
        Continue(self.kept())
    }

    /// A person should know this, too.
    #[cfg(feature = "layers")]
    pub(super) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// There is less than the whole trace, and `why`.
    pub(super) fn ends_early(&mut self, why: String) {
        self.ended_early = Some(why);
    }

    /// What was found.
    ///
    /// # Errors
    /// Why the trace cannot be used, in words.
    pub(super) fn finish(
        mut self,
        #[cfg_attr(not(feature = "layers"), allow(unused_variables))] name: &str,
    ) -> Result<Found, String> {
        match self.decide() {
            Continue(()) => {}
            Break(End::Full(why)) => self.ended_early = Some(why),
            Break(End::Refused(why)) => return Err(why),
        }
        let Phase::Reading(format) = self.phase else { return Err("it has no requests".into()) };
        if let Some(first) = self.requests.first_of_mostly_bad() {
            let Requests { bad, lines, .. } = &self.requests;
            let what = self.given.what(format);
            return Err(format!("{} of its {lines} lines are not {what}; the first is {first}", bad.count));
        }
        let (mut streams, bad) = self.requests.finish()?;
        let devices: Vec<DeviceRequests> = streams.iter().filter_map(requests_of).collect();
        let of_other_devices: u64 = streams.iter().map(|stream| stream.left_out).sum();
        streams.retain(|stream| !stream.records.is_empty());
        let out_of_order: u64 = streams.iter().map(|stream| stream.out_of_order).sum();
        let mut notes = self.notes;
        notes.extend(self.dialect.notes);
        #[cfg(feature = "layers")]
        let operations = self.dialect.operations.map(|operations| operations.finish(name)).transpose()?;
        #[cfg(feature = "layers")]
        notes.extend(operations.iter().flat_map(|operations| operations.shape.notes.clone()));
        let mut note_some = |count: u64, what: &str| {
            if count > 0 {
                notes.push(format!("{what}: {count}"));
            }
        };
        note_some(out_of_order, "sorted by time, having come earlier than the one before");
        note_some(of_other_devices, "left out, being of other devices");
        let (detection, ended_early) = (self.detection, self.ended_early);
        Ok(Found {
            format,
            detection,
            streams,
            devices,
            bad,
            ended_early,
            notes,
            columns: self.given.columns_text(),
            #[cfg(feature = "layers")]
            operations,
        })
    }

    /// The first lines, while nothing has told their format.
    #[cfg(feature = "layers")]
    pub(super) fn sampled(&self) -> Option<impl Iterator<Item = &[u8]>> {
        match &self.phase {
            Phase::Sampling(sample) => Some(sample.iter().map(|line| &*line.text)),
            Phase::Reading(_) => None,
        }
    }

    /// Tells the format by the sample, if it is not settled yet.
    fn decide(&mut self) -> ControlFlow<End> {
        let Phase::Sampling(sample) = &self.phase else { return Continue(()) };
        let sample = sample.clone();
        match self.given.format() {
            Some(format) => self.begin(format, &sample),
            None => self.adopt(detect(&sample), &sample),
        }
    }

    /// Settles the format, told by `told_by`.
    fn adopt(&mut self, detection: Result<Detection, String>, told_by: &[SampleLine]) -> ControlFlow<End> {
        let detection = match detection {
            Ok(detection) => detection,
            Err(why) => return refuse(why),
        };
        let format = detection.format;
        self.detection = Some(detection);
        self.begin(format, told_by)
    }

    /// Begins to read: how the file is written is told by `told_by`; what was kept of it is read.
    fn begin(&mut self, format: Format, told_by: &[SampleLine]) -> ControlFlow<End> {
        let texts: Vec<&[u8]> = told_by.iter().map(|line| &*line.text).collect();
        self.dialect = self.given.dialect(format, &texts);
        if let Phase::Sampling(sample) = std::mem::replace(&mut self.phase, Phase::Reading(format)) {
            sample.iter().try_for_each(|SampleLine { number, text }| self.read(format, *number, text))?;
        }
        Continue(())
    }

    /// Reads a line with something in it.
    #[inline]
    fn read(&mut self, format: Format, number: u64, text: &[u8]) -> ControlFlow<End> {
        let parsed = self.parsed(format, number, text);
        self.take(format, number, text, parsed)
    }

    /// What a line with something in it comes to.
    #[inline]
    fn parsed<'a>(
        &mut self,
        format: Format,
        #[cfg_attr(not(feature = "layers"), allow(unused_variables))] number: u64,
        text: &'a [u8],
    ) -> Parsed<'a> {
        #[cfg(feature = "layers")]
        if let Some(operations) = &mut self.dialect.operations {
            operations.at_line(number);
        }
        format.parse(text, &mut self.dialect)
    }

    /// Keeps the request that line `text` came to, or counts it as bad.
    #[inline]
    fn take(&mut self, format: Format, number: u64, text: &[u8], parsed: Parsed<'_>) -> ControlFlow<End> {
        match parsed {
            Ok(Some(line)) => self.requests.keep(format, number, text, line, &self.dialect),
            Ok(None) => Continue(()),
            Err(reason) => {
                if self.requests.lines > 0 || !self.given.is_header(format, text, &self.dialect) {
                    self.requests.bad_line(number, text, reason);
                }
                Continue(())
            }
        }
    }
}

/// What stands in a line; nothing if it is blank or a comment.
#[inline]
fn content(text: &[u8]) -> Option<&[u8]> {
    match text.trim_ascii_start() {
        [] | [b'#', ..] | [b'/', b'/', ..] => None,
        _ => Some(text),
    }
}

/// Refuses what is not text, by its first lines.
fn check_is_text(number: u64, text: &[u8]) -> ControlFlow<End> {
    if is_text(text) { Continue(()) } else { refuse(format!("line {number} {NOT_TEXT}")) }
}
