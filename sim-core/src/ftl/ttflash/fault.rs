//! Planes that fail, for good, before a request that the experiment names. Their pages are known from parity alone from then
//! on: reads put them together, writes reach them through the parity. Where a second plane of the group fails too, both lose
//! theirs.

use super::Ttflash;
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::nand::geometry::Geometry;
use crate::nand::{Lpn, NONE, PlaneId};
use crate::parameters::settings::Settings;
use serde::Serialize;
use std::collections::BTreeMap;

/// Failures to come, and what is known of pages on failed planes.
#[derive(Clone, Debug, Hash)]
pub(super) struct Faults {
    /// Planes that fail, and the request before which they do; the next one last.
    due: Vec<(u64, PlaneId)>,
    /// Pages written since their plane failed, with their versions: the parity of their stripe tells them.
    in_parity: BTreeMap<Lpn, u32>,
}

/// What failed planes cost, and what the next one would.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Losses {
    /// Planes that failed.
    pub dead_planes: Vec<PlaneId>,
    /// Pages of the host that nothing can bring back.
    pub lost_pages: u64,
    /// The most that one plane more would take with it.
    pub second_loss: SecondLoss,
}

/// What one plane more would take with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SecondLoss {
    /// In a group where one has failed.
    pub same_group_pages: u64,
    /// In another group.
    pub other_group_pages: u64,
}

impl Faults {
    /// The failures that `settings` ask for.
    ///
    /// # Errors
    /// A plane that does not exist.
    pub(crate) fn new(settings: &Settings, geometry: &Geometry) -> Result<Self, Error> {
        let mut due = Vec::new();
        for (name, at) in [("second_plane", "second_at"), ("kill_plane", "kill_at")] {
            let Some(plane) = settings.optional(name) else { continue };
            if plane >= u64::from(geometry.planes()) {
                return Err(Error::Value {
                    field: ["ftl.", name].concat(),
                    value: plane.to_string(),
                    expected: format!("null, or less than {}, the number of planes", geometry.planes()),
                    nearest: Some((geometry.planes() - 1).to_string()),
                });
            }
            let plane = plane as PlaneId;
            let with_it = name == "kill_plane" && settings.flag("kill_chip");
            let planes = if with_it { chip_of(plane, geometry) } else { vec![plane] };
            due.extend(planes.into_iter().map(|plane| (settings.integer(at), plane)));
        }
        due.sort_by_key(|&(request, _)| std::cmp::Reverse(request));
        Ok(Self { due, in_parity: BTreeMap::new() })
    }

    /// Whether no plane will fail.
    pub(crate) fn is_none(&self) -> bool {
        self.due.is_empty()
    }

    /// Whether a page was written since its plane failed.
    pub(crate) fn knows(&self, lpn: Lpn) -> bool {
        self.in_parity.contains_key(&lpn)
    }

    /// The version of such a page; 0 for others.
    pub(crate) fn version(&self, lpn: Lpn) -> u32 {
        self.in_parity.get(&lpn).copied().unwrap_or(0)
    }
}

/// The planes of the chip that `plane` is on: those of its channel that follow one another.
fn chip_of(plane: PlaneId, geometry: &Geometry) -> Vec<PlaneId> {
    let (channel, number) = (plane % geometry.channels, plane / geometry.channels);
    let first = number / geometry.planes_per_chip * geometry.planes_per_chip;
    (first..first + geometry.planes_per_chip).map(|number| number * geometry.channels + channel).collect()
}

impl Ttflash {
    /// Planes fail whose time has come.
    pub(super) fn fail_what_is_due(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        // Not while the device is prepared, on the serial clock.
        while let Some(&(request, plane)) = self.faults.due.last()
            && request <= flash.core.request
            && flash.event().is_some()
        {
            let block = flash.nand().geometry.blocks_of(plane).start;
            flash.note(Operation { block: Some(block), ..Operation::new(Kind::PlaneDead, Purpose::Host) })?;
            self.faults.due.pop();
            let failed = &mut self.planes[plane as usize];
            (failed.dead, failed.wants) = (true, false);
            while let Some((slot, place)) = self.planes[plane as usize].held.pop_front() {
                self.lose_member(slot, place, flash)?;
                flash.handed_out(self.ram.at(slot).ticket);
            }
        }
        Ok(())
    }

    /// A member of a stripe on its way cannot be programmed any more: from now on the others tell it.
    pub(super) fn lose_member(&mut self, slot: u32, place: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let stripe = self.ram.number(slot);
        let (id, plane) = (self.layout.id(stripe, place), self.layout.plane(stripe, place));
        let before = self.place(id);
        if before != NONE {
            flash.core.nand.invalidate(before)?;
        }
        self.moved(id, NONE, plane, flash.nand());
        if place < self.layout.width() {
            self.faults.in_parity.insert(id, self.ram.at(slot).leaving_version(place));
        }
        Ok(())
    }

    /// Planes of a group that failed.
    fn dead_in_group(&self, group: u32) -> usize {
        let first = (group * self.layout.channels) as usize;
        self.planes[first..first + self.layout.channels as usize].iter().filter(|plane| plane.dead).count()
    }

    /// Whether a plane of a stripe failed.
    pub(super) fn has_dead(&self, stripe: u32) -> bool {
        self.dead_in_group(self.layout.group(stripe)) > 0
    }

    /// Whether nothing can bring a page back that is not in RAM.
    pub(super) fn is_lost(&self, stripe: u32, place: u32) -> bool {
        self.is_dead(stripe, place) && (!self.rules.parity || self.dead_in_group(self.layout.group(stripe)) > 1)
    }

    /// What failed planes cost; none where none failed.
    pub fn losses(&self) -> Option<Losses> {
        let dead = |plane: &PlaneId| self.planes[*plane as usize].dead;
        let dead_planes: Vec<PlaneId> = (0..self.planes.len() as PlaneId).filter(dead).collect();
        if dead_planes.is_empty() {
            return None;
        }
        let pages = self.pages_by_plane();
        let with_dead =
            |group: u32| (0..self.layout.channels).map(move |channel| group * self.layout.channels + channel);
        let of_group = |group: u32| with_dead(group).filter(dead).map(|plane| pages[plane as usize]).sum::<u64>();
        let most = |group: u32| {
            with_dead(group).filter(|plane| !dead(plane)).map(|plane| pages[plane as usize]).max().unwrap_or(0)
        };
        let loses = |group: u32, more: usize| !self.rules.parity || self.dead_in_group(group) + more > 1;
        let mut losses = Losses { dead_planes, ..Losses::default() };
        for group in 0..self.layout.groups {
            losses.lost_pages += if loses(group, 0) { of_group(group) } else { 0 };
            if !loses(group, 1) {
                continue;
            }
            let lost_already = if loses(group, 0) { of_group(group) } else { 0 };
            let next = most(group) + of_group(group) - lost_already;
            let side = match self.dead_in_group(group) {
                0 => &mut losses.second_loss.other_group_pages,
                _ => &mut losses.second_loss.same_group_pages,
            };
            *side = next.max(*side);
        }
        Some(losses)
    }

    /// Pages of the host that each plane holds, or would.
    fn pages_by_plane(&self) -> Vec<u64> {
        let mut pages = vec![0; self.planes.len()];
        for lpn in 0..self.layout.logical_pages {
            if self.place(lpn) != NONE || self.faults.knows(lpn) {
                pages[self.plane_of(lpn) as usize] += 1;
            }
        }
        pages
    }
}
