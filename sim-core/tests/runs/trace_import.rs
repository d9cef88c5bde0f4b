//! Importing traces: each format, and every way a file can be bad.

#![allow(clippy::unwrap_used)]

use crate::support::common::cases;
use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use sim_core::base::error::Error;
use sim_core::base::request::HostOp;
use sim_core::trace::Format;
use sim_core::trace::import::{ImportOptions, Importer, Limits};
use sim_core::trace::record::Record;
use sim_core::trace::report::Imported;
use std::io::Write;

const FINANCIAL: &str = "0,303567,3584,w,0.000000\n1,55590,3072,w,0.000000\n0,303574,3584,w,0.026214\n\
                         1,240840,3072,w,0.026214\n1,55596,3072,r,0.078643\n";
const FINANCIAL_SSDSIM: &str = "0 0 303567 7 0\n0 1 55590 6 0\n26214000 0 303574 7 0\n26214000 1 240840 6 0\n\
                                78643005 1 55596 6 1";
const MSR: &str = "128166372003061629,hm,1,Read,383496192,32768,113736\n\
                   128166372016382155,hm,1,Write,2822144000,65536,87153\n\
                   128166372026382245,hm,1,Flush,0,0,0\n\
                   128166372036382245,hm,0,Trim,4096,8192,0\n";

fn import(bytes: &[u8]) -> Result<Imported, Error> {
    import_with(ImportOptions::new("t"), bytes)
}

fn import_with(options: ImportOptions, bytes: &[u8]) -> Result<Imported, Error> {
    import_in_pieces(options, bytes, usize::MAX)
}

fn import_in_pieces(options: ImportOptions, bytes: &[u8], step: usize) -> Result<Imported, Error> {
    let mut importer = Importer::new(options);
    for piece in bytes.chunks(step) {
        importer.push(piece)?;
    }
    importer.finish()
}

