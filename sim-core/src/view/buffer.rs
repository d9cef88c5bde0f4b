//! What the page is told about a write buffer: its pages by logical block, in the order in which they leave.

use super::part::{Part, Subject};
use crate::replay::lane::Lane;
use serde::Serialize;

#[cfg(feature = "layers")]
use super::shown::Shown;
#[cfg(feature = "layers")]
use crate::buffer::AnyPolicy;
#[cfg(feature = "layers")]
use crate::buffer::lbuffer::picture::{DensityPicture, Kept};
#[cfg(feature = "layers")]
use crate::buffer::policy::{Ranked, Share};
#[cfg(feature = "layers")]
use crate::buffer::recency::Recency;
#[cfg(feature = "layers")]
use crate::buffer::store::Page;
#[cfg(feature = "layers")]
use crate::buffer::store::Victim;
#[cfg(feature = "layers")]
use crate::buffer::write_buffer::{Leaving, WriteBuffer};
#[cfg(feature = "layers")]
use crate::flash::clock::Clock;
#[cfg(feature = "layers")]
use crate::flash::decision::LISTED;
#[cfg(feature = "layers")]
use crate::flash::line_step::LineStep;
#[cfg(feature = "layers")]
use crate::machine::Machine;

/// Groups told in full.
#[cfg(feature = "layers")]
const GROUPS: usize = 32;
/// Groups told by number, age and size.
#[cfg(feature = "layers")]
const ALL: usize = 1024;
/// Pages told of each end of a line.
#[cfg(feature = "layers")]
const AT_AN_END: usize = 160;
/// Steps in a line that are told.
#[cfg(feature = "layers")]
const STEPS: usize = 16;

/// The smallest core has no write buffers.
#[cfg(not(feature = "layers"))]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum BufferView {}

/// None.
#[cfg(not(feature = "layers"))]
pub fn buffer(_: &Lane) -> Option<BufferView> {
    None
}

/// A write buffer. Sizes in sectors, ages in write requests.
#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BufferView {
    kind: &'static str,
    grain: BufferGrain,
    sectors_per_page: u32,
    pages_per_block: u32,
    /// Sectors that there is room for, and sectors held; pages of which any sector is held.
    capacity: u64,
    used: u64,
    pages: u32,
    /// Write requests so far.
    now: u64,
    /// What leaves next, in words: "the group with most pages".
    rule: &'static str,
    /// What `score` is called: "1 / density", "last used", "pages".
    score: &'static str,
    /// Names of the parts of the order, where it has such: "clean first", "working".
    sections: &'static [&'static str],
    /// Logical blocks with pages in RAM, in order of leaving; the first 32.
    groups: Vec<BufferGroup>,
    /// All of them in order of leaving, at most 1024: number, age, size.
    all: BufferOrder,
    groups_total: u32,
    /// What leaves next, in order, as many as a decision lists: a page, or all pages of a logical block.
    next: Vec<NextToLeave>,
    /// Of buffers from which single pages leave: the line they stand in.
    line: Option<BufferLine>,
    /// The group on its way to flash.
    flush: Option<BufferFlush>,
    /// Of l-buffer.
    density: Option<DensityPicture>,
    /// The request being served, and the last operation.
    request: Option<Shown>,
    act: Option<Shown>,
}

/// What a write buffer keeps and evicts.
#[cfg(feature = "layers")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
enum BufferGrain {
    Page,
    Sector,
}

/// Pages of a logical block in RAM.
#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BufferGroup {
    lbn: u32,
    /// Their places in the logical block, ascending.
    pages: Vec<u32>,
    /// Of those, pages of which only some sectors are held; and pages that flash holds too.
    partial: Vec<u32>,
    clean: Vec<u32>,
    sectors: u64,
    /// Write requests since it was last touched; at least 1.
    age: u64,
    /// What the order goes by.
    score: f64,
    section: Option<u32>,
    /// How the running rehearsal keeps it: a list of so many records, or a bitmap.
    kept: Option<Kept>,
}

