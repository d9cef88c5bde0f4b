//! An operation in words: the sentence of the headline, and the link that stands for it in a chain of causes.

use crate::base::text::{capitalised, count, grouped};
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::terms::{Terms, Vocabulary};

/// What the words for an operation are made of.
struct Names {
    page: String,
    pages: String,
    block: String,
    /// The block as what is erased.
    erased: String,
    /// What is collected.
    victim: String,
    logical_block: String,
    from: String,
    to: String,
    stale: String,
}

impl Names {
    fn of(operation: &Operation, terms: &Terms<'_>) -> Self {
        let at = |ppn: Option<u32>| ppn.map(|ppn| terms.place(ppn)).unwrap_or_default();
        Self {
            page: operation.lpn.map(|lpn| terms.page(lpn)).unwrap_or_default(),
            pages: terms.pages(operation),
            block: operation.block.map(|block| grouped(u64::from(block))).unwrap_or_default(),
            erased: operation.block.map(|block| terms.block(block)).unwrap_or_default(),
            victim: operation.block.map(|block| terms.collected(block)).unwrap_or_default(),
            logical_block: operation.lpn.map(|lpn| terms.group(lpn)).unwrap_or_default(),
            from: at(operation.from),
            to: at(operation.to),
            stale: at(operation.stale),
        }
    }
}

/// The link that stands for an operation in a chain of causes.
pub(crate) fn label(operation: &Operation, terms: &Terms<'_>) -> String {
    let Names { page, pages, block, erased, victim, logical_block, .. } = Names::of(operation, terms);
    match operation.kind {
        Kind::HostRead => format!("host reads {pages}"),
        Kind::HostWrite => format!("host writes {pages}"),
        Kind::HostTrim => format!("host trims {pages}"),
        Kind::HostFlush => "host flushes".into(),
        Kind::Read | Kind::ReadUnmapped => format!("read {page}"),
        Kind::Program if operation.purpose == Purpose::Pad => "write a page of padding".into(),
        Kind::Program => format!("write {page}"),
        Kind::Copy => format!("copy {page}"),
        Kind::Trim => format!("trim {page}"),
        Kind::Erase => format!("erase {erased}"),
        Kind::GcStart => format!("GC picks {victim}"),
        Kind::GcEnd => format!("GC of {victim} ends"),
        Kind::WearStart => format!("wear levelling picks block {block}"),
        Kind::WearEnd => format!("wear levelling of block {block} ends"),
        Kind::SwitchMerge => format!("switch merge of {logical_block}"),
        Kind::PartialMerge => format!("partial merge of {logical_block}"),
        Kind::FullMerge => format!("full merge of {logical_block}"),
        Kind::MergeEnd => format!("merge of {logical_block} ends"),
        Kind::ReclaimStart => format!("reclaim log block {block}"),
        Kind::ReclaimEnd => format!("reclaim of log block {block} ends"),
        Kind::MapHit => format!("map hit: {page}"),
        Kind::MapMiss => match operation.block {
            Some(_) => format!("map miss: map block {block}"),
            None => format!("map miss: {page}"),
        },
        Kind::MapEvict => match operation.block {
            Some(_) => format!("evict map block {block}"),
            None => format!("evict the entry of {page}"),
        },
        Kind::MapStep => step_label(operation, &block),
        Kind::ConvertStart => format!("copy {logical_block} in order"),
        Kind::ConvertEnd => format!("{logical_block} is in order"),
        Kind::CacheHit | Kind::CacheInsert if waits_for_ram(operation) => format!("{page} waits for {}", ram_of(terms)),
        Kind::CacheHit => format!("{page} is in {}", ram_of(terms)),
        Kind::CacheInsert => format!("put {page} into {}", ram_of(terms)),
        Kind::SetEvict => format!("move {logical_block} to a block slot"),
        Kind::Swap => format!("swap {logical_block} into a block slot"),
        Kind::FlushStart => format!("flush {logical_block}"),
        Kind::PlugStart => format!("flush {logical_block} plugged"),
        Kind::FlushEnd => format!("flush of {logical_block} ends"),
        Kind::SessionEnd => "session ends".into(),
        Kind::Rebuild => format!("reconstruct {page}"),
        Kind::Wait => format!("{page} waits for GC"),
        Kind::HeldBack => format!("hold {page} back"),
        Kind::PlaneDead => "a plane fails".into(),
        Kind::Unreadable => format!("{page} is lost"),
        Kind::Resplit => "re-split page and block slots".into(),
        Kind::BlockBad => format!("{erased} goes bad"),
        Kind::ProgramFailed => format!("write of {page} fails"),
        Kind::BlockReplaced => format!("{erased} is replaced"),
        Kind::PowerCut => "power cut".into(),
        Kind::Recovery => "recovery".into(),
    }
}

