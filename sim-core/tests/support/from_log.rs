//! What the operations of a run come to, counted by nothing else: for what reports and charts say of it.

use super::common::experiment;
use serde_json::{Map, Value, json};
use sim_core::assembly::{initial, source};
use sim_core::flash::observer::Recorder;
use sim_core::flash::operation::{Kind, Operation};
use sim_core::machine::Machine;
use std::collections::{BTreeMap, BTreeSet};

/// A buffer of 24 pages of 2 KiB, which pages that are read do not enter; or none.
pub fn buffer_of(kind: &str) -> Value {
    match kind {
        "none" => json!({ "kind": kind }),
        "cflru" => json!({ "kind": kind, "bytes": 24 << 11, "read_alloc": false }),
        _ => json!({ "kind": kind, "bytes": 24 << 11 }),
    }
}

/// The device at the end of the run, and the operations.
pub fn log(document: &Value) -> (Machine, Log) {
    let experiment = experiment(document.clone());
    let mut machine = initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap();
    let mut recorder = Recorder::default();
    while machine.step(&mut recorder).unwrap() {}
    assert_eq!(machine.end.as_ref().unwrap().text, "all requests are served");
    (machine, Log(recorder.operations))
}

/// Operations in order.
pub struct Log(pub Vec<Operation>);

impl Log {
    pub fn of(&self, kinds: &[Kind]) -> impl Iterator<Item = &Operation> {
        self.0.iter().filter(move |operation| kinds.contains(&operation.kind))
    }

    /// Erases of each block.
    pub fn erases(&self, blocks: usize) -> Vec<u64> {
        let mut erases = vec![0; blocks];
        for operation in self.of(&[Kind::Erase]) {
            erases[operation.block.unwrap() as usize] += 1;
        }
        erases
    }

    pub fn count(&self, kinds: &[Kind]) -> u64 {
        self.of(kinds).count() as u64
    }

    pub fn pages(&self, kind: Kind) -> u64 {
        self.of(&[kind]).map(|operation| u64::from(operation.pages)).sum()
    }

    pub fn by_purpose(&self, kinds: &[Kind]) -> Map<String, Value> {
        let mut counts = Map::new();
        for operation in self.of(kinds) {
            let count = counts.entry(operation.purpose.name()).or_insert(json!(0));
            *count = json!(count.as_u64().unwrap() + 1);
        }
        counts
    }

    /// Operations of such a purpose.
    pub fn served(&self, kinds: &[Kind], purpose: &str) -> u64 {
        self.of(kinds).filter(|operation| operation.purpose.name() == purpose).count() as u64
    }
}

/// Operations that read a page.
pub const READS: [Kind; 2] = [Kind::Read, Kind::Copy];
/// Operations that program one, or try to.
pub const PROGRAMS: [Kind; 3] = [Kind::Program, Kind::Copy, Kind::ProgramFailed];
/// Operations on flash.
pub const FLASH: [Kind; 5] = [Kind::Read, Kind::Program, Kind::Copy, Kind::ProgramFailed, Kind::Erase];

/// What stands in a write buffer, and what its report sums up, by the operations that bring pages there and away.
#[derive(Default)]
pub struct Ram {
    /// By logical block: its pages, and the write request that touched it last.
    pub groups: BTreeMap<u32, (BTreeSet<u32>, u64)>,
    serves_write: bool,
    writes: u64,
    /// Logical blocks in RAM, summed up over the write requests.
    pub groups_sum: u64,
    /// Pages found, by reads and by writes.
    pub hits: [u64; 2],
    /// Pages in RAM when they were flushed.
    pub flushed_pages: u64,
    /// Write requests between the last one that touched what leaves, and the one that it leaves for.
    pub ages: u64,
}

impl Ram {
    pub fn of(log: &Log, pages_per_block: u32) -> Self {
        let mut ram = Self::default();
        for operation in &log.0 {
            ram.takes(operation, pages_per_block);
        }
        ram.request_ends();
        ram
    }

    fn request_ends(&mut self) {
        self.groups_sum += if self.serves_write { self.groups.len() as u64 } else { 0 };
    }

    fn takes(&mut self, operation: &Operation, pages_per_block: u32) {
        let lpn = operation.lpn.unwrap_or(0);
        let lbn = lpn / pages_per_block;
        match operation.kind {
            Kind::HostRead | Kind::HostWrite => {
                self.request_ends();
                self.serves_write = operation.kind == Kind::HostWrite;
                self.writes += u64::from(self.serves_write);
            }
            Kind::CacheHit if !self.serves_write => self.hits[0] += 1,
            Kind::CacheHit | Kind::CacheInsert => {
                self.hits[1] += u64::from(operation.kind == Kind::CacheHit);
                let group = self.groups.entry(lbn).or_default();
                group.0.insert(lpn);
                group.1 = self.writes;
            }
            Kind::FlushStart | Kind::PlugStart => {
                self.flushed_pages += u64::from(operation.pages);
                self.ages += self.groups.get(&lbn).map_or(0, |group| self.writes - group.1);
            }
            Kind::Program if operation.purpose.name() == "flush" => {
                let Some(group) = self.groups.get_mut(&lbn) else { return };
                group.0.remove(&lpn);
                if group.0.is_empty() {
                    self.groups.remove(&lbn);
                }
            }
            _ => {}
        }
    }
}
