//! The window of a trace that arguments ask for, in time and in addresses.

use super::arguments::{Arguments, Opt};
use super::failure::Failure;
use crate::base::request::SECTOR_BYTES;
use crate::trace::overview::window::Window;

/// `--from SECONDS`: the window's first moment, since the device's first request.
pub(super) const FROM: Opt = Opt { name: "--from", value: Some("SECONDS") };
/// `--first BYTE`: its first address.
pub(super) const FIRST: Opt = Opt { name: "--first", value: Some("BYTE") };
/// `--end BYTE`: the first address after it.
pub(super) const END: Opt = Opt { name: "--end", value: Some("BYTE") };

/// The window that `arguments` ask for, up to the moment that `until` names.
pub(super) fn window(arguments: &Arguments, until: Opt) -> Result<Window, Failure> {
    let whole = Window::default();
    let time = |option: Opt| arguments.values(option).last().map(|text| nanoseconds(option, text)).transpose();
    let byte = |option: Opt| arguments.values(option).last().map(|text| byte(option, text)).transpose();
    let window = Window {
        from_ns: time(FROM)?.unwrap_or(whole.from_ns),
        to_ns: time(until)?.unwrap_or(whole.to_ns),
        first_sector: byte(FIRST)?.map_or(whole.first_sector, |byte| byte / SECTOR_BYTES),
        end_sector: byte(END)?.map_or(whole.end_sector, |byte| byte.div_ceil(SECTOR_BYTES)),
    };
    if window.from_ns >= window.to_ns {
        return Err(Failure::usage(format!("{} must be before {}", FROM.name, until.name)));
    }
    if window.first_sector >= window.end_sector {
        return Err(Failure::usage(format!("{} must be below {}", FIRST.name, END.name)));
    }
    Ok(window)
}

/// Seconds as a decimal number, to the nanosecond.
fn nanoseconds(option: Opt, text: &str) -> Result<u64, Failure> {
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let ns = || {
        let seconds: u64 = seconds.parse().ok()?;
        let fraction: u64 = format!("{fraction:0<9}").parse().ok()?;
        seconds.checked_mul(1_000_000_000)?.checked_add(fraction)
    };
    let is_decimal = is_number(seconds) && is_number(fraction) && fraction.len() <= 9;
    ns().filter(|_| is_decimal).ok_or_else(|| {
        Failure::usage(format!(
            "{} {text}: not a number of seconds, such as 12.5, with nine decimals at most",
            option.name
        ))
    })
}

fn byte(option: Opt, text: &str) -> Result<u64, Failure> {
    text.parse().map_err(|_| Failure::usage(format!("{} {text}: not a whole number of bytes", option.name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_read_to_the_nanosecond() {
        assert_eq!(nanoseconds(FROM, "12.5").ok(), Some(12_500_000_000));
        assert_eq!(nanoseconds(FROM, "0.000000001").ok(), Some(1));
        for wrong in ["", "1.0000000001", "-1", "1s", "18446744074", "+1", "1.+5"] {
            assert!(nanoseconds(FROM, wrong).is_err(), "{wrong}");
        }
    }
}