/// What an operation does, in one sentence; the thing acted on between `**`.
pub(crate) fn sentence(operation: &Operation, terms: &Terms<'_>) -> String {
    let Names { page, pages, block, erased, victim, logical_block, from, to, stale } = Names::of(operation, terms);
    let subject = capitalised(&page);
    match operation.kind {
        Kind::HostRead => format!("The host reads {pages}."),
        Kind::HostWrite => format!("The host writes {pages}."),
        Kind::HostTrim => format!("The host trims {pages}: the data is no longer needed."),
        Kind::HostFlush => "The host flushes: every acknowledged write must become durable.".into(),
        Kind::Read => reading(operation, &subject, &from, terms),
        Kind::ReadUnmapped => format!("{subject} was never written: the device returns zeros without touching flash."),
        Kind::Program => programming(operation, &subject, &to, &stale, terms),
        Kind::Copy if operation.purpose == Purpose::Replace => {
            format!("What is in **{from}** is copied to the same page of the block in reserve.")
        }
        Kind::Copy => format!("{subject} is still valid: it moves from {from} to **{to}**, {}.", purpose_of(operation)),
        Kind::Trim => match operation.stale {
            Some(_) => format!("{subject} is trimmed: its copy at **{stale}** is now invalid."),
            None => format!("{subject} is trimmed, but it held no data."),
        },
        Kind::Erase => {
            format!(
                "**{}** is erased: {} are free again.",
                capitalised(&erased),
                count(u64::from(terms.geometry.pages_per_block), "page")
            )
        }
        Kind::GcStart => format!("GC picks **{victim}**."),
        Kind::GcEnd => format!("GC of {victim} is complete."),
        Kind::WearStart => format!("Wear levelling picks **block {block}**."),
        Kind::WearEnd => format!("Wear levelling of block {block} is complete."),
        Kind::SwitchMerge => format!(
            "**Block {block}** holds all of {logical_block} in order: it becomes the data block, and only the old one is erased."
        ),
        Kind::PartialMerge => {
            format!(
                "**Block {block}** holds the first pages of {logical_block} in order: the others are copied in after them."
            )
        }
        Kind::FullMerge => {
            format!("**{logical_block}** is rebuilt in block {block} from the newest copy of each of its pages.")
        }
        Kind::MergeEnd => format!("{logical_block} is in one block again: **block {block}**."),
        Kind::ReclaimStart => format!("Log block **{block}** must be emptied."),
        Kind::ReclaimEnd => format!("The reclaim of log block {block} is complete."),
        Kind::MapHit => format!("The map entry of {page} is **in the cache**: no flash operation is needed."),
        Kind::MapMiss => match operation.block {
            Some(_) => format!(
                "The entry of {page} is in **map block {block}**, which is not in memory: it must be fetched from the SSD."
            ),
            None => format!("The map entry of {page} is **not in the cache**: its translation page must be read."),
        },
        Kind::MapEvict => match operation.block {
            Some(_) => format!("**Map block {block}** is evicted from memory."),
            None => format!("The entry of **{page}** is evicted from the cache."),
        },
        Kind::MapStep => step_sentence(operation, &page, &block),
        Kind::ConvertStart => {
            format!(
                "**{logical_block}** is read often and rarely written: its pages are copied in order to block {block}."
            )
        }
        Kind::ConvertEnd => format!("A single entry now maps all of **{logical_block}**."),
        Kind::CacheHit | Kind::CacheInsert if waits_for_ram(operation) => {
            format!("{subject} **waits** until {} has room for it.", ram_of(terms))
        }
        Kind::CacheHit => hit(operation, &subject, &logical_block, terms),
        Kind::CacheInsert => match operation.stale {
            Some(_) => {
                format!("{subject} is stored **in {}**; its copy on flash at {stale} is now invalid.", ram_of(terms))
            }
            None => format!("{subject} is stored **in {}**; the flash is not touched.", ram_of(terms)),
        },
        Kind::SetEvict => {
            format!("{} of **{logical_block}** move to a block slot.", count(u64::from(operation.pages), "page"))
        }
        Kind::Swap => {
            format!("The pages of **{logical_block}** swap places with those of the block slot with the fewest pages.")
        }
        Kind::FlushStart => format!("**{}** is written from RAM to flash.", capitalised(&logical_block)),
        Kind::PlugStart => {
            format!(
                "**{logical_block}** is written from RAM to flash as a whole: its missing pages are read from flash first."
            )
        }
        Kind::FlushEnd => format!("**{logical_block}** is on flash; its space in RAM is free."),
        Kind::SessionEnd => "The session is over: **α and λ** are set anew.".into(),
        Kind::Rebuild => format!("**{subject}** is reconstructed from parity: its plane cannot be read now."),
        Kind::Wait => format!("{subject} **waits** until garbage collection on its plane is complete."),
        Kind::HeldBack => format!("{subject} **stays in RAM** until its plane accepts writes again."),
        Kind::PlaneDead => "**A plane fails**: from now on its pages can only be reconstructed from parity.".into(),
        Kind::Unreadable => format!("**{subject} is lost**: two planes of its stripe have failed."),
        Kind::Resplit => {
            "The write pattern has changed: **one block’s worth of RAM** moves between page slots and block slots."
                .into()
        }
        Kind::BlockBad => format!("**{}** goes bad: it takes no more data.", capitalised(&erased)),
        Kind::ProgramFailed => format!("The program at **{to}** fails: its block is bad, and must be replaced."),
        Kind::BlockReplaced => {
            let copied = match operation.pages {
                0 => String::new(),
                1 => ", to which 1 page was copied".into(),
                pages => format!(", to which {} were copied", count(u64::from(pages), "page")),
            };
            let block = capitalised(&erased);
            format!("**{block}** is bad, and replaced: its address leads to a block in reserve now{copied}.")
        }
        Kind::PowerCut => "**Power is cut**: everything in volatile RAM is lost.".into(),
        Kind::Recovery => {
            format!("The device is up again: it read {} to find its data.", count(u64::from(operation.pages), "page"))
        }
    }
}

