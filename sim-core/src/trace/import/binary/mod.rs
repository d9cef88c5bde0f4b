//! Traces whose requests are records of bytes: told by the first of them, and made lines of a format that is read, one a record.

mod blktrace;
mod kind;
mod oracle_general;
mod vscsi;

use kind::Kind;

/// So many first bytes tell what records a file has.
pub(super) const HEAD_BYTES: usize = 96;

/// Records on the way to lines.
pub(super) struct Records {
    kind: &'static Kind,
    held: Vec<u8>,
    has_begun: bool,
}

impl Records {
    /// A reader of what begins with `head`; none if that is no record that is known.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        let kind = blktrace::of(head).or_else(|| vscsi::of(head)).or_else(|| oracle_general::of(head))?;
        Some(Self { kind, held: Vec::new(), has_begun: false })
    }

    /// What a person calls these, and what they are read as.
    pub(super) fn note(&self) -> &'static str {
        self.kind.note
    }

    /// Appends the lines of the records that `bytes` complete.
    pub(super) fn feed(&mut self, bytes: &[u8], text: &mut Vec<u8>) {
        if !self.has_begun {
            self.has_begun = true;
            text.extend_from_slice(self.kind.header.as_bytes());
        }
        let mut held = std::mem::take(&mut self.held);
        held.extend_from_slice(bytes);
        let mut rest = held.as_slice();
        while let Some(length) = (self.kind.length)(rest).filter(|&length| length <= rest.len()) {
            let record;
            (record, rest) = rest.split_at(length);
            (self.kind.line)(record, text);
            text.push(b'\n');
        }
        self.held = rest.to_vec();
    }

    /// How many bytes of a last record there are that the end of the file cut.
    pub(super) fn rest(&self) -> usize {
        self.held.len()
    }
}