fn refusal(bytes: &[u8]) -> String {
    import(bytes).map(|imported| imported.report_text()).unwrap_err().to_string()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn fields(records: &[Record]) -> Vec<(u64, HostOp, u64, u32)> {
    records.iter().map(|record| (record.t_ns(), record.op(), record.sector(), record.sectors())).collect()
}

/// `count` lines of SPC, a microsecond apart.
fn spc_lines(count: u64) -> String {
    (0..count).map(|i| format!("0,{},4096,w,{}.{:06}\n", i * 8, i / 1_000_000, i % 1_000_000)).collect()
}

#[test]
fn spc_and_ssdsim_agree_on_the_same_requests() {
    let (spc, ssdsim) = (import(FINANCIAL.as_bytes()).unwrap(), import(FINANCIAL_SSDSIM.as_bytes()).unwrap());
    assert_eq!((spc.format, ssdsim.format), (Format::Spc, Format::Ssdsim));
    assert_eq!((spc.confidence, ssdsim.confidence), (Some(1.0), Some(1.0)));
    use HostOp::{Read, Write};
    let second = |last| vec![(0, Write, 55_590, 6), (26_214_000, Write, 240_840, 6), (last, Read, 55_596, 6)];
    assert_eq!(fields(&spc.devices[1].records), second(78_643_000));
    assert_eq!(fields(&ssdsim.devices[1].records), second(78_643_005));
    let first = vec![(0, Write, 303_567, 7), (26_214_000, Write, 303_574, 7)];
    assert_eq!(fields(&spc.devices[0].records), first);
    assert_eq!(fields(&ssdsim.devices[0].records), first);
    assert_eq!(spc.devices[0].summary.sequential_share, Some(0.5));
    assert_eq!((spc.default_device(), spc.devices[1].label.as_str()), (1, "ASU 1"));
}

#[test]
fn msr_has_hosts_flushes_and_trims() {
    let imported = import(MSR.as_bytes()).unwrap();
    assert_eq!(imported.format, Format::Msr);
    let [zero, one] = imported.devices.as_slice() else { panic!("two devices were expected") };
    assert_eq!((zero.device, zero.label.as_str(), zero.starts_after_ns), (0, "hm.0", 3_332_061_600));
    assert_eq!(fields(&zero.records), [(0, HostOp::Trim, 8, 16)]);
    assert_eq!((one.device, one.label.as_str(), one.starts_after_ns), (1, "hm.1", 0));
    let expected = [
        (0, HostOp::Read, 749_016, 64),
        (1_332_052_600, HostOp::Write, 5_512_000, 128),
        (2_332_061_600, HostOp::Flush, 0, 0),
    ];
    assert_eq!(fields(&one.records), expected);
}

#[test]
fn an_msr_header_is_skipped_and_no_bad_line() {
    let with_header = format!("Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime\n{MSR}");
    let imported = import(with_header.as_bytes()).unwrap();
    assert_eq!((imported.requests, imported.bad_lines.count), (4, 0));
    let given = ImportOptions { format: Some(Format::Msr), ..ImportOptions::new("t") };
    assert_eq!(import_with(given, with_header.as_bytes()).unwrap().bad_lines.count, 0);
}

#[test]
fn the_lines_of_a_file_may_end_in_any_way() {
    let plain = import(FINANCIAL.as_bytes()).unwrap();
    let windows = FINANCIAL.replace('\n', "\r\n");
    let decorated = format!("\u{feff}# UMass\n\n{}  \n", FINANCIAL.replace('\n', "\n\n"));
    for text in [windows.as_str(), decorated.as_str(), FINANCIAL.trim_end()] {
        let imported = import(text.as_bytes()).unwrap();
        assert_eq!((&imported.devices, imported.bad_lines.count), (&plain.devices, 0));
    }
}

#[test]
fn one_device_is_the_same_picked_before_or_after() {
    let all = import(MSR.as_bytes()).unwrap();
    let only = import_with(ImportOptions { device: Some(0), ..ImportOptions::new("t") }, MSR.as_bytes()).unwrap();
    assert_eq!(only.devices.len(), 1);
    assert_eq!(only.notes, ["left out, being of other devices: 3"]);
    assert_eq!(only.devices[0].records, all.into_device(Some(0)).unwrap().records);
}

#[test]
fn a_device_that_is_not_there_is_named_with_those_that_are() {
    let options = ImportOptions { device: Some(7), ..ImportOptions::new("t") };
    let text = import_with(options, MSR.as_bytes()).unwrap_err().to_string();
    assert_eq!(text, "t: it has no requests of device 7; it has 0 (hm.0), 1 (hm.1)");
    let text = import(MSR.as_bytes()).unwrap().into_device(Some(7)).unwrap_err().to_string();
    assert_eq!(text, "t: it has no requests of device 7; it has 0 (hm.0), 1 (hm.1)");
}

#[test]
fn requests_out_of_order_are_sorted_and_ties_keep_their_order() {
    let text = "0,8,512,w,2.0\n0,16,512,w,1.0\n0,24,512,w,2.0\n0,32,512,w,1.0\n";
    let imported = import(text.as_bytes()).unwrap();
    let order: Vec<(u64, u64)> = imported.devices[0].records.iter().map(|r| (r.t_ns(), r.sector())).collect();
    assert_eq!(order, [(0, 16), (0, 32), (1_000_000_000, 8), (1_000_000_000, 24)]);
    assert_eq!(imported.notes, ["sorted by time, having come earlier than the one before: 2"]);
}

#[test]
fn a_request_of_more_than_4_gib_is_a_bad_line() {
    // 512 TiB in one request: folded onto a small device it would never end.
    let text = format!("{}0,0,562949953421312,w,0.5\n{}", spc_lines(3), spc_lines(3));
    let imported = import(text.as_bytes()).unwrap();
    assert_eq!((imported.requests, imported.bad_lines.count), (6, 1));
    let reason = "line 4: Size: \"562949953421312\" is not a number of bytes from 1 to 4 GiB that ends below 512 TiB";
    assert!(imported.bad_lines.first[0].to_string().starts_with(reason));
    let largest = import(b"0,0,4294967296,w,0.0\n").unwrap();
    assert_eq!(largest.devices[0].records[0].bytes(), 4 << 30);
}

#[test]
fn what_is_replayed_of_a_trace_is_the_same_picked_before_or_after() {
    let text = format!("{}nonsense\n{}", MSR.repeat(30), &MSR[..MSR.len() - 4]);
    let all = import(text.as_bytes()).unwrap();
    let only = import_with(ImportOptions { device: Some(1), ..ImportOptions::new("t") }, text.as_bytes()).unwrap();
    let of_all = all.into_records(Some(1)).unwrap();
    let coverage = of_all.coverage().unwrap();
    assert_eq!(only.into_records(Some(1)).unwrap().coverage(), Some(coverage));
    let devices: Vec<(u32, &str)> = coverage.devices.iter().map(|d| (d.device, d.label.as_str())).collect();
    assert_eq!((coverage.device, devices), (1, vec![(0, "hm.0"), (1, "hm.1")]));
    assert_eq!(coverage.requests, coverage.devices.iter().map(|device| device.requests).sum::<u64>());
    assert_eq!(coverage.bad_lines.count, 1);
}

#[test]
fn bad_lines_are_counted_and_the_first_three_told() {
    let text =
        format!("{}0,8,-512,w,1.0\n0,99999999999999999999,512,w,1.0\n{MSR}0,8,512,w,1.0\nnonsense\n", spc_lines(200));
    let imported = import(text.as_bytes()).unwrap();
    assert_eq!((imported.requests, imported.bad_lines.count, imported.lines), (201, 7, 208));
    let told: Vec<(u64, &str)> = imported.bad_lines.first.iter().map(|bad| (bad.line, bad.column)).collect();
    assert_eq!(told, [(201, "Size"), (202, "LBA"), (203, "ASU")]);
    assert_eq!(imported.bad_lines.first[0].text, "\"0,8,-512,w,1.0\"");
    assert!(imported.bad_lines.first[0].reason.starts_with("Size: \"-512\" is not a number of bytes from 1 to 4 GiB"));
    assert!(
        imported.report_text().contains("line 202: LBA: \"99999999999999999999\" is not a 512-byte block below 2^40")
    );
}

#[test]
fn a_header_that_is_no_requests_is_a_bad_line_that_names_its_column() {
    let under = |header: &str| import(format!("{header}\n{FINANCIAL}").as_bytes()).unwrap();
    assert_eq!(under("ASU,LBA,Size,Opcode,Timestamp").bad_lines.count, 0);
    let imported = under("unit,address,length,what,when");
    assert_eq!((imported.bad_lines.count, imported.bad_lines.first[0].column), (1, "ASU"));
    assert!(imported.bad_lines.first[0].reason.starts_with("ASU: \"unit\" is not the number of one of"));
}

#[test]
fn a_time_too_far_from_the_first_is_a_bad_line() {
    let text = format!("{}0,8,512,w,9000000000.0\n", spc_lines(30));
    let imported = import(text.as_bytes()).unwrap();
    assert_eq!((imported.bad_lines.count, imported.bad_lines.first[0].column), (1, "Timestamp"));
    assert!(imported.bad_lines.first[0].reason.contains("\"9000000000.0\""));
}

#[test]
fn a_device_too_many_is_a_bad_line() {
    let text: String = (0..4100).map(|asu| format!("{asu},8,512,w,1.0\n")).collect();
    let imported = import(text.as_bytes()).unwrap();
    assert_eq!((imported.devices.len(), imported.bad_lines.count), (4096, 4));
    assert!(imported.bad_lines.first[0].reason.starts_with("ASU: \"4096\" is not the number of one of at most 4096"));
    assert!(imported.report_text().contains("and 4080 devices with fewer requests"));
}

#[test]
fn a_file_mostly_of_bad_lines_is_refused() {
    let text = format!("{}{}", spc_lines(200), "0,8,0,w,1.0\n".repeat(201));
    assert_eq!(
        refusal(text.as_bytes()),
        "t: 201 of its 401 lines are not SPC (ASU,LBA,Size,Opcode,Timestamp); the first is line 201: Size: \"0\" is not \
         a number of bytes from 1 to 4 GiB that ends below 512 TiB (\"0,8,0,w,1.0\")"
    );
    let half = format!("{}{}", spc_lines(200), "0,8,0,w,1.0\n".repeat(200));
    assert_eq!(import(half.as_bytes()).unwrap().bad_lines.count, 200);
}

#[test]
fn what_is_no_trace_is_refused_with_the_reason() {
    assert_eq!(refusal(b""), "t: the file is empty");
    assert_eq!(refusal(b"\n# nothing\n\n"), "t: it has no requests; a request a line was expected");
    assert!(refusal(b"Dear reader,\nhello\n").starts_with("t: line 1: \"Dear reader,\" is of no known trace format"));
    assert!(refusal(b"\x7fELF\x02\x01\x01\0\0\n").starts_with("t: line 1 is not text but binary data"));
    assert!(refusal(&[0; 100_000]).starts_with("t: line 1 is not text but binary data"));
    assert_eq!(refusal(b"PK\x03\x04...."), "t: the zip file is cut short, and no request before the cut can be kept");
    assert!(refusal(b"7z\xbc\xaf\x27\x1c..").starts_with("t: this is a 7-Zip archive; unpack it first, with 7z x"));
    assert!(refusal(b"0,4096,512\n1,8192,512\n").contains("recognised, not read yet"));
}

#[test]
fn a_last_line_cut_short_is_left_out_and_told() {
    let imported = import(format!("{FINANCIAL}1,55596,30").as_bytes()).unwrap();
    assert_eq!((imported.requests, imported.bad_lines.count, imported.lines), (5, 0, 6));
    assert_eq!(imported.ended_early.as_deref(), Some("line 6, the last, is cut short and is left out"));
    assert_eq!(import(b"0,8,512,w,1.0").unwrap().requests, 1);
    assert!(refusal(b"0,8,512,w").contains("is of no known trace format"));
}

#[test]
fn a_line_beyond_the_limit_is_an_error_that_names_it() {
    let mut importer = Importer::new(ImportOptions::new("t"));
    importer.push(FINANCIAL.as_bytes()).unwrap();
    let piece = vec![b'7'; 1 << 20];
    let outcome = (0..200).try_for_each(|_| importer.push(&piece));
    let expected = "t: line 6 is longer than 65536 bytes, the most allowed";
    assert_eq!(outcome.unwrap_err().to_string(), expected);
    assert_eq!(importer.push(b"\n").unwrap_err().to_string(), expected);
    assert_eq!(importer.finish().unwrap_err().to_string(), expected);
}

#[test]
fn reading_stops_at_the_limits_and_keeps_what_it_has() {
    let text = spc_lines(1000);
    let limits = Limits { requests: 300, ..Limits::default() };
    let imported = import_with(ImportOptions { limits, ..ImportOptions::new("t") }, text.as_bytes()).unwrap();
    assert_eq!(
        (imported.requests, imported.ended_early.as_deref()),
        (300, Some("reading stopped after 300 requests, the most allowed"))
    );
    let limits = Limits { text_bytes: 6000, ..Limits::default() };
    let imported = import_with(ImportOptions { limits, ..ImportOptions::new("t") }, text.as_bytes()).unwrap();
    assert_eq!(imported.requests, 6000 * 300 / spc_lines(300).len() as u64);
    assert_eq!(imported.text_bytes, 6000);
    assert!(imported.ended_early.is_some_and(|why| why.contains("6000 bytes")));
    let asked = ImportOptions { max_requests: Some(1000), ..ImportOptions::new("t") };
    assert_eq!(import_with(asked.clone(), text.as_bytes()).unwrap().ended_early, None);
    let asked = ImportOptions { max_requests: Some(7), ..asked };
    let mut importer = Importer::new(asked);
    importer.push(text.as_bytes()).unwrap();
    assert!(importer.is_full());
    assert_eq!((importer.requests(), importer.bytes_in()), (7, text.len() as u64));
    importer.push(b"0,8,512").unwrap();
    assert_eq!(importer.finish().unwrap().requests, 7);
}

#[test]
fn gzip_of_one_member_or_many_reads_like_its_text() {
    let text = spc_lines(5000);
    let (first, second) = text.split_at(40_001);
    let plain = import(text.as_bytes()).unwrap();
    let members = [gzip(first.as_bytes()), gzip(second.as_bytes())].concat();
    for file in [gzip(text.as_bytes()), members] {
        let imported = import(&file).unwrap();
        assert_eq!(imported.devices, plain.devices);
        assert!(
            imported.stored_as.as_deref() == Some("gzip")
                && imported.notes.is_empty()
                && imported.ended_early.is_none()
        );
        assert_eq!((imported.stored_bytes, imported.text_bytes), (file.len() as u64, text.len() as u64));
    }
}

#[test]
fn gzip_cut_short_keeps_what_came_before() {
    let file = gzip(spc_lines(5000).as_bytes());
    let imported = import(&file[..file.len() / 2]).unwrap();
    assert!((200..5000).contains(&imported.requests), "{}", imported.requests);
    assert_eq!(imported.bad_lines.count, 0);
    let why = "the gzip file is cut short: what came after the cut is missing";
    assert_eq!(imported.ended_early.as_deref(), Some(why));
    assert_eq!(refusal(&file[..12]), "t: the gzip file is cut short, and no request before the cut can be kept");
    let whole_but_for_the_sum = import(&file[..file.len() - 8]).unwrap();
    assert_eq!(whole_but_for_the_sum.requests, 5000);
}

#[test]
fn damaged_gzip_is_refused() {
    let mut file = gzip(spc_lines(5000).as_bytes());
    let sum = file.len() - 8;
    file[sum] ^= 1;
    assert_eq!(refusal(&file), "t: the gzip file cannot be read: its data does not agree with its checksum");
}

#[test]
fn a_gzip_bomb_stops_at_the_limit() {
    let mut lines = spc_lines(200).into_bytes();
    let limit = lines.len() as u64 + 8 * 1_000_000;
    lines.extend(b"# zeros\n".repeat(8_000_000));
    let bomb = gzip(&lines);
    assert!(bomb.len() < lines.len() / 100);
    let limits = Limits { text_bytes: limit, ..Limits::default() };
    let mut importer = Importer::new(ImportOptions { limits, ..ImportOptions::new("t") });
    importer.push(&bomb).unwrap();
    assert!(importer.is_full());
    let imported = importer.finish().unwrap();
    assert_eq!((imported.requests, imported.text_bytes), (200, limit));
    let comments =
        import_with(ImportOptions { limits, ..ImportOptions::new("t") }, &gzip(&b"# zeros\n".repeat(2_000_000)));
    let expected = format!(
        "t: it has no requests; a request a line was expected; reading stopped after {limit} bytes of text, the most allowed"
    );
    assert_eq!(comments.unwrap_err().to_string(), expected);
    let one_line = gzip(&vec![b'7'; 50_000_000]);
    assert_eq!(refusal(&one_line), "t: line 1 is longer than 65536 bytes, the most allowed");
}

#[test]
fn the_report_is_all_but_the_records_as_json() {
    let imported = import(FINANCIAL.as_bytes()).unwrap();
    let json = serde_json::to_value(&imported).unwrap();
    assert_eq!((json["format"].as_str(), json["requests"].as_u64()), (Some("spc"), Some(5)));
    assert_eq!(json["devices"][1]["summary"]["reads"], 1);
    assert_eq!(json["devices"][1]["summary"]["arrivals"].as_array().map(Vec::len), Some(128));
    assert!(json["devices"][1].get("records").is_none());
    let text = imported.report_text();
    for part in ["t: SPC", "seconds from the start", "r read, w write", "*1  ASU 1         3      1       2", "66.7 %"]
    {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn a_format_that_is_given_is_not_questioned() {
    let given = ImportOptions { format: Some(Format::Ssdsim), ..ImportOptions::new("t") };
    let imported = import_with(given, b"1 0 8 16 1\n2 0 8 16 0\n").unwrap();
    assert_eq!((imported.requests, imported.confidence), (2, None));
    let guessed = import(b"1 0 8 16 1\n2 0 8 16 0\n").unwrap();
    assert_eq!((guessed.format, guessed.devices[0].summary.span_ns), (Format::Disksim, 1_000_000));
    assert!(guessed.notes[0].contains("say that the format is ssdsim"), "{:?}", guessed.notes);
    assert_eq!(Format::choice("auto"), Ok(None));
    assert_eq!(Format::choice("msr"), Ok(Some(Format::Msr)));
    assert!(Format::choice("iometer").is_err());
}

/// A line of each format that is read; some have a size or an address that cannot be.
fn spc_line() -> BoxedStrategy<String> {
    (0..4u32, 0..1u64 << 41, 0..1u64 << 20, 0..100u32)
        .prop_map(|(a, l, s, t)| format!("{a},{l},{s},w,0.{t:03}"))
        .boxed()
}

fn msr_line() -> BoxedStrategy<String> {
    let line = |(offset, op): (u64, usize)| {
        format!("128166372003061629,h{op},{op},{},{offset},4096,1", ["Read", "trim", "Flush"][op])
    };
    (0..1u64 << 50, 0..3usize).prop_map(line).boxed()
}

fn ssdsim_line() -> BoxedStrategy<String> {
    (0..1u64 << 61, -999..70_000i64).prop_map(|(time, size)| format!("{time} 0 64 {size} 1")).boxed()
}

/// Files mostly of one format, with damage.
fn any_file() -> impl Strategy<Value = Vec<u8>> {
    let main = prop_oneof![Just(spc_line()), Just(msr_line()), Just(ssdsim_line())];
    let lines = main.prop_flat_map(|main| {
        let other = prop_oneof![spc_line(), msr_line(), ssdsim_line(), "[ -~]{0,40}", Just(String::new())];
        prop::collection::vec(prop_oneof![40 => main, 1 => other], 0..400)
    });
    (lines, any::<bool>(), any::<bool>()).prop_map(|(lines, windows, packed)| {
        let text = lines.join(if windows { "\r\n" } else { "\n" });
        if packed { gzip(text.as_bytes()) } else { text.into_bytes() }
    })
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn the_size_of_pieces_makes_no_difference(
        file in any_file(),
        step in 1..100usize,
        format in prop::option::of(prop::sample::select(Format::ALL)),
        most in prop::option::of(0..300u64),
        text_bytes in prop_oneof![2 => Just(1 << 30), 1 => 0..9_000u64],
        line_bytes in prop_oneof![4 => Just(1 << 16), 1 => 20..60usize],
    ) {
        let limits = Limits { text_bytes, line_bytes, ..Limits::default() };
        let options = ImportOptions { format, max_requests: most, limits, ..ImportOptions::new("t") };
        let whole = import_with(options.clone(), &file);
        for step in [1, step] {
            let pieces = import_in_pieces(options.clone(), &file, step);
            prop_assert_eq!(&pieces, &whole);
        }
    }

    #[test]
    fn no_bytes_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..2000),
        packed in any::<bool>(),
        format in prop::option::of(prop::sample::select(Format::ALL)),
    ) {
        let file = if packed { gzip(&bytes) } else { bytes };
        let options = ImportOptions { format, ..ImportOptions::new("t") };
        if let Err(Error::Trace(text)) = import_with(options, &file) {
            prop_assert!(text.starts_with("t: "));
        }
    }

    #[test]
    fn no_damage_to_gzip_panics(flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5)) {
        let mut file = gzip(spc_lines(300).as_bytes());
        for (place, mask) in flips {
            *place.get_mut(&mut file) ^= mask;
        }
        let _ = import_in_pieces(ImportOptions::new("t"), &file, 17);
    }

    #[test]
    fn every_request_comes_back(
        requests in prop::collection::vec((0..1u64 << 50, 0..1u64 << 39, 1..1u32 << 20, any::<bool>()), 1..300),
    ) {
        let line = |&(t, sector, sectors, read): &(u64, u64, u32, bool)| format!("{t} 3 {sector} {sectors} {}", u8::from(read));
        let text: Vec<String> = requests.iter().map(line).collect();
        let given = ImportOptions { format: Some(Format::Ssdsim), ..ImportOptions::new("t") };
        let imported = import_with(given, text.join("\n").as_bytes()).unwrap();
        let mut expected = requests.clone();
        expected.sort_by_key(|request| request.0);
        let start = expected[0].0;
        let expected: Vec<_> = expected
            .iter()
            .map(|&(t, sector, sectors, read)| (t - start, if read { HostOp::Read } else { HostOp::Write }, sector, sectors))
            .collect();
        prop_assert_eq!(fields(&imported.devices[0].records), expected);
    }
}

