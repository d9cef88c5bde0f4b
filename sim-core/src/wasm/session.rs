//! One lane, as the worker drives it.
//!
//! Long work takes a budget of milliseconds and says whether it is done, so that the worker can tell its progress and
//! hear a cancel in between.

use super::failure::failure;
use super::{json_of, parse};
use crate::assembly::initial;
use crate::assembly::source;
use crate::base::error::Error;
use crate::boundary::import::ImportedTrace;
use crate::boundary::opened::{Geometry, Opened, WATCHED_PAGES_MAX};
use crate::experiment::device;
use crate::experiment::document::Experiment;
use crate::metrics::reference;
#[cfg(feature = "layers")]
use crate::metrics::report::Engine;
#[cfg(feature = "layers")]
use crate::metrics::run::Run;
use crate::replay::breakpoint::Breakpoint;
use crate::replay::lane::Lane;
use crate::replay::places::{SyncPoint, Unit};
use crate::trace::address::AddressMap;
use crate::trace::import::{ImportOptions, Importer};
use crate::trace::replay::SharedRecords;
use crate::trace::report::Imported;
use crate::trace::sidecar::{FileDigest, Journal};
use crate::view::charts::theory;
use crate::view::frame::{Stage, frame};
use crate::view::observables::observables;
use crate::view::page::{age, details, look};
use crate::view::raster::{Raster, Style};
use crate::view::request::{StageRequest, View};
use crate::view::series::Series;
use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    /// The worker's clock: only for giving control back in time.
    #[wasm_bindgen(js_namespace = performance)]
    pub(super) fn now() -> f64;
}

/// Requests of a report's run between two looks at the clock.
#[cfg(feature = "layers")]
const REPORT_SLICE: u64 = 2048;
/// How long a step may take before it gives control back.
const STEP_BUDGET_MS: f64 = 24.0;
/// Most requests between two looks at the clock.
const LOOK_EVERY: u32 = 16;
/// Requests that take longer than this are looked after one by one.
const LONG_MS: f64 = 1.0;

/// A lane and what belongs to it.
#[wasm_bindgen]
#[derive(Default)]
pub struct Session {
    pub(super) experiment: Option<Experiment>,
    lane: Option<Lane>,
    pub(super) importer: Option<Importer>,
    /// Where the trace being read has a journal.
    journal: Option<Journal>,
    pub(super) imported: Vec<Imported>,
    pub(super) records: Option<SharedRecords>,
    raster: Raster,
    series: Series,
    pixels: Vec<u8>,
    checked: u64,
    #[cfg(feature = "layers")]
    reporting: Option<Reporting>,
    /// A run that is written down.
    #[cfg(feature = "layers")]
    pub(super) logging: Option<crate::log::run::LogRun>,
    /// An overview of a trace under way.
    #[cfg(feature = "layers")]
    pub(super) looking: Option<super::trace::Looking>,
    /// The table that the file is which was refused last; none if it is none.
    #[cfg(feature = "layers")]
    pub(super) sheet: Option<crate::trace::sheet::Sheet>,
    digest: FileDigest,
}

/// A run for a report, and the time it took so far.
#[cfg(feature = "layers")]
struct Reporting {
    run: Run,
    wall_ms: f64,
}

#[wasm_bindgen]
impl Session {
    /// A session without an experiment.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Opens an experiment at its start. Gives the document with every field filled in, and the geometry.
    /// `trace` is the place of the trace to replay among those read.
    pub fn open(&mut self, document: &str, trace: Option<usize>) -> Result<String, JsValue> {
        let opened = self.opened(&parse(document)?, trace).map_err(failure)?;
        json_of(&opened)
    }

