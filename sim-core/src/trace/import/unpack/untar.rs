//! A tape archive with one file, unpacked as it comes (POSIX.1-2017, pax, ustar interchange format). Folders, links and notes are passed over.

use super::pieces::{Damaged, Each};
use std::ops::ControlFlow::{self, Break, Continue};

const BLOCK_BYTES: usize = 512;
const MAGIC: &[u8] = b"ustar";
const MAGIC_AT: usize = 257;
/// So many bytes tell a tape archive.
pub(super) const HEAD_BYTES: usize = MAGIC_AT + MAGIC.len();

/// Whether a file that begins with `head` is a tape archive.
pub(super) fn is_tar(head: &[u8]) -> bool {
    head.get(MAGIC_AT..).is_some_and(|rest| rest.starts_with(MAGIC))
}

/// An unpacker.
#[derive(Default)]
pub(in crate::trace::import) struct Untar {
    /// A header of which not all is there.
    held: Vec<u8>,
    /// Bytes of the present member that are still to come, and of what fills its last block.
    left: u64,
    padding: u64,
    /// Whether the present member is the file.
    is_content: bool,
    file: Option<String>,
    is_over: bool,
}

impl Untar {
    /// Whether all of the file is there. The blocks of zeros at the end may be missing.
    pub(super) fn is_whole(&self) -> bool {
        self.file.is_some() && self.left == 0 && self.held.is_empty()
    }

    /// Takes `bytes` and gives the content of the one file to `each`, until `each` breaks.
    ///
    /// # Errors
    /// An archive that is damaged or has several files, with their names.
    pub(super) fn feed<B>(&mut self, mut bytes: &[u8], each: Each<'_, B>) -> Result<ControlFlow<B>, Damaged> {
        while !bytes.is_empty() && !self.is_over {
            let in_member = self.left + self.padding;
            if in_member == 0 {
                let (more, rest) = bytes.split_at(bytes.len().min(BLOCK_BYTES - self.held.len()));
                self.held.extend_from_slice(more);
                bytes = rest;
                if self.held.len() == BLOCK_BYTES {
                    self.header()?;
                }
                continue;
            }
            let (now, rest) = bytes.split_at(bytes.len().min(usize::try_from(in_member).unwrap_or(usize::MAX)));
            bytes = rest;
            let content = now.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
            self.left -= content as u64;
            self.padding -= (now.len() - content) as u64;
            if self.is_content
                && content > 0
                && let Break(why) = each(&now[..content])
            {
                return Ok(Break(why));
            }
        }
        Ok(Continue(()))
    }

    /// Takes a whole header.
    fn header(&mut self) -> Result<(), Damaged> {
        let header = std::mem::take(&mut self.held);
        if header.iter().all(|&byte| byte == 0) {
            self.is_over = true;
            return if self.file.is_some() { Ok(()) } else { Err(Damaged("it has no file in it".into())) };
        }
        let size = octal(&header[124..136]).filter(|_| is_tar(&header));
        self.left = size.ok_or_else(|| Damaged("a header in it is damaged, or its file is of 8 GiB or more".into()))?;
        self.padding = self.left.next_multiple_of(BLOCK_BYTES as u64) - self.left;
        self.is_content = matches!(header[156], b'0' | b'7' | 0);
        if self.is_content {
            let name = until_zero(&header[..100]).escape_ascii().to_string();
            if let Some(first) = self.file.replace(name.clone()) {
                let refusal =
                    format!("it has several files ({first}, {name} …); unpack it, and open the one that is the trace");
                return Err(Damaged(refusal.into()));
            }
        }
        Ok(())
    }
}

fn until_zero(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == 0).next().unwrap_or_default()
}

fn octal(text: &[u8]) -> Option<u64> {
    u64::from_str_radix(std::str::from_utf8(until_zero(text)).ok()?.trim(), 8).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::import::unpack::testing::unpacked;

    fn member(name: &str, kind: u8, content: &[u8]) -> Vec<u8> {
        let mut header = [0; BLOCK_BYTES];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
        header[156] = kind;
        header[MAGIC_AT..HEAD_BYTES].copy_from_slice(MAGIC);
        let padding = content.len().next_multiple_of(BLOCK_BYTES) - content.len();
        [&header, content, &vec![0; padding]].concat()
    }

    fn untar(file: &[u8], step: usize) -> (Result<Vec<u8>, String>, bool) {
        let mut untar = Untar::default();
        let text = unpacked(file, step, |piece, each| untar.feed::<()>(piece, each));
        (text, untar.is_whole())
    }

    #[test]
    fn one_file_among_folders_and_notes_in_pieces_of_any_size() {
        let long: Vec<u8> = (0..9_000u32).flat_map(|i| (i % 251).to_le_bytes()).collect();
        let members =
            [member("pax", b'x', b"27 mtime=1"), member("traces/", b'5', b""), member("traces/a", b'0', &long)];
        let file = [members.concat(), vec![0; 2 * BLOCK_BYTES]].concat();
        assert!(is_tar(&file[..HEAD_BYTES]));
        for step in [1, 7, 4096, usize::MAX] {
            assert_eq!(untar(&file, step), (Ok(long.clone()), true), "in pieces of {step}");
        }
        assert!(!untar(&file[..file.len() / 2], 999).1);
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let refusal = |members: &[Vec<u8>]| untar(&[members.concat(), vec![0; 1024]].concat(), 11).0.unwrap_err();
        let [one, two] = ["a.csv", "b.csv"].map(|name| member(name, b'0', b"0,8,512,w,0\n"));
        assert!(refusal(&[one, two]).starts_with("it has several files (a.csv, b.csv …); unpack it"));
        assert_eq!(refusal(&[member("empty", b'5', b"")]), "it has no file in it");
        assert!(refusal(&[vec![7; BLOCK_BYTES]]).starts_with("a header in it is damaged"));
    }
}
