//! Files that are stored smaller, or in an archive: told by their first bytes, unpacked as they come, one in another (`trace.tar.gz`).

mod crc32;
mod gunzip;
mod pieces;
#[cfg(all(test, feature = "layers"))]
mod testing;
#[cfg(feature = "layers")]
mod untar;
#[cfg(feature = "layers")]
mod unzip;
#[cfg(feature = "layers")]
mod unzstd;
#[cfg(feature = "layers")]
mod zip_member;

pub(super) use pieces::Damaged;

use gunzip::Gunzip;
use pieces::Each;
use std::ops::ControlFlow::{self, Break, Continue};

/// So many first bytes tell what a file is: a tape archive says it last.
#[cfg(feature = "layers")]
const HEAD_BYTES: usize = untar::HEAD_BYTES;
#[cfg(not(feature = "layers"))]
const HEAD_BYTES: usize = 4;

/// How many may be packed in each other: an archive, compressed, and sent in another.
const MOST_DEPTH: usize = 3;

/// What is told by its first bytes and not read, and what unpacks it.
const NOT_READ: [(&[u8], &str, &str); 4] = [
    (b"\xfd7zXZ", "xz", "xz -d"),
    (b"BZh", "bzip2", "bzip2 -d"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip", "7z x"),
    (b"Rar!", "RAR", "unrar x"),
];

/// A file's bytes on the way to what it holds.
pub(super) enum Storage {
    /// Not known yet; the first bytes, fewer than [`HEAD_BYTES`].
    Unknown(Vec<u8>),
    /// As it is.
    Plain,
    /// Packed, and what comes out of it.
    Packed(Unpacker, Box<Storage>),
}

/// One way of packing.
pub(super) enum Unpacker {
    /// Gzip.
    Gzip(Box<Gunzip>),
    /// Zstandard.
    #[cfg(feature = "layers")]
    Zstd(Box<unzstd::Unzstd>),
    /// A zip archive with one file.
    #[cfg(feature = "layers")]
    Zip(Box<unzip::Unzip>),
    /// A tape archive with one file.
    #[cfg(feature = "layers")]
    Tar(Box<untar::Untar>),
}

impl Storage {
    /// One that has seen nothing yet.
    pub(super) fn new() -> Self {
        Self::Unknown(Vec::new())
    }

    /// Takes `bytes` and gives what they hold to `each`, piece by piece, until `each` breaks.
    ///
    /// # Errors
    /// Why it cannot be unpacked.
    pub(super) fn feed<B>(&mut self, bytes: &[u8], each: Each<'_, B>) -> Result<ControlFlow<B>, Damaged> {
        self.feed_at(bytes, MOST_DEPTH, each)
    }

    /// Takes what waits for more bytes that do not come.
    ///
    /// # Errors
    /// Why it cannot be unpacked.
    pub(super) fn close<B>(&mut self, each: Each<'_, B>) -> Result<ControlFlow<B>, Damaged> {
        if matches!(self, Self::Unknown(_))
            && let Break(why) = self.open(MOST_DEPTH, each)?
        {
            return Ok(Break(why));
        }
        match self {
            Self::Packed(_, inner) => inner.close(each),
            _ => Ok(Continue(())),
        }
    }

    /// What the file is packed in, from the outside in; none if it is not.
    pub(super) fn kinds(&self) -> Option<String> {
        let Self::Packed(unpacker, inner) = self else { return None };
        let kind = unpacker.kind();
        Some(inner.kinds().map_or_else(|| kind.into(), |inner| format!("{inner} in {kind}")))
    }

    /// What of it ends before its end, if something does.
    pub(super) fn cut_short(&self) -> Option<&'static str> {
        let Self::Packed(unpacker, inner) = self else { return None };
        if unpacker.is_whole() { inner.cut_short() } else { Some(unpacker.kind()) }
    }

    fn feed_at<B>(&mut self, bytes: &[u8], depth: usize, each: Each<'_, B>) -> Result<ControlFlow<B>, Damaged> {
        match self {
            Self::Plain => Ok(each(bytes)),
            Self::Packed(unpacker, inner) => {
                let mut damaged = None;
                let flow = unpacker.feed(bytes, &mut |piece| match inner.feed_at(piece, depth - 1, each) {
                    Ok(Continue(())) => Continue(()),
                    Ok(Break(why)) => Break(Some(why)),
                    Err(why) => {
                        damaged = Some(why);
                        Break(None)
                    }
                })?;
                match (damaged, flow) {
                    (Some(why), _) => Err(why),
                    (None, Break(Some(why))) => Ok(Break(why)),
                    (None, _) => Ok(Continue(())),
                }
            }
            Self::Unknown(head) => {
                let (more, rest) = bytes.split_at(bytes.len().min(HEAD_BYTES - head.len()));
                head.extend_from_slice(more);
                if head.len() < HEAD_BYTES {
                    return Ok(Continue(()));
                }
                match self.open(depth, each)? {
                    Continue(()) if rest.is_empty() => Ok(Continue(())),
                    Continue(()) => self.feed_at(rest, depth, each),
                    end => Ok(end),
                }
            }
        }
    }

    /// Tells from the first bytes what the file is, and takes them.
    fn open<B>(&mut self, depth: usize, each: Each<'_, B>) -> Result<ControlFlow<B>, Damaged> {
        let Self::Unknown(head) = self else { return Ok(Continue(())) };
        let head = std::mem::take(head);
        if let Some((_, kind, command)) = NOT_READ.iter().find(|(magic, ..)| head.starts_with(magic)) {
            return Err(Damaged(
                format!(
                    "this is a {kind} archive; unpack it first, with {command} (text, gzip, zstd, zip and tar are read)"
                )
                .into(),
            ));
        }
        *self = match Unpacker::of(&head) {
            Some(_) if depth == 0 => {
                return Err(Damaged(format!("it is packed more than {MOST_DEPTH} times; unpack it first").into()));
            }
            Some(unpacker) => Self::Packed(unpacker, Box::new(Self::new())),
            None => Self::Plain,
        };
        self.feed_at(&head, depth, each)
    }
}

