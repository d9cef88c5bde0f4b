//! What can be observed in a layer or a buffer: its stage, the moments to step to, the breakpoints that can come true. The entry
//! of each says it, and everybody who shows one reads it there.

use super::operation::Kind;
use serde::{Serialize, Serializer};

/// An enum of which each variant has a word, as documents and the page have it, and a sentence: its documentation here, and what
/// `flashlab list` says of it.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($variant:ident $word:literal $sentence:literal,)* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "kebab-case"))]
        $(#[$about])*
        pub enum $name {
            $(#[doc = $sentence] $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its word.
            pub const fn word(self) -> &'static str {
                const WORDS: &[&str] = &[$($word),*];
                WORDS[self as usize]
            }

            /// Its sentence.
            pub const fn sentence(self) -> &'static str {
                const SENTENCES: &[&str] = &[$($sentence),*];
                SENTENCES[self as usize]
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }
    };
}

words! {
    /// A picture of a layer or a buffer at work, above that of the flash.
    #[cfg_attr(test, ts(rename = "StageName"))]
    Stage {
        Logs "logs" "Log blocks, data blocks and merges.",
        Map "map" "A map on flash, and a look-up's way through its cache.",
        Stripes "stripes" "Stripes over planes, and reads that meet a collection.",
        HostMap "host-map" "A host's map, and which blocks of it are loaded.",
        Cache "cache" "Page slots and block slots in RAM.",
        Buffer "buffer" "Pages in RAM, in the order in which they leave.",
    }
}

/// The moments, a row each: its word, its name on the page, its sentence, the operations that it is, and whether a policy chooses
/// something there.
macro_rules! moments {
    ($($variant:ident $word:literal $title:literal $sentence:literal [$($kind:ident),+] $is_decisive:literal,)*) => {
        words! {
            /// A moment of a run that one may want to go to.
            Moment {
                $($variant $word $sentence,)*
            }
        }

        impl Moment {
            /// How many there are.
            pub(crate) const COUNT: usize = Self::ALL.len();

            /// Its name on the page.
            pub const fn title(self) -> &'static str {
                const TITLES: &[&str] = &[$($title),*];
                TITLES[self as usize]
            }

            /// The operations that are such a moment.
            pub const fn kinds(self) -> &'static [Kind] {
                const KINDS: &[&[Kind]] = &[$(&[$(Kind::$kind),+]),*];
                KINDS[self as usize]
            }

            /// Whether a policy chooses something there.
            pub(crate) const fn is_decisive(self) -> bool {
                const DECISIVE: &[bool] = &[$($is_decisive),*];
                DECISIVE[self as usize]
            }
        }
    };
}

moments! {
    Gc "gc" "GC run" "A garbage collection begins." [GcStart] true,
    Merge "merge" "merge" "A log block is chosen to be emptied, or a merge begins."
        [ReclaimStart, SwitchMerge, PartialMerge, FullMerge] true,
    MapMiss "map-miss" "map miss" "A map entry is not in the cache." [MapMiss] true,
    MapStep "map-step" "mapping step" "A step of fetching a block of the map." [MapStep, MapMiss, MapEvict] false,
    Swap "swap" "swap" "Pages in page slots and in a block slot swap places." [Swap] true,
    Flush "flush" "flush" "Pages go from RAM to flash." [FlushStart, PlugStart] true,
    Session "session" "session" "A session of a buffer that tunes itself is over." [SessionEnd] true,
    Rebuild "rebuild" "reconstructed read" "A page is reconstructed from the rest of its stripe." [Rebuild] true,
    Wait "wait" "blocked read" "A read waits for a garbage collection." [Wait] true,
    BadBlock "bad-block" "bad block" "A block goes bad." [BlockBad, BlockReplaced] false,
}

impl Moment {
    /// What an operation of this kind is; most are none.
    pub(crate) fn of(kind: Kind) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |moment| moment.kinds().contains(&kind))
    }
}

words! {
    /// What a breakpoint waits for; `replay/breakpoint.rs` says when it has come.
    BreakpointKind {
        Gc "gc" "A garbage collection begins.",
        Erase "erase" "A block is erased.",
        Wear "wear" "Wear levelling moves a block.",
        FullMerge "full-merge" "A full merge begins.",
        Reclaim "reclaim" "A log block that several logical blocks share is to be emptied.",
        MapMiss "map-miss" "A map entry is not in the cache.",
        Swap "swap" "Pages in page slots and in a block slot swap places.",
        BufferFlush "buffer-flush" "Pages go from RAM to flash.",
        Session "session" "A session of a buffer that tunes itself is over.",
        Rebuild "rebuild" "A page is reconstructed from the rest of its stripe.",
        Wait "wait" "A read waits for a garbage collection.",
        WriteAmplification "write-amplification" "Write amplification is above a bound.",
        BlockChosen "block-chosen" "A block is chosen: as a victim, to be merged or to be moved.",
        BlockErases "block-erases" "A block has been erased so often.",
        Response "response" "A request took longer than a bound.",
        FreeBlocks "free-blocks" "Fewer blocks than a bound are free in some plane.",
        PageWritten "page-written" "A logical page is written.",
    }
}

impl BreakpointKind {
    /// Those that can come true on every device.
    pub const ALWAYS: [Self; 8] = [
        Self::Erase,
        Self::Wear,
        Self::WriteAmplification,
        Self::BlockChosen,
        Self::BlockErases,
        Self::Response,
        Self::FreeBlocks,
        Self::PageWritten,
    ];
}

/// What can be observed in a layer or a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Observables {
    /// Its stage; none where the picture of the flash shows all of it.
    pub(crate) stage: Option<Stage>,
    /// What one may step to, in the order in which it is offered.
    pub moments: &'static [Moment],
    /// The one of them that people wait for.
    pub awaited: Moment,
    /// What can come true of it, besides [`BreakpointKind::ALWAYS`].
    pub breakpoints: &'static [BreakpointKind],
}

impl Observables {
    /// Whether one may step to this moment. A loop, so that the answer is known when a core is compiled that has one layer alone.
    #[inline(always)]
    pub const fn has(&self, moment: Moment) -> bool {
        let mut at = 0;
        while at < self.moments.len() {
            if self.moments[at] as u8 == moment as u8 {
                return true;
            }
            at += 1;
        }
        false
    }
}