    fn opened(&mut self, document: &Value, trace: Option<usize>) -> Result<Opened, Error> {
        let experiment = Experiment::new(document, &[])?;
        let geometry = device::geometry_of(&experiment)?;
        if geometry.physical_pages() > WATCHED_PAGES_MAX {
            return Err(Error::TooLarge { pages: geometry.physical_pages(), most: WATCHED_PAGES_MAX });
        }
        self.records = self.recorded(trace, &experiment)?;
        let source = source::of(&experiment, self.records.as_ref())?;
        let address_mode = source.address_map().map(AddressMap::mode);
        let machine = initial::replaying(&experiment, source, self.records.as_ref(), true)?;
        let joins_commands = machine.joins_commands();
        let observables = observables(&experiment, &machine);
        self.lane = Some(Lane::new(machine));
        self.raster = Raster::default();
        self.series = Series::default();
        self.checked = 0;
        let opened = Opened {
            document: experiment.to_document(),
            geometry: Geometry::new(&geometry, &experiment),
            address_mode,
            joins_commands,
            observables,
            trace: self.records.as_ref().and_then(SharedRecords::coverage).cloned(),
            theory: reference::curve(&experiment, &geometry),
        };
        self.experiment = Some(experiment);
        Ok(opened)
    }

    /// Begins to read a trace file called `name`.
    pub fn import_begin(&mut self, name: &str) {
        self.import_with(ImportOptions::new(name));
    }

    /// Where the file system that is recorded in the trace being read kept its journal, as the file beside the trace says.
    pub fn import_journal(&mut self, first_byte: f64, bytes: f64) {
        self.journal = Some(Journal { first_byte: first_byte as u64, bytes: bytes as u64 });
    }

    /// Reads on; the requests found so far.
    pub fn import_push(&mut self, bytes: &[u8]) -> Result<f64, JsValue> {
        let Some(importer) = &mut self.importer else { return Ok(0.0) };
        self.digest.push(bytes);
        let pushed = importer.push(bytes);
        let requests = importer.requests() as f64;
        if let Err(error) = pushed {
            #[cfg(feature = "layers")]
            self.keep_sheet();
            self.importer = None;
            return Err(failure(error));
        }
        Ok(requests)
    }

    /// Whether the file holds more than is kept, so that reading on is of no use.
    pub fn import_is_full(&self) -> bool {
        self.importer.as_ref().is_some_and(Importer::is_full)
    }

    /// Ends reading. What the trace is.
    pub fn import_finish(&mut self) -> Result<String, JsValue> {
        #[cfg(feature = "layers")]
        self.keep_sheet();
        let importer = self.importer.take().ok_or_else(|| failure(Error::Trace("no trace is being read".into())))?;
        let imported = Imported { journal: self.journal, ..importer.finish().map_err(failure)? };
        #[cfg(feature = "layers")]
        {
            self.sheet = None;
        }
        let sha256 = std::mem::take(&mut self.digest).hexadecimal();
        let report = json_of(&ImportedTrace { trace: &imported, columns: imported.columns.as_deref(), sha256 })?;
        self.imported.push(imported);
        Ok(report)
    }

    /// Gives up reading.
    pub fn import_cancel(&mut self) {
        self.importer = None;
    }

    /// What stops runs from here on.
    pub fn set_breakpoints(&mut self, list: &str) -> Result<(), JsValue> {
        let list: Value = parse(list)?;
        let list = list.as_array().into_iter().flatten().map(Breakpoint::from_json).collect::<Result<_, _>>();
        self.lane()?.set_breakpoints(list.map_err(failure)?);
        Ok(())
    }

    /// Goes on by at least `operations`, or until the budget is used up.
    pub fn advance(&mut self, operations: f64, budget_ms: f64) -> Result<(), JsValue> {
        let mut stop = budget(budget_ms);
        self.lane()?.advance(operations as u64, &mut stop);
        Ok(())
    }

    /// One step of `unit`, back if `direction` is negative.
    /// `false` if it takes long and is not done: call again.
    pub fn step(&mut self, unit: &str, direction: i32) -> Result<bool, JsValue> {
        let unit = Unit::named(unit).map_err(failure)?;
        Ok(self.lane()?.step(unit, direction >= 0, &mut budget(STEP_BUDGET_MS)))
    }

