//! What figures show of a run.

use super::json;
use super::measure::{BILLION, Measure};
use super::scale::Scale;

/// A number that a run comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Mean response.
    Response,
    /// Mean response of writes: with one request at a time, their service time.
    WriteTime,
    /// Block erases.
    Erases,
    /// Their standard deviation over blocks.
    EraseStdDev,
    /// Their coefficient of variation: the same, divided by their mean.
    EraseCv,
    /// Logical blocks with pages in the write buffer, mean over the host's writes.
    Groups,
    /// Bytes that number and age of each of them take, 4 each.
    GroupListBytes,
    /// Bytes that a bit for each of their sectors takes, 1 024 a block.
    SectorMapBytes,
    /// Share of the evictions whose holes were filled.
    Plugs,
    /// Write requests since a victim was last touched, mean.
    VictimAge,
    /// Pages of a victim in the write buffer, mean.
    VictimPages,
    /// Share of the merged logical blocks whose first log block caused the merge.
    FirstLogBlock,
    /// Most bytes of the rehearsals at the end of a session.
    Rehearsal,
    /// Of those, the part that plays the write buffer.
    RehearsalBuffer,
    /// The part that plays the log.
    RehearsalLog,
    /// α: of a session, or the mean over all.
    Alpha,
    /// Mean response of reads.
    ReadMean,
    /// What so many of the reads do not exceed, along their tail.
    ReadTail,
    /// What 85 % of the reads do not exceed.
    ReadP85,
    /// 90 %.
    ReadP90,
    /// 95 %.
    ReadP95,
    /// 99 %.
    ReadP99,
    /// 99.9 %.
    ReadP999,
    /// Share of the reads that waited for a collection.
    GcBlocked,
    /// Share of the reads that waited behind such a one.
    QueueBlocked,
    /// Both.
    Blocked,
    /// Reads that waited for a collection without having chosen to.
    Unchosen,
    /// Pages of stripes being flushed that stayed in RAM since their plane was full and waited for its turn to collect.
    RgcStall,
    /// Share of the page moves of collections that gave way to nobody.
    HardSteps,
    /// Parity pages programmed.
    ParityPrograms,
    /// Bytes of the host in a second.
    Bandwidth,
    /// Requests in a second.
    Kiops,
    /// Share of the look-ups that found their part of the map in memory.
    MapHits,
    /// Share of those for pages of the journal that did not.
    JournalMisses,
    /// The host's memory for its mapping table.
    HostMemory,
    /// Entries of the ring of writes that are granted.
    RingLimit,
}

/// How a metric is told.
struct Told {
    id: &'static str,
    title: &'static str,
    unit: &'static str,
    /// The field of a measure that it is made from; a list has a value for each session.
    field: &'static str,
    /// How much of that field makes one of the unit.
    per_unit: f64,
    /// What makes a whole number of the field.
    whole: f64,
    /// Digits behind the point that are worth showing.
    decimals: usize,
}

/// A whole number without a unit.
const fn count(id: &'static str, title: &'static str) -> Told {
    Told { id, title, unit: "", field: id, per_unit: 1.0, whole: 1.0, decimals: 0 }
}

/// A fraction without a unit.
const fn fraction(id: &'static str, title: &'static str) -> Told {
    Told { whole: BILLION, decimals: 3, ..count(id, title) }
}

/// Nanoseconds, shown as milliseconds.
const fn time(id: &'static str, title: &'static str, field: &'static str) -> Told {
    Told { unit: "ms", field, per_unit: 1e6, decimals: 3, ..count(id, title) }
}

/// A fraction, shown in percent.
const fn percent(id: &'static str, title: &'static str, field: &'static str) -> Told {
    Told { unit: "%", field, per_unit: 0.01, ..fraction(id, title) }
}

/// Bytes.
const fn bytes(id: &'static str, title: &'static str) -> Told {
    Told { unit: "bytes", ..count(id, title) }
}

/// A whole number of which so much makes one of the unit.
const fn parts(id: &'static str, title: &'static str, unit: &'static str, field: &'static str, per_unit: f64) -> Told {
    Told { unit, field, per_unit, decimals: 2, ..count(id, title) }
}

/// Bytes of which each group in the buffer takes `each`.
const fn group_bytes(id: &'static str, title: &'static str, each: u32) -> Told {
    Told { field: "groups_mean", per_unit: 1.0 / each as f64, whole: BILLION, ..bytes(id, title) }
}

