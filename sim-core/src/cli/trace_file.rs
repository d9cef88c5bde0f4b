//! Reads a trace from its file, and holds it against its hash and the sidecar beside it.

use super::arguments::{Arguments, called};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::options::{COLUMNS, STRICT};
use super::progress::Progress;
use super::terminal;
use crate::assembly::source;
use crate::base::error::Error;
use crate::experiment::document::Experiment;
use crate::trace::import::{ImportOptions, Importer};
use crate::trace::replay::SharedRecords;
use crate::trace::report::Imported;
use crate::trace::sheet::Sheet;
use crate::trace::sidecar::{FileDigest, Sidecar, check_sha256};
use crate::workload::source::Source;
use crate::workload::trace;
use std::fs::{File, read_to_string};
use std::io::{self, ErrorKind, Read};

/// What standard input is called where a file's name stands.
const STDIN: &str = "-";

/// Bytes read at a time.
const PIECE: usize = 1 << 20;

/// The stream that `experiment` replays, from the beginning or from a change on; none if its workload never is a trace.
pub(super) fn recorded(experiment: &Experiment, interrupt: &Interrupt) -> Result<Option<SharedRecords>, Failure> {
    let Some(replaying) = experiment.replaying()? else { return Ok(None) };
    let Some(options) = options(&replaying)? else { return Ok(None) };
    let device = options.device;
    let imported = import(options, sha256(&replaying), interrupt)?;
    tell_suspicions(&imported, device);
    Ok(Some(imported.into_records(device)?))
}

/// Says on stderr what looks as if a unit of `device` was taken wrong, before a run that would be of no use begins.
pub(super) fn tell_suspicions(imported: &Imported, device: Option<u32>) {
    let device = device.unwrap_or_else(|| imported.default_device());
    for stream in imported.devices.iter().filter(|stream| stream.device == device) {
        for suspicion in &stream.summary.suspicions {
            terminal::tell(&format!("{}: suspicious: {suspicion}", imported.name));
        }
    }
}

/// Refuses, if `arguments` say that nothing may be lost, a trace that `experiment` does not replay whole.
pub(super) fn check(
    experiment: &Experiment,
    records: Option<&SharedRecords>,
    arguments: &Arguments,
) -> Result<(), Failure> {
    let Some(coverage) = records.filter(|_| arguments.has(STRICT)).and_then(SharedRecords::coverage) else {
        return Ok(());
    };
    let mut losses = coverage.notes();
    if let Source::Trace { trace, .. } = source::of(experiment, records)?
        && let dropped @ 1.. = trace.address_map().dropped()
    {
        losses.push(format!("{dropped} requests lie beyond the end of the device and are left out"));
    }
    refuse_losses(&coverage.file, &losses, arguments)
}

/// Refuses the trace `name`, if `arguments` say that nothing may be lost and `losses` say what is.
pub(super) fn refuse_losses(name: &str, losses: &[String], arguments: &Arguments) -> Result<(), Failure> {
    match losses {
        [first, ..] if arguments.has(STRICT) => {
            let more = match losses.len() - 1 {
                0 => String::new(),
                more => format!(" (and {more} more)"),
            };
            Err(Failure::usage(format!("{name}: {first}{more}; {} allows no loss", STRICT.name)))
        }
        _ => Ok(()),
    }
}

/// Says on stderr what of a trace is not replayed.
pub(super) fn tell(records: Option<&SharedRecords>) {
    let Some(coverage) = records.and_then(SharedRecords::coverage) else { return };
    for note in coverage.notes() {
        terminal::tell(&format!("{}: {note}", coverage.file));
    }
}

/// The files that are read for the trace of `experiment`: itself and the one beside it; none without a trace.
pub(super) fn files(experiment: &Experiment) -> Result<Vec<String>, Failure> {
    let Some(replaying) = experiment.replaying()? else { return Ok(Vec::new()) };
    let options = options(&replaying)?;
    Ok(options.into_iter().flat_map(|ImportOptions { name, .. }| [beside(&name), name]).collect())
}

/// How `experiment` asks for its trace to be read; none if its workload is no trace.
pub(super) fn options(experiment: &Experiment) -> Result<Option<ImportOptions>, Failure> {
    if experiment.workload_kind != trace::KIND {
        return Ok(None);
    }
    match experiment.workload.word(trace::FILE.name) {
        "" => Err(Failure::usage("workload.file: no trace file is named; give --trace FILE")),
        file => Ok(Some(trace::import_options(&experiment.workload, file)?)),
    }
}

/// The hash that the trace of `experiment` must have.
pub(super) fn sha256(experiment: &Experiment) -> Option<&str> {
    Some(experiment.workload.word(trace::SHA256.name)).filter(|digits| !digits.is_empty())
}

/// Reads the trace file that `options` name. It must have the hash `sha256`, if one is given, and that of its sidecar, which may tell where
/// a journal lies.
pub(super) fn import(options: ImportOptions, sha256: Option<&str>, interrupt: &Interrupt) -> Result<Imported, Failure> {
    Ok(read(options, sha256, false, interrupt)?.0)
}

