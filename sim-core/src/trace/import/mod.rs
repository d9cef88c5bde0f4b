//! Imports a trace from bytes that come in pieces of any size, as from a file or a browser's stream.
//!
//! - `options.rs`  what is asked for
//! - `unpack/`     files that are stored smaller, or in an archive
//! - `text.rs`     bytes made lines: `utf16.rs` decodes them, `binary/` makes lines of records, `lines.rs` cuts them, `is_text.rs` says what is none
//! - `reader.rs`   lines made requests, in the format that was `given.rs`, or that `detect.rs` tells among all and `unread.rs`
//! - `requests.rs` packs and limits them, `devices.rs` keeps a stream for each device
//! - `found.rs`    what came of it, or why there is no more (`end.rs`) · `imported.rs` makes it a trace, `suspicions.rs` says what of it looks wrong

#[cfg(feature = "layers")]
mod binary;
mod detect;
mod devices;
mod end;
mod found;
mod given;
mod imported;
mod is_text;
mod lines;
mod options;
mod reader;
mod requests;
mod suspicions;
#[cfg(test)]
mod tests;
mod text;
mod unpack;
mod unread;
mod utf16;

pub use options::{ImportOptions, Limits};

use crate::base::error::Error;
use crate::trace::report::Imported;
#[cfg(feature = "layers")]
use crate::trace::sheet::Sheet;
use end::{End, refuse};
use std::ops::ControlFlow::{self, Break, Continue};
use text::Text;
use unpack::{Damaged, Storage};

/// An import under way. Dropping it cancels it.
pub struct Importer {
    name: String,
    storage: Storage,
    text: Text,
    bytes_in: u64,
    /// Whether it was told that no more bytes come.
    is_closed: bool,
    ended: Option<End>,
}

impl Importer {
    /// An import that has read nothing yet.
    pub fn new(options: ImportOptions) -> Self {
        let text = Text::new(&options);
        Self { name: options.name, storage: Storage::new(), text, bytes_in: 0, is_closed: false, ended: None }
    }

    /// Reads on. Once a limit is reached (see [`Self::is_full`]) the rest is ignored.
    ///
    /// # Errors
    /// The trace cannot be used; the text says why. Every later call gives the same error.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.bytes_in += bytes.len() as u64;
        if self.ended.is_none()
            && let Break(end) = self.take(bytes)
        {
            self.ended = Some(end);
        }
        match &self.ended {
            Some(End::Refused(why)) => Err(refusal(&self.name, why)),
            _ => Ok(()),
        }
    }

    /// How many bytes were pushed, as stored.
    pub fn bytes_in(&self) -> u64 {
        self.bytes_in
    }

    /// How many requests are kept so far. The first 200 lines wait until the format is told.
    pub fn requests(&self) -> u64 {
        self.text.reader.kept()
    }

    /// Whether a limit is reached, so that there is no use in pushing more.
    pub fn is_full(&self) -> bool {
        matches!(self.ended, Some(End::Full(_)))
    }

    /// Ends the import.
    ///
    /// # Errors
    /// The trace cannot be used; the text says why.
    pub fn finish(mut self) -> Result<Imported, Error> {
        let name = std::mem::take(&mut self.name);
        self.end();
        let ended = self.ended.take().map_or(Continue(()), Break);
        let (stored_as, bytes_in) = (self.storage.kinds(), self.bytes_in);
        let Text { lines, reader, .. } = self.text;
        let stopped = match ended {
            Break(End::Refused(why)) => return Err(refusal(&name, &why)),
            Break(End::Full(note)) => Some(note),
            Continue(()) => None,
        };
        let mut found = match (reader.finish(&name), &stopped) {
            (Ok(found), _) => found,
            (Err(why), Some(note)) => return Err(refusal(&name, &format!("{why}; {note}"))),
            (Err(why), None) => return Err(refusal(&name, &why)),
        };
        found.ended_early = stopped.or(found.ended_early);
        Ok(Imported::new(name, stored_as, bytes_in, lines.bytes(), lines.count(), found))
    }

    /// The table that the file, all of which was pushed or which was refused, may be by its first lines; none if their format is told already, or they
    /// are no table.
    #[cfg(feature = "layers")]
    pub fn sheet(&mut self) -> Option<Sheet> {
        self.end();
        let Text { lines, reader, .. } = &self.text;
        let last = lines.rest().map(|(_, text)| text);
        Sheet::of(reader.sampled()?.chain(last).map(<[u8]>::to_vec).collect())
    }

    /// Takes, once, what waits for more bytes that do not come.
    fn end(&mut self) {
        if self.ended.is_none() && !self.is_closed {
            self.is_closed = true;
            if let Break(end) = self.close() {
                self.ended = Some(end);
            }
        }
    }

    /// Takes bytes as stored.
    fn take(&mut self, bytes: &[u8]) -> ControlFlow<End> {
        let Self { storage, text, .. } = self;
        unpacked(storage.feed(bytes, &mut |piece| text.take(piece)), storage)
    }

    /// Takes what waits for more bytes that do not come.
    fn close(&mut self) -> ControlFlow<End> {
        if self.bytes_in == 0 {
            return refuse("the file is empty".into());
        }
        let Self { storage, text, .. } = self;
        unpacked(storage.close(&mut |piece| text.take(piece)), storage)?;
        match storage.cut_short() {
            Some(kind) => self.close_truncated(kind),
            None => self.text.close(),
        }
    }

    /// Ends a packed file that was cut off. Its last line may be cut too, so it is left out.
    fn close_truncated(&mut self, kind: &str) -> ControlFlow<End> {
        self.text.open()?;
        let kept = self.text.reader.settle()?;
        if kept == 0 {
            return refuse(format!("the {kind} file is cut short, and no request before the cut can be kept"));
        }
        self.text.reader.ends_early(format!("the {kind} file is cut short: what came after the cut is missing"));
        Continue(())
    }
}

/// What came of unpacking.
fn unpacked(fed: Result<ControlFlow<End>, Damaged>, storage: &Storage) -> ControlFlow<End> {
    match (fed, storage.kinds()) {
        (Ok(flow), _) => flow,
        (Err(Damaged(how)), Some(kind)) => refuse(format!("the {kind} file cannot be read: {how}")),
        (Err(Damaged(how)), None) => refuse(how.into_owned()),
    }
}

fn refusal(name: &str, why: &str) -> Error {
    Error::Trace(format!("{name}: {why}"))
}