impl Metric {
    fn told(self) -> Told {
        match self {
            Self::Response => time("mean_response_ms", "mean response", "mean_response_ns"),
            Self::WriteTime => time("mean_write_ms", "mean write time", "mean_write_ns"),
            Self::Erases => count("erases", "erases"),
            Self::EraseStdDev => fraction("erase_std_dev", "standard deviation of erases"),
            Self::EraseCv => fraction("erase_cv", "coefficient of variation of erases"),
            Self::Groups => Told { decimals: 0, ..fraction("groups_mean", "mean groups in the buffer") },
            Self::GroupListBytes => group_bytes("group_list_bytes", "memory for number and age of groups", 8),
            Self::SectorMapBytes => group_bytes("sector_map_bytes", "memory for bitmaps of their sectors", 128),
            Self::Plugs => fraction("plug_share", "share of evictions plugged"),
            Self::VictimAge => {
                let age = fraction("victim_age_mean", "mean age of victims");
                Told { unit: "write requests", decimals: 0, ..age }
            }
            Self::VictimPages => {
                Told { unit: "pages", decimals: 2, ..fraction("victim_pages_mean", "mean size of victims") }
            }
            Self::FirstLogBlock => fraction("first_log_block_share", "share of merges by the first log block"),
            Self::Rehearsal => bytes("rehearsal_bytes", "memory of the rehearsals"),
            Self::RehearsalBuffer => bytes("rehearsal_buffer_bytes", "memory of the rehearsed buffers"),
            Self::RehearsalLog => bytes("rehearsal_log_bytes", "memory of the rehearsed logs"),
            Self::Alpha => Told { field: "alphas", decimals: 2, ..fraction("alpha", "α") },
            Self::ReadMean => time("mean_read_ms", "mean read latency", "mean_read_ns"),
            Self::ReadTail => time("read_tail_ms", "read latency", "read_tail_ns"),
            Self::ReadP85 => time("read_p85_ms", "P85 of reads", "read_p85_ns"),
            Self::ReadP90 => time("read_p90_ms", "P90 of reads", "read_p90_ns"),
            Self::ReadP95 => time("read_p95_ms", "P95 of reads", "read_p95_ns"),
            Self::ReadP99 => time("read_p99_ms", "P99 of reads", "read_p99_ns"),
            Self::ReadP999 => time("read_p999_ms", "P99.9 of reads", "read_p999_ns"),
            Self::GcBlocked => percent("gc_blocked", "reads blocked by GC", "gc_blocked_share"),
            Self::QueueBlocked => percent("queue_blocked", "reads queued behind those", "queue_blocked_share"),
            Self::Blocked => percent("blocked", "blocked reads", "blocked_share"),
            Self::Unchosen => count("unchosen_waits", "reads forced to wait"),
            Self::RgcStall => count("rgc_stall", "page flushes stalled by full planes"),
            Self::HardSteps => percent("hard_steps", "GC page moves that could not be preempted", "hard_steps_share"),
            Self::ParityPrograms => count("parity_programs", "parity pages programmed"),
            Self::Bandwidth => parts("bandwidth", "bandwidth", "MB/s", "bytes_per_s", 1e6),
            Self::Kiops => parts("kiops", "requests", "KIOPS", "requests_per_s", 1e3),
            Self::JournalMisses => percent("journal_misses", "look-ups of the journal that miss", "journal_miss_share"),
            Self::HostMemory => bytes("host_bytes", "memory of the host"),
            Self::RingLimit => Told { field: "ring_limits", ..count("ring_limit", "ring entries granted") },
            Self::MapHits => percent("map_hits", "look-ups that hit", "map_hit_share"),
        }
    }

