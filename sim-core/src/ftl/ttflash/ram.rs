//! Pages in RAM, kept by a capacitor: stripe by stripe, in the order of last use, until all of a stripe that was written is on
//! flash.

use super::layout::Layout;
use crate::base::hashed::Hashed;
use crate::nand::NONE;

/// How far a stripe's way to flash is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    /// It has not begun.
    Idle,
    /// Pages are read that its parity needs. Flash still holds what it held.
    Reading,
    /// Its pages are being programmed, or wait for their planes. They are read from RAM.
    Programming,
}

/// A stripe with pages in RAM. Masks have a bit a place.
#[derive(Clone, Debug, Hash)]
pub(super) struct Stripe {
    /// Pages written and not on their way.
    pub dirty: u64,
    /// Pages on their way, as they were when it began.
    pub(crate) leaving: u64,
    /// Members, the parity too, that stay here for their planes.
    pub held: u64,
    /// How far what is leaving is.
    pub(crate) stage: Stage,
    /// Whether parity and pages on flash may not belong together: power was cut in between.
    pub(super) suspect: bool,
    /// Whether its parity is made of what it and the pages were before, rather than of the other pages.
    pub(super) from_old: bool,
    /// What stands for its way to flash on the clock.
    pub(crate) ticket: u32,
    /// The parity being written.
    pub parity: u64,
    /// Versions of dirty pages and of those leaving, by place, where versions are kept.
    pub versions: [Box<[u32]>; 2],
    /// When it was used last.
    used_at: u64,
    before: u32,
    after: u32,
}

/// Pages in RAM.
#[derive(Clone, Debug, Hash)]
pub(super) struct Ram {
    /// Pages that it has room for.
    pub capacity: u32,
    /// Pages above which stripes are flushed.
    pub high: u32,
    /// Down to which they are.
    pub low: u32,
    /// Pages written and not on their way.
    pub dirty: u32,
    /// Pages on their way.
    pub(crate) leaving: u32,
    numbers: Vec<u32>,
    stripes: Vec<Stripe>,
    unused: Vec<u32>,
    index: Hashed,
    indexed: u32,
    /// By group and whether stripes are whole: the one used least recently, and the one used last.
    ends: Box<[[u32; 2]]>,
    uses: u64,
    /// Places a stripe, where versions are kept; else 0.
    versions: usize,
}

/// Pages above which stripes are flushed, and down to which.
fn marks(capacity: u32, high: f64, low: f64) -> [u32; 2] {
    [high, low.min(high)].map(|share| (share * f64::from(capacity)) as u32)
}

impl Ram {
    /// Room for so many pages.
    pub(crate) fn new(capacity: u32, high: f64, low: f64, layout: &Layout, with_versions: bool) -> Self {
        let [high, low] = marks(capacity, high, low);
        Self {
            capacity,
            high,
            low,
            dirty: 0,
            leaving: 0,
            numbers: Vec::new(),
            stripes: Vec::new(),
            unused: Vec::new(),
            index: Hashed::new(INDEXED),
            indexed: INDEXED,
            ends: vec![[NONE; 2]; 2 * layout.groups as usize].into(),
            uses: 0,
            versions: if with_versions { layout.width() as usize } else { 0 },
        }
    }

    /// Flushes above this share of its room, and down to that.
    pub(super) fn set_marks(&mut self, high: f64, low: f64) {
        [self.high, self.low] = marks(self.capacity, high, low);
    }

    /// When a stripe was used last, by a running number.
    pub(crate) fn used_at(&self, slot: u32) -> u64 {
        self.at(slot).used_at
    }

    /// Pages that take room, or wait for some.
    pub(crate) fn used(&self) -> u32 {
        self.dirty + self.leaving
    }

    /// The slot of a stripe.
    #[inline]
    pub(crate) fn find(&self, stripe: u32) -> Option<u32> {
        self.index.find(stripe, &self.numbers)
    }

    /// A stripe by its slot.
    #[inline]
    pub(crate) fn at(&self, slot: u32) -> &Stripe {
        &self.stripes[slot as usize]
    }

    /// A stripe by its slot, to change what leaves `dirty` as it is.
    pub(super) fn at_mut(&mut self, slot: u32) -> &mut Stripe {
        &mut self.stripes[slot as usize]
    }

    /// A stripe by its number.
    pub(crate) fn of(&self, stripe: u32) -> Option<&Stripe> {
        self.find(stripe).map(|slot| self.at(slot))
    }