/// The same, with the hash that the file has.
pub(super) fn import_hashed(
    options: ImportOptions,
    sha256: Option<&str>,
    interrupt: &Interrupt,
) -> Result<(Imported, String), Failure> {
    let (imported, digest) = read(options, sha256, true, interrupt)?;
    Ok((imported, digest.hexadecimal()))
}

/// The trace and its digest, which is of all of the file if `is_hashed` or a hash is expected.
fn read(
    options: ImportOptions,
    sha256: Option<&str>,
    is_hashed: bool,
    interrupt: &Interrupt,
) -> Result<(Imported, FileDigest), Failure> {
    let name = called(&options.name).to_owned();
    let unreadable = |error| Failure::usage(format!("{name}: the trace cannot be read: {error}"));
    let sidecar = if options.name == STDIN { None } else { sidecar(&name)? };
    let is_hashed = is_hashed || sha256.is_some() || sidecar.as_ref().is_some_and(|sidecar| sidecar.sha256.is_some());
    let mut file = Opened::new(&options.name).map_err(unreadable)?;
    let (mut importer, mut digest) =
        (Importer::new(ImportOptions { name: name.clone(), ..options }), FileDigest::default());
    let (mut piece, mut progress) = (vec![0; PIECE], Progress::new());
    while !importer.is_full() || is_hashed {
        interrupt.check()?;
        let bytes = match file.bytes.read(&mut piece).map_err(unreadable)? {
            0 => break,
            read => &piece[..read],
        };
        importer.push(bytes).map_err(|error| unmatched(error, importer.sheet()))?;
        if is_hashed {
            digest.push(bytes);
        }
        progress.show(|| match file.stored_bytes {
            Some(all) => format!("reading {name}: {} of {} MiB", importer.bytes_in() >> 20, all >> 20),
            None => format!("reading {name}: {} MiB", importer.bytes_in() >> 20),
        });
    }
    if let Some(expected) = sha256 {
        check_sha256(&name, expected, digest.clone())?;
    }
    let mut journal = None;
    if let Some(sidecar) = sidecar {
        sidecar.check(&name, digest.clone())?;
        journal = sidecar.journal;
    }
    let sheet = importer.sheet();
    let imported = importer.finish().map_err(|error| unmatched(error, sheet))?;
    Ok((Imported { journal, ..imported }, digest))
}

/// Why a trace cannot be used; of a table also how to say what its columns are.
fn unmatched(error: Error, sheet: Option<Sheet>) -> Failure {
    match sheet {
        Some(sheet) => Failure::usage(format!("{error}; {}", sheet.hint(COLUMNS.name))),
        None => error.into(),
    }
}

/// A file that is open, or standard input.
struct Opened {
    bytes: Box<dyn Read>,
    /// None if it is not known.
    stored_bytes: Option<u64>,
}

impl Opened {
    fn new(name: &str) -> io::Result<Self> {
        if name == STDIN {
            return Ok(Self { bytes: Box::new(io::stdin()), stored_bytes: None });
        }
        let file = File::open(name)?;
        let stored_bytes = Some(file.metadata()?.len());
        Ok(Self { bytes: Box::new(file), stored_bytes })
    }
}

/// The name of the file beside `trace`.
fn beside(trace: &str) -> String {
    format!("{trace}.json")
}

fn sidecar(trace: &str) -> Result<Option<Sidecar>, Failure> {
    let name = beside(trace);
    match read_to_string(&name) {
        Ok(text) => Ok(Some(Sidecar::from_json(&name, &text)?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::usage(format!("{name}: the file beside the trace cannot be read: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn journal(trace: &str, device: &str) -> Option<std::ops::Range<u32>> {
        let file = format!("{}/../traces/{trace}", env!("CARGO_MANIFEST_DIR"));
        let document = json!({ "device": { "preset": device }, "workload": { "kind": "trace", "file": file } });
        let experiment = Experiment::new(&document, &[]).unwrap();
        let records = recorded(&experiment, &Interrupt::default()).ok().flatten();
        source::of(&experiment, records.as_ref()).unwrap().journal()
    }

    #[test]
    fn the_file_beside_a_trace_tells_the_run_where_the_journal_is() {
        // From byte 134 352 896 on, 16 MiB, on pages of 2 KiB.
        let files = std::fs::read_dir(format!("{}/../traces", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let recorded: Vec<String> = names.filter(|name| name.ends_with(".gz")).collect();
        assert_eq!(recorded.len(), 9);
        for trace in recorded {
            assert_eq!(journal(&trace, "micron-lb"), Some(65_602..65_602 + 8192), "{trace}");
        }
        assert_eq!(journal("clash-figure-2.csv", "micron-lb"), None);
        assert_eq!(journal("oltp-journal.csv.gz", "toy"), None, "folded onto 20 pages");
    }
}
