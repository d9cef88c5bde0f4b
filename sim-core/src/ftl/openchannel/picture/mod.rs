//! What the stage shows of the host FTL: lines and who may fill the ring, the map (`map.rs`), and the last look-up in it (`look_up.rs`).
//! Lines and places count from 1 here, as in the paper.

mod look_up;
mod map;

use super::HostFtl;
use super::explain::list;
use super::lines::{Line, LineState};
use crate::nand::array::Nand;
use crate::nand::{Lpn, NONE, Ppn};
pub(crate) use map::Details;
use map::MapPicture;
use serde::Serialize;

/// The state of a line that is being collected.
const COLLECTED: u8 = 3;

/// The host FTL.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "HostFtl"))]
pub(crate) struct Board {
    pus: u32,
    lines: u32,
    chunk_pages: u32,
    /// By line: 0 free, 1 open, 2 closed, 3 being collected, 4 bad.
    line_states: Vec<u8>,
    line_valid: Vec<u32>,
    /// By line: 0 data, 1 map.
    line_kinds: Vec<u8>,
    /// Closed data lines by what is left in them: nothing, little (below a quarter), below half, more, all.
    lists: [u32; 5],
    gc: Option<Emptied>,
    limiter: LimiterPicture,
    /// The map, where only part of it is in memory.
    pub map: Option<MapPicture>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CollectedLine"))]
struct Emptied {
    line: Line,
    valid: u32,
    left: u32,
}

/// Who may fill the ring of writes: the host, or garbage collection.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RateLimiter"))]
struct LimiterPicture {
    free_chunks: u32,
    /// Chunks at or above which the host has the ring alone.
    high: u32,
    /// Chunks at or below which it may not write.
    reserved: u32,
    ring: u32,
    user_max: u32,
    gc_max: u32,
    /// Entries of the ring taken now.
    user: u32,
    gc: u32,
    /// Pages of writes that wait to enter it.
    waiting: u32,
}

/// Lines and places as people count them.
fn shown((line, place): (Line, u32)) -> (u32, u32) {
    (line + 1, place + 1)
}

fn there(ppn: Ppn) -> Option<Ppn> {
    (ppn != NONE).then_some(ppn)
}

impl HostFtl {
    /// All of it while it works on `near`.
    pub(crate) fn board(&self, near: Option<Lpn>, nand: &Nand) -> Board {
        let lines = nand.geometry.blocks_per_plane;
        let quota = self.quota();
        let (user, gc) = self.ring.used();
        let valid: Vec<u32> = (0..lines).map(|line| self.lines.valid(line, nand)).collect();
        let mut lists = [0; 5];
        // The line being collected is on none of them any more.
        let listed = |line: &Line| self.lines.state(*line) == LineState::Closed && self.line_state(*line) != COLLECTED;
        for line in self.lines.range.clone().filter(listed) {
            lists[list(valid[line as usize], self.lines.pages())] += 1;
        }
        Board {
            pus: nand.geometry.planes(),
            lines,
            chunk_pages: self.lines.chunk_pages(),
            line_states: (0..lines).map(|line| self.line_state(line)).collect(),
            line_valid: valid,
            line_kinds: (0..lines).map(|line| u8::from(!self.lines.range.contains(&line))).collect(),
            lists,
            gc: self.collection.as_ref().map(|collection| Emptied {
                line: collection.line + 1,
                valid: collection.valid,
                left: collection.left(),
            }),
            limiter: LimiterPicture {
                free_chunks: self.lines.free_chunks(),
                high: self.limiter.high,
                reserved: self.limiter.reserved,
                ring: self.ring.capacity,
                user_max: quota.user,
                gc_max: quota.gc,
                user,
                gc,
                waiting: self.ring.waiting(),
            },
            map: self.map.as_ref().map(|map| self.map_picture(map, near)),
        }
    }

    fn line_state(&self, line: Line) -> u8 {
        if self.collection.as_ref().is_some_and(|collection| collection.line == line) {
            return COLLECTED;
        }
        let of_data = self.lines.range.contains(&line);
        let lines = self.map.as_ref().filter(|_| !of_data).map_or(&self.lines, |map| &map.lines);
        match lines.state(line) {
            LineState::Free => 0,
            LineState::Open => 1,
            LineState::Closed => 2,
            LineState::Bad => 4,
        }
    }
}
