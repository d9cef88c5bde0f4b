//! Lines: chunk i of every parallel unit. They are written, collected and erased whole; their pages go over the
//! units in turn. Data and map have lines of their own.

use crate::flash::access::Flash;
use crate::flash::halt::{Halt, Reason};
use crate::flash::operation::Purpose;
use crate::nand::array::Nand;
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::rule::Rule;
use crate::nand::{BlockId, NONE, PlaneId, Ppn};
use std::collections::VecDeque;
use std::ops::Range;

/// Number of a line, from 0.
pub(crate) type Line = u32;

/// How a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineState {
    /// Erased.
    Free,
    /// Being written.
    Open,
    /// Written whole.
    Closed,
    /// A chunk of it is bad, so it is out of use.
    Bad,
}

/// Lines of one kind.
#[derive(Clone, Debug, Hash)]
pub struct Lines {
    /// The first of them, and the one behind the last.
    pub range: Range<Line>,
    kind: BlockKind,
    pus: u32,
    /// Lines of the whole device.
    device_lines: u32,
    chunk_pages: u32,
    states: Box<[LineState]>,
    /// Erased lines, the one erased longest ago first.
    free: VecDeque<Line>,
    /// The line being written, with its next page.
    frontier: Option<Frontier>,
    /// By line, valid pages of those that are closed: what the emptiest is found by.
    valid_of: Box<[u32]>,
}

/// Where a line goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Frontier {
    /// The line.
    pub line: Line,
    pu: PlaneId,
    row: u32,
}

/// No line can be gained: the device is full, or too much of it is bad.
pub(super) fn exhausted(nand: &Nand) -> Halt {
    Box::new(match nand.bad_blocks {
        0 => Reason::DeviceFull("the device is full: no line holds anything outdated".into()),
        bad => {
            Reason::ReadOnly(format!("{bad} of {} chunks are bad, and no line can be gained", nand.geometry.blocks()))
        }
    })
}

impl Lines {
    /// Free lines.
    pub fn new(range: Range<Line>, kind: BlockKind, nand: &Nand) -> Self {
        let geometry = &nand.geometry;
        Self {
            kind,
            pus: geometry.planes(),
            device_lines: geometry.blocks_per_plane,
            chunk_pages: geometry.pages_per_block,
            states: vec![LineState::Free; range.len()].into(),
            valid_of: vec![0; range.len()].into(),
            free: range.clone().collect(),
            frontier: None,
            range,
        }
    }

    /// Pages of a line.
    pub fn pages(&self) -> u32 {
        self.pus * self.chunk_pages
    }

    /// Pages of a chunk.
    pub(super) fn chunk_pages(&self) -> u32 {
        self.chunk_pages
    }

    /// Free chunks.
    pub(super) fn free_chunks(&self) -> u32 {
        self.free.len() as u32 * self.pus
    }

    /// Free lines.
    pub(crate) fn free_lines(&self) -> u32 {
        self.free.len() as u32
    }

    /// How a line stands.
    pub fn state(&self, line: Line) -> LineState {
        self.states[(line - self.range.start) as usize]
    }

    /// The line being written.
    pub(crate) fn frontier(&self) -> Option<Line> {
        self.frontier.map(|frontier| frontier.line)
    }

    /// The line of a page.
    #[inline]
    pub(crate) fn line_of(&self, ppn: Ppn) -> Line {
        ppn / self.chunk_pages % self.device_lines
    }

    /// The chunk of a line on a parallel unit.
    #[inline(always)]
    pub(crate) fn chunk(&self, line: Line, pu: PlaneId) -> BlockId {
        pu * self.device_lines + line
    }

    /// The chunks of a line.
    pub fn chunks(&self, line: Line) -> impl Iterator<Item = BlockId> + use<> {
        let (lines, pus) = (self.device_lines, self.pus);
        (0..pus).map(move |pu| pu * lines + line)
    }

    /// The page at a place of a line, in the order in which they are written.
    pub fn page(&self, line: Line, place: u32) -> Ppn {
        self.chunk(line, place % self.pus) * self.chunk_pages + place / self.pus
    }

    /// The place of a page in its line.
    pub fn place(&self, ppn: Ppn) -> u32 {
        let pu = ppn / self.chunk_pages / self.device_lines;
        ppn % self.chunk_pages * self.pus + pu
    }

    /// Valid pages of a line.
    pub fn valid(&self, line: Line, nand: &Nand) -> u32 {
        self.chunks(line).map(|chunk| nand.block(chunk).valid).sum()
    }

    /// Pages left in the line being written.
    pub(crate) fn room(&self) -> u32 {
        self.frontier.map_or(0, |frontier| self.pages() - (frontier.row * self.pus + frontier.pu))
    }

