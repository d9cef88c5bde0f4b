//! Numbers and operations in words.

use super::operation::{Kind, Operation, Purpose};
use crate::nand::geometry::Geometry;

/// A whole number with thin spaces between thousands, from 1000 on.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    if digits.len() < 4 {
        return digits;
    }
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{2009}');
        }
        out.push(digit);
    }
    out
}

/// "1 block", "2 blocks".
pub fn count(n: u64, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{} {noun}s", grouped(n)) }
}

/// A page by its place: `block·page`.
pub fn place(ppn: u32, geometry: &Geometry) -> String {
    format!("{}·{}", grouped(u64::from(geometry.block_of(ppn))), geometry.offset_of(ppn))
}

/// The link that stands for an operation in a chain of causes.
pub fn label(operation: &Operation) -> String {
    let lpn = operation.lpn.map(|lpn| grouped(u64::from(lpn))).unwrap_or_default();
    let block = operation.block.map(|block| grouped(u64::from(block))).unwrap_or_default();
    let range = match operation.pages {
        1 => format!("page {lpn}"),
        n => format!("{} from {lpn}", count(u64::from(n), "page")),
    };
    match operation.kind {
        Kind::HostRead => format!("host read of {range}"),
        Kind::HostWrite => format!("host write of {range}"),
        Kind::HostTrim => format!("host trim of {range}"),
        Kind::HostFlush => "host flush".into(),
        Kind::Read | Kind::ReadUnmapped => format!("read page {lpn}"),
        Kind::Program => format!("write page {lpn}"),
        Kind::Copy => format!("copy page {lpn}"),
        Kind::Trim => format!("trim page {lpn}"),
        Kind::Erase => format!("erase block {block}"),
        Kind::GcStart => format!("GC picks block {block}"),
        Kind::GcEnd => format!("GC of block {block} ends"),
        Kind::WearStart => format!("wear levelling picks block {block}"),
        Kind::WearEnd => format!("wear levelling of block {block} ends"),
        Kind::BlockBad => format!("block {block} is worn out"),
        Kind::PowerCut => "power cut".into(),
        Kind::Recovery => "recovery".into(),
    }
}

/// What an operation does, in one sentence; the thing acted on between `**`.
pub fn sentence(operation: &Operation, geometry: &Geometry) -> String {
    let lpn = operation.lpn.map(|lpn| grouped(u64::from(lpn))).unwrap_or_default();
    let block = operation.block.map(|block| grouped(u64::from(block))).unwrap_or_default();
    let at = |ppn: Option<u32>| ppn.map(|ppn| place(ppn, geometry)).unwrap_or_default();
    let range = match operation.pages {
        1 => format!("page {lpn}"),
        n => format!("{} from {lpn} on", count(u64::from(n), "page")),
    };
    match operation.kind {
        Kind::HostRead => format!("The host reads {range}."),
        Kind::HostWrite => format!("The host writes {range}."),
        Kind::HostTrim => format!("The host gives up {range}: nobody needs the data any more."),
        Kind::HostFlush => "The host asks for everything acknowledged to be durable.".into(),
        Kind::Read => format!("Page {lpn} is read where it lives, at **{}**.", at(operation.from)),
        Kind::ReadUnmapped => format!("Page {lpn} was never written, so there is nothing to read: zeros at no cost."),
        Kind::Program => match operation.stale {
            Some(_) => format!(
                "Page {lpn} goes to the next free page, **{}**; its old copy at {} is dead until the whole block is erased.",
                at(operation.to),
                at(operation.stale)
            ),
            None => format!("Page {lpn} is written for the first time, to **{}**.", at(operation.to)),
        },
        Kind::Copy => {
            let why = if operation.purpose == Purpose::Wear {
                "so that its young block can be used"
            } else {
                "so that its block can be erased"
            };
            format!(
                "Page {lpn} is still valid: it moves from {} to **{}**, {why}.",
                at(operation.from),
                at(operation.to)
            )
        }
        Kind::Trim => match operation.stale {
            Some(_) => format!("Page {lpn} is given up: its copy at **{}** is dead.", at(operation.stale)),
            None => format!("Page {lpn} is given up, but it held nothing."),
        },
        Kind::Erase => format!(
            "**Block {block}** is erased: {} are free again.",
            count(u64::from(geometry.pages_per_block), "page")
        ),
        Kind::GcStart => format!("GC takes **block {block}**."),
        Kind::GcEnd => format!("GC of block {block} is over."),
        Kind::WearStart => format!("Wear levelling takes **block {block}**."),
        Kind::WearEnd => format!("Wear levelling of block {block} is over."),
        Kind::BlockBad => format!("**Block {block}** has reached its endurance and is bad: it takes no more data."),
        Kind::PowerCut => "**Power is cut**: everything in RAM is gone.".into(),
        Kind::Recovery => {
            format!("The device is up again: it read {} to find its data.", count(u64::from(operation.pages), "page"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_by_thousands() {
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1234), "1\u{2009}234");
        assert_eq!(grouped(12345), "12\u{2009}345");
        assert_eq!(grouped(1_234_567), "1\u{2009}234\u{2009}567");
        assert_eq!((count(1, "page"), count(2, "page")), ("1 page".into(), "2 pages".into()));
    }
}
