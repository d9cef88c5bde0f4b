//! What may be set: a series, as the paper compares them, and each of its switches by itself; and what the
//! authors' code does otherwise than the paper.

use super::choose::Rule;
use super::layout::CHANNELS_MAX;
use crate::base::error::Error;
use crate::flash::clock::command::Scope;
use crate::ftl::layer::Build;
use crate::nand::geometry::Geometry;
use crate::nand::timing::Timing;
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::Settings;
use serde::Serialize;

/// What may be set about it.
pub(crate) const PARAMETERS: &[Parameter] = &[
    Parameter::choice(
        "series",
        "\"rgc\"",
        &["base", "pb", "gtr", "rgc", "nogc", "base-parity", "preemptive"],
        "base: GC blocks the channel; pb: only its plane; gtr: blocked reads are reconstructed from parity; rgc: rotating GC, all of ttFlash; nogc: GC takes no time; base-parity: base with parity; preemptive: GC yields to requests.",
    ).changing(),
    Parameter::choice(
        "blocking",
        "\"series\"",
        &["series", "plane", "channel", "controller", "preemptive", "none"],
        "What is blocked while a plane collects; none: collection takes no time.",
    ).changing(),
    Parameter::choice("parity", "\"series\"", SWITCH, "Whether each stripe has a parity page."),
    Parameter::choice(
        "rebuild",
        "\"series\"",
        SWITCH,
        "Whether reads blocked by GC are reconstructed from parity.",
    ).changing(),
    Parameter::choice("rotate", "\"series\"", SWITCH, "Whether at most one plane of a group collects at a time.").changing(),
    Parameter::choice(
        "flush_order",
        "\"series\"",
        &["series", "gtf", "lru"],
        "gtf: GC-tolerant flush: full stripes first, and those without a collecting plane; lru: the least recently used stripe.",
    ).changing(),
    Parameter::integer("ram_bytes", "67108864", 512, 1 << 36, "RAM capacity in bytes."),
    Parameter::number("flush_high", "0.8", 0.0, 1.0, "High watermark: share of the RAM above which stripes are flushed.").changing(),
    Parameter::number("flush_low", "0.8", 0.0, 1.0, "Low watermark: share of the RAM down to which stripes are flushed.").changing(),
    Parameter::boolean("capacitor", "true", "Whether the RAM survives a power cut.").changing(),
    Parameter::integer("xor_ns", "3000", 0, 1_000_000_000, "XOR time to reconstruct a page from its stripe, in nanoseconds.").changing(),
    Parameter::optional(
        "gc_start",
        "null",
        2,
        1 << 24,
        "Free blocks below which a plane requests GC; null: 5 %, at least 3.",
    ).changing(),
    Parameter::optional(
        "gc_stop",
        "null",
        2,
        1 << 24,
        "Free blocks at which GC stops; null: one more than gc_start.",
    ).changing(),
    Parameter::number(
        "gc_soft",
        "0.3",
        0.0,
        1.0,
        "For gc_profile authors: share of free pages below which a plane requests GC.",
    ).changing(),
    Parameter::number("gc_hard", "0.1", 0.0, 1.0, "Share of free pages below which GC no longer yields.").changing(),
    Parameter::choice(
        "gc_profile",
        "\"paper\"",
        WHOSE,
        "authors: by free pages, and not while requests are queued on the channel.",
    ).changing(),
    Parameter::choice("gtr_rule", "\"paper\"", WHOSE, "Who decides whether a read waits or is reconstructed.").changing(),
    Parameter::choice(
        "base_hold",
        "\"gc\"",
        &["gc", "copies"],
        "How long a collection keeps the channel: to its end, or for its copies.",
    ).changing(),
    Parameter::choice("rain_from", "\"gtr\"", &["gtr", "pb"], "The first series that has parity."),
    Parameter::choice(
        "nogc",
        "\"instant\"",
        &["instant", "fresh"],
        "For series nogc: collecting takes no time, or all of ttFlash on a device that was never aged.",
    ),
    Parameter::boolean(
        "xfer_suspend",
        "false",
        "Whether the transfer of a page can be suspended for GC between two sectors.",
    ).changing(),
    Parameter::boolean(
        "one_copy_per_channel",
        "false",
        "Whether at most one collection of a channel moves pages at a time.",
    ).changing(),
    Parameter::boolean(
        "cb_parity",
        "false",
        "Whether a page moves to an even place from an even one only, and odd to odd; else a page is left out.",
    ),
    Parameter::choice(
        "rgc_order",
        "\"token\"",
        &["token", "first_visited"],
        "Who gets the token: the next channel that requests it, or the first one found, as in the authors' code.",
    ).changing(),
    Parameter::choice(
        "rgc_full",
        "\"stall\"",
        &["stall", "force", "dynamic"],
        "What happens when a plane is full without having the token: writes stall, it collects out of turn, or it does so once 30 % of the planes are full.",
    ).changing(),
    Parameter::optional("kill_plane", "null", 0, 1 << 24, "A plane that fails; null for none."),
    Parameter::boolean("kill_chip", "false", "Whether the other planes of its chip fail with it."),
    Parameter::integer("kill_at", "0", 0, 1 << 50, "The request before which it fails."),
    Parameter::optional("second_plane", "null", 0, 1 << 24, "A second plane that fails; null for none."),
    Parameter::integer("second_at", "0", 0, 1 << 50, "The request before which the second fails."),
];

