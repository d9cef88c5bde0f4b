//! Zstandard, decompressed as it comes: any number of frames, any piece size, memory that does not grow beyond a frame's window (RFC 8878).

use super::pieces::{Damaged, Each};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::Read;
use std::ops::ControlFlow::{self, Break, Continue};

const MAGIC: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();
/// Frames that hold no data; the lower four bits of the first byte may be anything.
const SKIPPED: [u8; 4] = 0x184d_2a50_u32.to_le_bytes();
const SKIPPED_HEADER_BYTES: usize = 8;
const BLOCK_HEADER_BYTES: usize = 3;
const SUM_BYTES: usize = 4;
const PIECE_BYTES: usize = 64 * 1024;

/// Whether a file that begins with `head` is zstd.
pub(super) fn is_zstd(head: &[u8]) -> bool {
    head.starts_with(&MAGIC) || is_skipped(head)
}

fn is_skipped(head: &[u8]) -> bool {
    matches!(head, [first, rest @ ..] if first & 0xf0 == SKIPPED[0] && rest.starts_with(&SKIPPED[1..]))
}

/// Where in the file the next byte belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// To the header of a frame.
    Header,
    /// To a frame's blocks; with a checksum after the last or without.
    Blocks { has_sum: bool },
    /// To a frame without data, of which so many bytes are left.
    Skipped(usize),
}

/// A decompressor.
pub(in crate::trace::import) struct Unzstd {
    decoder: FrameDecoder,
    place: Place,
    held: Vec<u8>,
    frames: u64,
    piece: Vec<u8>,
}

impl Unzstd {
    /// One at the beginning of a file.
    pub(super) fn new() -> Self {
        let (decoder, piece) = (FrameDecoder::new(), vec![0; PIECE_BYTES]);
        Self { decoder, place: Place::Header, held: Vec::new(), frames: 0, piece }
    }

    /// Whether the file may end here: after a whole frame.
    pub(super) fn is_whole(&self) -> bool {
        self.frames > 0 && self.place == Place::Header && self.held.is_empty()
    }

    /// Takes `bytes` and gives what they decompress to to `each`, until `each` breaks.
    ///
    /// # Errors
    /// Data that is not zstd or does not agree with its checksum.
    pub(super) fn feed<B>(&mut self, bytes: &[u8], each: Each<'_, B>) -> Result<ControlFlow<B>, Damaged> {
        let mut held = std::mem::take(&mut self.held);
        held.extend_from_slice(bytes);
        let mut rest = held.as_slice();
        while let Some(part) = self.next_part(rest)? {
            let taken;
            (taken, rest) = rest.split_at(part);
            if let Break(why) = self.take(taken, each)? {
                return Ok(Break(why));
            }
        }
        self.held = rest.to_vec();
        Ok(Continue(()))
    }

    /// How many bytes the next header or block has, if all of them are there.
    fn next_part(&self, bytes: &[u8]) -> Result<Option<usize>, Damaged> {
        let length = match self.place {
            Place::Skipped(left) => Some(left.min(bytes.len())),
            Place::Blocks { has_sum } => block_bytes(bytes, has_sum),
            Place::Header if is_skipped(bytes) => Some(SKIPPED_HEADER_BYTES),
            Place::Header if bytes.len() < MAGIC.len() => None,
            Place::Header if bytes.starts_with(&MAGIC) => bytes.get(MAGIC.len()).copied().map(header_bytes),
            Place::Header => return Err(damaged("it has something after a frame that is not zstd")),
        };
        Ok(length.filter(|&length| length > 0 && length <= bytes.len()))
    }

    /// Takes a whole header or block.
    fn take<B>(&mut self, part: &[u8], each: Each<'_, B>) -> Result<ControlFlow<B>, Damaged> {
        match self.place {
            Place::Skipped(left) => self.place = skipped(left - part.len()),
            Place::Header if is_skipped(part) => {
                let length = u32::from_le_bytes([4, 5, 6, 7].map(|at| part[at]));
                self.place = skipped(length as usize);
            }
            Place::Header => {
                let refused = "its header is damaged, or asks for a window of more than 128 MiB (--long)";
                self.decoder.init(part).map_err(|_| damaged(refused))?;
                self.place = Place::Blocks { has_sum: part[MAGIC.len()] & 4 != 0 };
            }
            Place::Blocks { .. } => return self.block(part, each),
        }
        Ok(Continue(()))
    }