    /// Goes to the moment after `operation` operations. `false` if the budget was used up before.
    pub fn seek_operation(&mut self, operation: f64, budget_ms: f64) -> Result<bool, JsValue> {
        Ok(self.lane()?.seek(operation as u64, &mut budget(budget_ms)))
    }

    /// Goes on to the beginning of a request, or to a time: where lanes meet. `false` if the budget was used up before.
    pub fn follow(&mut self, by_time: bool, to: f64, budget_ms: f64) -> Result<bool, JsValue> {
        Ok(self.lane()?.follow(sync_point(by_time, to), &mut budget(budget_ms)))
    }

    /// Goes to where lanes meet, forward or back. `false` if the budget was used up before.
    pub fn seek_sync_point(&mut self, by_time: bool, to: f64, budget_ms: f64) -> Result<bool, JsValue> {
        Ok(self.lane()?.seek_sync_point(sync_point(by_time, to), &mut budget(budget_ms)))
    }

    /// Runs until a breakpoint or the end. `false` if the budget was used up before.
    pub fn run(&mut self, budget_ms: f64) -> Result<bool, JsValue> {
        Ok(self.lane()?.run(&mut budget(budget_ms)))
    }

    /// Requests begun, for telling progress.
    pub fn progress(&mut self) -> Result<f64, JsValue> {
        Ok(self.lane()?.machine().requests_begun as f64)
    }

    /// Operations carried out, for telling the pace.
    pub fn operations(&mut self) -> Result<f64, JsValue> {
        Ok(self.lane()?.position() as f64)
    }

    /// The frame at the present position, without the stage's arrays.
    pub fn frame(&mut self, view: &str) -> Result<String, JsValue> {
        let wanted = View::from_json(&parse(view)?).map_err(failure)?;
        let stage = match &wanted.stage {
            StageRequest::None => None,
            StageRequest::Cells => Some(Stage::Cells),
            StageRequest::Map { style, full } => Some(self.draw(style, *full)?),
        };
        let theory = self.experiment.as_ref().and_then(theory);
        let lane = self.lane.as_mut().ok_or_else(nothing_open)?;
        let frame = frame(lane, &mut self.series, &wanted, theory, self.checked, stage);
        self.checked += u64::from(wanted.check);
        json_of(&frame)
    }

    fn draw(&mut self, style: &Style, full: bool) -> Result<Stage, JsValue> {
        let lane = self.lane.as_ref().ok_or_else(nothing_open)?;
        let shelves = self.raster.draw(lane.machine(), lane.history.touches.before(lane.position()), style, full);
        self.pixels = self.raster.shelves(&shelves);
        Ok(Stage::Map { layout: style.layout, shelves })
    }

    /// A copy of one of the stage's arrays.
    pub fn bulk(&mut self, name: &str) -> Result<JsValue, JsValue> {
        if name == "pixels" {
            let pixels = std::mem::take(&mut self.pixels);
            return Ok(js_sys::Uint8ClampedArray::from(&pixels[..]).unchecked_into());
        }
        let machine = self.lane()?.machine();
        let nand = &machine.core.nand;
        let bytes = |values: Vec<u8>| Ok(js_sys::Uint8Array::from(&values[..]).unchecked_into());
        let words = |values: Vec<u32>| Ok(js_sys::Uint32Array::from(&values[..]).unchecked_into());
        match name {
            "page_state" => {
                let state = |(ppn, &page): (usize, &u8)| {
                    let block = nand.block(nand.geometry.block_of(ppn as u32));
                    look(page, block.state, block.kind) as u8
                };
                bytes(nand.page_state.iter().enumerate().map(state).collect())
            }
            "page_owner" => words(nand.owner.to_vec()),
            "page_version" => words(nand.oob.as_ref().map(|oob| oob.version.to_vec()).unwrap_or_default()),
            "page_age" => words((0..nand.geometry.physical_pages()).map(|ppn| age(machine, ppn)).collect()),
            "block_state" => bytes(nand.blocks.iter().map(|block| (block.state as u8).min(3)).collect()),
            "block_valid" => words(nand.blocks.iter().map(|block| block.valid).collect()),
            "block_erases" => words(nand.blocks.iter().map(|block| block.erase_count).collect()),
            "mapping" => words((0..nand.geometry.logical_pages).map(|lpn| machine.ftl.lookup(lpn)).collect()),
            _ => Err(failure(Error::Document(format!("no array is called {name}")))),
        }
    }

