//! Gzip, inflated as it comes: any number of members, any piece size, memory that does not grow (RFC 1952).

use super::crc32::Crc32;
use super::pieces::Damaged;
use flate2::{Decompress, FlushDecompress, Status};
use std::ops::ControlFlow;

/// How every gzip file begins.
pub(super) const MAGIC: [u8; 2] = [0x1f, 0x8b];
/// Inflated bytes are handed on in pieces of at most this size.
const PIECE_BYTES: usize = 64 * 1024;
const FIXED_HEADER_BYTES: usize = 10;
const TRAILER_BYTES: usize = 8;
const DEFLATE: u8 = 8;
const HAS_CRC: u8 = 2;
const HAS_EXTRA: u8 = 4;
const HAS_NAME: u8 = 8;
const HAS_COMMENT: u8 = 16;
const RESERVED_FLAGS: u8 = 0xe0;

/// Where in a member the next byte belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The ten bytes every member begins with.
    Fixed,
    /// The two bytes that give the extra field's length.
    ExtraLength,
    /// So many bytes more of the extra field.
    Extra(u16),
    /// The file name, up to a zero byte.
    Name,
    /// The comment, up to a zero byte.
    Comment,
    /// The two bytes of the header's checksum.
    HeaderCrc,
    /// The deflated data.
    Body,
    /// Checksum and length of the data.
    Trailer,
    /// Zero bytes after the last member, which tapes and disks leave.
    Padding,
}

/// An inflater.
pub(in crate::trace::import) struct Gunzip {
    part: Part,
    flags: u8,
    held: Vec<u8>,
    inflate: Decompress,
    crc: Crc32,
    members: u64,
    piece: Vec<u8>,
}

impl Gunzip {
    /// One at the beginning of a file.
    pub(super) fn new() -> Self {
        Self {
            part: Part::Fixed,
            flags: 0,
            held: Vec::new(),
            inflate: Decompress::new(false),
            crc: Crc32::new(),
            members: 0,
            piece: vec![0; PIECE_BYTES],
        }
    }

    /// Whether the file may end here: after a whole member.
    pub(super) fn is_whole(&self) -> bool {
        self.members > 0 && (self.part == Part::Padding || (self.part == Part::Fixed && self.held.is_empty()))
    }

