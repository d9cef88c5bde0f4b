//! l-buffer (master's thesis, 2011): the least dense group leaves, and what density means is tuned while it runs.
//!
//! - `density.rs`    which group is least dense, between age (α = −1) and size (α = 1)
//! - `lambda.rs`     whether its holes are filled or its pages logged
//! - `session.rs`    after how many writes α and λ are set anew, and why to what
//! - `tuner.rs`      the rehearsals of a session, and the choice among them
//! - `rehearsal.rs`  the device rehearsed with one α: what it would have cost
//! - `ghost.rs`      its buffer, without data; `spatial.rs` how that keeps dirty sectors in little memory
//! - `log_model.rs`  its log; `committed.rs` kept in little memory, `every_page.rs` with full information
//! - `offline.rs`    the best α in hindsight, to measure tuning against
//! - `settings.rs`   what may be set; `picture.rs` what it shows of itself

mod committed;
mod density;
mod every_page;
mod ghost;
mod lambda;
mod log_model;
pub(crate) mod picture;
mod rehearsal;
pub mod session;
mod settings;
mod spatial;
pub mod tuner;

pub(crate) use settings::ENTRY;

use super::by_size::BySize;
use super::entry::BufferContext;
use super::entry::Change;
use super::policy::{Flushed, Policy, Ranked, Touch, Use, Words, Written};
use super::store::Victim;
use super::store::{Group, Page, Store};
use crate::base::real::Real;
use crate::flash::counters::Counters;
use crate::nand::timing::Timing;
use density::{least_dense, sparseness};
use lambda::{Lambda, MergeCost};
use session::{Past, Session, SessionEnd, merge_ns};
use settings::Kind;
use tuner::{Plan, Tuner};

/// Grid of keys that order what is shown; what decides is exact.
const KEYS: f64 = 1e9;

/// The policy.
#[derive(Clone, Debug, Hash)]
pub struct LBuffer {
    groups: BySize,
    /// The present write request: how many were begun before it.
    now: u64,
    alpha: Real,
    lambda: Lambda,
    /// What logged pages cost in merges.
    merge_cost: MergeCost,
    session: Session,
    past: Vec<Past>,
    tuner: Option<Box<Tuner>>,
    start: Box<Start>,
    timing: Timing,
    pages_per_block: u32,
    evictions: u64,
    plugged: u64,
}

/// How it begins, also after power was lost.
#[derive(Clone, Debug, Hash)]
pub struct Start {
    /// How α is found.
    pub kind: Kind,
    /// α.
    pub alpha: Real,
    /// λ.
    pub lambda: Lambda,
    /// Whether λ follows from what merges cost.
    tunes_lambda: bool,
    /// Write requests of a session.
    session_writes: u64,
    /// What rehearsals begin with, where there are such.
    pub rehearsals: Option<Plan>,
}

impl Start {
    /// Rehearsals that begin anew around `alpha`, where there are such.
    fn tuner(&self, alpha: Real) -> Option<Box<Tuner>> {
        self.rehearsals.as_ref().map(|plan| Box::new(Tuner::new(alpha.0, plan)))
    }
}

impl LBuffer {
    /// Nothing in RAM yet.
    pub fn new(store: &Store, site: &BufferContext, start: Start) -> Self {
        Self {
            groups: BySize::new(store.cells_per_block()),
            now: 0,
            alpha: start.alpha,
            lambda: start.lambda,
            merge_cost: MergeCost::default(),
            session: Session { index: 1, ..Session::default() },
            past: Vec::new(),
            tuner: start.tuner(start.alpha),
            start: Box::new(start),
            timing: site.timing,
            pages_per_block: store.pages_per_block,
            evictions: 0,
            plugged: 0,
        }
    }

    /// The α in force.
    pub fn alpha(&self) -> f64 {
        self.alpha.0
    }

    /// Pages from which a group is plugged; none if never.
    pub fn lambda(&self) -> Option<f64> {
        self.lambda.pages(self.pages_per_block)
    }

    /// Sessions that are over, oldest first.
    pub fn past(&self) -> &[Past] {
        &self.past
    }

    /// What a logged page is expected to cost: its program, and its merges later.
    pub(super) fn log_page_ns(&self) -> u64 {
        self.timing.program_cost() + self.merge_ns_per_page()
    }

    /// Merge time that a logged page has cost so far; 0 before the first.
    fn merge_ns_per_page(&self) -> u64 {
        self.merge_cost.per_page().unwrap_or(0)
    }

    /// Sets λ from what merges have cost in the sessions so far, once anything was logged.
    fn tune_lambda(&mut self, counters: &Counters) {
        let merge_ns = merge_ns(counters, &self.timing) - self.session.merge_ns_before;
        self.merge_cost = self.merge_cost.after(merge_ns, self.session.logged_pages);
        if let Some(ns) = self.merge_cost.per_page().filter(|_| self.start.tunes_lambda) {
            self.lambda = Lambda::break_even(self.pages_per_block, &self.timing, ns);
        }
    }

    /// Goes on with the session of `old`, a buffer of another size; what it rehearses begins anew.
    pub(crate) fn inherits(&mut self, old: &Self) {
        (self.now, self.alpha, self.lambda) = (old.now, old.alpha, old.lambda);
        (self.merge_cost, self.evictions, self.plugged) = (old.merge_cost, old.evictions, old.plugged);
        (self.session, self.past) = (old.session.clone(), old.past.clone());
        self.tuner = self.start.tuner(self.alpha);
    }

