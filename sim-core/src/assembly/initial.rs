//! Puts a device together as an experiment describes it, holding what it holds before the first request.

#[cfg(feature = "layers")]
use super::planned;
#[cfg(feature = "layers")]
use crate::assembly::offline;
use crate::base::error::Error;
use crate::base::request::{HostOp, Request, SECTOR_BYTES};
use crate::base::rng::{Component, Rng};
use crate::base::span::Span;
use crate::buffer::entry::BufferContext;
use crate::buffer::{self, Buffer};
use crate::experiment::device;
use crate::experiment::document::Experiment;
use crate::experiment::run::PowerCut;
use crate::flash::clock::Clock;
#[cfg(feature = "layers")]
use crate::flash::clock::event::Event;
use crate::flash::clock::serial::Serial;
use crate::flash::counters::Counters;
use crate::flash::device_state::DeviceState;
use crate::flash::halt::Halt;
use crate::flash::shadow::Shadow;
use crate::ftl::layer::Build;
use crate::ftl::{self, Ftl, LayerEntry};
#[cfg(feature = "layers")]
use crate::machine::changes::DeviceSetup;
use crate::machine::changes::Plan;
use crate::machine::{Machine, Parts};
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use crate::nand::geometry::Geometry;
use crate::nand::timing::Timing;
use crate::trace::replay::SharedRecords;
use crate::workload::source::Source;
use std::sync::Arc;

/// Most look-ups that a policy may know in advance, 4 bytes each.
const FUTURE_MAX: u64 = 1 << 26;

/// The machine that `experiment` describes. `watched` keeps what views, checks and power cuts need: versions of pages
/// and their out-of-band bytes, 16 B a physical and 12 B a logical page.
///
/// # Errors
/// A device that cannot be built, a layer or source that refuses it, or an initial state that does not fit.
pub fn machine(experiment: &Experiment, source: Source, watched: bool) -> Result<Machine, Error> {
    let recorded = source.recorded().cloned();
    replaying(experiment, source, recorded.as_ref(), watched)
}

/// The same, with the stream to replay, which changes in mid-run may bring although the run begins with a generator.
///
/// # Errors
/// As [`machine`].
#[cfg_attr(not(feature = "layers"), allow(unused_variables))]
pub fn replaying(
    experiment: &Experiment,
    source: Source,
    recorded: Option<&SharedRecords>,
    watched: bool,
) -> Result<Machine, Error> {
    #[cfg(feature = "layers")]
    if let Some(tried) = offline::filled_in(experiment, &source)? {
        return machine(&tried, source, watched);
    }
    let layer = layer(experiment)?;
    let geometry = Geometry { spare_pages: layer.spare_pages(&experiment.ftl), ..device::geometry_of(experiment)? };
    let timing = device::timing(&experiment.device);
    let seed = experiment.run.integer("seed");
    let power_cut = PowerCut::of(&experiment.run);
    let watched = watched || power_cut.is_some();
    let event_clock = experiment.device.word("clock") == "event";

    let order = device::program_order(&experiment.device, layer.program_order);
    let mut nand = Nand::new(geometry, order, device::endurance(&experiment.device), watched);
    #[cfg(feature = "layers")]
    let plan = planned::plan(experiment, &nand, recorded)?;
    #[cfg(not(feature = "layers"))]
    let plan = Plan {};
    let clock = match event_clock {
        true => side_by_side(experiment, &geometry)?,
        false => Clock::Serial(Serial::new(timing)),
    };
    let mut ftl = layer.build(Build {
        settings: &experiment.ftl,
        nand: &nand,
        timing,
        event_clock,
        journal: source.journal(),
        future: future(experiment, &source, &geometry)?,
        #[cfg(feature = "layers")]
        operations: recorded.and_then(SharedRecords::operations).cloned(),
        seed,
    })?;
    let mut shadow = watched.then(|| Shadow::new(geometry.logical_pages));
    if let Some(cut) = power_cut.filter(|_| !ftl.recovers()) {
        return Err(cannot_recover(&cut));
    }
    fill(experiment, &mut ftl, &mut nand, &mut shadow)?;
    let core = DeviceState {
        shadow,
        controller_ns: timing.controller_ns,
        map_entries: ftl.map_entries(),
        ..DeviceState::new(nand, clock)
    };
    let mut machine = Machine::new(Parts {
        core,
        buffer: buffer(experiment, &geometry)?,
        ftl,
        source,
        queue_depth: queue_depth(experiment),
        warmup_requests: experiment.run.integer("warmup_requests"),
        continue_after_power_cut: experiment.run.flag("continue_after_power_cut"),
        plan: Plan::default(),
    });
    if experiment.run.word("initial_state") == "full_rand" {
        machine = overwrite(machine, experiment, seed, timing)?;
    }
    machine.plan = plan;
    machine.core.nand.erase_failures.ask(device::erase_failures(&experiment.device));
    machine.core.nand.program_failures.ask(device::program_failures(&experiment.device));
    machine.core.nand.reserve = device::reserve(&experiment.device, &geometry, seed)?;
    machine.core.nand.keep_erased = event_clock && power_cut.is_some();
    machine.core.power_cut_at = power_cut.and_then(|cut| cut.operation).unwrap_or(u64::MAX);
    machine.power_cut_request = power_cut.and_then(|cut| cut.request).unwrap_or(u64::MAX);
    Ok(machine)
}

