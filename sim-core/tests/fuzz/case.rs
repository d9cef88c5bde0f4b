//! A damaged trace, and how it is read.

use super::mutate::{below, once};
use super::seeds::Seeds;
use flate2::{Compression, write::GzEncoder};
use sim_core::base::rng::{Component, Rng};
use sim_core::trace::Format;
use sim_core::trace::columns::Columns;
use sim_core::trace::import::{ImportOptions, Limits};
use std::fmt::{Display, Formatter};
use std::io::Write;

/// What is read, and how.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub bytes: Vec<u8>,
    /// Bytes of a piece.
    pub step: usize,
    pub format: Option<Format>,
    pub columns: Option<String>,
    pub device: Option<u32>,
    pub most_requests: Option<u64>,
}

/// Columns that somebody may say; some of them are none.
const COLUMNS: [&str; 8] = [
    "time=1,op=2,offset=3,size=4",
    "offset=1:sectors,size=2:pages",
    "time=1:filetime,op=4:Read/Write,offset=5,size=6",
    "time=5:s,op=4:r/w,offset=2:sectors,size=3,device=1",
    "op=3:0/1,offset=2:MiB,size=1:KiB",
    "time=4294967296,op=1,offset=2,size=3",
    "offset=1",
    "time=1:us,op=2:%2C+get/put,offset=3,size=64",
];
/// Bytes that are shown.
const SHOWN: usize = 2000;
/// The most that is read: what is packed without end must not take without end.
const LIMITS: Limits = Limits { line_bytes: 4 << 10, text_bytes: 256 << 10, requests: 5_000 };

impl Case {
    /// The case of that number.
    pub(super) fn drawn(number: u64, Seeds { damaged, all }: &Seeds) -> Self {
        let rng = &mut Rng::new(number, Component::Workload);
        let mut bytes = damaged[below(damaged.len(), rng)].bytes.clone();
        // More lines than tell a format, sometimes.
        let times = [1, 1, 2, 9, 300][below(5, rng)];
        bytes = bytes.repeat(times.min(40_000 / bytes.len().max(1)).max(1));
        for _ in 0..below(6, rng) {
            let other = &all[below(all.len(), rng)].bytes;
            once(&mut bytes, other, rng);
        }
        bytes = packed(bytes, rng);
        Self {
            bytes,
            step: [1, 2, 7, 97, 4096][below(5, rng)],
            format: (rng.below(8) == 0).then(|| Format::ALL[below(Format::ALL.len(), rng)]),
            columns: (rng.below(16) == 0).then(|| COLUMNS[below(COLUMNS.len(), rng)].into()),
            device: (rng.below(16) == 0).then(|| rng.below(3) as u32),
            most_requests: (rng.below(16) == 0).then(|| rng.below(50)),
        }
    }

    /// How it is read; why its columns are none.
    pub(super) fn options(&self) -> Result<ImportOptions, String> {
        let stated = |text: &String| Columns::stated("workload.columns", text).map_err(|error| error.to_string());
        let columns = self.columns.as_ref().map(stated).transpose()?;
        let format = self.format.filter(|_| columns.is_none());
        let (device, max_requests) = (self.device, self.most_requests);
        Ok(ImportOptions { format, columns, device, max_requests, limits: LIMITS, ..ImportOptions::new("damaged") })
    }
}

/// As it is, or in UTF-16, or packed, in that case perhaps damaged once more.
fn packed(bytes: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    let mut packed = match rng.below(8) {
        0 => String::from_utf8_lossy(&bytes).encode_utf16().flat_map(u16::to_le_bytes).collect(),
        1 => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(&bytes).unwrap();
            encoder.finish().unwrap()
        }
        _ => return bytes,
    };
    if rng.below(3) == 0 {
        once(&mut packed, &bytes, rng);
    }
    packed
}

impl Display for Case {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { bytes, step, format, columns, device, most_requests } = self;
        let how = (format, columns, device, most_requests);
        // The test that fails names the case, which has all of it.
        let first = &bytes[..bytes.len().min(SHOWN)];
        write!(to, "{} bytes in pieces of {step}, {how:?}:\n{}", bytes.len(), first.escape_ascii())
    }
}
