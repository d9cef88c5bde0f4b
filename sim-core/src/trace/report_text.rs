//! What a trace is, for a person: a few lines about the file, and a table of its devices.

use super::report::{DeviceStream, Imported};
use super::sidecar::Journal;
use crate::base::request::SECTOR_BYTES;
use crate::base::text::bytes;

/// How many devices are listed, those with most requests first.
const LISTED_DEVICES: usize = 16;
const COLUMNS: [&str; 13] = [
    "device",
    "name",
    "requests",
    "reads",
    "writes",
    "trims",
    "flushes",
    "written",
    "sequential",
    "mean size",
    "touched",
    "highest",
    "span",
];

impl Imported {
    /// The report for a person, in lines. The device taken when none is asked for has a star.
    pub fn report_text(&self) -> String {
        let stored = |kind: &String| format!(" ({kind}, {})", bytes(self.stored_bytes as f64));
        let stored = self.stored_as.as_ref().map_or_else(String::new, stored);
        let mut lines = vec![
            format!("{}: {}", self.name, self.format.info().title),
            format!("  known by    {}", self.reason),
            format!("  times       {}", self.time_unit),
            format!("  addresses   {}", self.address_unit),
            format!("  operations  {}", self.op_convention),
            format!("  text        {}{stored}, {} lines", bytes(self.text_bytes as f64), self.lines),
            format!("  requests    {}", self.requests),
            format!("  unreadable  {}", self.bad_lines.count),
        ];
        lines.extend(self.journal.map(|Journal { first_byte, bytes: length }| {
            format!("  journal     {} from byte {first_byte} on", bytes(length as f64))
        }));
        lines.extend(self.bad_lines.first.iter().map(|bad| format!("              {bad}")));
        lines.extend(self.ended_early.iter().map(|why| format!("  ended early {why}")));
        lines.extend(self.notes.iter().map(|note| format!("  note        {note}")));
        let listed = self.by_requests();
        for device in &listed {
            let suspicions = device.summary.suspicions.iter();
            lines.extend(suspicions.map(|suspicion| format!("  suspicious  {}: {suspicion}", device.label)));
        }
        lines.push(String::new());
        let rows = listed.iter().take(LISTED_DEVICES).enumerate().map(|(place, device)| row(device, place == 0));
        lines.extend(table(rows.collect()));
        if listed.len() > LISTED_DEVICES {
            lines.push(format!("  and {} devices with fewer requests", listed.len() - LISTED_DEVICES));
        }
        lines.join("\n") + "\n"
    }
}

/// A device's row of the table.
fn row(device: &DeviceStream, is_default: bool) -> [String; COLUMNS.len()] {
    let summary = &device.summary;
    [
        format!("{}{}", if is_default { "*" } else { "" }, device.device),
        device.label.clone(),
        summary.requests.to_string(),
        summary.reads.to_string(),
        summary.writes.to_string(),
        summary.trims.to_string(),
        summary.flushes.to_string(),
        percent(summary.write_share),
        percent(summary.sequential_share),
        summary.mean_bytes.map_or("–".into(), bytes),
        bytes(device.touched().bytes as f64),
        bytes((summary.footprint_end_sector * SECTOR_BYTES) as f64),
        format!("{:.3} s", summary.span_ns as f64 / 1e9),
    ]
}

/// The rows below their titles, each column as wide as its widest text.
fn table(rows: Vec<[String; COLUMNS.len()]>) -> Vec<String> {
    let titles = COLUMNS.map(str::to_owned);
    let all: Vec<&[String; COLUMNS.len()]> = std::iter::once(&titles).chain(&rows).collect();
    let widths: Vec<usize> =
        (0..COLUMNS.len()).map(|column| all.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    let line = |row: &[String; COLUMNS.len()]| -> String {
        row.iter().zip(&widths).map(|(text, width)| format!("  {text:>width$}")).collect()
    };
    all.into_iter().map(line).collect()
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".into(), |share| format!("{:.1} %", share * 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_columns_to_their_widest_text() {
        let rows = vec![std::array::from_fn(|column| "x".repeat(column + 1))];
        let lines = table(rows);
        assert_eq!(lines[0].len(), lines[1].len());
        assert!(lines[1].starts_with("       x    xx       xxx"), "{}", lines[1]);
    }
}
