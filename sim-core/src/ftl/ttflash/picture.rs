//! What the stage shows of the device: its planes and what they do, the tokens, RAM by stripe, and the last read that met a
//! collection.

use super::Ttflash;
use super::choose::{Choice, Met};
use super::layout::{Layout, places};
use super::ram::Stage;
use super::settings::Blocking;
use crate::flash::clock::Clock;
use crate::flash::clock::command::CommandKind;
use crate::flash::clock::event::Event;
use crate::flash::device_state::DeviceState;
use crate::nand::array::Nand;
use crate::nand::{BlockId, Lpn, NONE, PlaneId, Ppn};
use serde::Serialize;

/// Stripes in RAM that are listed.
const LISTED: usize = 24;
/// Pages named on each plane.
const EXAMPLES: u32 = 2;

/// A read that met a collection.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TtflashRead"))]
pub(super) struct LastRead {
    /// The operation it led to.
    pub op: u64,
    request: u64,
    at_ns: u64,
    /// The page that could not be read.
    pub lpn: Lpn,
    group: u32,
    /// The channel of its plane.
    pub channel: u32,
    choice: Answer,
    /// Why.
    pub why: Choice,
    /// Until the collection is over.
    pub(super) remaining_ns: u64,
    /// Channels of other pages in use.
    pub(super) busy_channels: u32,
    /// A page read.
    pub(crate) read_ns: u64,
    /// An XOR.
    pub(super) xor_ns: u64,
    /// The channels read in its place, those of its request included.
    pub others: Vec<u32>,
    /// What rebuilding takes where nothing else is queued.
    pub(super) rebuild_ns: u64,
    /// What waiting takes.
    pub wait_ns: u64,
    saved_ns: u64,
    stripe: StripePicture,
}

/// What became of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TtflashAnswer"))]
#[serde(rename_all = "kebab-case")]
enum Answer {
    /// Its page was put together from the rest of the stripe.
    Rebuilt,
    /// It waited for the plane.
    Waited,
}

