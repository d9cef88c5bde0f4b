//! Power is cut, and cut again.

use super::draw::Case;
use super::hold::ended;
use crate::support::device::{check, cuts};
use serde_json::json;
use sim_core::flash::observer::NoObserver;
use sim_core::ftl::LAYERS;

/// So often power is cut, at most: where every recovery is cut off soon, the run would never be over.
const CUTS_MAX: u64 = 4;

/// What was acknowledged is there after each power cut, unless it was in RAM that forgets; then the rest is served. How many there were.
pub(super) fn survives(case: &Case) -> u64 {
    let settings = [("run.power_cut", json!(case.cut)), ("run.continue_after_power_cut", json!(true))];
    // Some devices cannot be cut.
    let Ok(mut device) = case.device(&settings) else { return 0 };
    let keeps_nothing_in_ram =
        !case.is_buffered() && LAYERS.iter().any(|layer| layer.info.kind == case.layer && !layer.traits.caches_pages);
    let mut cuts = 0;
    while device.step(&mut NoObserver).unwrap() {
        if let Some(loss) = device.power_loss {
            cuts += 1;
            assert_eq!(loss.lost_pages, loss.older_pages + loss.empty_pages, "lost by cut {cuts}");
            if keeps_nothing_in_ram {
                cuts::after_the_cut(&device, case.cut);
            }
            device.power_loss = None;
            device.core.power_cut_at = match cuts {
                CUTS_MAX => u64::MAX,
                _ => device.core.flash_operations + case.cut,
            };
        }
        check(&device);
    }
    ended(&device);
    cuts
}
