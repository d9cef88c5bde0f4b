//! Traces that were read, looked at before anything runs: their overview in a window, what a device's address mappings leave of them, and what is
//! written of them.

use super::failure::failure;
use super::session::{Session, now};
use super::{json_of, parse};
use crate::assembly::source;
use crate::base::error::Error;
use crate::experiment::device;
use crate::experiment::document::Experiment;
use crate::trace::Format;
use crate::trace::address::AddressMode;
use crate::trace::change::{Change, Changed};
use crate::trace::columns::Columns;
use crate::trace::import::{ImportOptions, Importer};
use crate::trace::overview::mapping::mapped;
use crate::trace::overview::run::{OverviewRun, overview};
use crate::trace::overview::window::Window;
use crate::trace::record::Record;
use crate::trace::report::{DeviceStream, Imported};
use crate::trace::sheet::Sheet;
use crate::workload::trace::replay_options;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Records between two looks at the clock.
const SLICE: usize = 1 << 14;

/// An overview under way.
pub(super) struct Looking {
    run: OverviewRun,
    trace: usize,
    device: usize,
}

/// The names of the formats that traces are written in.
#[wasm_bindgen]
pub fn trace_formats_written() -> Result<String, JsValue> {
    json_of(&Format::writable().collect::<Vec<_>>())
}

#[wasm_bindgen]
impl Session {
    /// Begins to read a trace file called `name` whose columns are stated, as by `workload.columns`.
    pub fn import_begin_columns(&mut self, name: &str, columns: &str) -> Result<(), JsValue> {
        let columns = Columns::stated("workload.columns", columns).map_err(failure)?;
        self.import_with(ImportOptions { columns: Some(columns), ..ImportOptions::new(name) });
        Ok(())
    }

    /// The table that the file read last may be, as JSON; null if it is none. See `trace/sheet/`.
    pub fn sheet(&self) -> Result<String, JsValue> {
        json_of(&self.sheet.as_ref().map(Sheet::told))
    }

    /// What its first rows come to with these columns, as JSON.
    pub fn sheet_read(&self, columns: &str) -> Result<String, JsValue> {
        json_of(&self.sheet.as_ref().ok_or_else(nothing_begun)?.read(columns))
    }

    /// Begins the overview of the trace at place `trace` among those read: of `device`, or of the one with most requests, in `window`.
    pub fn overview_begin(&mut self, trace: usize, device: Option<u32>, window: &str) -> Result<(), JsValue> {
        let (imported, device) = self.stream(trace, device)?;
        let run = OverviewRun::new(&imported.devices[device].records, window_of(window)?);
        self.looking = Some(Looking { run, trace, device });
        Ok(())
    }

