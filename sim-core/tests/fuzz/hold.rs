//! What must hold of a damaged trace.

use super::case::Case;
use sim_core::base::error::Error;
use sim_core::base::request::HostOp;
use sim_core::trace::Format;
use sim_core::trace::address::{AddressMode, AddressSpace};
use sim_core::trace::change::Change;
use sim_core::trace::import::{ImportOptions, Importer};
use sim_core::trace::overview::run::overview;
use sim_core::trace::overview::window::Window;
use sim_core::trace::record::Record;
use sim_core::trace::report::{DeviceStream, Imported};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Nobody reads a longer sentence.
const SENTENCE_MAX: usize = 4_000;
const SPACE: AddressSpace = AddressSpace { sectors: 4096, sectors_per_page: 8, sectors_per_block: 256 };

/// All of it, or what is broken. What the trace was read as; none if it was refused.
pub(super) fn all(case: &Case) -> Result<Option<Format>, String> {
    caught(|| reads_or_refuses(case))
}

/// What `held` says, or as what is broken its panic.
pub(super) fn caught<T>(held: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(held)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        Err(text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).into())).unwrap_or_default())
    })
}

fn reads_or_refuses(case: &Case) -> Result<Option<Format>, String> {
    let options = match case.options() {
        Ok(options) => options,
        Err(why) => return is_a_sentence(&why).map(|()| None),
    };
    let whole = read(&options, &case.bytes, usize::MAX);
    let in_pieces = read(&options, &case.bytes, case.step);
    if whole != in_pieces && !is_damaged_packing(&whole, &in_pieces) {
        return Err(format!("in one piece: {whole:?}\nin pieces of {}: {in_pieces:?}", case.step));
    }
    match whole {
        Err(why) => is_a_sentence(&why.to_string()).map(|()| None),
        Ok(trace) => holds_together(&trace).map(|()| Some(trace.format)),
    }
}

/// Whether both are refused, one for what it is packed in: how much is unpacked before the damage is come to depends on the pieces.
fn is_damaged_packing(one: &Result<Imported, Error>, other: &Result<Imported, Error>) -> bool {
    let is_packing = |error: &Error| error.to_string().contains(" file cannot be read: ");
    matches!((one, other), (Err(one), Err(other)) if is_packing(one) || is_packing(other))
}

fn read(options: &ImportOptions, bytes: &[u8], step: usize) -> Result<Imported, Error> {
    let mut importer = Importer::new(options.clone());
    let pushed = bytes.chunks(step).try_for_each(|piece| importer.push(piece));
    // What the page shows of a table that nothing knows.
    if let Some(sheet) = importer.sheet() {
        let _ = (sheet.told(), sheet.hint("--columns"), sheet.read("time=1,op=2,offset=3,size=4"));
    }
    pushed?;
    importer.finish()
}

/// Whether a person can read it.
pub(super) fn is_a_sentence(text: &str) -> Result<(), String> {
    let is_readable = !text.is_empty() && text.len() <= SENTENCE_MAX && !text.chars().any(char::is_control);
    if is_readable { Ok(()) } else { Err(format!("no sentence: {text:?}")) }
}

fn holds_together(trace: &Imported) -> Result<(), String> {
    let notes = [trace.notes.clone(), trace.reading_losses()].concat();
    notes.iter().try_for_each(|note| is_a_sentence(note))?;
    for bad in &trace.bad_lines.first {
        is_a_sentence(&bad.to_string())?;
    }
    let counted: usize = trace.devices.iter().map(|device| device.records.len()).sum();
    if counted as u64 != trace.requests || counted == 0 {
        return Err(format!("{counted} records of {} requests", trace.requests));
    }
    for device in &trace.devices {
        let in_order = device.records.is_sorted_by_key(|record| record.t_ns());
        let sized = device.records.iter().all(|record| record.op() == HostOp::Flush || record.sectors() > 0);
        if !in_order || !sized || device.records[0].t_ns() != 0 {
            return Err(format!("{}: not in order from 0, or without a size", device.label));
        }
        is_a_sentence(&device.label)?;
        let whole = overview(&device.records, Window::default());
        if whole.requests != device.records.len() as u64 {
            return Err(format!("the overview counts {} requests", whole.requests));
        }
    }
    is_written_and_read_back(trace)?;
    folds(trace)
}

/// What CSV can say is all there is.
fn is_written_and_read_back(trace: &Imported) -> Result<(), String> {
    let again = rewritten(trace)?;
    let told = |trace: &Imported| {
        let of = |device: &DeviceStream| (device.starts_after_ns, device.records.clone());
        let mut streams: Vec<(u64, Vec<Record>)> = trace.devices.iter().map(of).collect();
        // Devices are numbered anew.
        streams.sort_by_key(|(start, records)| (*start, records.first().map(|record| record.sector()), records.len()));
        streams
    };
    if told(trace) == told(&again) && again.bad_lines.count == 0 {
        return Ok(());
    }
    Err(format!("written as CSV and read back, {:?} are {:?} ({:?})", told(trace), told(&again), again.bad_lines))
}

fn rewritten(trace: &Imported) -> Result<Imported, String> {
    let mut text = Vec::new();
    let taken = trace.write_as(Format::Csv, |piece| {
        text.extend_from_slice(piece);
        Ok::<(), Error>(())
    });
    taken.map_err(|error| error.to_string())?;
    read(&ImportOptions::new("again"), &text, usize::MAX)
        .map_err(|error| format!("{error}, of {}", text.escape_ascii()))
}

/// Fitted to a small device, all of it lies there.
fn folds(trace: &Imported) -> Result<(), String> {
    // A request of 4 GiB becomes thousands.
    let sectors: u64 =
        trace.devices.iter().flat_map(|device| &device.records).map(|record| u64::from(record.sectors())).sum();
    if sectors > 1000 * SPACE.sectors {
        return Ok(());
    }
    let change = Change { addresses: Some((AddressMode::Fold, SPACE)), time_scale: 0.5, ..Change::default() };
    let folded = trace.changed(change).map_err(|error| error.to_string())?.trace;
    let records = folded.devices.iter().flat_map(|device| &device.records);
    if records.clone().any(|record| record.end() > SPACE.sectors) {
        return Err("a folded request lies beyond the device".into());
    }
    let folded_sectors: u64 = records.map(|record| u64::from(record.sectors())).sum();
    if folded_sectors == sectors { Ok(()) } else { Err(format!("{sectors} sectors are {folded_sectors} when folded")) }
}