    fn sparseness(&self, slot: u32, size: u32) -> f64 {
        sparseness(self.now - self.groups.used(slot), size, self.alpha.0)
    }
}

impl Policy for LBuffer {
    const WORDS: Words = Words { rule: "the least dense group", score: "1 / density", sections: &[] };
    const PLUGS: bool = true;

    fn begins(&mut self, request: &Written) {
        self.now = request.now;
        if let Some(tuner) = &mut self.tuner {
            tuner.write(request, self.lambda);
        }
    }

    fn flushes(&mut self) {
        if let Some(tuner) = &mut self.tuner {
            tuner.flush(self.now, self.lambda);
        }
    }

    fn ends(&mut self, counters: &Counters) -> Option<SessionEnd> {
        if self.tuner.is_none() && !self.start.tunes_lambda {
            return None;
        }
        self.session.writes += 1;
        if let Some(tuner) = &mut self.tuner {
            tuner.note(self.session.writes, self.start.session_writes);
        }
        if self.session.writes < self.start.session_writes {
            return None;
        }
        let writes = [self.session.writes, self.start.session_writes];
        let (index, before) = (self.session.index, self.alpha.0);
        let bytes = self.tuner.as_ref().map_or([0, 0], |tuner| tuner.bytes());
        self.past.push(Past { index, ended: self.now + 1, alpha: self.alpha, lambda: self.lambda, bytes });
        self.tune_lambda(counters);
        let (alpha, costs) = self.tuner.as_mut().map_or((before, Vec::new()), |tuner| tuner.choose(before));
        self.alpha = Real(alpha);
        let merge_ns_before = merge_ns(counters, &self.timing);
        self.session = Session { index: index + 1, merge_ns_before, ..Session::default() };
        Some(SessionEnd { index, alpha: [before, alpha], writes, costs })
    }

    fn touched(&mut self, touch: &Touch, store: &Store) {
        if touch.by == Use::Written {
            let group = store.group(touch.group);
            self.groups.touch(touch.group, group.cells, group.touched);
        }
    }

    fn page_leaves(&mut self, slot: u32, page: &Page, store: &Store) {
        let left = store.group(slot).cells - page.held.count_ones();
        if left > 0 {
            self.groups.resize(slot, left);
        }
    }

    fn group_leaves(&mut self, slot: u32, flushed: Option<Flushed>, _: &Store) {
        self.groups.take(slot);
        if let Some(flushed) = flushed {
            self.evictions += 1;
            self.plugged += u64::from(flushed.plugged);
            self.session.logged_pages += if flushed.plugged { 0 } else { u64::from(flushed.pages) };
        }
    }

    fn victim(&self, store: &Store, _: Option<u32>) -> Option<Victim> {
        least_dense(&self.groups, self.now, self.alpha.0, |slot| store.group(slot).lbn).map(Victim::Group)
    }

    fn plugs(&self, group: &Group, _: &Store) -> bool {
        self.lambda.plugs(group.pages.len() as u32)
    }

    fn order(&self, store: &Store, most: usize) -> Vec<Ranked> {
        let Some(Victim::Group(first)) = self.victim(store, None) else { return Vec::new() };
        let mut keyed: Vec<(u64, u64, u32, u32)> = store
            .groups()
            .filter(|&(slot, _)| slot != first)
            .map(|(slot, group)| {
                let key = (self.sparseness(slot, group.cells) * KEYS).round() as u64;
                (u64::MAX - key, self.groups.used(slot), group.lbn, slot)
            })
            .collect();
        keyed.sort_unstable();
        let slots = std::iter::once(first).chain(keyed.into_iter().map(|(.., slot)| slot));
        let ranked = |slot| Ranked {
            victim: Victim::Group(slot),
            score: libm::exp(self.sparseness(slot, store.group(slot).cells)),
            section: None,
        };
        slots.take(most).map(ranked).collect()
    }

    fn extra_bytes(&self) -> u64 {
        self.tuner.as_ref().map_or(0, |tuner| tuner.bytes().iter().sum())
    }

    fn heap_bytes(&self) -> usize {
        self.groups.heap_bytes() + self.tuner.as_ref().map_or(0, |tuner| tuner.heap_bytes())
    }

    fn starts_anew(&mut self) {
        self.alpha = self.start.alpha;
        self.lambda = self.start.lambda;
        self.merge_cost = MergeCost::default();
        self.tuner = self.start.tuner(self.start.alpha);
        self.session = Session { index: self.session.index + 1, ..self.session };
        self.session.writes = 0;
        self.session.logged_pages = 0;
    }

    /// Rehearsals begin anew where what they are made of changes; the present session goes on.
    fn change(&mut self, change: &Change<'_>, store: &Store) {
        let fresh = settings::build(change.settings, store, change.site);
        if change.touches(&settings::OF_ALPHA) {
            self.alpha = fresh.alpha;
        }
        if !fresh.start.tunes_lambda {
            self.lambda = fresh.lambda;
        }
        if change.touches(&settings::OF_ALPHA) || change.touches(&settings::OF_REHEARSALS) {
            // Around the α in force, which tuning may have led away from the one that is set.
            self.tuner = fresh.start.tuner(self.alpha);
        } else if let Some(tuner) = &mut self.tuner {
            tuner.timing = change.site.timing;
        }
        let in_session = merge_ns(change.counters, &self.timing).saturating_sub(self.session.merge_ns_before);
        (self.start, self.timing) = (fresh.start, fresh.timing);
        self.session.merge_ns_before = merge_ns(change.counters, &self.timing).saturating_sub(in_session);
    }
}