fn reading(operation: &Operation, subject: &str, from: &str, terms: &Terms<'_>) -> String {
    match operation.purpose {
        Purpose::Map if matches!(terms.vocabulary, Vocabulary::Lines { .. }) => {
            format!("{subject} is read from **{from}** into memory.")
        }
        Purpose::Map => format!("{subject} is read from **{from}**: an entry in it is needed."),
        Purpose::MapUpdate => format!("{subject} is read from **{from}** to be updated."),
        Purpose::Rewrite => format!("{subject} is read from **{from}**, so that its block can be written as a whole."),
        Purpose::Fill => format!("{subject} is read from **{from}**: only some of its sectors are in RAM."),
        Purpose::Gc | Purpose::MapGc => format!("{subject} is still valid: it is read from **{from}** to be moved."),
        Purpose::Parity => format!("{subject} is read from **{from}** to compute the new parity of its stripe."),
        Purpose::Rebuild => format!("{subject} is read from **{from}** to reconstruct the missing page of its stripe."),
        _ => format!("{subject} is read from **{from}**."),
    }
}

fn programming(operation: &Operation, subject: &str, to: &str, stale: &str, terms: &Terms<'_>) -> String {
    // Blocks of a line are erased together.
    let whole = if matches!(terms.vocabulary, Vocabulary::Lines { .. }) { "line" } else { "block" };
    match (operation.purpose, operation.stale) {
        (Purpose::Map, _) if matches!(terms.vocabulary, Vocabulary::Lines { .. }) => {
            format!("{subject} is written to **{to}**: its copy in memory was dirty.")
        }
        (Purpose::Map, _) => format!("{subject} is written back to **{to}** with the evicted entry."),
        (Purpose::MapUpdate, _) => {
            format!("{subject} is written to **{to}** with the new locations of the pages that moved.")
        }
        (Purpose::Flush, _) => format!("{subject} is written from {} to **{to}** on flash.", ram_of(terms)),
        (Purpose::Rewrite, _) => format!("{subject}, read before, is written back to **{to}** with its block."),
        (Purpose::Gc | Purpose::MapGc, _) => {
            format!("{subject} is moved to **{to}**, so that its old {whole} can be erased.")
        }
        (Purpose::Pad, _) => format!("A page of **padding** is written to {to}: the write has to be filled up."),
        (_, Some(_)) => {
            format!(
                "{subject} is written to a free page, **{to}**; its old copy at {stale} stays invalid until its {whole} is erased."
            )
        }
        (_, None) => format!("{subject} is written for the first time, to **{to}**."),
    }
}