#[cfg(feature = "layers")]
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BufferOrder {
    lbn: Vec<u32>,
    age: Vec<u64>,
    size: Vec<u64>,
}

/// What leaves next: a page, or a logical block.
#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct NextToLeave {
    lbn: u32,
    lpn: Option<u32>,
}

/// Pages that leave one by one as they stand, from the one farthest from leaving to the one nearest.
#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BufferLine {
    /// The first of them, and the last where there are more.
    front: Vec<StandingPage>,
    back: Vec<StandingPage>,
    total: u32,
    /// Pages at the end that are looked through for clean ones.
    window: Option<u32>,
    /// Whether pages stand as they came, wherever they are used.
    by_arrival: bool,
    /// Whether a capacitor keeps what is in RAM.
    keeps: bool,
    /// Pages of which flash holds an older version, or none.
    changed: u32,
    /// Sectors above which pages leave although there is room, and sectors still taken by pages on their way.
    high_water: u64,
    on_way: u64,
    /// Where the line shares its room with groups.
    share: Option<Share>,
    /// What happened in the line within the present request, oldest first.
    steps: Vec<LineStep>,
}

#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct StandingPage {
    lpn: u32,
    clean: bool,
}

/// A logical block on its way from RAM to flash.
#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BufferFlush {
    lbn: u32,
    /// Whether its holes are filled.
    plug: bool,
    /// The places of its pages that were in RAM; of those read up to fill holes; of those written so far.
    offsets: Vec<u32>,
    read_up: Vec<u32>,
    written: Vec<u32>,
}

impl Part for BufferView {
    fn of(subject: &mut Subject<'_>) -> Option<Self> {
        buffer(subject.lane)
    }

    /// Those that are told with their pages.
    #[cfg(feature = "layers")]
    fn owners(&self, _: u32, see: &mut impl FnMut(u32)) {
        self.groups.iter().for_each(|group| see(group.lbn));
        let standing = self.line.iter().flat_map(|line| line.front.iter().chain(&line.back));
        standing.for_each(|page| see(page.lpn / self.pages_per_block));
        self.flush.iter().for_each(|flush| see(flush.lbn));
    }
}

/// The write buffer of `lane`, where it has one.
#[cfg(feature = "layers")]
pub fn buffer(lane: &Lane) -> Option<BufferView> {
    let machine = lane.machine();
    let buffer = machine.buffer.pages()?;
    let (store, words) = (&buffer.store, buffer.policy.words());
    let order = buffer.policy.order(store, ALL);
    // Single pages are told by the line they stand in.
    let groups: Vec<Ranked> =
        order.iter().filter(|ranked| matches!(ranked.victim, Victim::Group(_))).copied().collect();
    Some(BufferView {
        kind: buffer.rules.kind,
        grain: if store.cells_per_page > 1 { BufferGrain::Sector } else { BufferGrain::Page },
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
        next: order.iter().take(LISTED).map(|ranked| next(ranked, buffer)).collect(),
        line: buffer.policy.line().map(|pages| line(pages, buffer, lane)),
        flush: buffer.leaving.as_ref().map(|leaving| flush(leaving, buffer, machine)),
        density: machine.buffer.lbuffer().map(|policy| policy.picture()),
        request: lane.seen.served.first().map(Shown::from),
        act: lane.seen.last.as_ref().map(Shown::from),
    })
}

#[cfg(feature = "layers")]
fn group(ranked: &Ranked, buffer: &WriteBuffer, machine: &Machine) -> BufferGroup {
    let (Victim::Group(slot) | Victim::Page(slot, _)) = ranked.victim;
    let (group, whole) = (buffer.store.group(slot), buffer.store.whole());
    let those = |is: &dyn Fn(&Page) -> bool| -> Vec<u32> {
        group.pages.iter().filter(|page| is(page)).map(|page| page.offset).collect()
    };
    BufferGroup {
        lbn: group.lbn,
        pages: those(&|_| true),
        partial: those(&|page| page.held != whole),
        clean: those(&|page| page.is_clean()),
        sectors: u64::from(group.cells) * buffer.cell_sectors(),
        age: buffer.age(group.touched),
        score: ranked.score,
        section: ranked.section,
        kept: machine.buffer.lbuffer().and_then(|policy| policy.kept(group.lbn)),
    }
}

