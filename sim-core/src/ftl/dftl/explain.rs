//! The choice of the entry that leaves the cache, in words.

use super::cmt::{Cmt, Replacement, Slot};
use crate::base::text::grouped;
use crate::flash::decision::Decision;
use crate::ftl::flash_map::explain::{self, Candidate, TOLD};

/// Why the next entry leaves.
pub(crate) fn decision(op: u64, cmt: &Cmt) -> Decision {
    let mut shown: Vec<Slot> = cmt.leaving().take(TOLD).collect();
    let candidates = cmt.entries().iter().sum::<u32>() as usize;
    if candidates > shown.len() {
        shown.extend(cmt.leaving().last());
    }
    let named = |&slot: &Slot| Candidate {
        name: ["LPN ", &grouped(u64::from(cmt.lpn(slot)))].concat(),
        dirty: cmt.is_marked(slot),
    };
    let leaving: Vec<Candidate> = shown.iter().map(named).collect();
    let rule = match cmt.replacement() {
        Replacement::Segmented => "used longest ago, probationary entries first",
        Replacement::Plain => "used longest ago",
        Replacement::Ageing => "lowest age, probationary entries first",
    };
    explain::decision(op, rule, &leaving, candidates)
}