/// A stripe and its XOR.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TtflashStripe"))]
pub(crate) struct StripePicture {
    stripe: u32,
    group: u32,
    parity_channel: Option<u32>,
    /// By channel, ascending.
    members: Vec<Member>,
    /// Whether XOR of what flash (and what is on its way there) holds is the parity; null where there is none.
    holds: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TtflashMember"))]
struct Member {
    channel: u32,
    plane: PlaneId,
    lpn: Option<Lpn>,
    #[serde(rename = "where")]
    place: Whereabouts,
    ppn: Option<Ppn>,
    /// Content as 16 hex digits (of the version that the parity covers).
    content: String,
}

/// Where a page of a stripe is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
enum Whereabouts {
    Flash,
    Ram,
    Both,
    Nowhere,
}

/// The device.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TtflashBoard"))]
pub(crate) struct Board {
    series: &'static str,
    blocking: Blocking,
    parity: bool,
    rebuilds: bool,
    rotates: bool,
    channels: u32,
    groups: u32,
    /// By plane: group × channels + channel.
    planes: Vec<PlanePicture>,
    /// By group: the channel whose plane holds the token; null where none does.
    tokens: Vec<Option<u32>>,
    /// By channel: whether it transfers, the plane that keeps it for its collection, planes that wait for it.
    buses: Vec<Bus>,
    /// Free blocks below which a plane wants to collect, and at which it has enough.
    gc_start: u32,
    gc_stop: u32,
    ram: RamPicture,
    /// The stripe of the page being served.
    stripe: Option<StripePicture>,
    /// The last read that met a collecting (or dead) plane, in this request or before.
    read: Option<LastRead>,
    dead: Vec<PlaneId>,
}

/// A plane: what it does and what waits for it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TtflashPlane"))]
struct PlanePicture {
    state: PlaneState,
    blocks: u32,
    free_blocks: u32,
    free_pages: u32,
    pages: u32,
    /// Until its collection is over; 0 if it does not collect.
    remaining_ns: u64,
    victim: Option<BlockId>,
    /// Valid pages its victim had.
    moves: u32,
    running: Option<PlaneWork>,
    queue: Queue,
    /// Pages that stay in RAM for it.
    held: usize,
    /// Up to two pages it holds, as examples: of the lowest stripes of its group.
    examples: Vec<Example>,
}

/// What a plane is at, as far as its collections go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
enum PlaneState {
    Idle,
    /// It wants to collect, and may not yet.
    Waits,
    Collects,
    /// It has failed.
    Dead,
}

/// What a plane carries out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
enum PlaneWork {
    Read,
    Program,
    Copy,
    Erase,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PlaneQueue"))]
struct Queue {
    reads: u32,
    programs: u32,
    collecting: u32,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ExamplePage"))]
struct Example {
    stripe: u32,
    lpn: Option<Lpn>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChannelBus"))]
struct Bus {
    busy: bool,
    holder: Option<PlaneId>,
    waiting: usize,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TtflashRam"))]
struct RamPicture {
    capacity: u32,
    used: u32,
    dirty: u32,
    leaving: u32,
    held: usize,
    /// Pages of writes that wait for room.
    waiting: u32,
    high: u32,
    low: u32,
    /// Next to leave first; the first 24.
    stripes: Vec<RamStripe>,
    stripes_total: usize,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TtflashRamStripe"))]
struct RamStripe {
    stripe: u32,
    group: u32,
    pages: u32,
    dirty: Vec<u32>,
    leaving: Vec<u32>,
    held: Vec<u32>,
}

impl LastRead {
    /// What became of a read of `lpn` that met a collection; `members` of its stripe would be read to put it together.
    pub(super) fn new(device: &Ttflash, lpn: Lpn, choice: Choice, met: &Met, members: u64, core: &DeviceState) -> Self {
        let (layout, rules) = (&device.layout, &device.rules);
        let (stripe, place) = layout.stripe_of(lpn);
        let read_ns = rules.reads.read_ns + rules.reads.command_ns;
        let (rebuild_ns, wait_ns) = (read_ns + rules.xor_ns, met.remaining_ns + read_ns);
        let watched = core.nand.oob.is_some();
        let mut others: Vec<u32> =
            places(members & !(1 << place)).map(|place| layout.channel(stripe, place)).filter(|_| watched).collect();
        others.sort_unstable();
        Self {
            op: core.operations,
            request: core.request,
            at_ns: core.clock.now_ns(),
            lpn,
            group: layout.group(stripe),
            channel: layout.channel(stripe, place),
            choice: if choice.rebuilds() { Answer::Rebuilt } else { Answer::Waited },
            why: choice,
            remaining_ns: met.remaining_ns,
            busy_channels: met.busy_channels,
            read_ns: rules.reads.read_ns,
            xor_ns: rules.xor_ns,
            others,
            rebuild_ns,
            wait_ns,
            saved_ns: if choice.rebuilds() { wait_ns.saturating_sub(rebuild_ns) } else { 0 },
            stripe: if watched { device.stripe(stripe, &core.nand) } else { StripePicture::default() },
        }
    }
}

impl Ttflash {
    /// Where pages stand.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// A stripe as it is now.
    pub(crate) fn stripe(&self, stripe: u32, nand: &Nand) -> StripePicture {
        let (layout, parity) = (&self.layout, self.rules.parity);
        let all = layout.data(stripe) | if parity { 1 << layout.width() } else { 0 };
        let mut members: Vec<Member> = places(all).map(|place| self.member(stripe, place, nand)).collect();
        members.sort_by_key(|member| member.channel);
        StripePicture {
            stripe,
            group: layout.group(stripe),
            parity_channel: parity.then(|| layout.parity_channel(stripe)),
            members,
            holds: parity.then(|| self.parity_holds(stripe, nand)),
        }
    }

    fn member(&self, stripe: u32, place: u32, nand: &Nand) -> Member {
        let is_data = place < self.layout.width();
        let ppn = Some(self.place(self.layout.id(stripe, place))).filter(|&ppn| ppn != NONE);
        let in_ram = self.ram.of(stripe).is_some_and(|in_ram| match is_data {
            true => in_ram.version(place).is_some(),
            false => in_ram.stage == Stage::Programming,
        });
        Member {
            channel: self.layout.channel(stripe, place),
            plane: self.layout.plane(stripe, place),
            lpn: is_data.then(|| self.layout.lpn(stripe, place)),
            place: match (ppn, in_ram) {
                (Some(_), true) => Whereabouts::Both,
                (Some(_), false) => Whereabouts::Flash,
                (None, true) => Whereabouts::Ram,
                (None, false) => Whereabouts::Nowhere,
            },
            ppn,
            content: format!("{:016x}", self.content(stripe, place, nand)),
        }
    }

