//! The text of a trace, in whatever bytes it comes, cut into lines for the reader.

#[cfg(feature = "layers")]
use super::binary::Records;
use super::end::{End, refuse};
use super::is_text::{NOT_TEXT, is_text_so_far};
use super::lines::{Lines, TooLong};
use super::options::ImportOptions;
use super::reader::Reader;
use super::utf16::{UTF8_MARK, Utf16};
use std::ops::ControlFlow::{self, Break, Continue};

/// So many first bytes tell how requests are written.
#[cfg(feature = "layers")]
const HEAD_BYTES: usize = super::binary::HEAD_BYTES;
#[cfg(not(feature = "layers"))]
const HEAD_BYTES: usize = 4;

/// The text of a trace on its way to the reader.
pub(super) struct Text {
    encoding: Encoding,
    /// What the last bytes say that were no UTF-8.
    decoded: Vec<u8>,
    pub lines: Lines,
    pub reader: Reader,
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
    /// Text of which nothing is known yet.
    pub(super) fn new(options: &ImportOptions) -> Self {
        Self {
            encoding: Encoding::Unknown(Vec::new()),
            decoded: Vec::new(),
            lines: Lines::new(options.limits.line_bytes),
            reader: Reader::new(options),
            most_bytes: options.limits.text_bytes,
        }
    }

    /// Takes bytes as they were unpacked.
    pub(super) fn take(&mut self, bytes: &[u8]) -> ControlFlow<End> {
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
    pub(super) fn open(&mut self) -> ControlFlow<End> {
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

    /// Takes what waits for more bytes that do not come.
    pub(super) fn close(&mut self) -> ControlFlow<End> {
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
