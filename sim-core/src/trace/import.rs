//! Imports a trace from bytes that come in pieces of any size, as from a file or a browser's stream.

use super::Format;
#[cfg(feature = "layers")]
use super::binary::Records;
#[cfg(feature = "layers")]
use super::columns::Columns;
use super::lines::{Lines, TooLong};
use super::reader::{End, NOT_TEXT, Reader, is_text};
use super::report::Imported;
#[cfg(feature = "layers")]
use super::sheet::Sheet;
use super::unpack::{Damaged, Storage};
use super::utf16::{UTF8_MARK, Utf16};
use crate::base::error::Error;
use std::ops::ControlFlow::{self, Break, Continue};

/// What to import, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportOptions {
    /// The trace's name, for messages.
    pub name: String,
    /// Its format; none to tell it from the content.
    pub format: Option<Format>,
    /// What its columns are, of a trace that is a table of them without a header that says so; none to tell it from the content.
    #[cfg(feature = "layers")]
    pub columns: Option<Columns>,
    /// The one device to keep; none to keep all.
    pub device: Option<u32>,
    /// Most requests to keep; none for as many as the limits allow.
    pub max_requests: Option<u64>,
    /// How much is read at most.
    pub limits: Limits,
}

impl ImportOptions {
    /// All devices of the trace `name`, in whatever format it has.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            format: None,
            #[cfg(feature = "layers")]
            columns: None,
            device: None,
            max_requests: None,
            limits: Limits::default(),
        }
    }
}

/// How much of a trace is read at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest line, in bytes without its end. A longer one is an error.
    pub line_bytes: usize,
    /// Most text, in bytes after decompression. Reading stops there.
    pub text_bytes: u64,
    /// Most requests. Reading stops there.
    pub requests: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { line_bytes: 64 << 10, text_bytes: 2 << 30, requests: 32_000_000 }
    }
}

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

/// So many first bytes tell how requests are written.
#[cfg(feature = "layers")]
const HEAD_BYTES: usize = super::binary::HEAD_BYTES;
#[cfg(not(feature = "layers"))]
const HEAD_BYTES: usize = 4;

impl Importer {
    /// An import that has read nothing yet.
    pub fn new(options: ImportOptions) -> Self {
        let text = Text {
            encoding: Encoding::Unknown(Vec::new()),
            decoded: Vec::new(),
            lines: Lines::new(options.limits.line_bytes),
            reader: Reader::new(&options),
            most_bytes: options.limits.text_bytes,
        };
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

/// The text of a trace on its way to the reader.
struct Text {
    encoding: Encoding,
    /// What the last bytes say that were no UTF-8.
    decoded: Vec<u8>,
    lines: Lines,
    reader: Reader,
    most_bytes: u64,
}

/// How requests are written.
enum Encoding {
    /// Not known yet; the first bytes, fewer than [`HEAD_BYTES`].
    Unknown(Vec<u8>),
    /// ASCII or UTF-8.
    Utf8,
    /// UTF-16.
    Utf16(Utf16),
    /// No characters: records of bytes.
    #[cfg(feature = "layers")]
    Records(Records),
}

impl Text {
    fn take(&mut self, bytes: &[u8]) -> ControlFlow<End> {
        match &mut self.encoding {
            Encoding::Utf8 => self.cut(bytes),
            Encoding::Utf16(decoder) => {
                self.decoded.clear();
                decoder.feed(bytes, &mut self.decoded);
                self.cut_decoded()
            }
            #[cfg(feature = "layers")]
            Encoding::Records(records) => {
                self.decoded.clear();
                records.feed(bytes, &mut self.decoded);
                self.cut_decoded()
            }
            Encoding::Unknown(head) => {
                let (more, rest) = bytes.split_at(bytes.len().min(HEAD_BYTES - head.len()));
                head.extend_from_slice(more);
                if head.len() < HEAD_BYTES {
                    return Continue(());
                }
                self.open()?;
                self.take(rest)
            }
        }
    }

    /// Tells from the first bytes how requests are written, and takes them without a byte order mark.
    fn open(&mut self) -> ControlFlow<End> {
        let Encoding::Unknown(head) = &mut self.encoding else { return Continue(()) };
        let head = std::mem::take(head);
        if let Some((decoder, mark)) = Utf16::of(&head) {
            self.encoding = Encoding::Utf16(decoder);
            return self.take(&head[mark..]);
        }
        #[cfg(feature = "layers")]
        if let Some(records) = Records::of(&head) {
            self.encoding = Encoding::Records(records);
            return self.take(&head);
        }
        self.encoding = Encoding::Utf8;
        self.take(head.strip_prefix(UTF8_MARK).unwrap_or(&head))
    }

    /// Cuts what was decoded last into lines.
    fn cut_decoded(&mut self) -> ControlFlow<End> {
        let decoded = std::mem::take(&mut self.decoded);
        let flow = self.cut(&decoded);
        self.decoded = decoded;
        flow
    }

    /// Cuts UTF-8 into lines.
    fn cut(&mut self, bytes: &[u8]) -> ControlFlow<End> {
        let room = usize::try_from(self.most_bytes - self.lines.bytes()).unwrap_or(usize::MAX);
        let allowed = &bytes[..bytes.len().min(room)];
        let Self { lines, reader, .. } = self;
        match lines.feed(allowed, |number, line| reader.line(number, line)) {
            Ok(flow) => flow?,
            Err(TooLong { number }) => return self.too_long(number),
        }
        if allowed.len() < bytes.len() {
            return Break(End::Full(format!(
                "reading stopped after {} bytes of text, the most allowed",
                self.most_bytes
            )));
        }
        Continue(())
    }

    fn close(&mut self) -> ControlFlow<End> {
        self.open()?;
        if let Encoding::Utf16(decoder) = &mut self.encoding {
            let mut tail = Vec::new();
            decoder.close(&mut tail);
            self.cut(&tail)?;
        }
        #[cfg(feature = "layers")]
        if let Encoding::Records(records) = &self.encoding {
            self.reader.note(records.note().into());
            if records.rest() > 0 {
                self.reader
                    .ends_early(format!("the last record is cut short after {} bytes and is left out", records.rest()));
            }
        }
        match self.lines.rest() {
            Some((number, line)) => self.reader.last_line(number, line),
            None => Continue(()),
        }
    }

    fn too_long(&self, number: u64) -> ControlFlow<End> {
        match self.lines.rest() {
            Some((_, start)) if !is_text_so_far(start) => refuse(format!("line {number} {NOT_TEXT}")),
            _ => refuse(format!("line {number} is longer than {} bytes, the most allowed", self.lines.most_bytes())),
        }
    }
}

/// Whether `start` of a line is text; its last character may be incomplete.
fn is_text_so_far(start: &[u8]) -> bool {
    (0..4).any(|cut| is_text(&start[..start.len().saturating_sub(cut)]))
}

/// What came of unpacking.
fn unpacked(fed: Result<ControlFlow<End>, Damaged>, storage: &Storage) -> ControlFlow<End> {
    match (fed, storage.kinds()) {
        (Ok(flow), _) => flow,
        (Err(Damaged(how)), Some(kind)) => refuse(format!("the {kind} file cannot be read: {how}")),
        (Err(Damaged(how)), None) => refuse(how.into_owned()),
    }
}

fn refuse(why: String) -> ControlFlow<End> {
    Break(End::Refused(why))
}

fn refusal(name: &str, why: &str) -> Error {
    Error::Trace(format!("{name}: {why}"))
}
