//! Settings of a pool, and how they change while it holds data (`run.changes`).

use super::plane_pool::{Stream, Watermarks};
use super::{Placement, Pool};
use crate::base::order::sorted_by;
use crate::base::rng::{Component, Rng};
use crate::flash::clock::command::Scope;
use crate::flash::halt::Halt;
use crate::ftl::gc::POLICIES;
use crate::ftl::gc::policy::{self, VictimPolicy};
use crate::ftl::layer::Change;
use crate::ftl::wear;
use crate::nand::array::Nand;
use crate::nand::{BlockId, NONE};
use crate::parameters::settings::Settings;

/// The victim policy that `settings` name, by its place among all.
pub(super) fn policy(settings: &Settings) -> usize {
    POLICIES.iter().position(|entry| entry.kind == settings.word("gc.policy")).unwrap_or(0)
}

/// When `settings` say that a plane collects.
pub(super) fn marks(settings: &Settings) -> Watermarks {
    Watermarks { low: settings.integer("gc.low") as u32, high: settings.integer("gc.high") as u32 }
}

/// Free blocks below which `settings` say that an idle plane collects.
pub(super) fn idle_below(settings: &Settings, event_clock: bool) -> u32 {
    settings.optional("gc.idle_below").filter(|_| event_clock).unwrap_or(0) as u32
}

/// What stands still while a plane collects.
pub(super) fn scope(settings: &Settings) -> Scope {
    match settings.word("gc.blocking") {
        "channel" => Scope::Channel,
        "controller" => Scope::Controller,
        _ => Scope::Plane,
    }
}

/// Settings of which the victim policy is made.
const OF_POLICY: [&str; 6] = ["gc.policy", "gc.d", "gc.replacement", "gc.window", "gc.formula", "gc.k"];

impl Pool {
    /// Takes over what changes: another victim policy, or the same with other parameters, takes note of the closed blocks in
    /// the order in which they were closed, and draws from the beginning of its chance. An open block of a stream that is
    /// no more is closed as it is.
    pub(crate) fn change(&mut self, change: &Change<'_>, nand: &mut Nand) -> Result<(), Halt> {
        let settings = change.settings;
        self.idle_below = idle_below(settings, change.event_clock);
        self.scope = scope(settings);
        self.separate_gc_frontier = settings.flag("gc.separate_frontier");
        if let Placement::Dynamic { skip_busy } = &mut self.placement {
            *skip_busy = settings.0.get("skip_busy").is_some_and(|skips| skips == true);
        }
        let planes = nand.geometry.planes() as usize;
        self.areas[..planes].iter_mut().for_each(|area| area.marks = marks(settings));
        for at in 0..self.areas.len() {
            let area = &mut self.areas[at];
            wear::change(change, area.blocks.clone(), &mut area.free, &mut area.leveling, nand);
            if !self.separate_gc_frontier {
                self.close_frontier(at, Stream::Moved, nand)?;
            }
            if !wear::MOVING.contains(&settings.word("wear_leveling.kind")) {
                self.close_frontier(at, Stream::Cold, nand)?;
            }
        }
        if OF_POLICY.iter().any(|name| change.touches(name)) {
            self.policy = policy(settings) as u8;
            (0..planes).for_each(|at| self.choose_anew(at, change, nand));
        }
        Ok(())
    }

    fn close_frontier(&mut self, at: usize, stream: Stream, nand: &mut Nand) -> Result<(), Halt> {
        let block = std::mem::replace(&mut self.areas[at].frontiers[stream as usize], NONE);
        if block != NONE {
            nand.close(block)?;
            self.areas[at].closed(block, nand);
        }
        Ok(())
    }

    fn choose_anew(&mut self, at: usize, change: &Change<'_>, nand: &Nand) {
        let area = &mut self.areas[at];
        area.victims = (POLICIES[self.policy as usize].build)(policy::Build {
            settings: change.settings,
            blocks: area.blocks.clone(),
            pages_per_block: nand.geometry.pages_per_block,
            rng: Rng::new(change.seed, Component::Gc),
        });
        let closed: Vec<BlockId> = area.candidates(nand).collect();
        for block in sorted_by(&closed, |&block| nand.block(block).close_time) {
            area.victims.closed(block, nand.block(block));
        }
    }
}
