//! A zip archive with one file, unpacked as it comes (APPNOTE 6.3.10, 4.3.7 to 4.3.9). Folders and what macOS adds are passed over.

use super::crc32::Crc32;
use super::pieces::{Damaged, Each};
use super::zip_member::{Member, header_bytes};
use flate2::{Decompress, FlushDecompress, Status};
use std::ops::ControlFlow::{self, Break, Continue};

/// How every archive with something in it begins.
pub(super) const MAGIC: [u8; 4] = *b"PK\x03\x04";
const DIRECTORY: [u8; 4] = *b"PK\x01\x02";
const DESCRIPTOR: [u8; 4] = *b"PK\x07\x08";
/// The longest descriptor, and the beginning of what comes after it.
const DESCRIPTOR_BYTES: usize = 28;
const PIECE_BYTES: usize = 64 * 1024;

/// Where in the archive the next byte belongs.
#[derive(Default)]
enum Place {
    /// To a member's header.
    #[default]
    Header,
    /// To a member's data.
    Data(Member, Body),
    /// To what may stand after the data of a member with this checksum.
    End(Member, u32),
    /// To the directory at the end, which says nothing new.
    Directory,
}

/// Data of a member.
enum Body {
    /// As it is; so many bytes are left.
    Stored(u64),
    /// Deflated.
    Deflated(Decompress),
}

/// An unpacker.
pub(in crate::trace::import) struct Unzip {
    place: Place,
    held: Vec<u8>,
    crc: Crc32,
    file: Option<String>,
    piece: Vec<u8>,
}

impl Unzip {
    /// One at the beginning of an archive.
    pub(super) fn new() -> Self {
        Self { place: Place::Header, held: Vec::new(), crc: Crc32::new(), file: None, piece: vec![0; PIECE_BYTES] }
    }

