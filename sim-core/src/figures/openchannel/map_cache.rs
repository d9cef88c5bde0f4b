//! The cache of map blocks by itself: a policy and the look-ups of a stream, without a device. Millions of look-ups a
//! second, for what only the hit ratio is asked of.

use crate::assembly::source;
use crate::base::error::Error;
use crate::base::hashed::Hashed;
use crate::base::request::Request;
use crate::experiment::device;
use crate::experiment::document::Experiment;
use crate::figures::openchannel::sizes::Sizes;
use crate::ftl::openchannel::map_policy::policy::{MapBlock, MapPolicy, Setup, Slot};
use crate::ftl::openchannel::map_policy::{self, AnyPolicy};
use crate::trace::replay::SharedRecords;
use std::ops::Range;
use std::sync::Arc;

/// A cache whose blocks are only numbers.
#[derive(Clone, Debug)]
pub struct Alone {
    policy: AnyPolicy,
    /// By slot used so far.
    blocks: Vec<MapBlock>,
    slots: u32,
    found: Hashed,
}

/// What became of look-ups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// Pages looked up.
    pub lookups: u64,
    /// Of these, with their map block in the cache.
    pub hits: u64,
}

impl Hits {
    /// Hits of all look-ups; none without any.
    pub fn ratio(self) -> Option<f64> {
        (self.lookups > 0).then(|| self.hits as f64 / self.lookups as f64)
    }
}

impl Alone {
    /// An empty cache of `slots`, at least 1, for which `policy` was made.
    pub fn new(policy: AnyPolicy, slots: u32) -> Self {
        Self { policy, blocks: Vec::new(), slots, found: Hashed::new(slots) }
    }

    /// Looks `block` up, and fetches it if it is not there. Whether it was.
    #[inline]
    pub fn look_up(&mut self, block: MapBlock) -> bool {
        self.policy.looks_up(block);
        let found = self.found.find(block, &self.blocks);
        match found {
            Some(slot) => self.policy.used(slot, block),
            None => self.fetch(block),
        }
        found.is_some()
    }

    fn fetch(&mut self, block: MapBlock) {
        let slot = if self.blocks.len() < self.slots as usize {
            self.blocks.push(block);
            self.blocks.len() as Slot - 1
        } else {
            self.make_way(block)
        };
        self.found.add(slot, &self.blocks);
        self.policy.loaded(slot, block);
    }

    fn make_way(&mut self, block: MapBlock) -> Slot {
        let slot = self.policy.victim(block);
        self.found.remove(slot, &self.blocks);
        let victim = std::mem::replace(&mut self.blocks[slot as usize], block);
        self.policy.left(slot, victim, block);
        slot
    }

    /// Looks up every map block of `requests` and counts those of the requests after the first `warmup`.
    pub fn run(&mut self, requests: impl Iterator<Item = Request>, pages: Pages, warmup: u64) -> Hits {
        let mut counted = Hits::default();
        for (before, request) in (0..).zip(requests) {
            let (mut lookups, mut hits) = (0, 0);
            for block in pages.blocks(&request) {
                lookups += 1;
                hits += u64::from(self.look_up(block));
            }
            if before >= warmup {
                counted.lookups += lookups;
                counted.hits += hits;
            }
        }
        counted
    }
}

/// How requests become look-ups.
#[derive(Clone, Copy, Debug)]
pub struct Pages {
    /// Sectors of a page.
    pub sectors_per_page: u32,
    /// Pages that a map block has entries of.
    pub per_block: u32,
}

impl Pages {
    /// The map blocks that `request` looks up, one a page.
    #[inline]
    pub fn blocks(self, request: &Request) -> impl Iterator<Item = MapBlock> + use<> {
        let (first, count) = request.pages(self.sectors_per_page);
        (first..first + count).map(move |page| (page / u64::from(self.per_block)) as MapBlock)
    }

    /// All look-ups of `requests`, for a policy that knows them beforehand.
    pub fn future(self, requests: impl Iterator<Item = Request>) -> Arc<[MapBlock]> {
        requests.flat_map(|request| self.blocks(&request)).collect()
    }

    /// The map blocks with entries of pages.
    fn covering(self, pages: &Range<u32>) -> Range<MapBlock> {
        pages.start / self.per_block..pages.end.div_ceil(self.per_block)
    }
}

/// The hits of the cache that `experiment` describes, under the look-ups of its requests; those of garbage collection do not
/// happen. `recorded` is the stream to replay, if its workload is a trace.
///
/// # Errors
/// A workload that cannot be made, a cache without room.
pub fn hits(experiment: &Experiment, recorded: Option<&SharedRecords>) -> Result<Hits, Error> {
    let source = source::of(experiment, recorded)?;
    let whole = || Error::Conflict("the whole mapping table is in memory: it has no hits (ftl.kind)".into());
    let Sizes { map, memory } = Sizes::of(experiment)?.ok_or_else(whole)?;
    let sectors_per_page = device::geometry_of(experiment)?.sectors_per_page();
    // Single entries are map blocks of one entry, of which the one used longest ago leaves.
    let (kind, per_block, map_blocks) = match memory.is_single {
        true => ("lru", 1, map.logical_pages),
        false => (experiment.ftl.word("policy"), map.entries_per_block, map.blocks),
    };
    let pages = Pages { sectors_per_page, per_block };
    let slots = match memory.is_single {
        // More than requests can fill would only take memory.
        true => memory.slots.min(source.clone().flat_map(|request| pages.blocks(&request)).count().max(1) as u32),
        false => memory.slots,
    };
    let policy = (map_policy::entry(kind).build)(Setup {
        settings: &experiment.ftl,
        slots,
        map_blocks,
        journal: source.journal().filter(|_| experiment.ftl.flag("journal_hint")).map(|lpns| pages.covering(&lpns)),
        future: (kind == "opt").then(|| pages.future(source.clone())),
    });
    Ok(Alone::new(policy, slots).run(source, pages, experiment.run.integer("warmup_requests")))
}
