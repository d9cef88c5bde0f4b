//! Conditions that stop a run: what to wait for, and whether it has come.

use crate::base::error::Error;
use crate::base::text::{count, grouped};
use crate::base::word::meaning;
use crate::flash::observables::BreakpointKind;
use crate::flash::operation::{Kind, Operation};
use crate::machine::{Completion, Machine};
use serde_json::Value;

/// A condition that stops a run.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "kebab-case", tag = "kind"))]
pub enum Breakpoint {
    /// A garbage collection begins.
    Gc,
    /// A block is erased.
    Erase,
    /// Wear levelling moves a block.
    Wear,
    /// A full merge begins.
    FullMerge,
    /// A log block is to be emptied.
    Reclaim,
    /// A map entry is not in the cache.
    MapMiss,
    /// Pages in page slots and in a block slot swap places.
    Swap,
    /// A logical block goes from RAM to flash.
    BufferFlush,
    /// A session of a buffer that tunes itself is over.
    Session,
    /// A page is reconstructed from the rest of its stripe.
    Rebuild,
    /// A read waits for a garbage collection.
    Wait,
    /// Write amplification is above this.
    WriteAmplification {
        /// The bound.
        above: f64,
    },
    /// A block is chosen: as a victim, to be merged or to be moved.
    BlockChosen {
        /// The block.
        block: u32,
    },
    /// A block, or any if none is named, has been erased so often.
    BlockErases {
        /// The block.
        block: Option<u32>,
        /// Erases.
        count: u32,
    },
    /// A request took longer than this.
    Response {
        /// The bound in nanoseconds.
        above_ns: u64,
    },
    /// Fewer blocks than this are free in some plane.
    FreeBlocks {
        /// The bound.
        below: u32,
    },
    /// A logical page is written.
    PageWritten {
        /// The page.
        lpn: u32,
    },
}

impl Breakpoint {
    /// The breakpoint that `value` describes: its `kind` and the fields of that kind.
    ///
    /// # Errors
    /// No such kind, or a field missing or out of range.
    pub fn from_json(value: &Value) -> Result<Self, Error> {
        let refuse = |field: &str| Error::Value {
            field: field.into(),
            value: value[field].to_string(),
            expected: "a number that a breakpoint can wait for".into(),
            nearest: None,
        };
        let number = |field: &str| value[field].as_f64().filter(|n| *n >= 0.0).ok_or_else(|| refuse(field));
        let whole = |field: &str| {
            let whole = value[field].as_u64().and_then(|n| u32::try_from(n).ok());
            whole.ok_or_else(|| refuse(field))
        };
        let kinds: Vec<_> = BreakpointKind::ALL.iter().map(|&kind| (kind.word(), kind)).collect();
        Ok(match meaning("kind", &value["kind"], &kinds)? {
            BreakpointKind::Gc => Self::Gc,
            BreakpointKind::Erase => Self::Erase,
            BreakpointKind::Wear => Self::Wear,
            BreakpointKind::FullMerge => Self::FullMerge,
            BreakpointKind::Reclaim => Self::Reclaim,
            BreakpointKind::MapMiss => Self::MapMiss,
            BreakpointKind::Swap => Self::Swap,
            BreakpointKind::BufferFlush => Self::BufferFlush,
            BreakpointKind::Session => Self::Session,
            BreakpointKind::Rebuild => Self::Rebuild,
            BreakpointKind::Wait => Self::Wait,
            BreakpointKind::WriteAmplification => Self::WriteAmplification { above: number("above")? },
            BreakpointKind::BlockChosen => Self::BlockChosen { block: whole("block")? },
            BreakpointKind::BlockErases => {
                let block = if value["block"].is_null() { None } else { Some(whole("block")?) };
                Self::BlockErases { block, count: whole("count")? }
            }
            BreakpointKind::Response => Self::Response { above_ns: number("above_ns")? as u64 },
            BreakpointKind::FreeBlocks => Self::FreeBlocks { below: whole("below")? },
            BreakpointKind::PageWritten => Self::PageWritten { lpn: whole("lpn")? },
        })
    }
}

/// Breakpoints at work.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    /// What to wait for.
    pub list: Vec<Breakpoint>,
    /// Whether a state condition held when it was last looked at: it stops a run only when it comes to hold.
    held: Vec<bool>,
    erased: Vec<u32>,
    /// The first operation that fulfilled a condition, with the condition in words.
    pub hit: Option<(u64, String)>,
}

