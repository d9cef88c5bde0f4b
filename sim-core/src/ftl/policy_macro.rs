//! Lists of policies: victim policies in `gc/mod.rs`, policies of the map cache in `openchannel/map_policy/mod.rs`.

/// `file::Type,` for each policy, in the order in which they are listed to people. Such a line declares the file's module, makes a
/// variant of `AnyPolicy`, and an entry of `POLICIES` out of the file's `ENTRY`; an attribute before it holds for all three. The first token is the dollar sign of the macro that
/// this one makes.
macro_rules! policies {
    ($d:tt $($(#[$only:meta])? $file:ident::$name:ident,)*) => {
        $($(#[$only])? mod $file;)*

        /// A policy at work.
        #[derive(Clone, Debug, Hash)]
        pub enum AnyPolicy {
            $(
                $(#[$only])?
                #[doc = concat!("See `", stringify!($file), ".rs`.")]
                $name($file::$name),
            )*
        }

        /// Every policy that can be chosen.
        pub const POLICIES: &[Entry<AnyPolicy>] =
            &[$($(#[$only])? $file::ENTRY.built_as(|from| AnyPolicy::$name(($file::ENTRY.build)(from)))),*];

        /// The words of [`POLICIES`], for the parameter table.
        pub const KINDS: [&str; POLICIES.len()] = [$($(#[$only])? $file::ENTRY.kind),*];

        /// The entry of the policy called `kind`; the words are validated with the experiment.
        pub fn entry(kind: &str) -> &'static Entry<AnyPolicy> {
            POLICIES.iter().find(|entry| entry.kind == kind).unwrap_or(&POLICIES[0])
        }

        /// Calls the same method on whichever policy it is.
        macro_rules! each {
            ($d any:ident, $d policy:ident => $d call:expr) => {
                match $d any {
                    $($(#[$only])? AnyPolicy::$name($d policy) => $d call,)*
                }
            };
        }
    };
}
pub(super) use policies;
