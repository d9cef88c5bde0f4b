//! Write buffers: what stands between the host and the translation layer.
//!
//! Every request passes through here. A buffer may keep pages to itself and hand them to the layer later.
//!
//! - `write_buffer.rs`  what reads, writes and flushes do; `extent.rs` what a request covers
//! - `store.rs`         the pages in RAM, by logical block
//! - `policy.rs`        what chooses which of them leave; one file a policy: `lru.rs`, `cflru.rs`, `fab.rs`, `bplru.rs`,
//!   `clc.rs`, `recently_evicted.rs` (REF), `bpac.rs`, `lbuffer/`, `capbacked.rs`, `formula/` with `group_quantities.rs`
//! - `by_size.rs`, `recency.rs`, `ghosts.rs`  what several policies choose from: groups by size, anything by last use, what left;
//!   `lists.rs` the orders of use below them
//! - `line_steps.rs`    how pages change their places in the line, for those who look
//! - `policy_macro.rs`  what a line in the list of policies makes · `catalogue.rs` every buffer, C-lash among them · `entry.rs` how one is chosen
//! - `at_work.rs`       a buffer at work, whichever it is, or none
//! - `settings.rs`      what may be set about all of them; `rules.rs` how one behaves as it is set; `explain.rs` their choices in words
//!
//! C-lash stands in `crate::ftl::clash`, since it can also take the layer's place. What a capacitor keeps through a power cut is
//! `crate::flash::capacitor_pages`.
//!
//! A new policy is a file here and a line of the list below. Groups in a ring follow `bplru.rs`, single pages `lru.rs`.

mod at_work;
#[cfg(feature = "layers")]
mod by_size;
#[cfg(feature = "layers")]
mod catalogue;
#[cfg(feature = "layers")]
mod clash;
pub(crate) mod entry;
#[cfg(feature = "layers")]
mod explain;
pub(crate) mod extent;
#[cfg(feature = "layers")]
mod ghosts;
#[cfg(feature = "layers")]
pub(crate) mod group_quantities;
#[cfg(feature = "layers")]
mod line_steps;
mod lists;
#[cfg(feature = "layers")]
pub(crate) mod policy;
#[cfg(feature = "layers")]
mod policy_macro;
#[cfg(feature = "layers")]
pub(crate) mod recency;
#[cfg(feature = "layers")]
mod rules;
#[cfg(feature = "layers")]
mod settings;
#[cfg(feature = "layers")]
pub mod store;
#[cfg(feature = "layers")]
pub(crate) mod write_buffer;

pub use at_work::Buffer;
#[cfg(not(feature = "layers"))]
pub use at_work::{BUFFERS, BufferEntry};
#[cfg(feature = "layers")]
pub use catalogue::{BUFFERS, BufferEntry};
#[cfg(feature = "layers")]
use policy_macro::policies;

#[cfg(feature = "layers")]
policies! { $
    lru::Lru,
    cflru::Cflru,
    fab::Fab,
    bplru::Bplru,
    clc::Clc,
    recently_evicted::RecentlyEvicted,
    bpac::Bpac,
    pub lbuffer::LBuffer,
    capbacked::CapBacked,
    formula::Formula,
}
