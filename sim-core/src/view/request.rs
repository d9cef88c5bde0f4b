//! What the page wants with each frame.

use super::raster::Style;
use crate::base::error::Error;
use crate::base::word::meaning;
use serde_json::Value;

/// Wanted with a frame; what is missing is not.
#[derive(Clone, Debug, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct View {
    /// How the flash is to be told.
    pub stage: StageRequest,
    /// Whether figures for the charts are.
    pub charts: bool,
    /// Whether what planes did side by side is.
    #[cfg(feature = "layers")]
    pub gantt: bool,
    /// Bins of the timeline; 0 for no marks.
    pub timeline_bins: u16,
    /// Most operations listed.
    pub operations_max: u16,
    /// Whether a hash of the whole state is.
    pub state_hash: bool,
    /// Whether every rule of the device is to be checked: after each operation, or at each frame.
    pub check: bool,
}

/// What the page wants to see of the flash.
#[derive(Clone, Debug, Default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "kebab-case", tag = "kind"))]
pub enum StageRequest {
    /// Nothing.
    #[default]
    None,
    /// Every page.
    Cells,
    /// A picture.
    Map {
        /// What is drawn, and how.
        style: Style,
        /// Whether every shelf is to be sent, not only changed ones.
        full: bool,
    },
}

impl View {
    /// What the page asks for.
    ///
    /// # Errors
    /// A stage or a style that there is not.
    pub fn from_json(value: &Value) -> Result<Self, Error> {
        let count = |field: &str| value[field].as_u64().unwrap_or(0).min(u16::MAX.into()) as u16;
        let flag = |field: &str| value[field] == true;
        Ok(Self {
            stage: StageRequest::from_json(&value["stage"])?,
            charts: flag("charts"),
            #[cfg(feature = "layers")]
            gantt: flag("gantt"),
            timeline_bins: count("timeline_bins"),
            operations_max: count("operations_max"),
            state_hash: flag("state_hash"),
            check: flag("check"),
        })
    }
}

/// What a request for the flash is about, before its style is read.
#[derive(Clone, Copy)]
enum StageKind {
    None,
    Cells,
    Map,
}

impl StageRequest {
    fn from_json(value: &Value) -> Result<Self, Error> {
        const KINDS: [(&str, StageKind); 3] =
            [("none", StageKind::None), ("cells", StageKind::Cells), ("map", StageKind::Map)];
        Ok(match meaning("stage.kind", &value["kind"], &KINDS)? {
            StageKind::None => Self::None,
            StageKind::Cells => Self::Cells,
            StageKind::Map => Self::Map { style: Style::from_json(&value["style"])?, full: value["full"] == true },
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    fn refusal(stage: Value) -> String {
        View::from_json(&json!({ "stage": stage })).unwrap_err().to_string()
    }

    #[test]
    fn what_is_missing_is_not_wanted() {
        let view = View::from_json(&json!({ "stage": { "kind": "cells" }, "operations_max": 16 })).unwrap();
        assert!(matches!(view.stage, StageRequest::Cells) && !view.charts && view.operations_max == 16);
    }

    #[test]
    fn a_stage_or_style_that_there_is_not_is_named_with_those_that_there_are() {
        assert_eq!(refusal(json!({ "kind": "cell" })), "stage.kind: \"cell\" is not one of none, cells, map");
        assert_eq!(refusal(Value::Null), "stage.kind: null is not one of none, cells, map");
        let map = |colour_by: &str, isolate: &str| {
            refusal(json!({ "kind": "map", "style": { "colour_by": colour_by, "isolate": isolate } }))
        };
        assert_eq!(map("heat", "valid"), "colour_by: \"heat\" is not one of state, age, wear, temperature, owner");
        assert_eq!(
            map("age", "dead"),
            "isolate: \"dead\" is not one of free, valid, invalid, parity, translation, bad, torn"
        );
    }
}