/// A step of fetching a block of the map, as a link.
fn step_label(operation: &Operation, block: &str) -> String {
    match operation.slot {
        Some(1) => format!("look up map block {block}"),
        Some(4) => format!("write map block {block} back"),
        Some(5) => format!("fetch map block {block}"),
        Some(6) => format!("fill the slot with map block {block}"),
        Some(7) => "mark the slot as used".into(),
        Some(8) => format!("count the load of map block {block}"),
        _ => format!("point the directory to map block {block}"),
    }
}

/// The same as a sentence.
fn step_sentence(operation: &Operation, page: &str, block: &str) -> String {
    match operation.slot {
        Some(1) => format!("The entry of {page} is in **map block {block}**."),
        Some(4) => format!("**Map block {block}** is dirty, so it is written to a new location on the SSD."),
        Some(5) => format!("**Map block {block}** is read from where the directory says it is on the SSD."),
        Some(6) => format!("The entries of **map block {block}** are copied into the cache slot."),
        Some(7) => format!("The bitmap marks the slot of **map block {block}** as used."),
        Some(8) => {
            format!("The load counts towards the hotness of **map block {block}**, so that it is not evicted at once.")
        }
        _ => format!("The directory points to **map block {block}** in memory: the entry of {page} can be read."),
    }
}

/// A page found in RAM.
fn hit(operation: &Operation, subject: &str, logical_block: &str, terms: &Terms<'_>) -> String {
    match operation.slot {
        Some(_) if terms.vocabulary == Vocabulary::Blocks => {
            format!("{subject} is **in RAM**, in the block slot of {logical_block}: no flash operation is needed.")
        }
        _ => format!("{subject} is **in {}**: no flash operation is needed.", ram_of(terms)),
    }
}

/// Whether a page of the host waits before RAM: what is taken at once has no trigger.
fn waits_for_ram(operation: &Operation) -> bool {
    operation.trigger.is_some()
}

