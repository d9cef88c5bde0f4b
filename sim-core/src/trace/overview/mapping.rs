//! What a device's address mapping leaves of a trace's footprint.

use super::super::address::{AddressMap, AddressMode, AddressSpace};
use super::super::record::Record;
use super::window::Window;
use super::{Footprint, Touched};
use serde::Serialize;

/// A footprint on a device under one address mapping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MappedFootprint"))]
pub struct Mapped {
    /// The mapping.
    pub mode: AddressMode,
    /// What is touched on the device.
    pub touched: Footprint,
    /// Requests that are dropped whole.
    pub dropped: u64,
    /// Requests of the device, of which one of the trace may become several.
    pub requests: u64,
    /// Why the device refuses it; none if it does not.
    pub refused: Option<String>,
}

/// What `mode` makes of those of `records` that are in `window`, on a device that offers `space`.
pub fn mapped(records: &[Record], window: Window, mode: AddressMode, space: AddressSpace) -> Mapped {
    let chosen: Vec<Record>;
    let records = if window == Window::default() {
        records
    } else {
        chosen = window.of(records).collect();
        &chosen
    };
    let nothing = Mapped { mode, touched: Footprint::default(), dropped: 0, requests: 0, refused: None };
    let map = match AddressMap::new(mode, records, space) {
        Ok(map) => map,
        Err(error) => return Mapped { refused: Some(error.to_string()), ..nothing },
    };
    let (mut touched, mut requests) = (Touched::default(), 0);
    for request in records.iter().flat_map(|record| map.map(*record)) {
        requests += 1;
        if request.sectors > 0 {
            touched.add(request.sector..request.sector + u64::from(request.sectors));
        }
    }
    Mapped { mode: map.mode(), touched: touched.footprint(), dropped: map.dropped(), requests, refused: None }
}
