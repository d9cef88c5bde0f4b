//! The checksum of gzip (RFC 1952, section 8), eight bytes a step.
//!
//! Its tables are made when they are needed: ready-made ones would travel to every page, and do not compress.

/// The generator polynomial, lowest bit first.
const POLYNOMIAL: u32 = 0xedb8_8320;

/// What a byte does to the checksum that stands so many bytes before its end.
type Tables = [[u32; 256]; 8];

/// A checksum under way.
pub(super) struct Crc32 {
    tables: Box<Tables>,
    register: u32,
}

impl Crc32 {
    /// The checksum of nothing.
    pub(super) fn new() -> Self {
        Self { tables: tables(), register: !0 }
    }

    /// Begins anew.
    pub(super) fn reset(&mut self) {
        self.register = !0;
    }

    /// Takes in `bytes`.
    pub(super) fn update(&mut self, bytes: &[u8]) {
        let table = &*self.tables;
        let (steps, rest) = bytes.as_chunks::<8>();
        for &[a, b, c, d, e, f, g, h] in steps {
            let [a, b, c, d] = (self.register ^ u32::from_le_bytes([a, b, c, d])).to_le_bytes();
            self.register = table[7][usize::from(a)]
                ^ table[6][usize::from(b)]
                ^ table[5][usize::from(c)]
                ^ table[4][usize::from(d)]
                ^ table[3][usize::from(e)]
                ^ table[2][usize::from(f)]
                ^ table[1][usize::from(g)]
                ^ table[0][usize::from(h)];
        }
        for &byte in rest {
            self.register = self.register >> 8 ^ table[0][usize::from(self.register as u8 ^ byte)];
        }
    }

    /// The checksum.
    pub(super) fn sum(&self) -> u32 {
        !self.register
    }
}

fn tables() -> Box<Tables> {
    let mut tables = Box::new([[0; 256]; 8]);
    for byte in 0..256 {
        let shifted = |register: u32, _| register >> 1 ^ if register & 1 == 1 { POLYNOMIAL } else { 0 };
        let mut register = (0..8).fold(byte as u32, shifted);
        for table in tables.iter_mut() {
            table[byte] = register;
            register = (0..8).fold(register, shifted);
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_known_texts() {
        let sum = |pieces: &[&[u8]]| {
            let mut crc = Crc32::new();
            pieces.iter().for_each(|piece| crc.update(piece));
            crc.sum()
        };
        assert_eq!(sum(&[]), 0);
        // The check value that catalogues of CRCs give.
        assert_eq!(sum(&[b"123456789"]), 0xcbf4_3926);
        assert_eq!(sum(&[b"1", b"", b"2345678", b"9"]), 0xcbf4_3926);
        assert_eq!(sum(&[b"The quick brown fox jumps over the lazy dog"]), 0x414f_a339);
    }
}