    /// Goes on with it. `false` if the budget was used up before its end.
    pub fn overview_step(&mut self, budget_ms: f64) -> Result<bool, JsValue> {
        let looking = self.looking.as_mut().ok_or_else(nothing_begun)?;
        let records = &self.imported[looking.trace].devices[looking.device].records;
        let end_ms = now() + budget_ms;
        while looking.run.go_on(records, SLICE) {
            if now() >= end_ms {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How far it is: records gone over, and to go over.
    pub fn overview_progress(&self) -> Vec<f64> {
        let (done, all) = self.looking.as_ref().map_or((0, 0), |looking| looking.run.progress());
        vec![done as f64, all as f64]
    }

    /// The overview, as JSON.
    pub fn overview_finish(&mut self) -> Result<String, JsValue> {
        json_of(&self.looking.take().ok_or_else(nothing_begun)?.run.finish())
    }

    /// What an address mapping of the device of `document` leaves of the requests in `window`, as JSON.
    pub fn overview_mapped(
        &self,
        trace: usize,
        device: Option<u32>,
        window: &str,
        mode: &str,
        document: &str,
    ) -> Result<String, JsValue> {
        let (imported, device) = self.stream(trace, device)?;
        let experiment = Experiment::new(&parse(document)?, &[]).map_err(failure)?;
        let space = source::address_space(&device::geometry_of(&experiment).map_err(failure)?);
        let mode = AddressMode::named(mode).map_err(failure)?;
        json_of(&mapped(&imported.devices[device].records, window_of(window)?, mode, space))
    }

    /// The overview of the first `most` requests of the generator of `document`, as JSON.
    pub fn overview_generated(&self, document: &str, most: usize) -> Result<String, JsValue> {
        let experiment = Experiment::new(&parse(document)?, &[]).map_err(failure)?;
        let requests = source::of(&experiment, None).map_err(failure)?.take(most);
        let pack = |request: crate::base::request::Request| {
            Record::pack(request.arrival_ns, request.op, request.sector, u64::from(request.sectors)).ok()
        };
        let records: Vec<Record> = requests.filter_map(pack).collect();
        json_of(&overview(&records, Window::default()))
    }

    /// Writes the requests of a device in `window` as `format`, piece by piece, each given to `take`; with the times and addresses that they have in
    /// the experiment `document`, if there is one. What is done to them by it and what is lost, in sentences, as JSON.
    pub fn trace_write(
        &self,
        trace: usize,
        device: Option<u32>,
        window: &str,
        format: &str,
        document: Option<String>,
        take: &js_sys::Function,
    ) -> Result<String, JsValue> {
        let (imported, device) = self.stream(trace, device)?;
        let format = Format::choice(format).map_err(failure)?.ok_or_else(nothing_begun)?;
        let number = imported.devices[device].device;
        let as_they_are = Change { device: Some(number), window: window_of(window)?, ..Change::default() };
        let change = match document {
            Some(document) => as_replayed(as_they_are, &document)?,
            None => as_they_are,
        };
        let Changed { trace, notes, mut losses } = imported.changed(change).map_err(failure)?;
        losses.extend(trace.losses(format).map_err(failure)?.notes());
        let taken = trace.write_as(format, |piece| {
            let piece = js_sys::Uint8Array::from(piece);
            let refused = |_| Error::Trace("what was written could not be taken".into());
            take.call1(&JsValue::NULL, &piece).map(|_| ()).map_err(refused)
        });
        taken.map_err(failure)?;
        json_of(&[notes, losses])
    }
}

impl Session {
    /// Keeps the table that the file being read may be.
    pub(super) fn keep_sheet(&mut self) {
        self.sheet = self.importer.as_mut().and_then(Importer::sheet);
    }

    /// A trace, and the place of one of its devices.
    fn stream(&self, trace: usize, device: Option<u32>) -> Result<(&Imported, usize), JsValue> {
        let imported = self.imported.get(trace).ok_or_else(nothing_begun)?;
        let wanted = device.unwrap_or_else(|| imported.default_device());
        let is_wanted = |stream: &DeviceStream| stream.device == wanted;
        match imported.devices.iter().position(is_wanted) {
            Some(place) => Ok((imported, place)),
            None => Err(failure(Error::Trace(format!("{}: it has no requests of device {wanted}", imported.name)))),
        }
    }
}

/// The same change, and the times and addresses that requests have in the experiment `document`.
fn as_replayed(change: Change, document: &str) -> Result<Change, JsValue> {
    let experiment = Experiment::new(&parse(document)?, &[]).map_err(failure)?;
    let replay = replay_options(&experiment.workload).map_err(failure)?;
    let space = source::address_space(&device::geometry_of(&experiment).map_err(failure)?);
    Ok(Change { time_scale: replay.time_scale, addresses: Some((replay.address, space)), ..change })
}

fn window_of(text: &str) -> Result<Window, JsValue> {
    serde_json::from_value(parse(text)?).map_err(|error| failure(Error::Document(format!("window: {error}"))))
}

fn nothing_begun() -> JsValue {
    failure(Error::Trace("no trace is being looked at".into()))
}
