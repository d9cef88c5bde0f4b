//! Making an overview, in slices.

use super::super::record::Record;
use super::heat::{Heat, MOST_ROWS};
use super::order::Ordering;
use super::over_time::{MOST, OverTime};
use super::page::PAGE_SECTORS;
use super::powers::Powers;
use super::regions::Regions;
use super::reuse::Following;
use super::touched::Touched;
use super::window::{Bins, Window};
use super::{Amount, Overview, Row};
use crate::base::request::HostOp;
use std::ops::Range;

/// First requests that are told.
const FIRST_ROWS: usize = 16;

/// An overview under way. The records are given to each call: always the same, of one device, in order of time.
#[derive(Debug)]
pub struct OverviewRun {
    window: Window,
    times: Bins,
    addresses: Bins,
    places: Range<usize>,
    /// Up to which of the places it has come.
    at: usize,
    phase: Phase,
    overview: Overview,
    touched: Touched,
    written: Touched,
    order: Ordering,
    regions: Regions,
    read_sizes: Powers,
    write_sizes: Powers,
    gaps: Powers,
    before_ns: Option<u64>,
    page_accesses: u64,
}

/// What it is at.
#[derive(Debug)]
enum Phase {
    /// Everything but reuse.
    Counting,
    /// Reuse, for which is known by then how much there is to follow.
    Following(Box<Following>),
    Done,
}

impl OverviewRun {
    /// The overview of those of `records` that are in `window`.
    pub fn new(records: &[Record], window: Window) -> Self {
        let places = window.places(records);
        let window = window.clamped(records);
        let times = Bins::covering(window.from_ns..window.to_ns, MOST, 1);
        let addresses = Bins::covering(window.first_sector..window.end_sector, MOST_ROWS, PAGE_SECTORS);
        let overview = Overview {
            window,
            over_time: OverTime::new(times),
            heat: Heat::new(times, addresses),
            first_sector: u64::MAX,
            ..Overview::default()
        };
        Self {
            window,
            times,
            addresses,
            at: places.start,
            places,
            phase: Phase::Counting,
            overview,
            touched: Touched::default(),
            written: Touched::default(),
            order: Ordering::default(),
            regions: Regions::default(),
            read_sizes: Powers::default(),
            write_sizes: Powers::default(),
            gaps: Powers::default(),
            before_ns: None,
            page_accesses: 0,
        }
    }

    /// Goes on by `most` records at most. Whether it is not done yet.
    pub fn go_on(&mut self, records: &[Record], most: usize) -> bool {
        let end = self.places.end.min(self.at + most);
        for &record in &records[self.at..end] {
            if self.window.has_addresses_of(record) {
                match &mut self.phase {
                    Phase::Following(following) => following.add(record),
                    _ => self.count(record),
                }
            }
        }
        self.at = end;
        if end == self.places.end {
            self.end_phase();
        }
        !matches!(self.phase, Phase::Done)
    }

    /// Records gone over, and to go over.
    pub fn progress(&self) -> (u64, u64) {
        let (length, at) = (self.places.len(), self.at - self.places.start);
        let done = match self.phase {
            Phase::Counting => at,
            Phase::Following(_) => length + at,
            Phase::Done => 2 * length,
        };
        (done as u64, 2 * length as u64)
    }

    /// The overview, once it is done.
    pub fn finish(self) -> Overview {
        let first_sector = if self.overview.end_sector == 0 { 0 } else { self.overview.first_sector };
        Overview {
            first_sector,
            order: self.order.finish(),
            read_sizes: self.read_sizes.counts(),
            write_sizes: self.write_sizes.counts(),
            gaps_ns: self.gaps.counts(),
            hottest: self.regions.hottest(),
            ..self.overview
        }
    }

    fn end_phase(&mut self) {
        self.at = self.places.start;
        self.phase = match std::mem::replace(&mut self.phase, Phase::Done) {
            Phase::Counting => {
                self.overview.touched = std::mem::take(&mut self.touched).footprint();
                self.overview.written = std::mem::take(&mut self.written).footprint();
                Phase::Following(Box::new(Following::new(self.page_accesses, self.overview.touched.pages)))
            }
            Phase::Following(following) => {
                self.overview.reuse = following.finish();
                Phase::Done
            }
            Phase::Done => Phase::Done,
        };
    }

    fn count(&mut self, record: Record) {
        let overview = &mut self.overview;
        let bin = self.times.of(record.t_ns());
        overview.requests += 1;
        overview.over_time.add(bin, record);
        if overview.first.len() < FIRST_ROWS {
            overview.first.push(Row::new(record));
        }
        if let Some(before_ns) = self.before_ns.replace(record.t_ns()) {
            self.gaps.add(record.t_ns() - before_ns);
        }
        let amount: &mut Amount = match record.op() {
            HostOp::Read => &mut overview.reads,
            HostOp::Write => &mut overview.writes,
            HostOp::Trim => &mut overview.trims,
            HostOp::Flush => {
                overview.flushes += 1;
                return;
            }
        };
        amount.add(record);
        if record.sectors() == 0 {
            return;
        }
        overview.first_sector = overview.first_sector.min(record.sector());
        overview.end_sector = overview.end_sector.max(record.end());
        overview.heat.add(bin, &self.addresses, record);
        let sectors = record.sector()..record.end();
        self.touched.add(sectors.clone());
        match record.op() {
            HostOp::Read => self.read_sizes.add(u64::from(record.sectors())),
            HostOp::Write => {
                self.write_sizes.add(u64::from(record.sectors()));
                self.written.add(sectors);
            }
            _ => {}
        }
        self.order.add(record);
        self.regions.add(record);
        self.page_accesses += Following::accesses_of(record);
    }
}

/// The overview of those of `records` that are in `window`, in one go.
pub fn overview(records: &[Record], window: Window) -> Overview {
    let mut run = OverviewRun::new(records, window);
    while run.go_on(records, usize::MAX / 2) {}
    run.finish()
}