    fn block<B>(&mut self, block: &[u8], each: Each<'_, B>) -> Result<ControlFlow<B>, Damaged> {
        let undone = |_| damaged("its data cannot be decompressed");
        let is_last = self.decoder.decode_blocks(block, BlockDecodingStrategy::UptoBlocks(1)).map_err(undone)?;
        loop {
            let read = self.decoder.read(&mut self.piece).map_err(|_| damaged("its data cannot be decompressed"))?;
            if read == 0 {
                break;
            }
            if let Break(why) = each(&self.piece[..read]) {
                return Ok(Break(why));
            }
        }
        if is_last {
            let sum = self.decoder.get_checksum_from_data();
            if sum.is_some() && sum != self.decoder.get_calculated_checksum() {
                return Err(damaged("its data does not agree with its checksum"));
            }
            (self.place, self.frames) = (Place::Header, self.frames + 1);
        }
        Ok(Continue(()))
    }
}

fn skipped(left: usize) -> Place {
    if left == 0 { Place::Header } else { Place::Skipped(left) }
}

/// How long the header of a frame is, by the byte after its magic number.
fn header_bytes(descriptor: u8) -> usize {
    let is_single_segment = descriptor & 0x20 != 0;
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let content_size = [usize::from(is_single_segment), 2, 4, 8][usize::from(descriptor >> 6)];
    MAGIC.len() + 1 + usize::from(!is_single_segment) + dictionary + content_size
}

/// How long a block is with its header, and with the checksum after the last; none if not even its header is there.
fn block_bytes(bytes: &[u8], has_sum: bool) -> Option<usize> {
    let [a, b, c, ..] = *bytes else { return None };
    let header = u32::from_le_bytes([a, b, c, 0]);
    let (is_last, repeats_a_byte) = (header & 1 != 0, header >> 1 & 3 == 1);
    let content = if repeats_a_byte { 1 } else { (header >> 3) as usize };
    Some(BLOCK_HEADER_BYTES + content + if is_last && has_sum { SUM_BYTES } else { 0 })
}

fn damaged(how: &'static str) -> Damaged {
    Damaged(how.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    fn unzstd(file: &[u8], step: usize) -> (Result<Vec<u8>, Damaged>, bool) {
        let (mut unzstd, mut text) = (Unzstd::new(), Vec::new());
        for piece in file.chunks(step) {
            let fed = unzstd.feed::<()>(piece, &mut |out| {
                text.extend_from_slice(out);
                Continue(())
            });
            if let Err(damaged) = fed {
                return (Err(damaged), false);
            }
        }
        (Ok(text), unzstd.is_whole())
    }

    #[test]
    fn frames_with_data_and_without_in_pieces_of_any_size() {
        let long: Vec<u8> = (0..300_000u32).flat_map(|i| (i % 251).to_le_bytes()).collect();
        let nothing = [&SKIPPED[..], &5u32.to_le_bytes(), b"notes"].concat();
        let frames = [b"first ".as_slice(), b"", &long].map(|text| compress_to_vec(text, CompressionLevel::Fastest));
        let file = [&nothing, &frames[0], &frames[1], &nothing, &frames[2]].map(Vec::as_slice).concat();
        let expected = [b"first ".as_slice(), &long].concat();
        for step in [1, 7, 4096, usize::MAX] {
            assert_eq!(unzstd(&file, step), (Ok(expected.clone()), true), "in pieces of {step}");
        }
        for cut in (1..frames[2].len()).step_by(1 + frames[2].len() / 50) {
            let (text, whole) = unzstd(&frames[2][..cut], 999);
            assert!(text.is_ok() && !whole, "cut at {cut}");
        }
    }

    #[test]
    fn refuses_damage() {
        let file = compress_to_vec(b"some text that is compressed".as_slice(), CompressionLevel::Fastest);
        let junk = [file.as_slice(), b"0123"].concat();
        assert_eq!(unzstd(&junk, 5).0, Err(damaged("it has something after a frame that is not zstd")));
        let mut wrong = file.clone();
        let last = wrong.len() - 1;
        wrong[last] ^= 1;
        assert_eq!(unzstd(&wrong, 5).0, Err(damaged("its data does not agree with its checksum")));
    }
}
