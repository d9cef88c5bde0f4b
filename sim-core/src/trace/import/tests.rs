//! Every format, by the example in its file, read among all others.

use super::detect::{SampleLine, detect};
use super::{ImportOptions, Importer};
use crate::trace::Format;
use crate::trace::dialect::Dialect;
use crate::trace::parsed::Line;
use crate::trace::report::Imported;
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

fn lines(format: Format) -> impl Iterator<Item = &'static [u8]> {
    format.entry().example.lines().map(str::as_bytes)
}

fn import(file: &[u8]) -> Imported {
    let mut importer = Importer::new(ImportOptions::new("t"));
    importer.push(file).unwrap();
    importer.finish().unwrap()
}

/// The dialect of a format's example.
fn dialect(format: Format) -> Dialect {
    (format.entry().dialect)(&lines(format).collect::<Vec<_>>())
}

fn sample<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Vec<SampleLine> {
    (1..).zip(lines).map(|(number, text)| SampleLine { number, text: text.into() }).collect()
}

#[test]
fn each_example_is_told_among_all_formats() {
    for &format in Format::ALL {
        assert_eq!(detect(&sample(lines(format))).map(|detection| detection.format), Ok(format));
    }
}

#[test]
fn no_other_format_takes_the_lines_of_one() {
    for &format in Format::ALL {
        let entry = format.entry();
        let own: Vec<&[u8]> = lines(format).filter(|line| !(entry.header)(line)).collect();
        assert!(entry.told_by_header || own.iter().all(|line| (entry.shape.fits)(line)), "{format:?}");
        for (other, entry) in Format::ALL.iter().filter(|other| **other != format).map(|other| (other, other.entry())) {
            let takes = own.iter().any(|line| (entry.shape.fits)(line)) && (entry.accepts)(&own);
            // DiskSim's are any five numbers that are not SSDSim's.
            assert!(!takes || (format, *other) == (Format::Ssdsim, Format::Disksim), "{format:?}: {other:?}");
        }
    }
}

#[test]
fn a_bad_line_in_the_middle_is_told_and_the_rest_is_read() {
    for &format in Format::ALL {
        let is_header = |line: &&str| (format.entry().header)(line.as_bytes());
        let (header, own): (Vec<&str>, Vec<&str>) = format.entry().example.lines().partition(is_header);
        let damaged = ["7 damaged, 8"];
        let text = |damaged: &[&str]| [&header, &own.repeat(15), damaged, &own.repeat(15)].concat().join("\n");
        let (read, whole) = (import(text(&damaged).as_bytes()), import(text(&[]).as_bytes()));
        assert_eq!((read.format, read.bad_lines.count, read.requests), (format, 1, whole.requests), "{read:?}");
        let bad = &read.bad_lines.first[0];
        assert_eq!(
            (bad.line, bad.text.as_str()),
            ((header.len() + own.len() * 15 + 1) as u64, "\"7 damaged, 8\""),
            "{format:?}"
        );
        assert!(
            bad.reason.starts_with(bad.column) && bad.reason.contains("expected ") | bad.reason.contains(" is not ")
        );
    }
}

#[test]
fn columns_at_fault_are_the_lines_own() {
    for &format in Format::ALL {
        let (entry, mut dialect) = (format.entry(), dialect(format));
        for line in lines(format) {
            let Ok(Some(Line { time_ns, host, device, .. })) = format.parse(line, &mut dialect) else { continue };
            let text = line.escape_ascii();
            let time = (entry.reads.time_misfit)(line, &dialect).text;
            assert!(time_ns == 0 || time.is_some_and(|time| time.iter().any(u8::is_ascii_digit)), "{format:?}: {text}");
            let number = device.to_string();
            let at_fault = (entry.reads.device_misfit)(line, &dialect).text;
            let of_one_device = device == 0 && host.is_empty();
            let expected = if entry.disks_a_host == 1 && !host.is_empty() { host } else { number.as_bytes() };
            assert!(
                at_fault == Some(expected) || of_one_device && at_fault.is_none(),
                "{format:?}: {text}: {at_fault:?}"
            );
            assert!(!(entry.device_label)(host, device).is_empty());
        }
    }
}

#[test]
fn an_example_is_the_same_packed_in_utf_16_and_with_other_ends_of_lines() {
    for &format in Format::ALL {
        let text = format.entry().example;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        let plain = import(text.as_bytes());
        let mut dialect = dialect(format);
        let requests = lines(format).filter(|line| matches!(format.parse(line, &mut dialect), Ok(Some(_)))).count();
        assert_eq!((plain.format, plain.requests, plain.bad_lines.count), (format, requests as u64, 0), "{plain:?}");
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        let others = [
            encoder.finish().unwrap(),
            wide(text),
            wide(&format!("\u{feff}{text}")),
            text.replace('\n', "\r").into_bytes(),
            text.replace('\n', "\r\n").into_bytes(),
            format!("\u{feff}{text}").into_bytes(),
        ];
        for other in others {
            let read = import(&other);
            assert_eq!((&read.devices, read.format, &read.bad_lines), (&plain.devices, format, &plain.bad_lines));
        }
    }
}
