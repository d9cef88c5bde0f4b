//! Logical blocks that are read much more than written are copied in order, so that one entry maps them.

use super::Cftl;
use crate::base::text::grouped;
use crate::flash::access::Flash;
use crate::flash::decision::{Decision, Row};
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::terms::block_name;
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::ftl::flash_map::Keep;
use crate::nand::geometry::Geometry;
use crate::nand::{BlockId, Lpn, NONE};
use std::ops::Range;

impl Cftl {
    /// A page was read: its logical block may be due.
    pub(super) fn read_once(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let lbn = lpn / flash.nand().geometry.pages_per_block;
        let reads = &mut self.reads[lbn as usize];
        *reads += 1;
        if *reads < self.read_threshold || self.heat.is_hot(lbn) {
            return Ok(());
        }
        let due = flash.because(|_| Condition::new(What::ReadsOfBlock, *reads, Is::AtLeast, self.read_threshold));
        *reads = 0;
        let pages = pages_of(lbn, &flash.nand().geometry);
        let all =
            pages.end <= flash.nand().geometry.logical_pages && pages.clone().all(|lpn| self.pool.place(lpn) != NONE);
        if !all || self.whole_block(lbn, flash.nand()).is_some() {
            return Ok(());
        }
        self.convert(lbn, pages, due, flash)
    }

    /// Copies a logical block in order, writes its translation pages, and drops its pages' own entries.
    fn convert(
        &mut self,
        lbn: u32,
        pages: Range<Lpn>,
        trigger: Option<Trigger>,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let plane = lbn % flash.nand().geometry.planes();
        let block = self.pool.open_for_order(plane, &mut Keep { map: &mut self.map, cache: &mut self.cpmt }, flash)?;
        let threshold = self.read_threshold;
        flash.decide(|_, op| decision(op, lbn, block, threshold));
        let operation = |kind| Operation {
            lpn: Some(pages.start),
            pages: pages.len() as u32,
            block: Some(block),
            ..Operation::new(kind, Purpose::Convert)
        };
        let outer = flash.enter(Operation { trigger, ..operation(Kind::ConvertStart) })?;
        for lpn in pages.clone() {
            self.pool.move_in_order(lpn, block, flash)?;
        }
        self.pool.close_in_order(block, flash)?;
        for page in self.map.page_of(pages.start)..=self.map.page_of(pages.end - 1) {
            self.map.write_page(page, Purpose::Convert, false, &mut self.pool, &mut self.cpmt, flash)?;
        }
        self.pool.areas[plane as usize].moved.retain(|lpn| !pages.contains(lpn));
        // Collecting on the way may have moved some of them again: then the block is not whole.
        if self.whole_block(lbn, flash.nand()) == Some(block) {
            self.cpmt.remove_within(pages.clone());
            self.cbmt.insert(lbn, block);
        }
        flash.core.counters.conversions += 1;
        flash.note(operation(Kind::ConvertEnd))?;
        flash.leave(outer);
        Ok(())
    }
}

/// The pages of a logical block.
pub(super) fn pages_of(lbn: u32, geometry: &Geometry) -> Range<Lpn> {
    let first = lbn * geometry.pages_per_block;
    first..first + geometry.pages_per_block
}

fn decision(op: u64, lbn: u32, block: BlockId, threshold: u32) -> Decision {
    let (name, reads) = (block_name(lbn), grouped(u64::from(threshold)));
    Decision {
        op,
        question: "Why put these pages in order?".into(),
        rule: "read often since it was last written, and not written often".into(),
        columns: vec!["reads".into()],
        headline: ["**", &name, "** was read ", &reads, " times and is not written often: its pages are put in order."]
            .concat(),
        rows: vec![Row { label: name, block: Some(block), chosen: true, cells: vec![reads], share: None }],
        candidates: 1,
        tie: None,
        ..Decision::default()
    }
}
