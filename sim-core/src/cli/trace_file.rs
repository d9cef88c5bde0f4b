//! Reads a trace from its file, and holds it against its hash and the sidecar beside it (SPEC 13).

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::progress::Progress;
use crate::experiment::document::Experiment;
use crate::trace::import::{ImportOptions, Importer};
use crate::trace::replay::SharedRecords;
use crate::trace::report::Imported;
use crate::trace::sidecar::{FileDigest, Sidecar, check_sha256};
use crate::workload::trace;
use std::fs::{File, read_to_string};
use std::io::{ErrorKind, Read};

/// Bytes read at a time.
const PIECE: usize = 1 << 20;

/// The stream that `experiment` replays; none if its workload is no trace.
pub(super) fn recorded(experiment: &Experiment, interrupt: &Interrupt) -> Result<Option<SharedRecords>, Failure> {
    if experiment.workload_kind != trace::KIND {
        return Ok(None);
    }
    let settings = &experiment.workload;
    let file = settings.word(trace::FILE.name);
    if file.is_empty() {
        return Err(Failure::usage("workload.file: null is not the name of a trace's file; give --trace FILE"));
    }
    let options = trace::import_options(settings, file)?;
    let device = options.device;
    let sha256 = Some(settings.word(trace::SHA256.name)).filter(|digits| !digits.is_empty());
    let imported = import(options, sha256, interrupt)?;
    Ok(Some(imported.into_device(device)?.records.into()))
}

/// Reads the trace file that `options` name. It must have the hash `sha256`, if one is given, and that of its sidecar.
pub(super) fn import(options: ImportOptions, sha256: Option<&str>, interrupt: &Interrupt) -> Result<Imported, Failure> {
    let name = options.name.clone();
    let unreadable = |error| Failure::usage(format!("{name}: the trace cannot be read: {error}"));
    let sidecar = sidecar(&name)?;
    let is_hashed = sha256.is_some() || sidecar.as_ref().is_some_and(|sidecar| sidecar.sha256.is_some());
    let mut file = File::open(&name).map_err(unreadable)?;
    let stored_bytes = file.metadata().map_err(unreadable)?.len();
    let (mut importer, mut digest) = (Importer::new(options), FileDigest::default());
    let (mut piece, mut progress) = (vec![0; PIECE], Progress::new());
    while !importer.is_full() || is_hashed {
        interrupt.check()?;
        let bytes = match file.read(&mut piece).map_err(unreadable)? {
            0 => break,
            read => &piece[..read],
        };
        importer.push(bytes)?;
        if is_hashed {
            digest.push(bytes);
        }
        progress.show(|| format!("reading {name}: {} of {} MB", importer.bytes_in() >> 20, stored_bytes >> 20));
    }
    if let Some(expected) = sha256 {
        check_sha256(&name, expected, digest.clone())?;
    }
    if let Some(sidecar) = sidecar {
        sidecar.check(&name, digest)?;
    }
    Ok(importer.finish()?)
}

fn sidecar(trace: &str) -> Result<Option<Sidecar>, Failure> {
    let name = format!("{trace}.json");
    match read_to_string(&name) {
        Ok(text) => Ok(Some(Sidecar::from_json(&name, &text)?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::usage(format!("{name}: the file beside the trace cannot be read: {error}"))),
    }
}
