//! A recorded trace as a workload: what may be set about it. Reading and replaying are in [`crate::trace`].

use super::common::QUEUE_DEPTH;
use crate::base::error::Error;
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;
use crate::trace::Format;
use crate::trace::address::AddressMode;
use crate::trace::catalogue::WORDS as FORMATS;
#[cfg(feature = "layers")]
use crate::trace::columns::Columns;
use crate::trace::import::ImportOptions;
use crate::trace::replay::ReplayOptions;

/// The word for it in an experiment.
pub(crate) const KIND: &str = "trace";

/// The trace's name.
pub(crate) const FILE: Parameter =
    Parameter::text("file", "null", "File name of the trace; its contents are never part of the experiment.");
/// The hash it must have.
pub(crate) const SHA256: Parameter = Parameter::text(
    "sha256",
    "null",
    "SHA-256 of the file as stored; a file with another hash is refused. null accepts any.",
);
/// How it is written.
pub(crate) const FORMAT: Parameter =
    Parameter::choice("format", "\"auto\"", &FORMATS, "Format of the trace; auto detects it from the contents.");
/// What its columns are.
#[cfg(feature = "layers")]
pub(crate) const COLUMNS: Parameter = Parameter::text(
    "columns",
    "null",
    "The columns of a trace that is a table without a header known here, such as time=3:ms,op=2,offset=5:sectors,size=6; null: its content tells.",
)
.unsaid();
/// Which of its devices is replayed.
pub(crate) const DEVICE: Parameter = Parameter::optional(
    "device",
    "null",
    0,
    u32::MAX as u64,
    "The device of the trace to replay; null: the one with the most requests.",
);
const ADDRESS: Parameter = Parameter::choice(
    "address",
    "\"auto\"",
    &ADDRESS_MODES,
    "How trace addresses are mapped to the device; auto: exact if everything fits, else fold.",
);
const TIME_SCALE: Parameter =
    Parameter::number("time_scale", "1", 0.0, 1e6, "Factor by which the arrival times of the trace are multiplied.");
const REQUESTS: Parameter = Parameter::optional(
    "requests",
    "null",
    1,
    1_000_000_000_000,
    "Maximum number of requests, warm-up included; null: the whole trace.",
);

/// What is said about it.
pub(crate) const INFO: Info = Info {
    kind: KIND,
    title: "recorded trace",
    help: "The requests of a recorded block trace, in order of time.",
    source: "recorded",
    parameters: &[
        FILE,
        SHA256,
        FORMAT,
        #[cfg(feature = "layers")]
        COLUMNS,
        DEVICE,
        ADDRESS,
        TIME_SCALE,
        REQUESTS,
        QUEUE_DEPTH,
    ],
};

const ADDRESS_MODES: [&str; AddressMode::ALL.len()] = {
    let mut words = [""; AddressMode::ALL.len()];
    let mut i = 0;
    while i < words.len() {
        words[i] = AddressMode::ALL[i].name();
        i += 1;
    }
    words
};

/// How `settings` ask for the trace `name` to be read.
///
/// # Errors
/// A format that is not read or that does not go with columns, columns that are not understood.
pub(crate) fn import_options(settings: &Settings, name: &str) -> Result<ImportOptions, Error> {
    let device = settings.optional(DEVICE.name).map(|device| device as u32);
    let format = Format::choice(settings.word(FORMAT.name))?;
    #[cfg(feature = "layers")]
    let columns = settings.said(COLUMNS.name).map(|text| Columns::stated("workload.columns", text)).transpose()?;
    #[cfg(feature = "layers")]
    if columns.is_some() {
        Columns::check_beside(format, ["workload.format", "workload.columns"])?;
    }
    Ok(ImportOptions {
        format,
        #[cfg(feature = "layers")]
        columns,
        device,
        ..ImportOptions::new(name)
    })
}

/// How `settings` ask for a trace to be replayed.
///
/// # Errors
/// An address mode that does not exist.
pub(crate) fn replay_options(settings: &Settings) -> Result<ReplayOptions, Error> {
    Ok(ReplayOptions {
        address: AddressMode::named(settings.word(ADDRESS.name))?,
        time_scale: settings.number(TIME_SCALE.name),
        requests: settings.optional(REQUESTS.name),
    })
}
