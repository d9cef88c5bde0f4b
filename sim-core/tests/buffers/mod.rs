//! Write buffers: what each chooses, over every layer, against a plain model and power cuts.

mod arrival;
mod buffer_line;
mod clash_buffer;
mod eviction_decisions;
mod formula;
mod lbuffer;
mod write_buffer_choices;
mod write_buffers;