    /// A block of the map, as JSON; `null` where there is none.
    #[cfg(feature = "layers")]
    pub fn map_block(&mut self, id: f64) -> Result<String, JsValue> {
        let block = crate::view::openchannel::map_block(self.lane()?, id as u32);
        json_of(&block)
    }

    /// The stripe of logical page `lpn`, as JSON; `null` where pages stand in none.
    #[cfg(feature = "layers")]
    pub fn stripe(&mut self, lpn: f64) -> Result<String, JsValue> {
        let stripe = crate::view::ttflash::stripe(self.lane()?, lpn as u32);
        json_of(&stripe)
    }

    /// What there is to choose from at this moment under the formula `text`, as JSON: see `view/formula.rs`. `of` is "buffer" for the
    /// write buffer, else it is of victims. `k` is that of the experiment where it is not given; `most` rows at most. Nothing changes by
    /// asking.
    #[cfg(feature = "layers")]
    pub fn rank_formula(&mut self, of: &str, text: &str, k: Option<f64>, most: u32) -> Result<String, JsValue> {
        use crate::view::formula::{rank, rank_buffer};
        let of_buffer = of == "buffer";
        let set = self.experiment.as_ref().and_then(|experiment| match of_buffer {
            true => experiment.buffer.0.get("k")?.as_f64(),
            false => experiment.ftl.0.get("gc.k")?.as_f64(),
        });
        let k = k.or(set).unwrap_or(1.0);
        let lane = self.lane()?;
        let ranking = if of_buffer { rank_buffer } else { rank }(lane, text, k, most as usize);
        json_of(&ranking)
    }

    /// What is known about a physical page.
    pub fn inspect(&mut self, page: f64) -> Result<String, JsValue> {
        let details = details(self.lane()?.machine(), page as u32);
        json_of(&details)
    }

    fn lane(&mut self) -> Result<&mut Lane, JsValue> {
        self.lane.as_mut().ok_or_else(nothing_open)
    }
}

/// Runs beside a lane: the core of the start page has none.
#[cfg(feature = "layers")]
#[wasm_bindgen]
impl Session {
    /// Begins a run of the whole experiment for its report, apart from the lane and with nobody watching.
    pub fn report_begin(&mut self) -> Result<(), JsValue> {
        let experiment = self.experiment.as_ref().ok_or_else(nothing_open)?;
        let run = Run::new(experiment, self.records.as_ref()).map_err(failure)?;
        self.reporting = Some(Reporting { run, wall_ms: 0.0 });
        Ok(())
    }

    /// Goes on with it. `false` if the budget was used up before its end.
    pub fn report_step(&mut self, budget_ms: f64) -> Result<bool, JsValue> {
        let reporting = self.reporting.as_mut().ok_or_else(nothing_open)?;
        let begin = now();
        let mut goes_on = true;
        while goes_on && now() < begin + budget_ms {
            goes_on = reporting.run.go_on(REPORT_SLICE);
        }
        reporting.wall_ms += now() - begin;
        Ok(!goes_on)
    }

    /// Requests of it begun, for telling progress.
    pub fn report_progress(&self) -> f64 {
        self.reporting.as_ref().map_or(0.0, |reporting| reporting.run.progress().0 as f64)
    }

    /// The report, as `flashlab run --json` prints it.
    pub fn report(&mut self) -> Result<String, JsValue> {
        let Reporting { run, wall_ms } = self.reporting.take().ok_or_else(nothing_open)?;
        let mut report = run.report();
        report.engine = Engine::of(run.machine(), wall_ms);
        Ok(report.to_json())
    }

