//! A row an operation.

use super::digits::push;
use super::{Names, Row};
use crate::flash::operation::PENDING_NS;
use crate::nand::geometry::Geometry;

/// The columns, in order.
pub(super) const HEADER: &str = "op,kind,purpose,cause,request,arrival_ns,start_ns,end_ns,lpn,pages,from_ppn,to_ppn,stale_ppn,block,\
                                 channel,chip,plane,slot,map_block\n";

/// Writes `row`.
pub(super) fn write(row: &Row, geometry: &Geometry, names: &mut Names, out: &mut Vec<u8>) {
    let operation = &row.operation;
    let place = row.place(geometry);
    let known = |time_ns: u64| Some(time_ns).filter(|&time_ns| time_ns != PENDING_NS);
    push(out, operation.index);
    out.push(b',');
    out.extend_from_slice(names.of(operation.kind).as_bytes());
    out.push(b',');
    out.extend_from_slice(operation.purpose.name().as_bytes());
    let mut column = |value: Option<u64>| {
        out.push(b',');
        if let Some(value) = value {
            push(out, value);
        }
    };
    column(operation.cause);
    column(Some(operation.request));
    column(row.arrival_ns);
    column(known(operation.start_ns));
    column(known(operation.end_ns));
    column(operation.lpn.map(u64::from));
    column(operation.lpn.map(|_| u64::from(operation.pages)));
    column(operation.from.map(u64::from));
    column(operation.to.map(u64::from));
    column(operation.stale.map(u64::from));
    column(place.map(|place| u64::from(place.block)));
    column(place.map(|place| u64::from(place.channel)));
    column(place.map(|place| u64::from(place.chip)));
    column(place.map(|place| u64::from(place.plane)));
    column(operation.slot.map(u64::from));
    column(row.map_block().map(u64::from));
    out.push(b'\n');
}
