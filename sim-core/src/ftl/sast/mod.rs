//! SAST: N neighbouring logical blocks of a plane form a group, whose updates share at most K log blocks, in
//! any order. Emptying a log block rebuilds every logical block with pages in it: at most N.
//!
//! - `mod.rs`     the groups, and the paths of reads and writes
//! - `reclaim.rs` making room: which log block goes, and how it is emptied
//! - `explain.rs` why that one, and what it costs
//!
//! With N = 1 and K = 1 it is BAST (`bast.rs`).

mod explain;
mod reclaim;

use super::bast;
use super::blocks::Blocks;
use super::blocks::chains::{Chains, POOL, pool};
use super::blocks::observables::MERGES_SHARED_LOGS;
use super::blocks::on_blocks::OnBlocks;
use super::layer::{Build, Entry, Traits};
use super::picture::{MEMBERS_MAX, Picture, Role, Updates};
use super::wear;
use crate::base::bulk::AnyBulk;
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::block::BlockKind;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, PlaneId};
use crate::parameters::parameter::{Info, Parameter};
pub(crate) use reclaim::Victim;

/// SAST at work, and BAST.
#[derive(Clone, Debug, Hash)]
pub struct Sast {
    blocks: Blocks,
    /// Log blocks, by group.
    logs: Chains,
    grouping: Grouping,
    groups_per_plane: u32,
    victim: Victim,
    /// Log blocks of each plane.
    log_blocks: u32,
}

/// Who shares log blocks.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Grouping {
    /// Logical blocks of a group: N.
    pub blocks: u32,
    /// Most log blocks of a group: K.
    pub logs: u32,
}

impl Grouping {
    /// Every logical block for itself, with one log block: BAST.
    pub(super) const ALONE: Self = Self { blocks: 1, logs: 1 };
}

impl Sast {
    /// Nothing written yet.
    pub fn new(build: &Build<'_>, grouping: Grouping, victim: Victim) -> Result<Self, Error> {
        let log_blocks = pool(build);
        let blocks = Blocks::new(build, log_blocks)?;
        let groups_per_plane = blocks.logical_blocks().div_ceil(blocks.planes()).div_ceil(grouping.blocks);
        let logs = Chains::new(blocks.planes(), blocks.planes() * groups_per_plane, log_blocks);
        Ok(Self { blocks, logs, grouping, groups_per_plane, victim, log_blocks })
    }

    /// The group of a logical block; groups of a plane are numbered one after the other.
    #[inline]
    fn group(&self, lbn: u32) -> u32 {
        self.blocks.plane_of(lbn) * self.groups_per_plane + lbn / self.blocks.planes() / self.grouping.blocks
    }

    fn plane_of_group(&self, group: u32) -> PlaneId {
        group / self.groups_per_plane
    }

    /// The first logical block of a group.
    fn first_of_group(&self, group: u32) -> u32 {
        let (plane, number) = (self.plane_of_group(group), group % self.groups_per_plane);
        number * self.grouping.blocks * self.blocks.planes() + plane
    }

    /// The logical blocks of a group: neighbours in its plane.
    fn members(&self, group: u32) -> impl Iterator<Item = u32> + Clone {
        let (first, planes) = (self.first_of_group(group), self.blocks.planes());
        let last = first.saturating_add((self.grouping.blocks - 1).saturating_mul(planes));
        (first..self.blocks.logical_blocks().min(last.saturating_add(1))).step_by(planes as usize)
    }

    /// To its fixed place while that is free, else behind the updates of its group.
    #[inline]
    fn write_page(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let lbn = self.blocks.lbn(lpn);
        let (plane, group) = (self.blocks.plane_of(lbn), self.group(lbn));
        loop {
            if self.blocks.program_in_place(lpn, flash)? {
                return Ok(());
            }
            if let Some(free) = self.logs.newest(group).and_then(|log| flash.nand().next_page(log)) {
                self.blocks.program(lpn, free, flash)?;
                self.logs.wrote(plane, group);
                return Ok(());
            }
            self.make_room(plane, group, flash)?;
        }
    }

    /// Gives a group another log block, or empties one for that.
    fn make_room(&mut self, plane: PlaneId, group: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        if self.logs.length(group) >= self.grouping.logs || self.logs.is_exhausted(plane) {
            self.reclaim(plane, group, flash)?;
            return self.blocks.level(plane, flash);
        }
        let log = self.blocks.take(plane, BlockKind::Log, flash)?;
        self.logs.lend(plane, group, log);
        Ok(())
    }

    /// Whether log blocks belong to one logical block each.
    fn is_alone(&self) -> bool {
        self.grouping.blocks == 1
    }
}

