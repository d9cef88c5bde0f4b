//! What theory says a device should do: closed forms and fixed points to hold a simulation against.
//!
//! All are for single-page writes spread at random, in steady state. Two letters run through them: α, physical pages
//! for each logical one (1 + over-provisioning), and A, write amplification. For a finite device α is
//! [`alpha::effective`].

pub(crate) mod alpha;
pub(crate) mod d_choices;
pub(crate) mod fifo;
pub(crate) mod greedy;
pub(crate) mod hot_cold;
mod lambert;
pub mod queue;
pub(crate) mod random;

/// Halvings that bring any interval of floats down to neighbours.
const HALVINGS: u32 = 200;

/// Where `rises` changes from false to true between `low` and `high`.
fn bisect(mut low: f64, mut high: f64, rises: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if rises(middle) { high = middle } else { low = middle }
    }
    high
}

#[cfg(test)]
fn assert_digits(measured: f64, printed: f64, digits: i32) {
    let half_a_digit = 0.5 * libm::pow(10.0, f64::from(-digits));
    assert!((measured - printed).abs() <= half_a_digit, "{measured} is not {printed}");
}
