//! A log in the terms of the device that carries it out: its words are kinds and purposes, and its numbers are within the device.

use super::before::{self, BlockBefore};
use crate::base::error::Error;
use crate::base::text::count;
use crate::flash::halt::{Halt, Reason};
use crate::flash::operation::{Kind, Purpose};
use crate::nand::geometry::Geometry;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE};
use crate::trace::operations::{OperationLog, Recorded};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// What is to be carried out.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    name: String,
    pub(super) steps: Vec<Step>,
    requests: Vec<u32>,
    /// Whether the log says what each operation was caused by, in numbers that are the run's own too.
    pub(super) has_causes: bool,
    pub(super) says_stale: bool,
    /// Whether it merges, and so has log blocks; else it collects.
    pub(super) merges: bool,
    /// Pages that the host sees.
    pub(super) logical_pages: u32,
    /// The same with the layer's own pages.
    pub(super) pages: u32,
    /// What flash holds before.
    pub(super) before: Vec<BlockBefore>,
    hash: u64,
}

impl Hash for Plan {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
        self.before.hash(state);
    }
}

/// An operation of the log.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) kind: Kind,
    pub(super) purpose: Purpose,
    pub(super) recorded: Recorded,
}

impl Step {
    /// The operation that it was caused by.
    pub(super) fn cause(&self) -> Option<u64> {
        (self.recorded.cause != NONE).then(|| u64::from(self.recorded.cause))
    }
}

impl Plan {
    /// `log` on a device of `geometry`. `as_used`: flash holds before what the log uses before it programs it.
    ///
    /// # Errors
    /// A word that is no kind or purpose, an operation that cannot be carried out as it stands, a number beyond the device.
    pub(super) fn new(log: &OperationLog, as_used: bool, geometry: &Geometry) -> Result<Self, Error> {
        let kinds = words(log, ("kind", "read, program, copy, erase or gc-start"), &log.kinds, Kind::named)?;
        let purposes = words(log, ("purpose", "host, gc or wear"), &log.purposes, Purpose::named)?;
        let in_terms = |recorded: &Recorded| Step {
            kind: kinds[recorded.kind as usize],
            purpose: purposes[recorded.purpose as usize],
            recorded: *recorded,
        };
        let steps: Vec<Step> = log.operations.iter().map(in_terms).collect();
        steps.iter().try_for_each(|step| check(step, log, geometry))?;
        let own = |step: &Step| if step.recorded.lpn == NONE { 0 } else { step.recorded.lpn + 1 };
        let pages = steps.iter().map(own).max().unwrap_or(0).max(geometry.logical_pages);
        let begins_with_request = steps.first().is_some_and(|step| step.is_request());
        Ok(Self {
            name: log.name.clone(),
            requests: log.requests.clone(),
            has_causes: log.has_requests && begins_with_request,
            says_stale: log.says_stale,
            merges: steps.iter().any(|step| step.kind.is_merge() || step.kind == Kind::ReclaimStart),
            logical_pages: geometry.logical_pages,
            pages,
            before: if as_used { before::of(&steps, geometry) } else { Vec::new() },
            hash: crate::base::state_hash::state_hash(log),
            steps,
        })
    }

    /// The operations of a request.
    pub(super) fn of_request(&self, request: u64) -> Range<usize> {
        let start_of = |request: u64| {
            let at = usize::try_from(request).unwrap_or(usize::MAX);
            self.requests.get(at).map_or(self.steps.len(), |&first| first as usize)
        };
        start_of(request)..start_of(request.saturating_add(1))
    }

    /// Whether the request is the one that the log has in its place: only then is what it did for it right.
    pub(super) fn check_request(&self, request: u64, span: (Lpn, u32)) -> Result<(), Halt> {
        let step = self.of_request(request).map(|place| &self.steps[place]).find(|step| step.begins_request());
        let expected = step.map(|step| match step.kind {
            Kind::HostFlush => (0, 0),
            _ => (step.recorded.lpn, step.recorded.pages),
        });
        match expected {
            Some(expected) if expected == span => Ok(()),
            _ => Err(Rule::Invariant(format!(
                "request {request} is for {} from LPN {} on, not that of {}: a log is carried out with workload.address exact and \
                 device.page_bytes 4096, without other changes to its requests",
                count(span.1.into(), "page"),
                span.0,
                self.name
            ))
            .into()),
        }
    }