impl OnBlocks for Sast {
    const ENTRY: Entry<Self> = Entry {
        info: Info {
            kind: "sast",
            title: "SAST: log blocks of a group",
            help: "A group of N neighbouring blocks shares up to K log blocks, which take updates in any order.",
            source: "Park et al.: A Reconfigurable FTL Architecture for NAND Flash-Based Applications, ACM TECS 2008",
            parameters: &[
                POOL,
                Parameter::optional(
                    "group_blocks",
                    "4",
                    1,
                    1 << 24,
                    "Logical blocks that share log blocks (N); null: all of a plane.",
                ),
                Parameter::optional(
                    "group_logs",
                    "4",
                    1,
                    1 << 24,
                    "Maximum number of log blocks of a group (K); null: all of a plane.",
                ),
            ],
        },
        shared: &[wear::PARAMETERS],
        program_order: ProgramOrder::SkipOk,
        spare_pages: None,
        traits: Traits {
            observables: MERGES_SHARED_LOGS,
            caches_pages: false,
            has_stripes: false,
            purposes: &[
                Purpose::Host,
                Purpose::Wear,
                Purpose::Recovery,
                Purpose::Switch,
                Purpose::Partial,
                Purpose::Full,
                Purpose::Reclaim,
            ],
        },
        build: |build| {
            let all = |name| build.settings.optional(name).map_or(build.nand.geometry.blocks_per_plane, |n| n as u32);
            let grouping = Grouping { blocks: all("group_blocks"), logs: all("group_logs") };
            Self::new(&build, grouping, Victim::LeastRecent)
        },
    };

    fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    fn blocks_mut(&mut self) -> &mut Blocks {
        &mut self.blocks
    }

    fn traits(&self) -> Traits {
        if self.is_alone() { bast::TRAITS } else { Self::ENTRY.traits }
    }

    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        (first..first + count).try_for_each(|lpn| self.write_page(lpn, flash))
    }

    /// Log blocks of one group stay; what does not fit is merged at once.
    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let others = self.blocks.start_up(flash)?;
        self.logs.clear();
        for block in others {
            match self.group_of_log(block, flash.nand()) {
                Some(group) => self.logs.lend(self.plane_of_group(group), group, block),
                None => self.blocks.dissolve(block, flash)?,
            }
        }
        Ok(())
    }

    fn picture(&self, near: Option<Lpn>, _: &Nand) -> Picture {
        let near = near.map(|lpn| self.group(self.blocks.lbn(lpn)));
        let lbn_of = |group| if self.is_alone() { self.first_of_group(group) } else { NONE };
        let (parked, parked_total) = self.logs.parked(near, Role::Log, lbn_of);
        let members_of = |group: u32| {
            let members = self.members(group);
            let told = members.clone().take(MEMBERS_MAX).map(|lbn| (lbn, self.blocks.data_block(lbn))).collect();
            (told, members.count() as u32)
        };
        let shared = (!self.is_alone()).then(|| self.logs.shared(near, self.grouping.logs, members_of));
        let updates = match self.is_alone() {
            true => bast::UPDATES,
            false => Updates { group_blocks: self.grouping.blocks, ..Updates::IN_LOGS },
        };
        Picture {
            parked,
            parked_total,
            homes: self.blocks.homes(),
            shared,
            updates: Some(updates),
            ..Picture::default()
        }
    }

    /// Of each log block its own number, its owner and, by page, 2 bytes where it belongs to
    /// one logical block (the offset of the newest copy) or 4 bytes where to a group (block and offset).
    fn log_ram_bytes(&self) -> u64 {
        let entry = if self.is_alone() { 2 } else { 4 };
        let log = 8 + entry * u64::from(self.blocks.pages_per_block());
        log * u64::from(self.log_blocks * self.blocks.planes())
    }

    fn log_bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.logs.bulk(visit);
    }

    /// Log blocks hold pages of their own group only, and no group has more than its share.
    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.blocks.check(&self.logs.blocks(), nand)?;
        for group in (0..self.blocks.planes()).flat_map(|plane| self.logs.writers(plane)) {
            if self.logs.length(group) > self.grouping.logs {
                return Err(Rule::Invariant(format!("group {group} has {} log blocks", self.logs.length(group))));
            }
            for log in self.logs.blocks_of(group) {
                let foreign = |&lbn: &u32| self.group(lbn) != group;
                if let Some(lbn) = self.blocks.logical_blocks_in(log, nand).into_iter().find(foreign) {
                    return Err(Rule::Invariant(format!("log block {log} of group {group} holds pages of B{lbn}")));
                }
            }
        }
        Ok(())
    }
}
