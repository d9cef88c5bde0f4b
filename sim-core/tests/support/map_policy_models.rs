//! The rule of each policy once more, over plain lists: what it says, not how it is fast.

use sim_core::ftl::openchannel::map_policy::policy::MapBlock;
use std::ops::Range;

/// What the policies go by in the tests.
#[derive(Clone, Debug)]
pub struct Rules {
    pub slots: usize,
    pub map_blocks: u32,
    pub load_bonus: u64,
    pub cold_penalty: u64,
    pub cold_epoch: u64,
    pub persists: bool,
    pub journal: Range<MapBlock>,
    pub journal_bonus: u64,
}

/// A cached block.
#[derive(Clone, Copy, Debug)]
struct Cached {
    block: MapBlock,
    used: u64,
    loaded: u64,
    favoured: bool,
}

/// A cache with one of the simple policies.
#[derive(Debug)]
pub struct Plain {
    kind: &'static str,
    rules: Rules,
    cached: Vec<Cached>,
    /// By map block: hotness, or look-ups.
    counts: Vec<u64>,
    clock: u64,
    future: Vec<MapBlock>,
    looked_up: usize,
}

impl Plain {
    pub fn new(kind: &'static str, rules: &Rules, future: Vec<MapBlock>) -> Self {
        let counts = vec![0; rules.map_blocks as usize];
        Self { kind, rules: rules.clone(), cached: Vec::new(), counts, clock: 0, future, looked_up: 0 }
    }

    /// The block that left for `block`, if one did; and whether it was a hit.
    pub fn look_up(&mut self, block: MapBlock, is_told: bool) -> (bool, Option<MapBlock>) {
        self.looked_up += usize::from(is_told);
        self.clock += 1;
        let place = self.cached.iter().position(|cached| cached.block == block);
        let mut gone = None;
        if let Some(place) = place {
            self.counts[block as usize] += 1;
            self.cached[place].used = self.clock;
        } else {
            if self.cached.len() == self.rules.slots {
                let victim = self.cached.remove(self.first_to_go());
                if self.kind == "hotness" && !self.rules.persists {
                    self.counts[victim.block as usize] = 0;
                }
                gone = Some(victim.block);
            }
            self.load(block);
        }
        self.cool();
        (place.is_some(), gone)
    }

    fn load(&mut self, block: MapBlock) {
        let favoured = self.cached.iter().filter(|cached| cached.favoured).count();
        let favoured = self.rules.journal.contains(&block) && favoured < self.rules.slots / 2;
        let next_to_go = match self.cached.is_empty() {
            true => 0,
            false => self.counts[self.cached[self.first_to_go()].block as usize],
        };
        let count = &mut self.counts[block as usize];
        *count = match self.kind {
            "hotness" => (*count / 2).max(next_to_go) + self.rules.load_bonus,
            _ => *count + 1,
        };
        self.cached.push(Cached { block, used: self.clock, loaded: self.clock, favoured });
    }

    fn cool(&mut self) {
        if self.kind == "hotness" && self.clock.is_multiple_of(self.rules.cold_epoch) {
            for cached in self.cached.iter().filter(|cached| cached.used <= self.clock - self.rules.cold_epoch) {
                let count = &mut self.counts[cached.block as usize];
                *count = count.saturating_sub(self.rules.cold_penalty);
            }
        }
    }

    fn first_to_go(&self) -> usize {
        let key = |cached: &Cached| {
            let count = self.counts[cached.block as usize];
            match self.kind {
                "hotness" => (count + if cached.favoured { self.rules.journal_bonus } else { 0 }, cached.used),
                "lfu" => (count, cached.used),
                "lru" => (0, cached.used),
                "fifo" => (0, cached.loaded),
                "opt" => (usize::MAX as u64 - self.next_look_up(cached.block) as u64, cached.used),
                kind => panic!("{kind} has no such order"),
            }
        };
        (0..self.cached.len()).min_by_key(|&at| key(&self.cached[at])).unwrap()
    }

