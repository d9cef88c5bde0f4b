//! Block mapping: a logical block lives in one physical block, each page in its fixed place. A page whose place
//! is taken makes the whole block move; with spare pages in each block (Mitsubishi's variant), only when they are used up.

mod explain;

use super::blocks::Blocks;
use super::blocks::observables::MERGES;
use super::blocks::on_blocks::OnBlocks;
use super::layer::{Build, Change, Entry, Traits};
use super::picture::{Picture, UpdatePlace, Updates};
use super::wear;
use crate::base::error::Error;
use crate::base::text::count;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::nand::Lpn;
use crate::nand::array::{Nand, PageState, ProgramOrder};
use crate::nand::rule::Rule;
use crate::parameters::parameter::{Info, Parameter};

/// Block mapping at work.
#[derive(Clone, Debug, Hash)]
pub struct BlockMapping {
    blocks: Blocks,
    group_request: bool,
}

impl BlockMapping {
    fn new(build: &Build<'_>) -> Result<Self, Error> {
        let geometry = build.nand.geometry;
        if geometry.pages_per_block <= geometry.spare_pages {
            return Err(Error::Value {
                field: "ftl.spare_pages".into(),
                value: geometry.spare_pages.to_string(),
                expected: format!("fewer than the {} of a block", count(geometry.pages_per_block.into(), "page")),
                nearest: Some((geometry.pages_per_block - 1).to_string()),
            });
        }
        Ok(Self { blocks: Blocks::new(build, 0)?, group_request: build.settings.flag("group_request") })
    }

    /// Programs a page in its place, or in a spare page of its block. Returns whether there was room.
    fn program_inside(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<bool, Halt> {
        if self.blocks.program_in_place(lpn, flash)? {
            return Ok(true);
        }
        let Some(spare) = self.blocks.spare_place(self.blocks.lbn(lpn), flash.nand()) else { return Ok(false) };
        self.blocks.program(lpn, spare, flash)?;
        Ok(true)
    }

    /// Why a page can neither be programmed in its place nor in a spare page.
    fn why_not_inside(&self, lpn: Lpn, nand: &Nand) -> Trigger {
        let (block, offset) = (self.blocks.data_block(self.blocks.lbn(lpn)), self.blocks.offset(lpn));
        let write_ptr = nand.block(block).write_ptr;
        let place = match nand.page_state[nand.geometry.page(block, offset) as usize] == PageState::Free as u8 {
            true => Condition::new(What::PlaceBehind, offset, Is::Below, write_ptr),
            false => Condition::fact(What::Place, offset),
        };
        let (spare, first_spare) = (nand.geometry.spare_pages, self.blocks.pages_per_block());
        let used =
            (spare > 0).then(|| Condition::all(What::SparePages, write_ptr.max(first_spare) - first_spare, spare));
        (place, used).into()
    }
}

impl OnBlocks for BlockMapping {
    const ENTRY: Entry<Self> = Entry {
        info: Info {
            kind: "block",
            title: "block mapping",
            help: "One mapping entry per block, each page at a fixed offset: an update rewrites the whole block.",
            source: "the baseline of hybrid mapping",
            parameters: &[
                Parameter::boolean(
                    "group_request",
                    "true",
                    "Whether one full merge serves all pages that a request writes to a block.",
                )
                .changing(),
                Parameter::integer(
                    "spare_pages",
                    "0",
                    0,
                    8191,
                    "Spare pages per block, which take updates of the others; a logical block has that many pages fewer.",
                ),
            ],
        },
        shared: &[wear::PARAMETERS],
        program_order: ProgramOrder::SkipOk,
        spare_pages: Some("spare_pages"),
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
            let lbn = self.blocks.lbn(lpn);
            if self.program_inside(lpn, flash)? {
                lpn += 1;
            } else {
                let lpn_of_merge = lpn;
                let together = self.blocks.together(lpn, end, self.group_request);
                lpn = together.end;
                flash.decide(|nand, op| explain::decision(op, &together, &self.blocks, nand));
                let trigger = flash.because(|nand| self.why_not_inside(lpn_of_merge, nand));
                self.blocks.full_merge(lbn, together, trigger, flash)?;
            }
            self.blocks.level(self.blocks.plane_of(lbn), flash)?;
        }
        Ok(())
    }

    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let others = self.blocks.start_up(flash)?;
        others.into_iter().try_for_each(|block| self.blocks.dissolve(block, flash))
    }

    fn picture(&self, _: Option<Lpn>, _: &Nand) -> Picture {
        let updates = Updates { place: UpdatePlace::Rebuild, ..Updates::IN_LOGS };
        Picture { homes: self.blocks.homes(), updates: Some(updates), ..Picture::default() }
    }

    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.blocks.check(&[], nand)
    }
}
