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
use std::sync::Arc;

/// What is to be carried out.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) log: Arc<OperationLog>,
    /// What the words of its column `kind` mean.
    kinds: Vec<Kind>,
    /// What those of its column `purpose` mean.
    purposes: Vec<Purpose>,
    /// Whether the log says what each operation was caused by, in numbers that are the run's own too.
    pub(super) has_causes: bool,
    /// Pages that the host sees.
    pub(super) logical_pages: u32,
    /// The same with the layer's own pages.
    pub(super) pages: u32,
    /// What flash holds before.
    pub(super) before: Vec<BlockBefore>,
}

impl Hash for Plan {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.log.hash(state);
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
    pub(super) fn new(log: Arc<OperationLog>, as_used: bool, geometry: &Geometry) -> Result<Self, Error> {
        let kinds = words(&log, ("kind", "read, program, copy, erase or gc-start"), &log.kinds, Kind::named)?;
        let purposes = words(&log, ("purpose", "host, gc or wear"), &log.purposes, Purpose::named)?;
        let begins_with_request = log.operations.first().is_some_and(|first| is_request(kinds[first.kind as usize]));
        let has_causes = log.has_requests && begins_with_request;
        let (logical_pages, before) = (geometry.logical_pages, Vec::new());
        let mut plan = Self { log, kinds, purposes, has_causes, logical_pages, pages: logical_pages, before };
        plan.steps().try_for_each(|step| check(&step, &plan.log, geometry))?;
        let end = |step: Step| if step.recorded.lpn == NONE { 0 } else { step.recorded.lpn + 1 };
        plan.pages = plan.steps().map(end).max().unwrap_or(0).max(logical_pages);
        if as_used {
            plan.before = before::of(plan.steps(), geometry);
        }
        Ok(plan)
    }

    /// Whether it merges, and so has log blocks; else it collects.
    pub(super) fn merges(&self) -> bool {
        self.kinds.iter().any(|kind| kind.is_merge() || *kind == Kind::ReclaimStart)
    }

    /// The operation at this place of the log.
    pub(super) fn step(&self, place: usize) -> Step {
        let recorded = self.log.operations[place];
        let (kind, purpose) = (self.kinds[recorded.kind as usize], self.purposes[recorded.purpose as usize]);
        Step { kind, purpose, recorded }
    }

    fn steps(&self) -> impl Iterator<Item = Step> {
        (0..self.log.operations.len()).map(|place| self.step(place))
    }

    /// Whether the request is the one that the log has in its place: only then is what it did for it right.
    pub(super) fn check_request(&self, request: u64, span: (Lpn, u32)) -> Result<(), Halt> {
        let step = self.log.of_request(request).map(|place| self.step(place)).find(Step::begins_request);
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
                self.log.name
            ))
            .into()),
        }
    }

    /// A broken rule with the line of the log that would have broken it.
    pub(super) fn located(&self, step: &Step, halt: Halt) -> Halt {
        match *halt {
            Reason::Rule(rule) => {
                let hint = if self.before.is_empty() && is_of_before(&rule) { HINT } else { "" };
                Rule::Invariant(format!("{}, line {}: {rule}{hint}", self.log.name, step.recorded.line)).into()
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
    /// Whether it is the request itself, or the page that is a request where the log has none.
    fn begins_request(&self) -> bool {
        let is_page = matches!(self.kind, Kind::Read | Kind::ReadUnmapped | Kind::Program | Kind::Trim);
        is_request(self.kind) || is_page && self.purpose == Purpose::Host
    }
}

/// Whether an operation is a request itself, of which the device tells.
fn is_request(kind: Kind) -> bool {
    matches!(kind, Kind::HostRead | Kind::HostWrite | Kind::HostTrim | Kind::HostFlush)
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
        Kind::Program | Kind::ProgramFailed | Kind::Copy if to == NONE => Some("to_ppn"),
        Kind::Erase | Kind::BlockReplaced if block == NONE => Some("block"),
        Kind::Copy if step.purpose == Purpose::Replace => None,
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