    /// Its name in JSON.
    pub fn id(self) -> &'static str {
        self.told().id
    }

    /// What it is called.
    pub fn title(self) -> &'static str {
        self.told().title
    }

    /// `predicate` in its number: erases cross where a mean response crosses.
    pub fn agreeing(self, predicate: &str) -> String {
        if !self.is_plural() {
            return predicate.into();
        }
        predicate.split(' ').map(plural).collect::<Vec<_>>().join(" ")
    }

    /// What is said where two systems both come to 0.
    pub fn both_nothing(self) -> &'static str {
        if self == Self::Erases { "nothing was erased" } else { "both are 0" }
    }

    fn is_plural(self) -> bool {
        matches!(
            self,
            Self::Erases
                | Self::Groups
                | Self::GcBlocked
                | Self::QueueBlocked
                | Self::Blocked
                | Self::Unchosen
                | Self::RgcStall
                | Self::HardSteps
                | Self::ParityPrograms
                | Self::Kiops
                | Self::MapHits
                | Self::JournalMisses
                | Self::RingLimit
        )
    }

    /// What it is, as a sentence, where its title does not say so to everybody.
    pub fn definition(self) -> Option<&'static str> {
        match self {
            Self::EraseStdDev => Some(
                "The standard deviation of erases is that of the number of erases of a block, over all blocks of the device.",
            ),
            Self::EraseCv => Some(
                "The coefficient of variation of erases is the standard deviation of the number of erases of a block, over all blocks of the device, divided by the mean.",
            ),
            _ => None,
        }
    }

    /// Whether it is a time that a request takes, its wait in a queue included.
    pub fn is_response_time(self) -> bool {
        matches!(
            self,
            Self::Response
                | Self::WriteTime
                | Self::ReadMean
                | Self::ReadTail
                | Self::ReadP85
                | Self::ReadP90
                | Self::ReadP95
                | Self::ReadP99
                | Self::ReadP999
        )
    }

    /// The unit in which it is shown; empty where it has none.
    pub fn unit(self) -> &'static str {
        self.told().unit
    }

    /// How much of [`Metric::of`] makes one of that unit.
    pub fn per_unit(self) -> f64 {
        let Told { per_unit, whole, .. } = self.told();
        per_unit * whole
    }

    /// Digits behind the point that are worth showing.
    pub fn decimals(self) -> usize {
        self.told().decimals
    }

    /// What a run came to as a whole number, so that bounds are exact: nanoseconds, a count, or billionths. With `part`, what
    /// that one came to, from 0 on: a session, or a place in the tail. None where it does not apply.
    pub fn of(self, measure: &Measure, part: Option<usize>) -> Option<f64> {
        let billionths = |share: f64| (share * BILLION).round();
        let count = |count: Option<u64>| count.map(|count| count as f64);
        match self {
            Self::Response => count(Some(measure.mean_response_ns)),
            Self::WriteTime => count(measure.mean_write_ns),
            Self::Erases => count(Some(measure.erases)),
            Self::EraseStdDev => Some(billionths(measure.erase_std_dev)),
            Self::EraseCv => measure.erase_cv.map(billionths),
            Self::Groups | Self::GroupListBytes | Self::SectorMapBytes => measure.groups_mean.map(billionths),
            Self::Plugs => measure.plug_share.map(billionths),
            Self::VictimAge => measure.victim_age_mean.map(billionths),
            Self::VictimPages => measure.victim_pages_mean.map(billionths),
            Self::FirstLogBlock => measure.first_log_block_share.map(billionths),
            Self::Rehearsal => count(measure.rehearsal_bytes),
            Self::RehearsalBuffer => count(measure.rehearsal_buffer_bytes),
            Self::RehearsalLog => count(measure.rehearsal_log_bytes),
            Self::Alpha => match part {
                Some(session) => measure.alphas.get(session).copied().map(billionths),
                None if measure.alphas.is_empty() => None,
                None => Some(billionths(measure.alphas.iter().sum::<f64>() / measure.alphas.len() as f64)),
            },
            Self::ReadMean => count(measure.mean_read_ns),
            Self::ReadTail => count(measure.read_tail_ns.get(part?).copied()),
            Self::ReadP85 => count(measure.read_ns(8500)),
            Self::ReadP90 => count(measure.read_ns(9000)),
            Self::ReadP95 => count(measure.read_ns(9500)),
            Self::ReadP99 => count(measure.read_ns(9900)),
            Self::ReadP999 => count(measure.read_ns(9990)),
            Self::GcBlocked => measure.gc_blocked_share.map(billionths),
            Self::QueueBlocked => measure.queue_blocked_share.map(billionths),
            Self::Blocked => measure.blocked_share().map(billionths),
            Self::Unchosen => count(measure.unchosen_waits),
            Self::RgcStall => count(measure.rgc_stall),
            Self::HardSteps => measure.hard_steps_share.map(billionths),
            Self::ParityPrograms => count(measure.parity_programs),
            Self::Bandwidth => count(measure.bytes_per_s),
            Self::Kiops => count(measure.requests_per_s),
            Self::MapHits => measure.map_hit_share.map(billionths),
            Self::JournalMisses => measure.journal_miss_share.map(billionths),
            Self::HostMemory => count(measure.host_bytes),
            Self::RingLimit => count(measure.ring_limits.get(part?).copied()),
        }
    }

    /// What it is, drawn on an axis of this `scale`.
    pub fn on(self, scale: Scale) -> json::entry::Metric {
        let Told { id, title, unit, field, per_unit, .. } = self.told();
        json::entry::Metric { id, title, unit, field, per_unit, scale }
    }
}

fn plural(verb: &str) -> &str {
    match verb {
        "crosses" => "cross",
        "grows" => "grow",
        "falls" => "fall",
        "differs" => "differ",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_agree_with_what_is_measured() {
        assert_eq!(Metric::Erases.agreeing("crosses DFTL's at 40 %"), "cross DFTL's at 40 %");
        assert_eq!(Metric::Response.agreeing("crosses DFTL's at 40 %"), "crosses DFTL's at 40 %");
        assert_eq!(Metric::Groups.agreeing("of Ubuntu: grows × 3"), "of Ubuntu: grow × 3");
    }
}