    /// A broken rule with the line of the log that would have broken it.
    pub(super) fn located(&self, step: &Step, halt: Halt) -> Halt {
        match *halt {
            Reason::Rule(rule) => {
                let hint = if self.before.is_empty() && is_of_before(&rule) { HINT } else { "" };
                Rule::Invariant(format!("{}, line {}: {rule}{hint}", self.name, step.recorded.line)).into()
            }
            _ => halt,
        }
    }
}

const HINT: &str = "; if flash held data before the log begins, ftl.before=as-used takes it as given";

/// Whether a rule may be broken because flash held something before.
fn is_of_before(rule: &Rule) -> bool {
    matches!(rule, Rule::ReadNothing { .. } | Rule::InvalidateNotValid { .. })
}

impl Step {
    /// Whether it is the request itself, of which the device tells.
    pub(super) fn is_request(&self) -> bool {
        matches!(self.kind, Kind::HostRead | Kind::HostWrite | Kind::HostTrim | Kind::HostFlush)
    }

    /// The same, or the page that is a request where the log has none.
    fn begins_request(&self) -> bool {
        let is_page = matches!(self.kind, Kind::Read | Kind::ReadUnmapped | Kind::Program | Kind::Trim);
        self.is_request() || is_page && self.purpose == Purpose::Host
    }
}

/// What each of `words`, which stand in `column`, means.
fn words<T>(
    log: &OperationLog,
    (column, such_as): (&str, &str),
    words: &[String],
    named: fn(&str) -> Option<T>,
) -> Result<Vec<T>, Error> {
    let of = |word: &String| {
        named(word).ok_or_else(|| {
            Error::Trace(format!(
                "{}: {column}: \"{word}\" is no {column} of an operation; expected one that flashlab log writes, such as {such_as}",
                log.name
            ))
        })
    };
    words.iter().map(of).collect()
}

/// Refuses what the device does not have, and what needs more than the log says.
fn check(step: &Step, log: &OperationLog, geometry: &Geometry) -> Result<(), Error> {
    let refused = |why: String| Err(Error::Trace(format!("{}, line {}: {why}", log.name, step.recorded.line)));
    let Recorded { from, to, stale, block, lpn, .. } = step.recorded;
    let physical = geometry.physical_pages();
    if let Some(page) = [from, to, stale].into_iter().find(|&page| page != NONE && page >= physical) {
        return refused(format!(
            "physical page {page} is beyond the device, which has {physical} (device.pages_per_block, device.blocks_per_plane)"
        ));
    }
    let most = u64::from(geometry.logical_pages) + u64::from(physical);
    if lpn != NONE && u64::from(lpn) >= most {
        return refused(format!(
            "LPN {lpn} is beyond the pages of the host and as many of the layer's own as there are on flash, {most}"
        ));
    }
    let names_block = !matches!(step.kind, Kind::MapHit | Kind::MapMiss | Kind::MapEvict | Kind::MapStep);
    if names_block && block != NONE && block >= geometry.blocks() {
        return refused(format!("block {block} is beyond the device, which has {}", geometry.blocks()));
    }
    let missing = match step.kind {
        Kind::Read if from == NONE => Some("from_ppn"),
        Kind::Copy if from == NONE => Some("from_ppn"),
        Kind::Program | Kind::Copy if to == NONE => Some("to_ppn"),
        Kind::Erase if block == NONE => Some("block"),
        Kind::Read | Kind::ReadUnmapped | Kind::Copy | Kind::Trim if lpn == NONE => Some("lpn"),
        _ => None,
    };
    if let Some(column) = missing {
        return refused(format!("{column}: missing, and this operation is nothing without it"));
    }
    let is_hosts =
        step.purpose == Purpose::Host && matches!(step.kind, Kind::Read | Kind::ReadUnmapped | Kind::Program);
    if is_hosts && lpn != NONE && lpn >= geometry.logical_pages {
        return refused(format!("LPN {lpn} is beyond what the host sees, {} pages", geometry.logical_pages));
    }
    match step.kind {
        Kind::PowerCut | Kind::Recovery => refused(
            "a power cut cannot be carried out: what it left behind is not in the log; expected a log up to it".into(),
        ),
        _ => Ok(()),
    }
}
