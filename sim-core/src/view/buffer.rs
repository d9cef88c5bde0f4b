//! What the page is told about a write buffer: its pages by logical block, in the order in which they leave.

use crate::engine::lane::Lane;
use serde::Serialize;

#[cfg(feature = "layers")]
use {
    super::frame::Shown,
    crate::buffer::lbuffer::picture::{DensityPicture, Kept},
    crate::buffer::policy::{Ranked, Victim},
    crate::buffer::store::Page,
    crate::buffer::write_buffer::{Leaving, WriteBuffer},
    crate::engine::machine::Machine,
};

/// Groups told in full.
#[cfg(feature = "layers")]
const GROUPS: usize = 32;
/// Groups told by number, age and size.
#[cfg(feature = "layers")]
const ALL: usize = 1024;
/// Pages told, where pages leave one by one.
#[cfg(feature = "layers")]
const QUEUE: usize = 256;

/// The smallest core has no write buffers.
#[cfg(not(feature = "layers"))]
#[derive(Debug, Serialize)]
pub enum BufferView {}

/// None.
#[cfg(not(feature = "layers"))]
pub fn buffer(_: &Lane) -> Option<BufferView> {
    None
}

/// A write buffer. Sizes in sectors, ages in write requests.
#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
pub struct BufferView {
    kind: &'static str,
    grain: &'static str,
    sectors_per_page: u32,
    pages_per_block: u32,
    capacity: u64,
    used: u64,
    pages: u32,
    now: u64,
    rule: &'static str,
    score: &'static str,
    sections: &'static [&'static str],
    groups: Vec<Group>,
    all: All,
    groups_total: u32,
    queue: Vec<Queued>,
    flush: Option<Flush>,
    density: Option<DensityPicture>,
    request: Option<Shown>,
    act: Option<Shown>,
}

#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
struct Group {
    lbn: u32,
    pages: Vec<u32>,
    partial: Vec<u32>,
    clean: Vec<u32>,
    sectors: u64,
    age: u64,
    score: f64,
    section: Option<u32>,
    kept: Option<Kept>,
}

#[cfg(feature = "layers")]
#[derive(Debug, Default, Serialize)]
struct All {
    lbn: Vec<u32>,
    age: Vec<u64>,
    size: Vec<u64>,
}

#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
struct Queued {
    lpn: u32,
    clean: bool,
    section: Option<u32>,
    age: u64,
}

#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
struct Flush {
    lbn: u32,
    plug: bool,
    offsets: Vec<u32>,
    read_up: Vec<u32>,
    written: Vec<u32>,
}

/// The write buffer of `lane`, where it has one.
#[cfg(feature = "layers")]
pub fn buffer(lane: &Lane) -> Option<BufferView> {
    let machine = lane.machine();
    let buffer = machine.buffer.pages()?;
    let (store, words) = (&buffer.store, buffer.policy.words());
    let order = buffer.policy.order(store, ALL);
    let by_page = order.iter().all(|ranked| matches!(ranked.victim, Victim::Page(..)));
    // Where pages leave one by one, groups are shown in the order in which their first page leaves.
    let groups = first_pages(&order, store.group_slots);
    Some(BufferView {
        kind: buffer.rules.kind,
        grain: if store.cells_per_page > 1 { "sector" } else { "page" },
        sectors_per_page: buffer.rules.sectors_per_page,
        pages_per_block: store.pages_per_block,
        capacity: u64::from(store.capacity) * buffer.cell_sectors(),
        used: u64::from(store.used()) * buffer.cell_sectors(),
        pages: store.pages(),
        now: buffer.now,
        rule: order.first().map_or(words.rule, |next| buffer.policy.case(next.victim, store)),
        score: words.score,
        sections: words.sections,
        groups: groups.iter().take(GROUPS).map(|ranked| group(ranked, buffer, machine)).collect(),
        all: all(&groups, buffer),
        groups_total: store.group_count(),
        queue: if by_page {
            order.iter().take(QUEUE).filter_map(|ranked| queued(ranked, buffer)).collect()
        } else {
            Vec::new()
        },
        flush: buffer.leaving.as_ref().map(|leaving| flush(leaving, buffer, machine)),
        density: machine.buffer.lbuffer().map(|policy| policy.picture()),
        request: lane.seen.served.first().map(Shown::from),
        act: lane.seen.last.as_ref().map(Shown::from),
    })
}