/// A tape archive with one file, written as `tar` writes it.
fn tar(content: &[u8]) -> Vec<u8> {
    let mut header = [0; 512];
    header[..5].copy_from_slice(b"a.spc");
    header[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
    header[156] = b'0';
    header[257..263].copy_from_slice(b"ustar\0");
    [&header, content, &vec![0; content.len().next_multiple_of(512) - content.len() + 1024]].concat()
}

#[test]
fn archives_in_archives_read_like_their_text() {
    let text = spc_lines(5000);
    let plain = import(text.as_bytes()).unwrap();
    for (file, stored_as) in [
        (tar(text.as_bytes()), "tar"),
        (gzip(&tar(text.as_bytes())), "tar in gzip"),
        (gzip(&gzip(&tar(text.as_bytes()))), "tar in gzip in gzip"),
    ] {
        let imported = import(&file).unwrap();
        assert_eq!((imported.devices, imported.notes.len()), (plain.devices.clone(), 0));
        assert_eq!(imported.stored_as.as_deref(), Some(stored_as));
        let cut = import(&file[..file.len() * 2 / 3]).unwrap();
        assert!(cut.ended_early.unwrap().contains("is cut short: what came after the cut is missing"));
    }
    let deep = (0..5).fold(text.into_bytes(), |file, _| gzip(&file));
    assert_eq!(
        refusal(&deep),
        "t: the gzip in gzip in gzip file cannot be read: it is packed more than 3 times; unpack it first"
    );
}

#[test]
fn records_of_bytes_read_like_the_lines_they_say() {
    let word = |number: u32| number.to_le_bytes().to_vec();
    let long = |number: u64| number.to_le_bytes().to_vec();
    let event = |at: u64| {
        let action = if at.is_multiple_of(2) { 0x2_0007 } else { 0x1_0007 };
        let tail = [word(4096), word(action), word(697), word(8 << 20), word(0), word(0)].concat();
        [word(0x6561_7407), word(at as u32), long(at * 1000), long(at * 8), tail].concat()
    };
    let events: Vec<u8> = (0..300).flat_map(event).collect();
    let said: String = (0..300u64)
        .map(|at| {
            format!(
                "8,0 0 {at} 0.{:09} 697 D {} {} + 8 []\n",
                at * 1000,
                if at.is_multiple_of(2) { 'W' } else { 'R' },
                at * 8
            )
        })
        .collect();
    let (imported, lines) = (import(&events).unwrap(), import(said.as_bytes()).unwrap());
    assert_eq!((imported.format, &imported.devices, imported.requests), (lines.format, &lines.devices, 300));
    assert_eq!(imported.notes[0], "the binary log of blktrace, each event read as a line of blkparse");
    assert_eq!(imported.notes[1..], lines.notes);
    let cut = import(&gzip(&events[..events.len() - 7])).unwrap();
    assert_eq!(cut.requests, 299);
    assert_eq!(cut.ended_early.unwrap(), "the last record is cut short after 41 bytes and is left out");
}
