//! The header of a member of a zip archive (APPNOTE 6.3.10, 4.3.7, 4.5.3).

use super::pieces::Damaged;

const FIXED_BYTES: usize = 30;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
const ENCRYPTED: u16 = 1;
/// Sum and sizes stand after the data, in a descriptor.
const SUM_FOLLOWS: u16 = 8;
/// The size stands in an extra field of this number.
const IN_EXTRA: u32 = u32::MAX;
const ZIP64: u16 = 1;

/// A file or a folder in an archive.
pub(super) struct Member {
    /// Its name with its folders.
    pub name: String,
    /// The CRC-32 of its content; 0 if that follows the data.
    pub sum: u32,
    /// How many bytes its data takes; 0 if that follows the data.
    pub packed_bytes: u64,
    flags: u16,
    method: u16,
}

/// How long the header is that `bytes` begin with; none if too few are there to tell.
pub(super) fn header_bytes(bytes: &[u8]) -> Option<usize> {
    (bytes.len() >= FIXED_BYTES).then(|| FIXED_BYTES + usize::from(word(bytes, 26)) + usize::from(word(bytes, 28)))
}

impl Member {
    /// What a whole header says.
    ///
    /// # Errors
    /// A member that cannot be read: encrypted, or compressed in another way than deflate.
    pub(super) fn of(header: &[u8]) -> Result<Self, Damaged> {
        let (name, extra) = header[FIXED_BYTES..].split_at(usize::from(word(header, 26)));
        let packed = double(header, 18);
        let member = Self {
            name: String::from_utf8_lossy(name).into_owned(),
            sum: double(header, 14),
            packed_bytes: if packed == IN_EXTRA { long_size(extra).unwrap_or(packed.into()) } else { packed.into() },
            flags: word(header, 6),
            method: word(header, 8),
        };
        let refusal = match member.method {
            _ if member.flags & ENCRYPTED != 0 => "it is encrypted; unpack it with its password".into(),
            STORED if member.sum_follows() && member.is_content() => {
                "its file is stored without its size; unpack it, and open the file itself".into()
            }
            STORED | DEFLATED => return Ok(member),
            method => format!("its file is compressed by method {method}; expected 0, stored, or 8, deflated"),
        };
        Err(Damaged(refusal.into()))
    }

    /// Whether it is a file, and not what macOS keeps beside one.
    pub(super) fn is_content(&self) -> bool {
        !self.name.ends_with('/') && !self.name.starts_with("__MACOSX/")
    }

    /// Whether its data is deflated.
    pub(super) fn is_deflated(&self) -> bool {
        self.method == DEFLATED
    }

    /// Whether its checksum stands after its data.
    pub(super) fn sum_follows(&self) -> bool {
        self.flags & SUM_FOLLOWS != 0
    }
}

/// The packed size in the extra fields.
fn long_size(mut extra: &[u8]) -> Option<u64> {
    while extra.len() >= 4 {
        let (field, rest) = extra.split_at(4);
        let content = rest.get(..usize::from(word(field, 2)))?;
        if word(field, 0) == ZIP64 {
            return Some(u64::from_le_bytes(content.get(8..16)?.try_into().ok()?));
        }
        extra = &rest[content.len()..];
    }
    None
}

fn word(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn double(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[at + i]))
}
