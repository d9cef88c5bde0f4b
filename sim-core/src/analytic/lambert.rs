//! Lambert's W, principal branch: the w ≥ −1 with w·e^w = x.

use std::f64::consts::E;

const STEPS_MAX: u32 = 50;

/// W₀(x) for x ≥ −1/e; below, there is none: NaN.
///
/// Halley's iteration from a start on the right side of the root. The relative error is below 1e-14 from x = −0.35 on;
/// toward −1/e, where W₀ has a vertical tangent, x itself no longer tells more, and the absolute error grows to about 1e-8.
pub(super) fn w0(x: f64) -> f64 {
    let from_branch = 1.0 + E * x;
    if from_branch.is_nan() || from_branch < -f64::EPSILON {
        return f64::NAN;
    }
    if x == 0.0 || x == f64::INFINITY {
        return x;
    }
    let mut w = start(x, from_branch);
    for _ in 0..STEPS_MAX {
        let power = libm::exp(w);
        let error = w * power - x;
        let slope = power * (w + 1.0) - (w + 2.0) * error / (2.0 * w + 2.0);
        let step = error / slope;
        // At the branch point itself the step is 0/0, and the start is exact.
        if step.is_nan() {
            break;
        }
        w = (w - step).max(-1.0);
        if step.abs() <= 4.0 * f64::EPSILON * w.abs() {
            break;
        }
    }
    w
}

fn start(x: f64, from_branch: f64) -> f64 {
    if x < -0.25 {
        // The series about the branch point.
        let p = (2.0 * from_branch.max(0.0)).sqrt();
        -1.0 + p - p * p / 3.0 + 11.0 / 72.0 * p * p * p
    } else if x < 3.0 {
        libm::log1p(x) * (1.0 - libm::log1p(libm::log1p(x)) / (2.0 + libm::log1p(x)))
    } else {
        let log = libm::log(x);
        log - libm::log(log)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let known = [
            (1.0, 0.567_143_290_409_784),
            (E, 1.0),
            (-0.2, -0.259_171_101_819_073_77),
            (10.0, 1.745_528_002_740_699_4),
            (0.0, 0.0),
        ];
        for (x, w) in known {
            assert!((w0(x) - w).abs() <= 4.0e-16 * w.abs().max(1.0), "{x}: {} is not {w}", w0(x));
        }
    }

    #[test]
    fn inverts_w_times_e_to_the_w() {
        for step in -9_400i32..50_000 {
            let w = f64::from(step) / 10_000.0;
            let x = w * libm::exp(w);
            let accuracy = if x > -0.35 { 1.0e-14 * w.abs() } else { 1.0e-13 };
            assert!((w0(x) - w).abs() <= accuracy + f64::MIN_POSITIVE, "{x}: {} is not {w}", w0(x));
        }
        for w in [10.0, 100.0, 600.0] {
            assert!((w0(w * libm::exp(w)) - w).abs() <= 1.0e-14 * w);
        }
    }

    #[test]
    fn ends_at_the_branch_point() {
        assert!((w0(-1.0 / E) + 1.0).abs() < 1.0e-7);
        assert!(w0(-0.368).is_nan());
        assert!(w0(f64::NAN).is_nan());
        assert_eq!(w0(f64::INFINITY), f64::INFINITY);
    }
}
