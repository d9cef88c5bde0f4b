//! An overview for a person.

use super::order::LOCAL_SECTORS;
use super::page::PAGE_SECTORS;
use super::{Amount, Footprint, Overview};
use crate::base::request::SECTOR_BYTES;
use crate::base::text::{duration, grouped};

/// Longest bar, in characters.
const BAR: u64 = 32;

impl Overview {
    /// What it says, in lines.
    pub fn text(&self) -> String {
        let mut lines = vec![
            line(
                "window",
                &format!(
                    "{} to {} after the first request",
                    duration(self.window.from_ns),
                    duration(self.window.to_ns)
                ),
            ),
            line("addresses", &format!("sectors {} to {}", grouped(self.first_sector), grouped(self.end_sector))),
            line("requests", &grouped(self.requests)),
            line("reads", &amount(self.reads, self.requests)),
            line("writes", &amount(self.writes, self.requests)),
            line("trims", &amount(self.trims, self.requests)),
            line("flushes", &grouped(self.flushes)),
            line("touched", &self.footprint(self.touched)),
            line("written", &self.footprint(self.written)),
            line("span", &bytes((self.end_sector - self.first_sector) * SECTOR_BYTES)),
            line(
                "sequential",
                &format!("{}, starting where the one before ended", share(self.order.sequential, self.order.followers)),
            ),
            line(
                "local",
                &format!(
                    "{}, not sequential and starting less than {} from the start of the one before",
                    share(self.order.local, self.order.followers),
                    bytes(LOCAL_SECTORS * SECTOR_BYTES)
                ),
            ),
        ];
        let sizes = [("reads by size", &self.read_sizes), ("writes by size", &self.write_sizes)];
        for (title, counts) in sizes {
            table(&mut lines, title, counts, |sectors| bytes(sectors * SECTOR_BYTES));
        }
        table(&mut lines, "time since the request before", &self.gaps_ns, duration);
        let sampled = match self.reuse.one_in {
            1 => String::new(),
            one_in => format!("; one page in {one_in} is followed"),
        };
        let (again, first) = (self.reuse.accesses - self.reuse.first, share(self.reuse.first, self.reuse.accesses));
        let title = format!(
            "other pages between two accesses of a page ({} times; {first} are first ones{sampled})",
            grouped(again)
        );
        table(&mut lines, &title, &self.reuse.distances_pages, grouped);
        lines.extend([String::new(), "where most requests begin".into()]);
        lines.extend(self.hottest.iter().map(|region| {
            let (from, all) = (region.first_sector * SECTOR_BYTES, region.reads + region.writes);
            format!(
                "  byte {:>20}, {}: {} reads, {} writes, {}",
                grouped(from),
                bytes(region.sectors * SECTOR_BYTES),
                grouped(region.reads),
                grouped(region.writes),
                share(all, self.reads.requests + self.writes.requests)
            )
        }));
        lines.join("\n") + "\n"
    }

    fn footprint(&self, footprint: Footprint) -> String {
        let coarse = match footprint.unit_bytes {
            SECTOR_BYTES => String::new(),
            unit => format!(", counted in pieces of {}", bytes(unit)),
        };
        let page = bytes(PAGE_SECTORS * SECTOR_BYTES);
        format!("{} in {} pages of {page}{coarse}", bytes(footprint.bytes), grouped(footprint.pages))
    }
}

fn line(name: &str, what: &str) -> String {
    format!("{name:<12}{what}")
}

fn amount(amount: Amount, requests: u64) -> String {
    if amount.requests == 0 {
        return "0".into();
    }
    format!(
        "{} ({}), {}, at most {}; {} aligned to 4 KiB",
        grouped(amount.requests),
        share(amount.requests, requests),
        bytes(amount.bytes),
        bytes(amount.max_bytes),
        share(amount.aligned, amount.requests)
    )
}

/// A row for each power of two between the first and the last that is not empty.
fn table(lines: &mut Vec<String>, title: &str, counts: &[u64], value: impl Fn(u64) -> String) {
    let (most, all) = (counts.iter().copied().max().unwrap_or(0), counts.iter().sum());
    if all == 0 {
        return;
    }
    lines.extend([String::new(), title.into()]);
    for (power, &count) in counts.iter().enumerate().skip_while(|(_, count)| **count == 0) {
        let from = if power == 0 { 0 } else { 1 << (power - 1) };
        let bar = "█".repeat((u128::from(count) * u128::from(BAR) / u128::from(most)) as usize);
        let row = format!("  from {:>12} {:>7}  {bar}", value(from), share(count, all));
        lines.push(row.trim_end().into());
    }
}

/// In tenths of a percent.
fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "–".into();
    }
    let tenths = (u128::from(part) * 1000 + u128::from(whole) / 2) / u128::from(whole);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

fn bytes(bytes: u64) -> String {
    crate::base::text::bytes(bytes as f64)
}