    /// Takes an experiment for its report alone: no lane, nobody watches. `trace` is the place of the trace to replay among those read.
    pub fn prepare(&mut self, document: &str, trace: Option<usize>) -> Result<(), JsValue> {
        let experiment = Experiment::new(&parse(document)?, &[]).map_err(failure)?;
        self.records = self.recorded(trace, &experiment).map_err(failure)?;
        self.experiment = Some(experiment);
        self.lane = None;
        Ok(())
    }

    /// Requests of the report's whole run.
    pub fn report_requests(&self) -> f64 {
        self.reporting.as_ref().map_or(0.0, |reporting| reporting.run.progress().1 as f64)
    }

    /// Responses in nanoseconds of the first `most` counted requests of the report's run, in order; to be asked for before the report.
    pub fn report_responses(&self, most: u32) -> Vec<f64> {
        let in_order = self.reporting.as_ref().map(|reporting| reporting.run.samples().in_order());
        in_order.into_iter().flatten().take(most as usize).map(|ns| ns as f64).collect()
    }

    /// A number that two runs have in common if and, but for chance, only if their requests are the same.
    pub fn requests_fingerprint(&self) -> Result<String, JsValue> {
        let experiment = self.experiment.as_ref().ok_or_else(nothing_open)?;
        let source = source::of(experiment, self.records.as_ref()).map_err(failure)?;
        Ok(format!("{:016x}", source.fingerprint()))
    }

    /// The device of the report's run as a map of at most `cells` of its blocks, as JSON; to be asked for before the report, which ends the run.
    pub fn sampled_map(&self, cells: u32) -> Result<String, JsValue> {
        let reporting = self.reporting.as_ref().ok_or_else(nothing_open)?;
        json_of(&crate::view::sampled::map(&reporting.run.machine().core.nand, cells))
    }

    /// Memory that the core has taken so far.
    pub fn memory_bytes(&self) -> f64 {
        wasm_bindgen::memory()
            .unchecked_into::<js_sys::WebAssembly::Memory>()
            .buffer()
            .unchecked_into::<js_sys::ArrayBuffer>()
            .byte_length()
            .into()
    }
}

impl Session {
    /// Begins to read a trace file as `options` say.
    pub(super) fn import_with(&mut self, options: ImportOptions) {
        self.importer = Some(Importer::new(options));
        self.journal = None;
        self.digest = FileDigest::default();
    }

    /// What `experiment` is to replay: its device's requests in the trace that stands at `trace` among those read.
    pub(super) fn recorded(
        &self,
        trace: Option<usize>,
        experiment: &Experiment,
    ) -> Result<Option<SharedRecords>, Error> {
        trace.and_then(|at| self.imported.get(at)).map(|imported| records(imported, experiment)).transpose()
    }
}

/// The records of the device that `experiment` asks for.
fn records(imported: &Imported, experiment: &Experiment) -> Result<SharedRecords, Error> {
    #[cfg(feature = "layers")]
    let replaying = experiment.replaying()?;
    #[cfg(feature = "layers")]
    let experiment = replaying.as_ref().unwrap_or(experiment);
    let wanted = experiment.workload.0.get("device").and_then(Value::as_u64).map(|device| device as u32);
    imported.clone().into_records(wanted)
}

fn sync_point(by_time: bool, to: f64) -> SyncPoint {
    if by_time { SyncPoint::Time(to as u64) } else { SyncPoint::Request(to as u64) }
}

pub(super) fn nothing_open() -> JsValue {
    failure(Error::Run("no experiment is open".into()))
}

/// Says "stop" once `budget_ms` have passed.
fn budget(budget_ms: f64) -> impl FnMut() -> bool {
    let mut looked_ms = now();
    let end_ms = looked_ms + budget_ms;
    let (mut calls, mut until_look) = (0, 1);
    move || {
        calls += 1;
        if calls < until_look {
            return false;
        }
        let now_ms = now();
        until_look = if now_ms - looked_ms > LONG_MS { 1 } else { LOOK_EVERY.min(until_look * 2) };
        (calls, looked_ms) = (0, now_ms);
        now_ms >= end_ms
    }
}