    /// Takes `bytes` and gives what they inflate to to `each`, piece by piece, until `each` breaks.
    ///
    /// # Errors
    /// Data that is not gzip or does not agree with its checksum.
    pub(super) fn feed<B>(
        &mut self,
        mut bytes: &[u8],
        mut each: impl FnMut(&[u8]) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Damaged> {
        while let [byte, rest @ ..] = bytes {
            if self.part == Part::Body {
                let used = match self.inflate_some(bytes, &mut each)? {
                    ControlFlow::Continue(used) => used,
                    ControlFlow::Break(why) => return Ok(ControlFlow::Break(why)),
                };
                bytes = &bytes[used..];
            } else {
                self.frame(*byte)?;
                bytes = rest;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Inflates until `bytes` are used up or the member's data ends; how many bytes it used.
    fn inflate_some<B>(
        &mut self,
        bytes: &[u8],
        each: &mut impl FnMut(&[u8]) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B, usize>, Damaged> {
        let mut used = 0;
        loop {
            let (before_in, before_out) = (self.inflate.total_in(), self.inflate.total_out());
            let status = self
                .inflate
                .decompress(&bytes[used..], &mut self.piece, FlushDecompress::None)
                .map_err(|_| Damaged("its data cannot be inflated".into()))?;
            let taken = (self.inflate.total_in() - before_in) as usize;
            let inflated = &self.piece[..(self.inflate.total_out() - before_out) as usize];
            used += taken;
            self.crc.update(inflated);
            if !inflated.is_empty()
                && let ControlFlow::Break(why) = each(inflated)
            {
                return Ok(ControlFlow::Break(why));
            }
            if status == Status::StreamEnd {
                self.part = Part::Trailer;
                return Ok(ControlFlow::Continue(used));
            }
            if taken == 0 && inflated.is_empty() && used < bytes.len() {
                return Err(Damaged("its data cannot be inflated".into()));
            }
            // More may wait inside the inflater, even with no input left.
            if used == bytes.len() && inflated.is_empty() {
                return Ok(ControlFlow::Continue(used));
            }
        }
    }

    /// Takes one byte of what stands around the data.
    fn frame(&mut self, byte: u8) -> Result<(), Damaged> {
        match self.part {
            Part::Fixed if self.held.is_empty() && byte == 0 && self.members > 0 => self.part = Part::Padding,
            Part::Fixed => {
                if MAGIC.get(self.held.len()).is_some_and(|&expected| expected != byte) {
                    return Err(Damaged("it has something after a member that is not gzip".into()));
                }
                if self.hold(byte, FIXED_HEADER_BYTES) {
                    self.begin_member()?;
                }
            }
            Part::ExtraLength => {
                if self.hold(byte, 2) {
                    self.part = Part::Extra(u16::from_le_bytes([self.held[0], self.held[1]]));
                    self.held.clear();
                    self.skip_absent_fields();
                }
            }
            Part::Extra(left) => {
                self.part = Part::Extra(left - 1);
                self.skip_absent_fields();
            }
            Part::Name | Part::Comment => {
                if byte == 0 {
                    self.part = if self.part == Part::Name { Part::Comment } else { Part::HeaderCrc };
                    self.skip_absent_fields();
                }
            }
            Part::HeaderCrc => {
                if self.hold(byte, 2) {
                    self.held.clear();
                    self.part = Part::Body;
                }
            }
            Part::Trailer => {
                if self.hold(byte, TRAILER_BYTES) {
                    self.end_member()?;
                }
            }
            Part::Padding if byte == 0 => {}
            Part::Padding | Part::Body => {
                return Err(Damaged("it has something after its end that is not gzip".into()));
            }
        }
        Ok(())
    }

    /// Holds `byte`; true when `wanted` bytes are held.
    fn hold(&mut self, byte: u8, wanted: usize) -> bool {
        self.held.push(byte);
        self.held.len() == wanted
    }

    fn begin_member(&mut self) -> Result<(), Damaged> {
        self.flags = self.held[3];
        if self.held[2] != DEFLATE || self.flags & RESERVED_FLAGS != 0 {
            return Err(Damaged("it is compressed in a way gzip does not define".into()));
        }
        self.held.clear();
        self.inflate.reset(false);
        self.crc.reset();
        self.part = if self.flags & HAS_EXTRA != 0 { Part::ExtraLength } else { Part::Extra(0) };
        self.skip_absent_fields();
        Ok(())
    }

    /// Goes past the header's fields that this member does not have.
    fn skip_absent_fields(&mut self) {
        if self.part == Part::Extra(0) {
            self.part = Part::Name;
        }
        if self.part == Part::Name && self.flags & HAS_NAME == 0 {
            self.part = Part::Comment;
        }
        if self.part == Part::Comment && self.flags & HAS_COMMENT == 0 {
            self.part = Part::HeaderCrc;
        }
        if self.part == Part::HeaderCrc && self.flags & HAS_CRC == 0 {
            self.part = Part::Body;
        }
    }

    fn end_member(&mut self) -> Result<(), Damaged> {
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| self.held[at + i]));
        if word(0) != self.crc.sum() || word(4) != self.inflate.total_out() as u32 {
            return Err(Damaged("its data does not agree with its checksum".into()));
        }
        self.held.clear();
        self.members += 1;
        self.part = Part::Fixed;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, GzBuilder, write::GzEncoder};
    use std::io::Write;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn gunzip(bytes: &[u8], step: usize) -> (Result<Vec<u8>, Damaged>, bool) {
        let mut gunzip = Gunzip::new();
        let mut text = Vec::new();
        for piece in bytes.chunks(step) {
            let fed = gunzip.feed(piece, |out| {
                text.extend_from_slice(out);
                ControlFlow::<()>::Continue(())
            });
            if let Err(damaged) = fed {
                return (Err(damaged), false);
            }
        }
        (Ok(text), gunzip.is_whole())
    }

    #[test]
    fn inflates_members_with_every_header_field_in_pieces_of_any_size() {
        let long: Vec<u8> = (0..300_000u32).flat_map(|i| (i % 251).to_le_bytes()).collect();
        let mut builder = GzBuilder::new()
            .filename("name")
            .comment("comment")
            .extra([1, 2, 3].as_slice())
            .write(Vec::new(), Compression::fast());
        builder.write_all(b"first ").unwrap();
        let file = [builder.finish().unwrap(), gzip(b""), gzip(&long), vec![0; 512]].concat();
        let expected = [b"first ".as_slice(), &long].concat();
        for step in [1, 7, 4096, usize::MAX] {
            assert_eq!(gunzip(&file, step), (Ok(expected.clone()), true), "in pieces of {step}");
        }
    }

    #[test]
    fn knows_when_the_end_is_missing() {
        let file = gzip(b"some text that is compressed");
        for cut in 1..file.len() {
            let (text, whole) = gunzip(&file[..cut], 3);
            assert!(text.is_ok() && !whole, "cut at {cut}");
        }
    }

    #[test]
    fn what_stands_before_a_cut_does_not_depend_on_the_pieces() {
        let file = gzip(&b"0 /dev/sda read 4096 4096\n".repeat(4000));
        for cut in 20..file.len() {
            let whole = gunzip(&file[..cut], usize::MAX);
            assert_eq!(gunzip(&file[..cut], 1), whole, "cut at {cut}");
        }
    }

    #[test]
    fn refuses_damage() {
        let file = gzip(b"some text that is compressed");
        let mut wrong_sum = file.clone();
        wrong_sum[file.len() - 8] ^= 1;
        assert_eq!(gunzip(&wrong_sum, 5).0, Err(Damaged("its data does not agree with its checksum".into())));
        let junk = [file.as_slice(), b"01"].concat();
        assert_eq!(gunzip(&junk, 5).0, Err(Damaged("it has something after a member that is not gzip".into())));
        let late_junk = [file.as_slice(), b"\0\0x"].concat();
        assert_eq!(gunzip(&late_junk, 5).0, Err(Damaged("it has something after its end that is not gzip".into())));
        assert!(gunzip(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff], 1).0.is_err());
        assert!(gunzip(&[0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 0, 0], 1).0.is_err());
    }
}
