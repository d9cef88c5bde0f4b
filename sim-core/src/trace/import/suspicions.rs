//! What looks as if a unit was taken wrong, with the unit that is likely instead.

use crate::base::request::SECTOR_BYTES;
use crate::trace::format::Info;
use crate::trace::summary::Summary;

/// A mean size beyond this, in bytes, suggests that the unit of sizes is wrong.
const MOST_MEAN_BYTES: f64 = (4 << 20) as f64;
/// So does an address beyond this, in bytes.
const MOST_ADDRESS_BYTES: u64 = 100_000_000_000_000;
/// From so many requests on, what all of them have in common is no accident.
const MANY: u64 = 100;
/// Requests closer to one another than this on average, in nanoseconds, are more than any drive serves.
const LEAST_GAP_NS: u64 = 100;
/// Further from one another than this on average, an hour, is no load at all.
const MOST_GAP_NS: u64 = 3_600_000_000_000;
/// The units of time, each a thousand times the one before.
const TIMES: [&str; 4] = ["nanoseconds", "microseconds", "milliseconds", "seconds"];

/// What is suspicious about requests of a format with the words `info`, in sentences.
pub(super) fn suspicions(summary: &Summary, info: &Info) -> Vec<String> {
    [size(summary, info), address(summary, info), time(summary, info)].into_iter().flatten().collect()
}

fn size(summary: &Summary, info: &Info) -> Option<String> {
    let all_in_a_sector = summary.max_bytes == SECTOR_BYTES && summary.requests - summary.flushes >= MANY;
    if summary.mean_bytes? > MOST_MEAN_BYTES {
        let likely = if has_sectors(info, "size") { ": they are likely in bytes, not in sectors" } else { "" };
        return Some(format!("the mean size is beyond 4 MiB{likely}"));
    }
    let counts_bytes = !has_sectors(info, "size");
    (all_in_a_sector && counts_bytes)
        .then(|| "no size is beyond 512 bytes: they are likely in sectors or KiB, not in bytes".into())
}

fn address(summary: &Summary, info: &Info) -> Option<String> {
    let likely = if has_sectors(info, "address") { ": they are likely in bytes, not in sectors" } else { "" };
    (summary.footprint_end_sector > MOST_ADDRESS_BYTES / SECTOR_BYTES)
        .then(|| format!("addresses go beyond 100 TB{likely}"))
}

fn time(summary: &Summary, info: &Info) -> Option<String> {
    let unit = TIMES.iter().position(|unit| info.time_unit.contains(unit))?;
    let gap_ns = summary.span_ns / summary.requests.saturating_sub(1).max(1);
    if summary.requests < MANY || summary.span_ns == 0 {
        return None;
    }
    let (factors, what) = match gap_ns {
        ..LEAST_GAP_NS => (&TIMES[unit + 1..], "less than 100 ns"),
        MOST_GAP_NS.. => (&TIMES[..unit], "more than an hour"),
        _ => return None,
    };
    let likely = if gap_ns < LEAST_GAP_NS { factors.first() } else { factors.last() };
    let instead = likely.map(|likely| format!(": times are likely in {likely}, not in {}", TIMES[unit]));
    Some(format!("between two requests is {what} on average{}", instead.unwrap_or_default()))
}

/// Whether the words for a format's units say that its addresses or its sizes are in sectors or blocks.
fn has_sectors(info: &Info, what: &str) -> bool {
    let both = info.address_unit.starts_with("address and size");
    let part = info.address_unit.split(',').find(|part| both || part.contains(what));
    part.is_some_and(|part| part.contains("512-byte"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::HostOp;
    use crate::trace::Format;
    use crate::trace::record::Record;

    /// What is suspicious of requests a time, a sector and a number of sectors each.
    fn found(format: Format, requests: impl Iterator<Item = (u64, u64, u64)>) -> Vec<String> {
        let pack = |(t, sector, sectors)| Record::pack(t, HostOp::Write, sector, sectors).unwrap();
        suspicions(&Summary::of(&requests.map(pack).collect::<Vec<_>>()), format.info())
    }

    #[test]
    fn names_the_unit_that_is_likely() {
        let large = |format| found(format, [(0, 0, 8193)].into_iter());
        assert_eq!(large(Format::Ssdsim), ["the mean size is beyond 4 MiB: they are likely in bytes, not in sectors"]);
        assert_eq!(large(Format::Spc), ["the mean size is beyond 4 MiB"]);
        let far = |format| found(format, [(0, 200_000_000_000, 1)].into_iter());
        assert_eq!(far(Format::Spc), ["addresses go beyond 100 TB: they are likely in bytes, not in sectors"]);
        assert_eq!(far(Format::Msr), ["addresses go beyond 100 TB"]);
        let small = |format| found(format, (0..100).map(|n| (n * 1_000_000, n, 1)));
        assert_eq!(
            small(Format::Msr),
            ["no size is beyond 512 bytes: they are likely in sectors or KiB, not in bytes"]
        );
        assert_eq!(small(Format::Ssdsim), Vec::<String>::new());
    }

    #[test]
    fn names_the_unit_of_times_that_is_likely() {
        let every = |gap: u64| found(Format::Ssdsim, (0..200).map(|n| (n * gap, n * 8, 8)));
        let fast =
            "between two requests is less than 100 ns on average: times are likely in microseconds, not in nanoseconds";
        assert_eq!(every(50), [fast]);
        assert_eq!((every(1_000), every(60_000_000_000)), (vec![], vec![]));
        let slow = found(Format::Spc, (0..200).map(|n| (n * 4_000_000_000_000, n * 8, 8)));
        let expected =
            "between two requests is more than an hour on average: times are likely in milliseconds, not in seconds";
        assert_eq!(slow, [expected]);
    }
}
