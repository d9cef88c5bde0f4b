//! What can be told of an experiment without its device.

use crate::base::error::Error;
use crate::experiment::device;
use crate::experiment::document::Experiment;
use crate::figures::measure::{Measure, share};
use crate::figures::openchannel::map_cache;
use crate::figures::openchannel::sizes::{Sizes, full_bytes};
use crate::ftl::openchannel::limiter::{Limiter, Quota};
use crate::trace::replay::SharedRecords;

/// Free chunks at which the rate limiter is asked: both sides of each of its steps.
pub(crate) const FREE_CHUNKS: [f64; 46] = [
    0.0, 63.0, 64.0, 127.0, 128.0, 191.0, 192.0, 255.0, 256.0, 319.0, 320.0, 383.0, 384.0, 447.0, 448.0, 511.0, 512.0,
    575.0, 576.0, 639.0, 640.0, 703.0, 704.0, 767.0, 768.0, 831.0, 832.0, 895.0, 896.0, 959.0, 960.0, 999.0, 1000.0,
    1023.0, 1024.0, 1087.0, 1088.0, 1151.0, 1152.0, 1199.0, 1200.0, 1215.0, 1216.0, 1279.0, 1280.0, 1300.0,
];

/// How often the look-ups of its requests find their part of the map in memory.
///
/// # Errors
/// As [`map_cache::hits`].
pub(crate) fn hits(experiment: &Experiment, recorded: Option<&SharedRecords>) -> Result<Measure, Error> {
    let hits = map_cache::hits(experiment, recorded)?;
    Ok(Measure { map_hit_share: share(hits.hits as f64, hits.lookups as f64), ..Measure::default() })
}

/// Memory of the host for its mapping table: all of it, or what finds it and a cache.
///
/// # Errors
/// As [`Sizes::of`].
pub(crate) fn memory(experiment: &Experiment) -> Result<Measure, Error> {
    let bytes = match Sizes::of(experiment)? {
        Some(sizes) => sizes.memory.bytes(),
        None => full_bytes(experiment)?,
    };
    Ok(Measure { host_bytes: Some(bytes), ..Measure::default() })
}

/// The part of it that finds the rest.
///
/// # Errors
/// As [`Sizes::of`].
pub(crate) fn directory(experiment: &Experiment) -> Result<Measure, Error> {
    let sizes = Sizes::of(experiment)?;
    Ok(Measure { host_bytes: sizes.map(|sizes| sizes.memory.directory_bytes()), ..Measure::default() })
}

/// What the rate limiter grants of the ring while so many chunks are free.
///
/// # Errors
/// A device that is none.
pub(crate) fn limits(experiment: &Experiment, of: fn(Quota) -> u32) -> Result<Measure, Error> {
    let geometry = device::geometry_of(experiment)?;
    let limiter = Limiter::new(&experiment.ftl, &geometry, geometry.blocks_per_plane);
    let granted = FREE_CHUNKS.map(|free| u64::from(of(limiter.quota(free as u32))));
    Ok(Measure { ring_limits: granted.into(), ..Measure::default() })
}
