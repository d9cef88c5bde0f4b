//! NFTL: a logical block that is written again gets replacement blocks, up to K of them, which take its
//! new pages. When they have no room left, or another logical block needs them, everything is folded into a new block.
//!
//! The out-of-band bytes of a page say which one it is, so its place need not: pages go behind one another, as in FMAX, or
//! each to its own place in the first replacement block where that is free, as in the first NFTL.
//!
//! - `mod.rs`     the paths of reads and writes, and folding
//! - `explain.rs` why a chain is folded, and what it costs

mod explain;

use super::blocks::chains::{Chains, POOL, pool};
use super::blocks::observables::MERGES;
use super::blocks::on_blocks::OnBlocks;
use super::blocks::{Blocks, NOTHING, Pending};
use super::layer::{Build, Change, Entry, Traits};
use super::picture::{Picture, Role, UpdatePlace, Updates};
use super::wear;
use crate::base::bulk::AnyBulk;
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::decision::Decision;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::block::BlockKind;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, Ppn};
use crate::parameters::parameter::{Info, Parameter};
use explain::Why;

/// NFTL at work.
#[derive(Clone, Debug, Hash)]
pub struct Nftl {
    blocks: Blocks,
    /// Replacement blocks, by logical block.
    chains: Chains,
    /// Most replacement blocks of a logical block: K.
    most: u32,
    /// Whether a replacement block has a fixed place for each page.
    in_place: bool,
    group_request: bool,
    /// Replacement blocks of each plane.
    pool: u32,
}

impl Nftl {
    fn new(build: &Build<'_>) -> Result<Self, Error> {
        let pool = pool(build);
        let blocks = Blocks::new(build, pool)?;
        Ok(Self {
            chains: Chains::new(blocks.planes(), blocks.logical_blocks(), pool),
            blocks,
            most: build.settings.integer("replacement_blocks") as u32,
            in_place: build.settings.word("replacement") == "in-place",
            group_request: build.settings.flag("group_request"),
            pool,
        })
    }

    /// Where the chain of its logical block can take a page.
    fn free_place(&self, lpn: Lpn, nand: &Nand) -> Option<Ppn> {
        let lbn = self.blocks.lbn(lpn);
        if !self.in_place {
            return nand.next_page(self.chains.newest(lbn)?);
        }
        let places = self.chains.blocks_of(lbn).map(|block| nand.geometry.page(block, self.blocks.offset(lpn)));
        places.into_iter().find(|&place| nand.may_program(place))
    }

    /// Serves `lpn`, or more pages of its logical block up to `end`; returns the page after the last one served.
    #[inline]
    fn write_some(&mut self, lpn: Lpn, end: Lpn, flash: &mut Flash<'_>) -> Result<Lpn, Halt> {
        let lbn = self.blocks.lbn(lpn);
        let plane = self.blocks.plane_of(lbn);
        loop {
            if self.blocks.program_in_place(lpn, flash)? {
                return Ok(lpn + 1);
            }
            if let Some(free) = self.free_place(lpn, flash.nand()) {
                self.blocks.program(lpn, free, flash)?;
                self.chains.wrote(plane, lbn);
                return Ok(lpn + 1);
            }
            let is_full = self.chains.length(lbn) >= self.most;
            let idle = self.chains.writers(plane).next().filter(|_| self.chains.is_exhausted(plane));
            match idle {
                _ if is_full => {
                    let trigger =
                        flash.because(|_| Condition::all(What::ChainBlocks, self.chains.length(lbn), self.most));
                    return self.fold_with_request(lpn, end, (Why::Full, trigger), flash);
                }
                Some(idle) => {
                    let because = |nand: &Nand| {
                        let all = Condition::all(What::ReplacementBlocks, self.chains.lent(plane), self.pool);
                        all.of_plane(plane, nand.geometry.planes())
                    };
                    let why = (Why::Idle, flash.because(because));
                    match idle == lbn {
                        true => return self.fold_with_request(lpn, end, why, flash),
                        false => self.fold(idle, NOTHING, why, flash)?,
                    }
                }
                None => {
                    let block = self.blocks.take(plane, BlockKind::Log, flash)?;
                    self.chains.lend(plane, lbn, block);
                }
            }
        }
    }

    /// Folds the chain of `lpn`'s logical block; pages of the request ride along.
    fn fold_with_request(
        &mut self,
        lpn: Lpn,
        end: Lpn,
        why: (Why, Option<Trigger>),
        flash: &mut Flash<'_>,
    ) -> Result<Lpn, Halt> {
        let pending = self.blocks.together(lpn, end, self.group_request);
        let next = pending.end;
        self.fold(self.blocks.lbn(lpn), pending, why, flash)?;
        Ok(next)
    }

    /// Rebuilds a logical block in a new block and erases its replacement blocks.
    fn fold(
        &mut self,
        lbn: u32,
        pending: Pending,
        (why, trigger): (Why, Option<Trigger>),
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let plane = self.blocks.plane_of(lbn);
        flash.decide(|nand, op| self.explain(op, why, lbn, &pending, nand));
        let oldest = self.chains.oldest(lbn);
        let operation = |kind| Operation { block: oldest, ..Operation::new(kind, Purpose::Full) };
        let outer = flash.enter(Operation { trigger, ..operation(Kind::ReclaimStart) })?;
        let mut holds_pages = !pending.is_empty();
        for block in self.chains.blocks_of(lbn) {
            let valid = flash.nand().block(block).valid > 0;
            flash.core.counters.reclaim(usize::from(valid));
            holds_pages |= valid;
        }
        if holds_pages {
            let trigger = flash.because(|nand| {
                let valid: u32 = self.chains.blocks_of(lbn).map(|block| nand.block(block).valid).sum();
                Condition::new(What::ChainPages, valid, Is::Above, 0u32).plus(pending.len() as u32)
            });
            self.blocks.full_merge(lbn, pending, trigger, flash)?;
        }
        while let Some(block) = self.chains.oldest(lbn) {
            self.blocks.release(block, Purpose::Full, flash)?;
            self.chains.take_back(plane, lbn);
        }
        flash.note(operation(Kind::ReclaimEnd))?;
        flash.leave(outer);
        self.blocks.level(plane, flash)
    }
}

