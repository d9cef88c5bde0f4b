//! What the core and the page tell each other besides frames. `wasm/` passes it on; nothing here knows of WebAssembly.
//!
//! The page's types are made from these: see `typescript.rs`.

pub mod failure;
pub mod handed;
pub mod import;
pub mod opened;