    /// Whether all of the file is there.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self.place, Place::Directory)
    }

    /// Takes `bytes` and gives the content of the one file to `each`, until `each` breaks.
    ///
    /// # Errors
    /// An archive that is damaged, encrypted, or has several files, with their names.
    pub(super) fn feed<B>(&mut self, bytes: &[u8], each: Each<'_, B>) -> Result<ControlFlow<B>, Damaged> {
        let mut held = std::mem::take(&mut self.held);
        held.extend_from_slice(bytes);
        let mut rest = held.as_slice();
        loop {
            let used = match std::mem::take(&mut self.place) {
                Place::Header => self.header(rest)?,
                Place::Data(member, body) => match self.data(member, body, rest, each)? {
                    Continue(used) => used,
                    Break(why) => return Ok(Break(why)),
                },
                Place::End(member, sum) => self.end(member, sum, rest)?,
                Place::Directory => {
                    self.place = Place::Directory;
                    return Ok(Continue(()));
                }
            };
            let Some(used) = used else {
                self.held = rest.to_vec();
                return Ok(Continue(()));
            };
            rest = &rest[used..];
        }
    }

    /// Takes the header of a member; how many bytes it has, none if it is not all there.
    fn header(&mut self, bytes: &[u8]) -> Result<Option<usize>, Damaged> {
        if bytes.starts_with(&DIRECTORY) {
            if self.file.is_none() {
                return Err(Damaged("it has no file in it".into()));
            }
            self.place = Place::Directory;
            return Ok(Some(DIRECTORY.len()));
        }
        if bytes.len() >= MAGIC.len() && !bytes.starts_with(&MAGIC) {
            return Err(Damaged("it has something after a file that is neither another file nor the directory".into()));
        }
        let Some(length) = header_bytes(bytes).filter(|&length| length <= bytes.len()) else { return Ok(None) };
        let member = Member::of(&bytes[..length])?;
        if member.is_content()
            && let Some(first) = self.file.replace(member.name.clone())
        {
            let names = format!("{}, {}", first.escape_debug(), member.name.escape_debug());
            return Err(Damaged(
                format!("it has several files ({names} …); unpack it, and open the one that is the trace").into(),
            ));
        }
        self.crc.reset();
        let body = match member.is_deflated() {
            true => Body::Deflated(Decompress::new(false)),
            false => Body::Stored(member.packed_bytes),
        };
        self.place = Place::Data(member, body);
        Ok(Some(length))
    }

    /// Takes data of a member; how many bytes were used, none if more are needed.
    fn data<B>(
        &mut self,
        member: Member,
        body: Body,
        bytes: &[u8],
        each: Each<'_, B>,
    ) -> Result<ControlFlow<B, Option<usize>>, Damaged> {
        let Self { crc, piece, .. } = self;
        let mut has_more = false;
        let mut give = |piece: &[u8]| {
            crc.update(piece);
            if member.is_content() && !piece.is_empty() { each(piece) } else { Continue(()) }
        };
        let (used, rest) = match body {
            Body::Stored(left) => {
                let now = &bytes[..bytes.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
                if let Break(why) = give(now) {
                    return Ok(Break(why));
                }
                let left = left - now.len() as u64;
                (now.len(), (left > 0).then_some(Body::Stored(left)))
            }
            Body::Deflated(mut inflate) => {
                let (before_in, before_out) = (inflate.total_in(), inflate.total_out());
                let status = inflate
                    .decompress(bytes, piece, FlushDecompress::None)
                    .map_err(|_| Damaged("its data cannot be inflated".into()))?;
                let (used, out) = (inflate.total_in() - before_in, inflate.total_out() - before_out);
                if let Break(why) = give(&piece[..out as usize]) {
                    return Ok(Break(why));
                }
                // More may wait inside the inflater, even with no input left.
                has_more = out > 0;
                (used as usize, (status != Status::StreamEnd).then_some(Body::Deflated(inflate)))
            }
        };
        let waits = bytes.is_empty() && rest.is_some() && !has_more;
        self.place = match rest {
            Some(body) => Place::Data(member, body),
            None => Place::End(member, self.crc.sum()),
        };
        Ok(Continue((!waits).then_some(used)))
    }

    /// Compares the sum of a member's data with what the archive says; how many bytes after the data say it, none if they are not all there.
    fn end(&mut self, member: Member, sum: u32, bytes: &[u8]) -> Result<Option<usize>, Damaged> {
        let (said, length) = if !member.sum_follows() {
            (member.sum, 0)
        } else if bytes.len() < DESCRIPTOR_BYTES {
            self.place = Place::End(member, sum);
            return Ok(None);
        } else {
            let signature = if bytes.starts_with(&DESCRIPTOR) { DESCRIPTOR.len() } else { 0 };
            // Sizes of four bytes or of eight: what comes next tells.
            let ends = [12, 20].map(|length| signature + length).into_iter();
            let length = ends.into_iter().find(|&end| bytes[end..].starts_with(b"PK"));
            let length = length.ok_or_else(|| Damaged("what stands after its data is no descriptor of it".into()))?;
            (u32::from_le_bytes([0, 1, 2, 3].map(|at| bytes[signature + at])), length)
        };
        if said != sum {
            return Err(Damaged("its data does not agree with its checksum".into()));
        }
        self.place = Place::Header;
        Ok(Some(length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::import::unpack::testing::{deflated, unpacked};

    /// A member as archivers write it: `sum_follows` when they did not know sizes beforehand.
    fn member(name: &str, content: &[u8], method: u16, sum_follows: bool) -> Vec<u8> {
        let mut crc = Crc32::new();
        crc.update(content);
        let data = if method == 8 { deflated(content) } else { content.to_vec() };
        let numbers = [crc.sum(), data.len() as u32, content.len() as u32].map(u32::to_le_bytes).concat();
        let (ahead, after) = match sum_follows {
            true => (vec![0; 12], [&DESCRIPTOR, &numbers[..]].concat()),
            false => (numbers, Vec::new()),
        };
        let flags = if sum_follows { 8u16 } else { 0 };
        let words = [20, flags, method, 0, 0].map(u16::to_le_bytes).concat();
        let lengths = [name.len() as u16, 3].map(u16::to_le_bytes).concat();
        [&MAGIC, &words[..], &ahead, &lengths, name.as_bytes(), b"xyz", &data, &after].concat()
    }

    fn archive(members: &[Vec<u8>]) -> Vec<u8> {
        [members.concat(), DIRECTORY.to_vec(), vec![0; 80]].concat()
    }

    fn unzip(file: &[u8], step: usize) -> (Result<Vec<u8>, String>, bool) {
        let mut unzip = Unzip::new();
        let text = unpacked(file, step, |piece, each| unzip.feed::<()>(piece, each));
        (text, unzip.is_whole())
    }

    #[test]
    fn one_file_among_folders_in_pieces_of_any_size() {
        let long: Vec<u8> = (0..90_000u32).flat_map(|i| (i % 251).to_le_bytes()).collect();
        let (folder, extra) = (member("traces/", b"", 0, false), member("__MACOSX/._a", b"resource", 8, true));
        for (method, sum_follows) in [(0, false), (8, false), (8, true)] {
            let file = archive(&[folder.clone(), member("traces/a.csv", &long, method, sum_follows), extra.clone()]);
            for step in [1, 7, 4096, usize::MAX] {
                assert_eq!(unzip(&file, step), (Ok(long.clone()), true), "method {method}, in pieces of {step}");
            }
            let (_, whole) = unzip(&file[..file.len() / 2], 999);
            assert!(!whole);
        }
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let [one, two] = ["a.csv", "b.csv"].map(|name| member(name, b"0,8,512,w,0\n", 8, false));
        let refusal = |file: &[u8]| unzip(file, 11).0.unwrap_err();
        assert!(refusal(&archive(&[one.clone(), two])).starts_with("it has several files (a.csv, b.csv …); unpack it"));
        assert_eq!(refusal(&archive(&[member("empty/", b"", 0, false)])), "it has no file in it");
        let mut encrypted = one.clone();
        encrypted[6] |= 1;
        assert!(refusal(&archive(&[encrypted])).starts_with("it is encrypted"));
        let mut wrong = one;
        wrong[14] ^= 1;
        assert_eq!(refusal(&archive(&[wrong])), "its data does not agree with its checksum");
        assert!(refusal(&archive(&[member("a", b"x", 12, false)])).contains("method 12"));
    }
}