    /// The closed line with the fewest valid pages, of those that are not wholly valid; at equal counts the first.
    pub(crate) fn emptiest(&self) -> Option<Line> {
        let lines = self.range.clone().zip(self.states.iter().zip(&self.valid_of));
        let closed =
            lines.filter(|(_, (state, _))| **state == LineState::Closed).map(|(line, (_, &valid))| (valid, line));
        closed.filter(|&(valid, _)| valid < self.pages()).min().map(|(_, line)| line)
    }

    /// A page is outdated.
    #[inline]
    pub(crate) fn outdated(&mut self, ppn: Ppn) {
        if ppn == NONE {
            return;
        }
        let at = (self.line_of(ppn) - self.range.start) as usize;
        if self.states[at] == LineState::Closed {
            self.valid_of[at] -= 1;
        }
    }

    /// A line is closed.
    fn closed(&mut self, line: Line, nand: &Nand) {
        let at = (line - self.range.start) as usize;
        (self.states[at], self.valid_of[at]) = (LineState::Closed, self.valid(line, nand));
    }

    /// The next page to write, of the line that is open or would be opened.
    pub(super) fn upcoming(&self) -> Option<Ppn> {
        match self.frontier {
            Some(frontier) => Some(self.chunk(frontier.line, frontier.pu) * self.chunk_pages + frontier.row),
            None => self.free.front().map(|&line| self.chunk(line, 0) * self.chunk_pages),
        }
    }

    /// The next page to write. Takes a free line into use where none is open; whether there is one is the caller's business.
    #[inline]
    pub fn next(&mut self, flash: &mut Flash<'_>) -> Result<Ppn, Halt> {
        let frontier = match self.frontier {
            Some(frontier) => frontier,
            None => self.open(flash)?,
        };
        Ok(self.chunk(frontier.line, frontier.pu) * self.chunk_pages + frontier.row)
    }

    /// The page that [`Lines::next`] named is written.
    #[inline]
    pub fn written(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (pus, chunk_pages) = (self.pus, self.chunk_pages);
        let Some(frontier) = &mut self.frontier else { return Ok(()) };
        frontier.pu += 1;
        if frontier.pu == pus {
            (frontier.pu, frontier.row) = (0, frontier.row + 1);
        }
        if frontier.row == chunk_pages { self.close(flash) } else { Ok(()) }
    }

    #[inline(never)]
    fn open(&mut self, flash: &mut Flash<'_>) -> Result<Frontier, Halt> {
        let line = loop {
            let line = *self.free.front().ok_or_else(|| exhausted(flash.nand()))?;
            // What came full of remains may go bad by its erase.
            for chunk in self.chunks(line) {
                if flash.nand().block(chunk).state == BlockState::Stale {
                    flash.erase(chunk, Purpose::Host)?;
                }
            }
            self.free.pop_front();
            if !self.chunks(line).any(|chunk| flash.nand().block(chunk).state == BlockState::Bad) {
                break line;
            }
            self.states[(line - self.range.start) as usize] = LineState::Bad;
        };
        for chunk in self.chunks(line) {
            flash.open(chunk, self.kind)?;
        }
        self.states[(line - self.range.start) as usize] = LineState::Open;
        let frontier = Frontier { line, pu: 0, row: 0 };
        self.frontier = Some(frontier);
        Ok(frontier)
    }

    #[inline(never)]
    fn close(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        if let Some(Frontier { line, .. }) = self.frontier.take() {
            self.close_chunks(line, flash)?;
            self.closed(line, flash.nand());
        }
        Ok(())
    }

    /// Erases a closed line without valid pages.
    pub fn erase(&mut self, line: Line, purpose: Purpose, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for chunk in self.chunks(line) {
            if !matches!(flash.nand().block(chunk).state, BlockState::Free | BlockState::Bad) {
                flash.erase(chunk, purpose)?;
            }
        }
        let is_bad = self.chunks(line).any(|chunk| flash.nand().block(chunk).state == BlockState::Bad);
        self.states[(line - self.range.start) as usize] = if is_bad { LineState::Bad } else { LineState::Free };
        if !is_bad {
            self.free.push_back(line);
        }
        Ok(())
    }