#[cfg(feature = "layers")]
fn first_pages(order: &[Ranked], group_slots: u32) -> Vec<Ranked> {
    let mut seen = vec![false; group_slots as usize];
    let mut first = Vec::new();
    for ranked in order {
        let (Victim::Group(slot) | Victim::Page(slot, _)) = ranked.victim;
        if !std::mem::replace(&mut seen[slot as usize], true) {
            first.push(Ranked { victim: Victim::Group(slot), ..*ranked });
        }
    }
    first
}

#[cfg(feature = "layers")]
fn group(ranked: &Ranked, buffer: &WriteBuffer, machine: &Machine) -> Group {
    let (Victim::Group(slot) | Victim::Page(slot, _)) = ranked.victim;
    let (group, whole) = (buffer.store.group(slot), buffer.store.whole());
    let those = |is: &dyn Fn(&Page) -> bool| -> Vec<u32> {
        group.pages.iter().filter(|page| is(page)).map(|page| page.offset).collect()
    };
    Group {
        lbn: group.lbn,
        pages: those(&|_| true),
        partial: those(&|page| page.held != whole),
        clean: those(&|page| page.is_clean()),
        sectors: u64::from(group.cells) * buffer.cell_sectors(),
        age: age(group.touched, buffer),
        score: ranked.score,
        section: ranked.section,
        kept: machine.buffer.lbuffer().and_then(|policy| policy.kept(group.lbn)),
    }
}

#[cfg(feature = "layers")]
fn all(order: &[Ranked], buffer: &WriteBuffer) -> All {
    let mut all = All::default();
    for ranked in order {
        let (Victim::Group(slot) | Victim::Page(slot, _)) = ranked.victim;
        let group = buffer.store.group(slot);
        all.lbn.push(group.lbn);
        all.age.push(age(group.touched, buffer));
        all.size.push(u64::from(group.cells) * buffer.cell_sectors());
    }
    all
}

#[cfg(feature = "layers")]
fn queued(ranked: &Ranked, buffer: &WriteBuffer) -> Option<Queued> {
    let Victim::Page(slot, offset) = ranked.victim else { return None };
    let group = buffer.store.group(slot);
    Some(Queued {
        lpn: buffer.store.first_page(group.lbn) + offset,
        clean: group.page(offset)?.is_clean(),
        section: ranked.section,
        age: age(group.touched, buffer),
    })
}

#[cfg(feature = "layers")]
fn flush(leaving: &Leaving, buffer: &WriteBuffer, machine: &Machine) -> Flush {
    let nand = &machine.core.nand;
    let first = buffer.store.first_page(leaving.lbn);
    let newest = |offset: u32| buffer.store.group(leaving.group).page(offset).map(|page| page.version);
    let is_below = |&offset: &u32| {
        let ppn = machine.ftl.lookup(first + offset);
        let found = nand.oob.as_ref().and_then(|oob| oob.version.get(ppn as usize)).copied();
        found.is_some() && found == newest(offset)
    };
    Flush {
        lbn: leaving.lbn,
        plug: leaving.plug,
        offsets: leaving.offsets.clone(),
        read_up: leaving.read_up.clone(),
        written: leaving.offsets.iter().copied().filter(is_below).collect(),
    }
}

#[cfg(feature = "layers")]
fn age(touched: u64, buffer: &WriteBuffer) -> u64 {
    (buffer.now - touched).max(1)
}