const SWITCH: &[&str] = &["series", "on", "off"];
const WHOSE: &[&str] = &["paper", "authors"];

/// What stands still while a plane collects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub(super) enum Blocking {
    /// As little as possible: a collection gives way to requests after each page.
    Preemptive,
    /// Nothing: it takes no time.
    None,
    /// What is in this scope of it.
    #[serde(untagged)]
    Scope(Scope),
}

/// What happens where a plane has no room, and it is not its turn to collect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum WhenFull {
    /// Writes wait in RAM.
    Stall,
    /// It collects all the same.
    Force,
    /// It does once so many planes are in need.
    Dynamic,
}

/// How the device works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rules {
    /// The series it is set to.
    pub series: &'static str,
    /// What stands still while a plane collects.
    pub blocking: Blocking,
    /// Whether stripes have parity.
    pub parity: bool,
    /// Whether whole stripes go first, and collecting planes are spared.
    pub(super) gtf: bool,
    /// Whether RAM outlives a power cut.
    pub capacitor: bool,
    /// To XOR a stripe.
    pub(super) xor_ns: u64,
    /// Free blocks of a plane below which it wants to collect.
    pub(super) gc_start: u32,
    /// Free blocks at which it has enough.
    pub(super) gc_stop: u32,
    /// Free pages of a plane below which it wants to, in the authors' way.
    pub(super) soft_pages: Option<u32>,
    /// Free pages below which a collection gives way to nobody.
    pub(super) hard_pages: u32,
    /// Free pages of a plane that are kept for those that a collection moves: as many as a block has, or twice that where pages
    /// are left out.
    pub(super) kept_pages: u32,
    /// Whether all of ttFlash stands on a device that was never aged.
    pub(super) is_fresh: bool,
    /// Whether the channel is given back before the erase.
    pub(super) hold_copies: bool,
    /// Whether at most one collection of a channel moves pages.
    pub(super) one_copy_per_channel: bool,
    /// Whether moved pages keep the parity of their place.
    pub(super) cb_parity: bool,
    /// Whether the first plane found has its turn.
    pub(super) first_visited: bool,
    /// Where there is no room.
    pub(super) when_full: WhenFull,
    /// Whether a read waits.
    pub reads: Rule,
}

/// The words of series, as the table of parameters has them.
const SERIES: [(&str, Switches); 7] = [
    ("base", Switches { blocking: Blocking::Scope(Scope::Channel), parity: false, rebuild: false, rotate: false }),
    ("pb", Switches { blocking: Blocking::Scope(Scope::Plane), parity: false, rebuild: false, rotate: false }),
    ("gtr", Switches { blocking: Blocking::Scope(Scope::Plane), parity: true, rebuild: true, rotate: false }),
    ("rgc", ALL),
    ("nogc", Switches { blocking: Blocking::None, parity: false, rebuild: false, rotate: false }),
    (
        "base-parity",
        Switches { blocking: Blocking::Scope(Scope::Channel), parity: true, rebuild: false, rotate: false },
    ),
    ("preemptive", Switches { blocking: Blocking::Preemptive, parity: false, rebuild: false, rotate: false }),
];

/// The four techniques together.
const ALL: Switches = Switches { blocking: Blocking::Scope(Scope::Plane), parity: true, rebuild: true, rotate: true };

#[derive(Clone, Copy)]
struct Switches {
    blocking: Blocking,
    parity: bool,
    rebuild: bool,
    rotate: bool,
}

impl Rules {
    /// The rules that `build` asks for.
    ///
    /// # Errors
    /// The serial clock, too few or too many channels, switches or marks that exclude each other.
    pub(crate) fn new(build: &Build<'_>) -> Result<Self, Error> {
        refuse_what_has_no_stripes(build.event_clock, &build.nand.geometry)?;
        Self::of(build.settings, &build.nand.geometry, &build.timing)
    }

