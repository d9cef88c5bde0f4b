//! A cache that holds the most popular part of a space drawn from by Pareto's law, and never changes (SPEC 10.9).

/// Hit ratio where the share `cached` of the space is held and a share `h` of it gets all requests but this share:
/// x^(1/p), p = ln h / ln(1 − h). No cache does better on such a stream without knowing what comes.
pub fn hit_ratio(h: f64, cached: f64) -> f64 {
    libm::pow(cached, libm::log(1.0 - h) / libm::log(h))
}

#[cfg(test)]
mod tests {
    use super::super::assert_digits;
    use super::*;

    #[test]
    fn matches_the_table() {
        for (h, cached, printed) in
            [(0.2, 0.32, 0.8539), (0.2, 0.64, 0.9400), (0.2, 0.96, 0.9944), (0.1, 0.32, 0.9492), (0.3, 0.32, 0.7135)]
        {
            assert_digits(hit_ratio(h, cached), printed, 4);
        }
        assert_digits(hit_ratio(0.2, 0.2), 0.8, 12);
        assert_eq!(hit_ratio(0.2, 1.0), 1.0);
    }
}