impl OnBlocks for Nftl {
    const ENTRY: Entry<Self> = Entry {
        info: Info {
            kind: "nftl",
            title: "NFTL: replacement blocks",
            help: "An updated block gets a chain of replacement blocks, which is folded when it is full.",
            source: "Ban: Flash File System Optimized for Page-Mode Flash Technologies, US patent 5,937,425, 1999",
            parameters: &[
                POOL,
                Parameter::integer(
                    "replacement_blocks",
                    "2",
                    1,
                    1 << 16,
                    "Maximum number of replacement blocks of a logical block (K).",
                ),
                Parameter::choice(
                    "replacement",
                    "\"anywhere\"",
                    &["anywhere", "in-place"],
                    "Where a replacement block takes a page: at the next free page, or only at the page's own offset.",
                ),
                Parameter::boolean(
                    "group_request",
                    "true",
                    "Whether one folding serves all pages that a request writes to a block.",
                )
                .changing(),
            ],
        },
        shared: &[wear::PARAMETERS],
        program_order: ProgramOrder::SkipOk,
        spare_pages: None,
        traits: Traits {
            observables: MERGES,
            caches_pages: false,
            has_stripes: false,
            purposes: &[Purpose::Host, Purpose::Wear, Purpose::Recovery, Purpose::Full],
        },
        build: |build| Self::new(&build),
    };

    fn change(&mut self, change: &Change<'_>) {
        self.group_request = change.settings.flag("group_request");
    }

    fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    fn blocks_mut(&mut self) -> &mut Blocks {
        &mut self.blocks
    }

    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (mut lpn, end) = (first, first + count);
        while lpn < end {
            lpn = self.write_some(lpn, end, flash)?;
        }
        Ok(())
    }

    /// Replacement blocks form their chains again, in the order in which they were begun.
    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let others = self.blocks.start_up(flash)?;
        self.chains.clear();
        for block in others {
            let is_log = flash.nand().block(block).kind == BlockKind::Log;
            match self.blocks.logical_blocks_in(block, flash.nand())[..] {
                [lbn] if is_log && self.takes_another(lbn) => {
                    self.chains.lend(self.blocks.plane_of(lbn), lbn, block);
                }
                _ => self.blocks.dissolve(block, flash)?,
            }
        }
        Ok(())
    }

    fn picture(&self, near: Option<Lpn>, _: &Nand) -> Picture {
        let near = near.map(|lpn| self.blocks.lbn(lpn));
        let (parked, parked_total) = self.chains.parked(near, Role::Replacement, |lbn| lbn);
        let shared = self.chains.shared(near, self.most, |lbn| (vec![(lbn, self.blocks.data_block(lbn))], 1));
        let updates = Updates { place: UpdatePlace::Chain, ..Updates::IN_LOGS };
        Picture {
            parked,
            parked_total,
            homes: self.blocks.homes(),
            shared: Some(shared),
            updates: Some(updates),
            ..Picture::default()
        }
    }

    /// Of each replacement block its number and the next of its chain. Where a page is in it, its
    /// out-of-band bytes tell.
    fn log_ram_bytes(&self) -> u64 {
        8 * u64::from(self.pool * self.blocks.planes())
    }

    fn log_bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.chains.bulk(visit);
    }

    /// Replacement blocks hold pages of their own logical block only, in their places if they have places, and no chain is
    /// too long.
    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.blocks.check(&self.chains.blocks(), nand)?;
        for lbn in (0..self.blocks.planes()).flat_map(|plane| self.chains.writers(plane)) {
            if self.chains.length(lbn) > self.most {
                return Err(Rule::Invariant(format!("B{lbn} has {} replacement blocks", self.chains.length(lbn))));
            }
            let pages = self.chains.blocks_of(lbn).flat_map(|block| nand.geometry.pages_of(block));
            for ppn in pages.map(|ppn| ppn as Ppn).filter(|&ppn| nand.is_valid(ppn)) {
                let lpn = nand.owner[ppn as usize];
                let misplaced = self.in_place && self.blocks.offset(lpn) != nand.geometry.offset_of(ppn);
                if misplaced || self.blocks.lbn(lpn) != lbn {
                    return Err(Rule::Invariant(format!("page {lpn} is in a wrong place of a replacement of B{lbn}")));
                }
            }
        }
        Ok(())
    }
}

impl Nftl {
    fn takes_another(&self, lbn: u32) -> bool {
        self.chains.length(lbn) < self.most && !self.chains.is_exhausted(self.blocks.plane_of(lbn))
    }

    fn explain(&self, op: u64, why: Why, lbn: u32, pending: &Pending, nand: &Nand) -> Decision {
        let plane = self.blocks.plane_of(lbn);
        let others = self.chains.writers(plane).filter(|&other| other != lbn && why == Why::Idle);
        let candidates: Vec<u32> = std::iter::once(lbn).chain(others).collect();
        explain::decision(op, why, &candidates, pending, (&self.blocks, &self.chains), nand)
    }
}