    fn next_look_up(&self, block: MapBlock) -> usize {
        let rest = self.future.iter().skip(self.looked_up);
        rest.clone().position(|&later| later == block).unwrap_or(usize::MAX)
    }
}

/// A hand over slots.
#[derive(Debug)]
pub struct ClockHand {
    slots: usize,
    hand: usize,
    blocks: Vec<(MapBlock, bool)>,
}

impl ClockHand {
    pub fn new(slots: usize) -> Self {
        Self { slots, hand: 0, blocks: Vec::new() }
    }

    pub fn look_up(&mut self, block: MapBlock) -> (bool, Option<MapBlock>) {
        if let Some(found) = self.blocks.iter_mut().find(|cached| cached.0 == block) {
            found.1 = true;
            return (true, None);
        }
        if self.blocks.len() < self.slots {
            self.blocks.push((block, true));
            return (false, None);
        }
        while self.blocks[self.hand].1 {
            self.blocks[self.hand].1 = false;
            self.hand = (self.hand + 1) % self.slots;
        }
        let gone = std::mem::replace(&mut self.blocks[self.hand], (block, true)).0;
        self.hand = (self.hand + 1) % self.slots;
        (false, Some(gone))
    }
}

/// ARC as its authors' Figure 4 has it; the most recent is the last.
#[derive(Debug, Default)]
pub struct Arc {
    c: usize,
    p: usize,
    t1: Vec<MapBlock>,
    t2: Vec<MapBlock>,
    b1: Vec<MapBlock>,
    b2: Vec<MapBlock>,
}

impl Arc {
    pub fn new(c: usize) -> Self {
        Self { c, ..Self::default() }
    }

    pub fn look_up(&mut self, x: MapBlock) -> (bool, Option<MapBlock>) {
        if take(&mut self.t1, x) || take(&mut self.t2, x) {
            self.t2.push(x);
            return (true, None);
        }
        let (b1, b2) = (self.b1.len(), self.b2.len());
        let gone = if self.b1.contains(&x) {
            self.p = self.c.min(self.p + if b1 >= b2 { 1 } else { b2 / b1 });
            let gone = self.replace(false);
            take(&mut self.b1, x);
            self.t2.push(x);
            gone
        } else if self.b2.contains(&x) {
            self.p = self.p.saturating_sub(if b2 >= b1 { 1 } else { b1 / b2 });
            let gone = self.replace(true);
            take(&mut self.b2, x);
            self.t2.push(x);
            gone
        } else {
            let gone = self.make_room();
            self.t1.push(x);
            gone
        };
        assert!(self.t1.len() + self.b1.len() <= self.c);
        assert!(self.t1.len() + self.t2.len() + self.b1.len() + self.b2.len() <= 2 * self.c);
        (false, gone)
    }

    /// Case IV.
    fn make_room(&mut self) -> Option<MapBlock> {
        let l1 = self.t1.len() + self.b1.len();
        let all = l1 + self.t2.len() + self.b2.len();
        if l1 == self.c {
            if self.t1.len() == self.c {
                return Some(self.t1.remove(0));
            }
            self.b1.remove(0);
            return self.replace(false);
        }
        if all >= self.c {
            if all == 2 * self.c {
                self.b2.remove(0);
            }
            return self.replace(false);
        }
        None
    }

    /// Of a full cache.
    fn replace(&mut self, is_in_b2: bool) -> Option<MapBlock> {
        let t1 = self.t1.len();
        if t1 > 0 && (t1 > self.p || (is_in_b2 && t1 == self.p)) {
            let gone = self.t1.remove(0);
            self.b1.push(gone);
            Some(gone)
        } else {
            let gone = self.t2.remove(0);
            self.b2.push(gone);
            Some(gone)
        }
    }
}

fn take(list: &mut Vec<MapBlock>, x: MapBlock) -> bool {
    let place = list.iter().position(|&block| block == x);
    place.map(|at| list.remove(at)).is_some()
}