    /// The device as it is, with the stripe of the member last `touched`.
    pub(crate) fn board(&self, touched: Option<u32>, core: &DeviceState) -> Option<Board> {
        let Clock::Event(event) = &core.clock else { return None };
        let planes = 0..self.planes.len() as PlaneId;
        Some(Board {
            series: self.rules.series,
            blocking: self.rules.blocking,
            parity: self.rules.parity,
            rebuilds: self.rules.reads.rebuild,
            rotates: self.rules.rotates(),
            channels: self.layout.channels,
            groups: self.layout.groups,
            planes: planes.clone().map(|plane| self.plane_picture(plane, event, &core.nand)).collect(),
            tokens: self.turns.owner.iter().map(|owner| owner.map(|plane| plane % self.layout.channels)).collect(),
            buses: (0..self.layout.channels).map(|channel| bus(event, channel)).collect(),
            gc_start: self.rules.gc_start,
            gc_stop: self.rules.gc_stop,
            ram: self.ram_picture(),
            stripe: touched.map(|id| self.stripe(self.layout.member(id).0, &core.nand)),
            read: self.last_read.clone(),
            dead: planes.filter(|&plane| self.planes[plane as usize].dead).collect(),
        })
    }

    fn plane_picture(&self, at: PlaneId, event: &Event, nand: &Nand) -> PlanePicture {
        let (plane, load, geometry) = (&self.planes[at as usize], event.load(at), &nand.geometry);
        PlanePicture {
            state: match () {
                () if plane.dead => PlaneState::Dead,
                () if plane.collection.is_some() => PlaneState::Collects,
                () if plane.wants => PlaneState::Waits,
                () => PlaneState::Idle,
            },
            blocks: geometry.blocks_per_plane,
            free_blocks: plane.free.len() as u32,
            free_pages: plane.free_pages,
            pages: geometry.blocks_per_plane * geometry.pages_per_block,
            remaining_ns: event.collection_ns(at),
            victim: plane.collection.map(|collection| collection.victim),
            moves: plane.collection.map_or(0, |collection| collection.moves),
            running: load.running.and_then(work),
            queue: Queue { reads: load.reads, programs: load.programs, collecting: load.collecting },
            held: plane.held.len(),
            examples: (0..EXAMPLES).filter_map(|turn| self.example(at, turn)).collect(),
        }
    }

    /// The page of a plane that belongs to one of the lowest stripes of its group.
    fn example(&self, plane: PlaneId, turn: u32) -> Option<Example> {
        let stripe = self.layout.group_of(plane) + turn * self.layout.groups;
        let all = if stripe < self.layout.stripes() { self.layout.data(stripe) } else { return None };
        let place = places(all).find(|&place| self.layout.plane(stripe, place) == plane);
        (place.is_some() || self.rules.parity)
            .then(|| Example { stripe, lpn: place.map(|place| self.layout.lpn(stripe, place)) })
    }

    fn ram_picture(&self) -> RamPicture {
        let ram = &self.ram;
        let groups = || 0..self.layout.groups;
        let on_their_way = ram.slots().into_iter().filter(|&slot| ram.at(slot).leaving != 0);
        let mut dirty: Vec<u32> = Vec::new();
        for whole in [true, false] {
            let mut of_class: Vec<u32> = groups().flat_map(|group| ram.in_order(group, whole).take(LISTED)).collect();
            of_class.sort_by_key(|&slot| ram.used_at(slot));
            dirty.extend(of_class.into_iter().filter(|&slot| ram.at(slot).leaving == 0));
        }
        let held = self.planes.iter().map(|plane| plane.held.len()).sum();
        RamPicture {
            capacity: ram.capacity,
            used: ram.used().min(ram.capacity),
            dirty: ram.dirty,
            leaving: ram.leaving,
            held,
            waiting: ram.used().saturating_sub(ram.capacity),
            high: ram.high,
            low: ram.low,
            stripes: on_their_way.chain(dirty).take(LISTED).map(|slot| self.ram_stripe(slot)).collect(),
            stripes_total: ram.slots().len(),
        }
    }

    fn ram_stripe(&self, slot: u32) -> RamStripe {
        let (number, stripe) = (self.ram.number(slot), self.ram.at(slot));
        let list = |mask: u64| places(mask).collect();
        RamStripe {
            stripe: number,
            group: self.layout.group(number),
            pages: self.layout.data(number).count_ones(),
            dirty: list(stripe.dirty),
            leaving: list(stripe.leaving),
            held: list(stripe.held),
        }
    }
}

fn bus(event: &Event, channel: u32) -> Bus {
    let holder = event.holder(channel);
    Bus { busy: event.transfers(channel), holder, waiting: event.waiting(channel) }
}

fn work(kind: CommandKind) -> Option<PlaneWork> {
    match kind {
        CommandKind::Read => Some(PlaneWork::Read),
        CommandKind::Program => Some(PlaneWork::Program),
        CommandKind::Copy => Some(PlaneWork::Copy),
        CommandKind::Erase => Some(PlaneWork::Erase),
        _ => None,
    }
}
