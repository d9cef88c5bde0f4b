//! What a host asks of a device. Requests carry sectors; `span.rs` makes pages of them.

/// Bytes of a sector, the unit of host addresses.
pub(crate) const SECTOR_BYTES: u64 = 512;

/// What a request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum HostOp {
    /// Read sectors.
    Read = 0,
    /// Write sectors.
    Write = 1,
    /// Tell the device that sectors are no longer needed.
    Trim = 2,
    /// Wait until everything acknowledged is durable. Has no sectors.
    Flush = 3,
}

#[cfg(feature = "layers")]
impl HostOp {
    /// Its word.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Trim => "trim",
            Self::Flush => "flush",
        }
    }
}

/// One request of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// When it arrives, in nanoseconds from the start of the run.
    pub arrival_ns: u64,
    /// What it does.
    pub op: HostOp,
    /// First sector.
    pub sector: u64,
    /// Number of sectors; 0 for a flush.
    pub sectors: u32,
}

impl Request {
    /// The logical pages it touches, widened to whole pages, as first page and count.
    #[inline]
    pub fn pages(&self, sectors_per_page: u32) -> (u64, u64) {
        if self.sectors == 0 {
            return (0, 0);
        }
        let spp = u64::from(sectors_per_page);
        let first = self.sector / spp;
        let last = (self.sector + u64::from(self.sectors) - 1) / spp;
        (first, last - first + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widens_to_whole_pages() {
        let request = |sector, sectors| Request { arrival_ns: 0, op: HostOp::Write, sector, sectors };
        assert_eq!(request(3, 1).pages(4), (0, 1));
        assert_eq!(request(3, 2).pages(4), (0, 2));
        assert_eq!(request(4, 4).pages(4), (1, 1));
        assert_eq!(request(0, 0).pages(4), (0, 0));
    }
}
