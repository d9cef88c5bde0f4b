//! What there is to see in the device that was opened: the stages of its buffer and its layer, the moments to step to, the
//! breakpoints that can come true.

use crate::buffer::BUFFERS;
use crate::experiment::device::has_failures;
use crate::experiment::document::Experiment;
use crate::flash::observables::{BreakpointKind, Moment, Observables, Stage};
use crate::machine::Machine;
use serde::Serialize;

/// What can be observed in a device.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DeviceObservables {
    /// The stages above that of the flash.
    stages: Stages,
    /// What one may step to besides operations and requests, in the order in which it is offered.
    pub moments: Vec<Moment>,
    /// The one of them that people wait for.
    pub awaited: Moment,
    /// All that can come true, in no particular order.
    pub breakpoints: Vec<BreakpointKind>,
}

/// The stages of a device, as a write meets them; none where a part has none of its own.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Stages {
    /// That of the write buffer.
    pub buffer: Option<Stage>,
    /// That of the translation layer.
    pub layer: Option<Stage>,
}

impl DeviceObservables {
    fn add(&mut self, part: &Observables) {
        self.moments.extend(part.moments);
        self.breakpoints.extend(part.breakpoints);
    }
}

/// What can be observed in `machine`, which `experiment` describes: what is the buffer's comes before what is the layer's.
pub fn observables(experiment: &Experiment, machine: &Machine) -> DeviceObservables {
    let (buffer, layer) = (of_buffer(experiment, machine), of_layer(experiment, machine));
    let mut device = DeviceObservables {
        stages: Stages { buffer: buffer.and_then(|buffer| buffer.stage), layer: layer.stage },
        moments: Vec::new(),
        awaited: buffer.unwrap_or(layer).awaited,
        breakpoints: BreakpointKind::ALWAYS.to_vec(),
    };
    if let Some(buffer) = &buffer {
        device.add(buffer);
    }
    device.add(&layer);
    if has_failures(experiment) {
        device.moments.push(Moment::BadBlock);
    }
    device
}

/// None where it has no room for anything.
fn of_buffer(experiment: &Experiment, machine: &Machine) -> Option<Observables> {
    if !machine.buffer.is_some() {
        return None;
    }
    BUFFERS.iter().find(|entry| entry.info.kind == experiment.buffer_kind)?.observables
}

/// As it is set; where its settings change in mid-run, all that it may come to have.
#[cfg(feature = "layers")]
fn of_layer(experiment: &Experiment, machine: &Machine) -> Observables {
    let entry = crate::ftl::layer(&experiment.ftl_kind);
    let changes = experiment.changes.iter().any(|change| change.set.keys().any(|path| path.starts_with("ftl.")));
    entry.filter(|_| changes).map_or(machine.ftl.traits(), |entry| entry.traits).observables
}

#[cfg(not(feature = "layers"))]
fn of_layer(_: &Experiment, machine: &Machine) -> Observables {
    machine.ftl.traits().observables
}