    /// The same on a device that may have stripes.
    ///
    /// # Errors
    /// Switches or marks that exclude each other.
    pub(crate) fn of(settings: &Settings, geometry: &Geometry, timing: &Timing) -> Result<Self, Error> {
        let (series, mut of_series) =
            SERIES.into_iter().find(|(word, _)| *word == settings.word("series")).unwrap_or(("rgc", ALL));
        of_series.parity |= series == "pb" && settings.word("rain_from") == "pb";
        let is_fresh = series == "nogc" && settings.word("nogc") == "fresh";
        if is_fresh {
            of_series = ALL;
        }
        let switch = |name: &str, of_series: bool| match settings.word(name) {
            "on" => true,
            "off" => false,
            _ => of_series,
        };
        let blocking = match settings.word("blocking") {
            "plane" => Blocking::Scope(Scope::Plane),
            "channel" => Blocking::Scope(Scope::Channel),
            "controller" => Blocking::Scope(Scope::Controller),
            "preemptive" => Blocking::Preemptive,
            "none" => Blocking::None,
            _ => of_series.blocking,
        };
        let (parity, rebuild) = (switch("parity", of_series.parity), switch("rebuild", of_series.rebuild));
        if rebuild && !parity {
            return Err(refused("ftl.rebuild", "on", "off, since there is no parity (ftl.parity)", "\"off\""));
        }
        let pages = f64::from(geometry.blocks_per_plane) * f64::from(geometry.pages_per_block);
        let share = |name: &str| (settings.number(name) * pages) as u32;
        let authors = settings.word("gc_profile") == "authors";
        let (gc_start, gc_stop) = marks(settings.optional("gc_start"), settings.optional("gc_stop"), geometry)?;
        Ok(Self {
            series,
            blocking,
            parity,
            gtf: match settings.word("flush_order") {
                "series" => of_series.rebuild,
                word => word == "gtf",
            },
            capacitor: settings.flag("capacitor"),
            xor_ns: settings.integer("xor_ns"),
            gc_start,
            gc_stop,
            soft_pages: authors.then(|| share("gc_soft")),
            hard_pages: share("gc_hard"),
            kept_pages: geometry.pages_per_block * if settings.flag("cb_parity") { 2 } else { 1 },
            is_fresh,
            hold_copies: settings.word("base_hold") == "copies",
            one_copy_per_channel: settings.flag("one_copy_per_channel"),
            cb_parity: settings.flag("cb_parity"),
            first_visited: settings.word("rgc_order") == "first_visited",
            when_full: match settings.word("rgc_full") {
                "force" => WhenFull::Force,
                "dynamic" => WhenFull::Dynamic,
                _ => WhenFull::Stall,
            },
            reads: Rule {
                rebuild,
                authors: settings.word("gtr_rule") == "authors",
                rotate: switch("rotate", of_series.rotate),
                channels: geometry.channels,
                read_ns: timing.read_ns + timing.transfer_ns,
                command_ns: timing.command_ns,
            },
        })
    }

    /// Whether planes of a group take turns.
    pub(super) fn rotates(&self) -> bool {
        self.reads.rotate
    }
}

/// The device that comes with the layer, as whoever set another needs to know.
const HOME: &str = "device.preset=ttflash-small has the clock and the channels that it needs";

fn refuse_what_has_no_stripes(event_clock: bool, geometry: &Geometry) -> Result<(), Error> {
    if !event_clock {
        return Err(refused(
            "device.clock",
            "serial",
            &format!("event, since ftl.kind ttflash is about planes that work side by side; {HOME}"),
            "\"event\"",
        ));
    }
    let channels = geometry.channels;
    match channels {
        2..=CHANNELS_MAX => Ok(()),
        _ => Err(refused(
            "device.channels",
            &channels.to_string(),
            &format!("from 2 to {CHANNELS_MAX}, since ftl.kind ttflash lays stripes across them; {HOME}"),
            &channels.clamp(2, CHANNELS_MAX).to_string(),
        )),
    }
}

/// Free blocks at which a plane begins and ends to collect. All pages that may be valid at once must fit beside them.
fn marks(start: Option<u64>, stop: Option<u64>, geometry: &Geometry) -> Result<(u32, u32), Error> {
    let default = (u64::from(geometry.blocks_per_plane) * 5).div_ceil(100).max(3);
    let start = start.unwrap_or(default);
    let stop = stop.unwrap_or(start + 1);
    if stop <= start {
        let nearest = (start + 1).to_string();
        return Err(refused("ftl.gc_stop", &stop.to_string(), &format!("more than ftl.gc_start ({start})"), &nearest));
    }
    Ok((start as u32, stop as u32))
}

fn refused(field: &str, value: &str, expected: &str, nearest: &str) -> Error {
    Error::Value { field: field.into(), value: value.into(), expected: expected.into(), nearest: Some(nearest.into()) }
}