impl Watch {
    /// Waits for `list` from here on.
    pub(crate) fn set(&mut self, list: Vec<Breakpoint>) {
        *self = Self { held: vec![false; list.len()], list, ..Self::default() };
    }

    /// Looks at the state before a request without stopping, so that only changes from there on count.
    pub(super) fn arm(&mut self, machine: &Machine) {
        self.hit = None;
        self.erased.clear();
        let list = &self.list;
        self.held = list.iter().map(|breakpoint| holds(breakpoint, machine).is_some()).collect();
    }

    /// An operation was carried out. One that `is_new` may stop the run; others of its request count with it when the request is over.
    #[inline]
    pub(super) fn operation(&mut self, operation: &Operation, is_new: bool) {
        if self.list.is_empty() {
            return;
        }
        if let (Kind::Erase, Some(block)) = (operation.kind, operation.block) {
            self.erased.push(block);
        }
        if is_new && self.hit.is_none() {
            let met = self.list.iter().find_map(|breakpoint| meets(breakpoint, operation));
            self.hit = met.map(|text| (operation.index, text));
        }
    }

    /// A request is over. Conditions on the state are looked at now; they stop the run at this request's end.
    pub(crate) fn request_over(&mut self, machine: &Machine, completions: &[Completion]) {
        if self.list.is_empty() {
            return;
        }
        for at in 0..self.list.len() {
            let breakpoint = self.list[at];
            let held = holds(&breakpoint, machine);
            let came = held.filter(|_| !self.held[at]).or_else(|| self.happened(&breakpoint, machine, completions));
            self.held[at] = holds(&breakpoint, machine).is_some();
            if let (Some(text), None) = (came, &self.hit) {
                self.hit = Some((machine.core.operations.saturating_sub(1), text));
            }
        }
        self.erased.clear();
    }

    fn happened(&self, breakpoint: &Breakpoint, machine: &Machine, completions: &[Completion]) -> Option<String> {
        match *breakpoint {
            Breakpoint::BlockErases { block, count: wanted } => {
                let reached = |&&erased: &&u32| {
                    block.is_none_or(|block| block == erased) && machine.core.nand.block(erased).erase_count == wanted
                };
                let erased = self.erased.iter().find(reached)?;
                let name = grouped(u64::from(*erased));
                Some(format!("block {name} has been erased {}", count(u64::from(wanted), "time")))
            }
            Breakpoint::Response { above_ns } => {
                let response = |completion: &Completion| completion.finish_ns - completion.arrival_ns;
                let slow = completions.iter().find(|completion| response(completion) > above_ns)?;
                let (took, bound) = (response(slow) as f64 / 1e6, above_ns as f64 / 1e6);
                Some(format!("request {} took {took:.3} ms, more than {bound} ms", grouped(slow.request)))
            }
            _ => None,
        }
    }
}

/// Conditions on a single operation.
fn meets(breakpoint: &Breakpoint, operation: &Operation) -> Option<String> {
    let block = || operation.block.map(|block| grouped(u64::from(block))).unwrap_or_default();
    match (breakpoint, operation.kind) {
        (Breakpoint::Gc, Kind::GcStart) => Some(format!("GC of block {} begins", block())),
        (Breakpoint::Erase, Kind::Erase) => Some(format!("block {} is erased", block())),
        (Breakpoint::Wear, Kind::WearStart) => Some(format!("wear levelling empties block {}", block())),
        (Breakpoint::FullMerge, Kind::FullMerge) => Some("a full merge begins".into()),
        (Breakpoint::Reclaim, Kind::ReclaimStart) => Some(format!("log block {} is to be emptied", block())),
        (Breakpoint::MapMiss, Kind::MapMiss) => Some("a map entry is not in the cache".into()),
        (Breakpoint::Swap, Kind::Swap) => Some("pages swap places with a block".into()),
        (Breakpoint::BufferFlush, Kind::FlushStart | Kind::PlugStart) => Some("a block is flushed".into()),
        (Breakpoint::Session, Kind::SessionEnd) => Some("a session is over".into()),
        (Breakpoint::Rebuild, Kind::Rebuild) => Some("a page is reconstructed from parity".into()),
        (Breakpoint::Wait, Kind::Wait) => Some("a read waits for a collection".into()),
        (Breakpoint::PageWritten { lpn }, Kind::Program | Kind::CacheInsert) if operation.lpn == Some(*lpn) => {
            Some(format!("LPN {} is written", grouped(u64::from(*lpn))))
        }
        (Breakpoint::BlockChosen { block: wanted }, kind) if chooses(kind) && operation.block == Some(*wanted) => {
            Some(format!("block {} is chosen", block()))
        }
        _ => None,
    }
}

