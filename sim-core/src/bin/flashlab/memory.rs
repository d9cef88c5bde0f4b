//! The system's allocator, except that memory which it refuses ends the process with a sentence. Without this, a limit on memory ends
//! it with a backtrace that says nothing of the experiment. `tests/outputs/memory.rs` runs into such a limit.

// An allocator can be written in no other way. Every call goes to the system's with the arguments that came.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::process::{abort, exit};
use std::sync::atomic::{AtomicBool, Ordering};

/// The allocator.
pub(crate) struct Told;

// SAFETY: the system's allocator upholds the contract, and gets and gives what this one does.
unsafe impl GlobalAlloc for Told {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise is the one that is asked for.
        given(unsafe { System.alloc(layout) }, layout.size())
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }
    unsafe fn realloc(&self, old: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.realloc(old, layout, bytes) }, bytes)
    }
    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(old, layout) }
    }
}

fn given(memory: *mut u8, bytes: usize) -> *mut u8 {
    if memory.is_null() {
        refused(bytes);
    }
    memory
}

/// Says so and ends the process. Nothing here may need memory; what does all the same ends it at once.
#[cold]
fn refused(bytes: usize) -> ! {
    static TELLING: AtomicBool = AtomicBool::new(false);
    if TELLING.swap(true, Ordering::Relaxed) {
        abort();
    }
    let _ = writeln!(
        std::io::stderr(),
        "flashlab: not enough memory: {} MB more were refused; choose a smaller device (device.logical_bytes), or a shorter trace",
        bytes.div_ceil(1_000_000)
    );
    exit(1)
}