#[cfg(feature = "layers")]
fn side_by_side(experiment: &Experiment, geometry: &Geometry) -> Result<Clock, Error> {
    let DeviceSetup { timing, read_priority, cuts_transfers, .. } = device_setup(experiment);
    let mut event = Event::new(geometry, timing, read_priority);
    if cuts_transfers {
        event.cuts_transfers(geometry.sectors_per_page());
    }
    Ok(Clock::Event(Box::new(event)))
}

#[cfg(not(feature = "layers"))]
fn side_by_side(_: &Experiment, _: &Geometry) -> Result<Clock, Error> {
    Err(Error::Run("this core has no event clock".into()))
}

/// What is set about flash and clock.
#[cfg(feature = "layers")]
pub(super) fn device_setup(experiment: &Experiment) -> DeviceSetup {
    DeviceSetup {
        timing: device::timing(&experiment.device),
        endurance: device::endurance(&experiment.device),
        erase_failures: device::erase_failures(&experiment.device),
        program_failures: device::program_failures(&experiment.device),
        read_priority: experiment.device.flag("read_priority"),
        cuts_transfers: experiment.ftl.0.get("xfer_suspend").is_some_and(|suspends| suspends == true),
    }
}

/// How many requests are under way at a time; none where they arrive by a clock of their own.
pub(super) fn queue_depth(experiment: &Experiment) -> Option<u64> {
    experiment.workload.0.get("queue_depth").and_then(|depth| depth.as_u64())
}

/// Why power cannot be cut in `operation`.
pub(super) fn cannot_recover(cut: &PowerCut) -> Error {
    let (name, value) = cut.field();
    Error::Value {
        field: format!("run.{name}"),
        value: value.to_string(),
        expected: "null, since collections take no time here, or a plane fails besides (ftl.blocking, ftl.kill_plane)"
            .into(),
        nearest: Some("null".into()),
    }
}

pub(super) fn layer(experiment: &Experiment) -> Result<&'static LayerEntry, Error> {
    ftl::layer(&experiment.ftl_kind)
        .ok_or_else(|| Error::Run(format!("no translation layer is called {}", experiment.ftl_kind)))
}

/// The map block of each look-up, for the one policy that goes by what is to come.
fn future(experiment: &Experiment, source: &Source, geometry: &Geometry) -> Result<Option<Arc<[u32]>>, Error> {
    if experiment.ftl.0.get("policy").is_none_or(|policy| policy != "opt") {
        return Ok(None);
    }
    let in_order = experiment.run.word("initial_state") != "full_rand"
        && PowerCut::of(&experiment.run).is_none()
        && experiment.device.word("clock") == "serial";
    if !in_order {
        return Err(Error::Conflict(
            "ftl.policy opt knows the look-ups of the run's requests, one after the other: not on device.clock event, not with \
             run.power_cut, nor after run.initial_state full_rand"
                .into(),
        ));
    }
    let entries = experiment.ftl.integer("cache_block_bytes").max(4) as u32 / 4;
    let mut blocks = Vec::new();
    for request in source.clone().filter(|request| request.op != HostOp::Flush) {
        let Span { first, count } = Span::new(&request, geometry.sectors_per_page());
        if blocks.len() as u64 + u64::from(count) > FUTURE_MAX {
            return Err(Error::Conflict(format!(
                "ftl.policy opt looks ahead over {FUTURE_MAX} pages at most; this run has more"
            )));
        }
        blocks.extend((first..first + count).map(|lpn| lpn / entries));
    }
    Ok(Some(blocks.into()))
}

