//! Whether two curves cross where a paper says that they do.

use crate::figures::axis::Axis;
use crate::figures::scale::Scale;

/// Whether the nearest of `crossings` is as near to `at` as it has to be, and how near it is.
pub(super) fn crosses(crossings: &[f64], axis: &Axis, at: f64, within: f64) -> (bool, String) {
    let apart = |x: &f64| (axis.scale.place(*x) - axis.scale.place(at)).abs();
    let Some(nearest) = crossings.iter().min_by(|a, b| apart(a).total_cmp(&apart(b))) else {
        return (false, format!("they never cross, where the paper says {}", axis.named(at)));
    };
    let distance = match axis.scale {
        Scale::Linear => format!("{} from the paper's {}", axis.apart(apart(nearest)), axis.named(at)),
        Scale::Log => format!("\u{d7} {:.2} of the paper's {}", nearest / at, axis.named(at)),
    };
    // Places on an axis are no exact decimals.
    (apart(nearest) <= within + 1e-9, format!("crosses at {}, {distance}", axis.between(*nearest)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::axis::{Grid, Sets};

    fn axis(scale: Scale) -> Axis {
        Axis { name: "size", unit: "pages", scale, grid: Grid::Unknown, sets: Sets::Field("", 1) }
    }

    #[test]
    fn a_crossing_is_told_with_its_distance_from_where_the_paper_puts_it() {
        let linear = |crossings: &[f64]| crosses(crossings, &axis(Scale::Linear), 0.5, 0.05);
        assert_eq!(linear(&[0.1, 0.523]), (true, "crosses at 0.523 pages, 0.023 from the paper's 0.5 pages".into()));
        assert!(linear(&[0.55]).0 && !linear(&[0.5501]).0 && !linear(&[0.4499]).0);
        assert_eq!(linear(&[]), (false, "they never cross, where the paper says 0.5 pages".into()));
        let ratio = Axis { name: "sequential ratio", unit: "", ..axis(Scale::Linear) };
        assert_eq!(crosses(&[0.3951], &ratio, 0.4, 0.05).1, "crosses at 39.5 %, 0.5 points from the paper's 40 %");
        let log = |crossing: f64| crosses(&[crossing], &axis(Scale::Log), 16.0, 1.0);
        assert_eq!(log(18.0), (true, "crosses at 18 pages, \u{d7} 1.12 of the paper's 16 pages".into()));
        assert!(log(8.0).0 && log(32.0).0 && !log(7.9).0 && !log(32.1).0);
    }
}
