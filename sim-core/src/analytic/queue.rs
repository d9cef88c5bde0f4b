//! One server and Poisson arrivals: M/G/1.

/// Mean time a request waits before its service, in nanoseconds, by Pollaczek and Khinchine: λE\[S²\]/(2(1 − λE\[S\])).
/// Infinite when the server cannot keep up.
///
/// `arrivals_per_s` is λ; `mean_service_ns` is E\[S\] and `mean_square_service_ns2` is E\[S²\].
pub fn mean_wait_ns(arrivals_per_s: f64, mean_service_ns: f64, mean_square_service_ns2: f64) -> f64 {
    let arrivals_per_ns = arrivals_per_s * 1.0e-9;
    let idle = 1.0 - arrivals_per_ns * mean_service_ns;
    if idle <= 0.0 { f64::INFINITY } else { arrivals_per_ns * mean_square_service_ns2 / (2.0 * idle) }
}

#[cfg(test)]
mod tests {
    use super::super::assert_digits;
    use super::*;

    #[test]
    fn constant_reads_at_2000_a_second() {
        let service_ns = 130_900.0;
        assert_digits(mean_wait_ns(2000.0, service_ns, service_ns * service_ns) / 1000.0, 23.21, 2);
    }

    #[test]
    fn an_overloaded_server_never_catches_up() {
        assert_eq!(mean_wait_ns(2000.0, 500_000.0, 2.5e11), f64::INFINITY);
    }
}
