//! What a line in the list of formats (`formats/mod.rs`) makes.

/// `file::Name,` for each format, in the order in which they are listed and tried. Such a line declares the file's module, and makes a
/// variant of `Format`; the file's `ENTRY` says what there is to know of it. With `#[cfg(feature = "layers")]` above it the start page does without.
macro_rules! formats {
    ($($(#[$meta:meta])* $file:ident::$name:ident,)*) => {
        $($(#[$meta])* mod $file;)*

        /// A trace format that is read.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceFormat"))]
        #[serde(rename_all = "kebab-case")]
        pub enum Format {
            $(
                $(#[$meta])*
                #[doc = concat!("See `", stringify!($file), ".rs`.")]
                $name,
            )*
        }

        impl Format {
            /// All of them.
            pub const ALL: &[Self] = &[$($(#[$meta])* Self::$name),*];

            /// What its file says of it.
            pub(super) const fn entry(self) -> &'static Entry {
                match self {
                    $($(#[$meta])* Self::$name => &$file::ENTRY,)*
                }
            }

            /// The request in `line`, if it has one, which has no end of line. Called for every line, so that the parsers of the most common formats
            /// are compiled into the caller; those of the others are calls, or they would slow these down.
            ///
            /// # Errors
            /// The column that is not what it should be.
            #[inline]
            pub(super) fn parse<'a>(self, line: &'a [u8], dialect: &mut Dialect) -> Parsed<'a> {
                match self {
                    $($(#[$meta])* Self::$name => ($file::ENTRY.reads.parse)(line, dialect),)*
                }
            }
        }
    };
}
pub(super) use formats;