#[cfg(feature = "layers")]
fn all(order: &[Ranked], buffer: &WriteBuffer) -> BufferOrder {
    let mut all = BufferOrder::default();
    for ranked in order {
        let (Victim::Group(slot) | Victim::Page(slot, _)) = ranked.victim;
        let group = buffer.store.group(slot);
        all.lbn.push(group.lbn);
        all.age.push(buffer.age(group.touched));
        all.size.push(u64::from(group.cells) * buffer.cell_sectors());
    }
    all
}

#[cfg(feature = "layers")]
fn next(ranked: &Ranked, buffer: &WriteBuffer) -> NextToLeave {
    let (slot, offset) = match ranked.victim {
        Victim::Group(slot) => (slot, None),
        Victim::Page(slot, offset) => (slot, Some(offset)),
    };
    let lbn = buffer.store.group(slot).lbn;
    NextToLeave { lbn, lpn: offset.map(|offset| buffer.store.first_page(lbn) + offset) }
}

#[cfg(feature = "layers")]
fn line(pages: &Recency, buffer: &WriteBuffer, lane: &Lane) -> BufferLine {
    let standing = |page: u32| -> Option<StandingPage> {
        let Some(Victim::Page(slot, offset)) = buffer.store.as_victim(page) else { return None };
        let group = buffer.store.group(slot);
        Some(StandingPage { lpn: buffer.store.first_page(group.lbn) + offset, clean: group.page(offset)?.is_clean() })
    };
    let total = pages.len() as usize;
    let mut back: Vec<StandingPage> =
        pages.oldest().take(total.saturating_sub(AT_AN_END).min(AT_AN_END)).filter_map(standing).collect();
    back.reverse();
    let on_way = match &lane.machine().core.clock {
        Clock::Event(event) => event.tickets.on_way(),
        Clock::Serial(_) => 0,
    };
    BufferLine {
        front: pages.newest().take(AT_AN_END).filter_map(standing).collect(),
        back,
        total: pages.len(),
        window: matches!(buffer.policy, AnyPolicy::Cflru(_)).then(|| pages.in_window()),
        by_arrival: buffer.policy.is_by_arrival(),
        keeps: buffer.policy.keeps(),
        changed: buffer.store.groups().map(|(_, group)| group.dirty().count() as u32).sum(),
        high_water: u64::from(buffer.rules.high_water.min(buffer.store.capacity)) * buffer.cell_sectors(),
        on_way: u64::from(on_way) * buffer.cell_sectors(),
        share: buffer.policy.share(),
        steps: lane.seen.in_line.iter().rev().take(STEPS).rev().copied().collect(),
    }
}

#[cfg(feature = "layers")]
fn flush(leaving: &Leaving, buffer: &WriteBuffer, machine: &Machine) -> BufferFlush {
    let nand = &machine.core.nand;
    let first = buffer.store.first_page(leaving.lbn);
    let newest = |offset: u32| buffer.store.group(leaving.group).page(offset).map(|page| page.version);
    let is_below = |&offset: &u32| {
        let ppn = machine.ftl.lookup(first + offset);
        let found = nand.oob.as_ref().and_then(|oob| oob.version.get(ppn as usize)).copied();
        found.is_some() && found == newest(offset)
    };
    BufferFlush {
        lbn: leaving.lbn,
        plug: leaving.plug,
        offsets: leaving.offsets.clone(),
        read_up: leaving.read_up.clone(),
        written: leaving.offsets.iter().copied().filter(is_below).collect(),
    }
}