    /// The number of the stripe in a slot.
    pub(crate) fn number(&self, slot: u32) -> u32 {
        self.numbers[slot as usize]
    }

    /// Slots in use, ascending by number of the stripe.
    pub(crate) fn slots(&self) -> Vec<u32> {
        let mut slots: Vec<u32> =
            (0..self.stripes.len() as u32).filter(|&slot| self.numbers[slot as usize] != NONE).collect();
        slots.sort_unstable_by_key(|&slot| self.numbers[slot as usize]);
        slots
    }

    /// Bytes of its tables, for checkpoints.
    pub(crate) fn table_bytes(&self) -> usize {
        self.stripes.len() * (size_of::<Stripe>() + 8 * self.versions + 8)
    }

    /// The slot of a stripe, which takes one if it has none.
    pub(crate) fn enter(&mut self, stripe: u32) -> u32 {
        if let Some(slot) = self.find(stripe) {
            return slot;
        }
        let slot = self.unused.pop().unwrap_or(self.stripes.len() as u32);
        if slot as usize == self.stripes.len() {
            let versions = [vec![0; self.versions].into(), vec![0; self.versions].into()];
            self.stripes.push(Stripe::empty(versions));
            self.numbers.push(NONE);
        }
        self.numbers[slot as usize] = stripe;
        if slot >= self.indexed {
            self.grow();
        } else {
            self.index.add(slot, &self.numbers);
        }
        slot
    }

    /// More stripes than there is room for pages of, since writes wait: the index is laid out anew.
    fn grow(&mut self) {
        self.indexed *= 2;
        self.index = Hashed::new(self.indexed);
        for slot in (0..self.numbers.len() as u32).filter(|&slot| self.numbers[slot as usize] != NONE) {
            self.index.add(slot, &self.numbers);
        }
    }

    /// A page is written; one that is given up is written with zeros, its version 0.
    pub(crate) fn write(&mut self, slot: u32, place: u32, version: u32, layout: &Layout) {
        let bit = 1 << place;
        let stripe = &mut self.stripes[slot as usize];
        let before = stripe.dirty;
        if let Some(known) = stripe.versions[0].get_mut(place as usize) {
            *known = version;
        }
        self.dirty += u32::from(before & bit == 0);
        self.set_dirty(slot, before | bit, layout);
    }

    /// A stripe is used: written, or read from RAM.
    pub(crate) fn touch(&mut self, slot: u32, layout: &Layout) {
        let dirty = self.at(slot).dirty;
        self.set_dirty(slot, dirty, layout);
    }

    /// All dirty pages of a stripe are on their way from here on. How many they are.
    pub(super) fn sends(&mut self, slot: u32, layout: &Layout) -> u32 {
        let dirty = self.at(slot).dirty;
        self.set_dirty(slot, 0, layout);
        let stripe = &mut self.stripes[slot as usize];
        stripe.leaving = dirty;
        stripe.versions.swap(0, 1);
        let pages = dirty.count_ones();
        self.dirty -= pages;
        self.leaving += pages;
        pages
    }

    /// They are there. The stripe leaves if nothing of it has been written meanwhile.
    pub(crate) fn sent(&mut self, slot: u32) {
        let stripe = &mut self.stripes[slot as usize];
        self.leaving -= stripe.leaving.count_ones();
        (stripe.leaving, stripe.held) = (0, 0);
        (stripe.stage, stripe.suspect) = (Stage::Idle, false);
        if stripe.dirty == 0 {
            self.remove(slot);
        }
    }

    fn remove(&mut self, slot: u32) {
        self.index.remove(slot, &self.numbers);
        self.numbers[slot as usize] = NONE;
        self.unused.push(slot);
    }

