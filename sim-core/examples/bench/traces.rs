//! How fast traces are read, a row for each format: a format without its lines here does not compile.

use crate::{Figure, at_least, figure};
use sim_core::trace::Format;
use sim_core::trace::import::{ImportOptions, Importer};
use std::fmt::Write;
use std::time::Instant;

const REQUESTS: u64 = 1_000_000;

/// Each format in turn.
pub(crate) fn parsing() -> impl Iterator<Item = Figure> {
    Format::ALL.iter().map(|&format| of(format))
}

/// A trace of this format.
pub(crate) fn text(format: Format) -> String {
    let mut text = String::from(head(format));
    for n in 0..REQUESTS {
        line(format, n, &mut text).expect("a string takes everything");
    }
    text
}

/// Bytes of text a second that are read, from the first to the report.
fn of(format: Format) -> Figure {
    let text = text(format);
    let begun = Instant::now();
    let mut importer = Importer::new(ImportOptions::new("bench"));
    text.as_bytes().chunks(1 << 20).for_each(|piece| importer.push(piece).expect("the trace is valid"));
    let imported = importer.finish().expect("the trace is valid");
    let seconds = begun.elapsed().as_secs_f64();
    assert_eq!((imported.format, imported.requests, imported.bad_lines.count), (format, REQUESTS, 0));
    figure(format!("parsing {}", format.info().name), text.len() as f64 / seconds / 1e6, "MB/s", at_least(300.0))
}

/// What stands before the requests.
fn head(format: Format) -> &'static str {
    match format {
        Format::FioIolog => "fio version 3 iolog\n0 /dev/sda add\n0 /dev/sda open\n",
        Format::Biosnoop => "TIME(s)     COMM           PID     DISK      T SECTOR     BYTES   LAT(ms)\n",
        Format::Etw => "BeginHeader\nEndHeader\nOS Version: 6.0.6001, Trace Size: 15744KB, Events Lost: 0\n",
        Format::Cloudphysics => "version,time,op,size,lbn\n",
        Format::Operations => "kind,arrival_ns,lpn,to_ppn,block\n",
        Format::Csv => "time_us,op,lba,bytes,disk\n",
        _ => "",
    }
}

/// Request `n`: a third are reads, all over the device, a millisecond apart; where times are whole seconds, a thousand at once.
fn line(format: Format, n: u64, text: &mut String) -> std::fmt::Result {
    let (sector, is_read, us) = (n * 7919 % 100_000_000, n.is_multiple_of(3), n * 1000);
    let (s, rest) = (us / 1_000_000, us % 1_000_000);
    let rw = |read: &'static str, write: &'static str| if is_read { read } else { write };
    let zero_reads = u64::from(!is_read);
    let bytes = sector * 512;
    match format {
        Format::Spc => writeln!(text, "0,{sector},4096,{},{s}.{rest:06}", rw("r", "w")),
        Format::Msr => {
            let time = 128_166_372_000_000_000 + us * 10;
            writeln!(text, "{time},hm,1,{},{bytes},4096,1331", rw("Read", "Write"))
        }
        Format::Ssdsim => writeln!(text, "{} 0 {sector} 8 {}", us * 1000, u64::from(is_read)),
        Format::Disksim => {
            writeln!(text, "{}.{:06} 0 {sector} 8 {}", us / 1000, us % 1000 * 1000 + 1, u64::from(is_read))
        }
        Format::Alibaba => writeln!(text, "419,{},{bytes},4096,{}", rw("R", "W"), 1_577_808_000_000_000 + us),
        Format::Tencent => writeln!(text, "{},{sector},8,{zero_reads},1063", 1_538_323_200 + s),
        Format::Systor => {
            writeln!(text, "{}.{rest:06}000,0.000806000,{},0,{bytes},4096", 1_456_135_200 + s, rw("R", "W"))
        }
        Format::FioLog => writeln!(text, "{}, 21034, {zero_reads}, 4096, {bytes}, 0", us / 1000),
        Format::FioIolog => writeln!(text, "{us} /dev/sda {} {bytes} 4096", rw("read", "write")),
        Format::Blkparse => {
            writeln!(text, "  8,0    3 {n:8} {s:5}.{rest:06}000   697  D   {} {sector} + 8 [kjournald]", rw("R", "W"))
        }
        Format::Ftrace => writeln!(
            text,
            "              dd-697     [001] d..1 {s:5}.{rest:06}: block_rq_issue: 8,0 {} 4096 () {sector} + 8 [dd]",
            rw("R", "W")
        ),
        Format::Biosnoop => {
            writeln!(
                text,
                "{s}.{rest:06}    jbd2/vda1-8    412     vda       {} {sector:<10} 4096       0.62",
                rw("R", "W")
            )
        }
        Format::Etw => writeln!(
            text,
            "{:>23}, {us:10},         System (   4),        372, 0xfffffa8005d5a010, 0x{bytes:010x}, 0x00001000,         283,        2, 0x060043",
            rw("DiskRead", "DiskWrite")
        ),
        Format::Cloudphysics => writeln!(text, "1,{},{},4096,{sector}", 33_898 + s, rw("28", "2a")),
        // A page of another block each.
        Format::Operations => {
            let page = n % 4_000_000;
            writeln!(text, "{},{us}000,{page},,\nprogram,,{page},{page},{}", rw("host-read", "host-write"), page / 64)
        }
        Format::Csv => writeln!(text, "{us},{},{sector},4096,sda", rw("R", "W")),
    }
}