impl Unpacker {
    /// What unpacks a file that begins with `head`; none if it is not packed.
    fn of(head: &[u8]) -> Option<Self> {
        #[cfg(feature = "layers")]
        match head {
            _ if unzstd::is_zstd(head) => return Some(Self::Zstd(Box::new(unzstd::Unzstd::new()))),
            _ if head.starts_with(&unzip::MAGIC) => return Some(Self::Zip(Box::new(unzip::Unzip::new()))),
            _ if untar::is_tar(head) => return Some(Self::Tar(Box::default())),
            _ => {}
        }
        head.starts_with(&gunzip::MAGIC).then(|| Self::Gzip(Box::new(Gunzip::new())))
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Gzip(_) => "gzip",
            #[cfg(feature = "layers")]
            Self::Zstd(_) => "zstd",
            #[cfg(feature = "layers")]
            Self::Zip(_) => "zip",
            #[cfg(feature = "layers")]
            Self::Tar(_) => "tar",
        }
    }

    fn is_whole(&self) -> bool {
        match self {
            Self::Gzip(gunzip) => gunzip.is_whole(),
            #[cfg(feature = "layers")]
            Self::Zstd(unzstd) => unzstd.is_whole(),
            #[cfg(feature = "layers")]
            Self::Zip(unzip) => unzip.is_whole(),
            #[cfg(feature = "layers")]
            Self::Tar(untar) => untar.is_whole(),
        }
    }

    fn feed<B>(&mut self, bytes: &[u8], each: Each<'_, B>) -> Result<ControlFlow<B>, Damaged> {
        match self {
            Self::Gzip(gunzip) => gunzip.feed(bytes, each),
            #[cfg(feature = "layers")]
            Self::Zstd(unzstd) => unzstd.feed(bytes, each),
            #[cfg(feature = "layers")]
            Self::Zip(unzip) => unzip.feed(bytes, each),
            #[cfg(feature = "layers")]
            Self::Tar(untar) => untar.feed(bytes, each),
        }
    }
}