/// The buffer, empty.
pub(super) fn buffer(experiment: &Experiment, geometry: &Geometry) -> Result<Buffer, Error> {
    if experiment.buffer_kind != "none" && layer(experiment)?.traits.caches_pages {
        return Err(Error::Value {
            field: "buffer.kind".into(),
            value: experiment.buffer_kind.clone(),
            expected: format!("none, since ftl.kind {} brings its own RAM", experiment.ftl_kind),
            nearest: Some("\"none\"".into()),
        });
    }
    let entry = buffer::BUFFERS.iter().find(|entry| entry.info.kind == experiment.buffer_kind);
    let entry = entry.ok_or_else(|| Error::Run(format!("no write buffer is called {}", experiment.buffer_kind)))?;
    Buffer::new(entry, &experiment.buffer, &site(experiment, geometry))
}

/// Where the buffer stands.
pub(super) fn site(experiment: &Experiment, geometry: &Geometry) -> BufferContext {
    let timing = device::timing(&experiment.device);
    BufferContext { geometry: *geometry, timing, log_blocks: shared_log_blocks(experiment, geometry) }
}

/// Log blocks for pages of any logical block: those that the layer is set to have, or what it would have by default.
fn shared_log_blocks(experiment: &Experiment, geometry: &Geometry) -> u32 {
    let set = experiment.ftl.0.get("log_blocks").and_then(|blocks| blocks.as_u64());
    let of_plane = set.map_or_else(|| geometry.default_log_blocks(), |blocks| blocks as u32);
    // One of them takes pages in order alone.
    (of_plane.saturating_sub(1) * geometry.planes()).max(1)
}

/// Writes the first pages directly, in ascending order.
fn fill(experiment: &Experiment, ftl: &mut Ftl, nand: &mut Nand, shadow: &mut Option<Shadow>) -> Result<(), Error> {
    let logical = nand.geometry.logical_pages;
    let pages = match experiment.run.word("initial_state") {
        "full_seq" | "full_rand" => logical,
        "partial" => (f64::from(logical) * experiment.run.number("fill")) as u32,
        "aged" => aged(experiment, ftl, nand)?,
        "dirty_alloc" => {
            nand.blocks.iter_mut().for_each(|block| block.state = BlockState::Stale);
            0
        }
        _ => 0,
    };
    for lpn in 0..pages {
        let version = shadow.as_mut().map_or(0, |shadow| shadow.write(lpn));
        ftl.fill(lpn, version, nand).map_err(|halt| Error::Run(format!("the initial state does not fit: {halt}")))?;
        if let Some(shadow) = shadow {
            shadow.acknowledge(lpn, version);
        }
    }
    ftl.filled(nand).map_err(|halt| Error::Run(format!("the initial state does not fit: {halt}")))
}

/// Leaves outdated pages behind. How many pages of the host are valid beside them.
fn aged(experiment: &Experiment, ftl: &mut Ftl, nand: &mut Nand) -> Result<u32, Error> {
    let valid = experiment.run.optional("aged_pages").map(|pages| pages.min(u64::from(u32::MAX)) as u32);
    let aged = ftl.age(experiment.run.number("aged_used"), valid, nand);
    let aged = aged.map_err(|halt| Error::Run(format!("the initial state does not fit: {halt}")))?;
    aged.ok_or_else(|| Error::Value {
        field: "run.initial_state".into(),
        value: "aged".into(),
        expected: format!("another state, since ftl.kind {} knows none of outdated pages", experiment.ftl_kind),
        nearest: Some("\"full_rand\"".into()),
    })
}

/// Runs `overwrites` × capacity uniform random page writes, then sets clock and counters back. What is prepared is the flash:
/// a buffer is empty when the run begins.
fn overwrite(mut machine: Machine, experiment: &Experiment, seed: u64, timing: Timing) -> Result<Machine, Error> {
    let geometry = machine.core.nand.geometry;
    let writes = (f64::from(geometry.logical_pages) * experiment.run.number("overwrites")) as u64;
    let mut rng = Rng::new(seed, Component::Policy);
    let spp = u64::from(geometry.page_bytes) / SECTOR_BYTES;
    // The serial clock does each write at once, and leaves nothing in a queue.
    let clock = std::mem::replace(&mut machine.core.clock, Clock::Serial(Serial::new(timing)));
    let buffer = std::mem::replace(&mut machine.buffer, Buffer::None);
    for _ in 0..writes {
        let sector = rng.below(u64::from(geometry.logical_pages)) * spp;
        let request = Request { arrival_ns: 0, op: HostOp::Write, sector, sectors: spp as u32 };
        machine
            .write_at_once(&request)
            .map_err(|halt: Halt| Error::Run(format!("the initial state full_rand cannot be reached: {halt}")))?;
    }
    (machine.core.clock, machine.core.counters, machine.buffer) = (clock, Counters::default(), buffer);
    (machine.core.operations, machine.core.flash_operations) = (0, 0);
    Ok(machine)
}