/// The room in RAM that a layer with words of its own has.
fn ram_of(terms: &Terms<'_>) -> &'static str {
    if matches!(terms.vocabulary, Vocabulary::Lines { .. }) { "the ring" } else { "RAM" }
}

/// Why a page is moved.
fn purpose_of(operation: &Operation) -> &'static str {
    match operation.purpose {
        Purpose::Wear => "so that its young block can be used",
        Purpose::Partial => "after the pages that came in order",
        Purpose::Full => "where its logical block is rebuilt",
        Purpose::Convert => "into its place in order",
        Purpose::Recovery => "to complete what the power cut interrupted",
        _ => "so that its block can be erased",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flash::trigger::{Condition, Is, What};
    use crate::nand::geometry::Geometry;

    const GEOMETRY: Geometry = Geometry::of_one_plane(32, 8, 200);

    #[test]
    fn operations_are_told_as_one_would_tell_them() {
        let terms = Terms { geometry: &GEOMETRY, vocabulary: Vocabulary::Blocks };
        let told = |operation: Operation| (label(&operation, &terms), sentence(&operation, &terms));
        let of = |kind, purpose| Operation { lpn: Some(113), ..Operation::new(kind, purpose) };
        let write = Operation { pages: 3, ..of(Kind::HostWrite, Purpose::Host) };
        let expected = ("host writes LPN 113 to 115", "The host writes LPN 113 to 115.");
        assert_eq!(told(write), (expected.0.into(), expected.1.into()));
        assert_eq!(told(of(Kind::HostRead, Purpose::Host)).0, "host reads LPN 113");
        let (link, whole) = told(of(Kind::Rebuild, Purpose::Rebuild));
        assert_eq!(link, "reconstruct LPN 113");
        assert_eq!(whole, "**LPN 113** is reconstructed from parity: its plane cannot be read now.");
        let overwrite = Operation { to: Some(17), stale: Some(4), ..of(Kind::Program, Purpose::Host) };
        let whole =
            "LPN 113 is written to a free page, **2·1**; its old copy at 0·4 stays invalid until its block is erased.";
        assert_eq!(told(overwrite).1, whole);
        let pad = Operation { to: Some(17), ..Operation::new(Kind::Program, Purpose::Pad) };
        assert_eq!(told(pad).0, "write a page of padding");
        let replaced = |pages| {
            told(Operation { block: Some(2), pages, ..Operation::new(Kind::BlockReplaced, Purpose::Replace) }).1
        };
        let leads = "**Block 2** is bad, and replaced: its address leads to a block in reserve now";
        assert_eq!(replaced(0), format!("{leads}."));
        assert_eq!(replaced(1), format!("{leads}, to which 1 page was copied."));
        assert_eq!(replaced(3), format!("{leads}, to which 3 pages were copied."));
        let full = Condition::new(What::RingShare, 8u32, Is::AtLeast, 8u32);
        let waits = told(Operation { trigger: Some(full.into()), ..of(Kind::CacheInsert, Purpose::Host) });
        assert_eq!(waits, ("LPN 113 waits for RAM".into(), "LPN 113 **waits** until RAM has room for it.".into()));
        let hit = told(of(Kind::CacheHit, Purpose::Host)).1;
        assert_eq!(hit, "LPN 113 is **in RAM**: no flash operation is needed.");
    }

    #[test]
    fn what_fills_up_and_what_replaces_a_block_is_told_apart_from_what_holds_data() {
        let terms = Terms { geometry: &GEOMETRY, vocabulary: Vocabulary::Blocks };
        let program = |purpose| Operation { lpn: Some(113), to: Some(17), ..Operation::new(Kind::Program, purpose) };
        assert_eq!(label(&program(Purpose::Host), &terms), "write LPN 113");
        assert_eq!(label(&program(Purpose::Pad), &terms), "write a page of padding");
        let copy = |purpose| {
            let copy = Operation { lpn: Some(113), from: Some(4), to: Some(17), ..Operation::new(Kind::Copy, purpose) };
            sentence(&copy, &terms)
        };
        assert!(copy(Purpose::Gc).starts_with("LPN 113 is still valid: it moves from 0·4 to **2·1**, "));
        assert_eq!(copy(Purpose::Replace), "What is in **0·4** is copied to the same page of the block in reserve.");
        let taken = |kind| label(&Operation { lpn: Some(113), ..Operation::new(kind, Purpose::Host) }, &terms);
        assert_eq!(taken(Kind::CacheHit), "LPN 113 is in RAM");
        assert_eq!(taken(Kind::CacheInsert), "put LPN 113 into RAM");
    }

    #[test]
    fn a_layer_with_lines_and_a_ring_has_its_own_words() {
        let told = |vocabulary, operation: Operation| sentence(&operation, &Terms { geometry: &GEOMETRY, vocabulary });
        let lines = Vocabulary::Lines { map_block_pages: 1 };
        let in_both = |operation| [told(Vocabulary::Blocks, operation), told(lines, operation)];
        let of =
            |kind, purpose| Operation { lpn: Some(113), from: Some(4), to: Some(17), ..Operation::new(kind, purpose) };
        for (operation, words) in [
            (of(Kind::Read, Purpose::Map), ["an entry in it is needed.", "into memory."]),
            (of(Kind::Program, Purpose::Map), ["with the evicted entry.", "its copy in memory was dirty."]),
            (
                of(Kind::Program, Purpose::Gc),
                ["so that its old block can be erased.", "so that its old line can be erased."],
            ),
            (of(Kind::Program, Purpose::Flush), ["is written from RAM to", "is written from the ring to"]),
            (of(Kind::CacheHit, Purpose::Host), ["is **in RAM**: no flash", "is **in the ring**: no flash"]),
        ] {
            let told = in_both(operation);
            assert!(told[0].contains(words[0]) && told[1].contains(words[1]), "{told:?}");
        }
        let in_slot = Operation { slot: Some(3), ..of(Kind::CacheHit, Purpose::Host) };
        let told = in_both(in_slot);
        assert!(told[0].contains("in the block slot of ") && !told[1].contains("block slot"), "{told:?}");
    }
}