/// Whether an operation of this kind takes a block away from its data.
fn chooses(kind: Kind) -> bool {
    kind.is_merge() || matches!(kind, Kind::GcStart | Kind::WearStart | Kind::ReclaimStart)
}

/// Conditions on the state, which hold for a while.
fn holds(breakpoint: &Breakpoint, machine: &Machine) -> Option<String> {
    match *breakpoint {
        Breakpoint::WriteAmplification { above } => {
            let now = machine.core.counters.write_amplification().filter(|&now| now > above)?;
            Some(format!("write amplification is {now:.3}, above {above}"))
        }
        Breakpoint::FreeBlocks { below } => {
            let free = machine.ftl.free_blocks().now;
            (free < below)
                .then(|| format!("{} left in a plane, fewer than {below}", count(u64::from(free), "free block")))
        }
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::assembly::{initial, source};
    use crate::experiment::document::Experiment;
    use crate::flash::operation::Purpose;
    use serde_json::json;

    fn refusal(breakpoint: Value) -> String {
        Breakpoint::from_json(&breakpoint).unwrap_err().to_string()
    }

    #[test]
    fn a_breakpoint_has_the_fields_of_its_kind() {
        let read = |value: Value| Breakpoint::from_json(&value).unwrap();
        assert_eq!(read(json!({ "kind": "gc" })), Breakpoint::Gc);
        assert_eq!(
            read(json!({ "kind": "response", "above_ns": 1.5e6 })),
            Breakpoint::Response { above_ns: 1_500_000 }
        );
        let any = Breakpoint::BlockErases { block: None, count: 7 };
        assert_eq!(read(json!({ "kind": "block-erases", "block": null, "count": 7 })), any);
    }

    #[test]
    fn a_block_is_chosen_by_collections_merges_and_wear_levelling_alone() {
        let chosen = |kind, block| {
            let operation = Operation { block: Some(block), ..Operation::new(kind, Purpose::Gc) };
            meets(&Breakpoint::BlockChosen { block: 4 }, &operation)
        };
        for kind in [Kind::GcStart, Kind::WearStart, Kind::ReclaimStart, Kind::SwitchMerge, Kind::FullMerge] {
            assert_eq!(chosen(kind, 4).as_deref(), Some("block 4 is chosen"), "{kind:?}");
            assert_eq!(chosen(kind, 5), None, "{kind:?}");
        }
        assert_eq!(chosen(Kind::Erase, 4), None);
        assert_eq!(chosen(Kind::Program, 4), None);
    }

    #[test]
    fn an_unknown_kind_is_named_with_those_that_there_are() {
        let text = refusal(json!({ "kind": "gcc" }));
        assert!(text.starts_with("kind: \"gcc\" is not one of gc, erase, wear, "), "{text}");
        assert!(refusal(json!({ "kind": "page-written", "lpn": -1 })).starts_with("lpn: -1 is not "));
    }

    #[test]
    fn a_bound_is_a_number_from_0_on() {
        for (kind, field) in [("response", "above_ns"), ("write-amplification", "above")] {
            assert!(Breakpoint::from_json(&json!({ "kind": kind, field: 0 })).is_ok());
            assert!(refusal(json!({ "kind": kind, field: -0.5 })).starts_with(&format!("{field}: -0.5 is not ")));
        }
    }

    #[test]
    fn a_block_that_was_erased_before_the_run_is_taken_up_stops_nothing() {
        let document = json!({ "device": { "preset": "toy" } });
        let experiment = Experiment::new(&document, &[]).unwrap();
        let machine = initial::machine(&experiment, source::of(&experiment, None).unwrap(), false).unwrap();
        let erase = Operation { block: Some(4), ..Operation::new(Kind::Erase, Purpose::Gc) };
        for is_armed in [false, true] {
            let mut watch = Watch::default();
            watch.set(vec![Breakpoint::BlockErases { block: Some(4), count: machine.core.nand.block(4).erase_count }]);
            watch.operation(&erase, true);
            if is_armed {
                watch.arm(&machine);
            }
            watch.request_over(&machine, &[]);
            assert_eq!(watch.hit.is_some(), !is_armed);
        }
    }
}