    /// Power was cut: what was on its way is dirty again, in front of nothing newer; or all is gone. Stripes that were half
    /// written are suspect. Their slots.
    pub(crate) fn restart(&mut self, keeps: bool, layout: &Layout) -> Vec<u32> {
        let slots = self.slots();
        for &slot in &slots {
            let stripe = &self.stripes[slot as usize];
            let back = if keeps { stripe.leaving & !stripe.dirty } else { 0 };
            let dirty = if keeps { stripe.dirty | back } else { 0 };
            self.leaving -= stripe.leaving.count_ones();
            self.dirty = self.dirty + dirty.count_ones() - stripe.dirty.count_ones();
            self.set_dirty(slot, dirty, layout);
            let stripe = &mut self.stripes[slot as usize];
            for place in super::layout::places(back) {
                if let [dirty, leaving] = &mut stripe.versions
                    && let (Some(version), Some(&kept)) = (dirty.get_mut(place as usize), leaving.get(place as usize))
                {
                    *version = kept;
                }
            }
            stripe.suspect |= layout.parity && stripe.stage == Stage::Programming;
            (stripe.leaving, stripe.held) = (0, 0);
            stripe.stage = Stage::Idle;
            if dirty == 0 && !stripe.suspect {
                self.remove(slot);
            }
        }
        slots.into_iter().filter(|&slot| self.numbers[slot as usize] != NONE && self.at(slot).suspect).collect()
    }

    /// The stripe used least recently of a group, among those that are whole or among the others, that is not on its way;
    /// with when it was used.
    pub(crate) fn oldest(&self, group: u32, whole: bool) -> Option<(u64, u32)> {
        let mut slot = self.ends[2 * group as usize + usize::from(whole)][0];
        while slot != NONE {
            let stripe = self.at(slot);
            if stripe.stage == Stage::Idle {
                return Some((stripe.used_at, slot));
            }
            slot = stripe.after;
        }
        None
    }

    /// Stripes with dirty pages of a group, least recently used first.
    pub(crate) fn in_order(&self, group: u32, whole: bool) -> impl Iterator<Item = u32> {
        let first = self.ends[2 * group as usize + usize::from(whole)][0];
        let there = |slot: u32| (slot != NONE).then_some(slot);
        std::iter::successors(there(first), move |&slot| there(self.at(slot).after))
    }

    /// Sets a stripe's dirty pages; it is used last from here on.
    fn set_dirty(&mut self, slot: u32, dirty: u64, layout: &Layout) {
        let number = self.number(slot);
        let (group, all) = (2 * layout.group(number) as usize, layout.data(number));
        let before = self.at(slot).dirty;
        if before != 0 {
            self.unlink(slot, group + usize::from(before == all));
        }
        self.stripes[slot as usize].dirty = dirty;
        if dirty != 0 {
            self.uses += 1;
            self.stripes[slot as usize].used_at = self.uses;
            self.link(slot, group + usize::from(dirty == all));
        }
    }

    fn link(&mut self, slot: u32, ring: usize) {
        let last = std::mem::replace(&mut self.ends[ring][1], slot);
        let stripe = &mut self.stripes[slot as usize];
        (stripe.before, stripe.after) = (last, NONE);
        match last {
            NONE => self.ends[ring][0] = slot,
            last => self.stripes[last as usize].after = slot,
        }
    }

    fn unlink(&mut self, slot: u32, ring: usize) {
        let Stripe { before, after, .. } = self.stripes[slot as usize];
        match before {
            NONE => self.ends[ring][0] = after,
            before => self.stripes[before as usize].after = after,
        }
        match after {
            NONE => self.ends[ring][1] = before,
            after => self.stripes[after as usize].before = before,
        }
    }
}

/// Stripes that the index has room for at first.
const INDEXED: u32 = 1 << 10;

impl Stripe {
    fn empty(versions: [Box<[u32]>; 2]) -> Self {
        Self {
            dirty: 0,
            leaving: 0,
            held: 0,
            stage: Stage::Idle,
            suspect: false,
            from_old: false,
            ticket: 0,
            parity: 0,
            versions,
            used_at: 0,
            before: NONE,
            after: NONE,
        }
    }

    /// The version of a page in RAM, the newer of two; 0 where versions are not kept. None if it is not there.
    pub(crate) fn version(&self, place: u32) -> Option<u32> {
        let version = |at: usize| self.versions[at].get(place as usize).copied().unwrap_or(0);
        match (self.dirty >> place & 1, self.leaving >> place & 1) {
            (1, _) => Some(version(0)),
            (_, 1) => Some(version(1)),
            _ => None,
        }
    }

    /// The version of a page on its way; 0 where versions are not kept.
    pub(super) fn leaving_version(&self, place: u32) -> u32 {
        self.versions[1].get(place as usize).copied().unwrap_or(0)
    }

    /// Pages that need not be read from flash to put others together: they are in RAM, as the parity counts them.
    pub(crate) fn covered(&self) -> u64 {
        if self.stage == Stage::Programming { self.leaving } else { 0 }
    }
}