    /// The next page of a direct fill.
    pub fn fill(&mut self, nand: &mut Nand) -> Result<Ppn, Halt> {
        let frontier = match self.frontier {
            Some(frontier) => frontier,
            None => {
                let full = || Box::new(Reason::DeviceFull("there are more pages than room for them".into()));
                let line = self.free.pop_front().ok_or_else(full)?;
                self.chunks(line).try_for_each(|chunk| nand.open(chunk, self.kind))?;
                self.states[(line - self.range.start) as usize] = LineState::Open;
                Frontier { line, pu: 0, row: 0 }
            }
        };
        let ppn = self.chunk(frontier.line, frontier.pu) * self.chunk_pages + frontier.row;
        let next = match frontier.pu + 1 == self.pus {
            true => Frontier { pu: 0, row: frontier.row + 1, ..frontier },
            false => Frontier { pu: frontier.pu + 1, ..frontier },
        };
        self.frontier = Some(next).filter(|next| next.row < self.chunk_pages);
        Ok(ppn)
    }

    /// The page that [`Lines::fill`] named is written.
    pub(crate) fn filled(&mut self, ppn: Ppn, nand: &mut Nand) -> Result<(), Halt> {
        if self.frontier.is_none() {
            let line = self.line_of(ppn);
            self.chunks(line).try_for_each(|chunk| nand.close(chunk))?;
            self.closed(line, nand);
        }
        Ok(())
    }

    /// A line was filled by other means.
    pub(super) fn found_closed(&mut self, line: Line, nand: &Nand) {
        self.free.retain(|&free| free != line);
        self.closed(line, nand);
    }

    /// Finds out anew how every line stands, after a power cut. Of those that were being written the one with most room goes
    /// on, its holes filled up; what holds nothing current is erased.
    pub fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.free.clear();
        self.frontier = None;
        let mut unfilled = Vec::new();
        for line in self.range.clone() {
            let states: Vec<BlockState> = self.chunks(line).map(|chunk| flash.nand().block(chunk).state).collect();
            let is = |state: BlockState| states.contains(&state);
            self.closed(line, flash.nand());
            if is(BlockState::Bad) {
                self.states[(line - self.range.start) as usize] = LineState::Bad;
            } else if states.iter().all(|&state| state == BlockState::Free) {
                self.states[(line - self.range.start) as usize] = LineState::Free;
                self.free.push_back(line);
            } else if self.valid(line, flash.nand()) == 0 {
                self.erase(line, Purpose::Recovery, flash)?;
            } else if is(BlockState::Open) && !is(BlockState::Stale) {
                unfilled.push(line);
            }
        }
        let goes_on = unfilled.into_iter().min_by_key(|&line| self.next_place(line, flash.nand()));
        for line in self.range.clone().filter(|&line| Some(line) != goes_on) {
            self.close_chunks(line, flash)?;
        }
        goes_on.map_or(Ok(()), |line| self.go_on(line, flash))
    }

    /// The place behind the last one taken.
    fn next_place(&self, line: Line, nand: &Nand) -> u32 {
        let taken = |pu: PlaneId| nand.block(self.chunk(line, pu)).write_ptr;
        (0..self.pus).filter(|&pu| taken(pu) > 0).map(|pu| (taken(pu) - 1) * self.pus + pu + 1).max().unwrap_or(0)
    }

    /// Goes on with a line that was being written: places before the last one taken are filled up.
    fn go_on(&mut self, line: Line, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for chunk in self.chunks(line) {
            if flash.nand().block(chunk).state == BlockState::Free {
                flash.open(chunk, self.kind)?;
            }
        }
        let next = self.next_place(line, flash.nand());
        for place in 0..next {
            let ppn = self.page(line, place);
            if flash.nand().next_page(flash.nand().geometry.block_of(ppn)) == Some(ppn) {
                flash.pad(ppn, None)?;
            }
        }
        self.states[(line - self.range.start) as usize] = LineState::Open;
        self.frontier = Some(Frontier { line, pu: next % self.pus, row: next / self.pus });
        if next == self.pages() { self.close(flash) } else { Ok(()) }
    }

    fn close_chunks(&self, line: Line, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for chunk in self.chunks(line) {
            if flash.nand().block(chunk).state == BlockState::Open {
                flash.close(chunk)?;
            }
        }
        Ok(())
    }

    /// Lists hold exactly the lines of their states.
    pub fn check(&self, nand: &Nand) -> Result<(), Rule> {
        for line in self.range.clone() {
            let is_listed = self.free.contains(&line);
            let holds = match self.state(line) {
                LineState::Free => is_listed && self.valid(line, nand) == 0,
                LineState::Open => !is_listed && self.frontier() == Some(line),
                LineState::Closed => {
                    let counted = self.valid_of[(line - self.range.start) as usize];
                    !is_listed && self.frontier() != Some(line) && counted == self.valid(line, nand)
                }
                LineState::Bad => !is_listed,
            };
            if !holds {
                return Err(Rule::Invariant(format!("line {} is not as the host FTL believes", line + 1)));
            }
        }
        Ok(())
    }
}
