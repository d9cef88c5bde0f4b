//! What can be observed in a layer or a buffer: its stage, the moments to step to, the breakpoints that can come true. The entry
//! of each says it, and everybody who shows one reads it there.

use serde::Serialize;

/// An enum of which each word has a sentence: its documentation here, and what `flashlab list` says of it.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($word:ident: $sentence:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $(#[doc = $sentence] $word,)*
        }

        impl $name {
            /// All of them, each with its sentence.
            pub const ALL: &[(Self, &'static str)] = &[$((Self::$word, $sentence)),*];
        }
    };
}

words! {
    /// A picture of a layer or a buffer at work, above that of the flash.
    Stage {
        Logs: "Log blocks, data blocks and merges.",
        Map: "A map on flash, and a look-up's way through its cache.",
        Stripes: "Stripes over planes, and reads that meet a collection.",
        HostMap: "A host's map, and which blocks of it are loaded.",
        Cache: "Page slots and block slots in RAM.",
        Buffer: "Pages in RAM, in the order in which they leave.",
    }
}

words! {
    /// A moment of a run that one may want to go to.
    Moment {
        Gc: "A garbage collection begins.",
        Merge: "A log block is chosen to be emptied, or a merge begins.",
        MapMiss: "A map entry is not in the cache.",
        MapStep: "A step of fetching a block of the map.",
        Swap: "Pages in page slots and in a block slot trade places.",
        Flush: "Pages go from RAM to flash.",
        Session: "A session of a buffer that tunes itself is over.",
        Rebuild: "A page is reconstructed from the rest of its stripe.",
        Wait: "A read waits for a garbage collection.",
    }
}

words! {
    /// What a breakpoint waits for; `replay/breakpoint.rs` says when it has come.
    BreakpointKind {
        Gc: "A garbage collection begins.",
        Erase: "A block is erased.",
        Wear: "Wear levelling moves a block.",
        FullMerge: "A full merge begins.",
        Reclaim: "A log block that several logical blocks share is to be emptied.",
        MapMiss: "A map entry is not in the cache.",
        Swap: "Pages in page slots and in a block slot trade places.",
        BufferFlush: "Pages go from RAM to flash.",
        Session: "A session of a buffer that tunes itself is over.",
        Rebuild: "A page is reconstructed from the rest of its stripe.",
        Wait: "A read waits for a garbage collection.",
        WriteAmplification: "Write amplification is above a bound.",
        BlockErases: "A block has been erased so often.",
        Response: "A request took longer than a bound.",
        FreeBlocks: "Fewer blocks than a bound are free in some plane.",
        PageWritten: "A logical page is written.",
    }
}

impl BreakpointKind {
    /// Those that can come true on every device.
    pub const ALWAYS: [Self; 7] = [
        Self::Erase,
        Self::Wear,
        Self::WriteAmplification,
        Self::BlockErases,
        Self::Response,
        Self::FreeBlocks,
        Self::PageWritten,
    ];
}

/// What can be observed in a layer or a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Observables {
    /// Its stage; none where the picture of the flash shows all of it.
    pub stage: Option<Stage>,
    /// What one may step to, in the order in which it is offered.
    pub moments: &'static [Moment],
    /// The one of them that people wait for.
    pub awaited: Moment,
    /// What can come true of it, besides [`BreakpointKind::ALWAYS`].
    pub breakpoints: &'static [BreakpointKind],
}
