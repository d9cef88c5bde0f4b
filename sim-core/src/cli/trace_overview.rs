//! `flashlab trace overview`: what a trace's requests are over time and over addresses.

use super::arguments::{Arguments, JSON, Opt};
use super::experiment::{COLUMNS, FORMAT};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::trace::{DEVICE, options};
use super::trace_file::{STRICT, import, refuse_losses};
use crate::base::request::SECTOR_BYTES;
use crate::trace::overview::run::OverviewRun;
use crate::trace::overview::window::Window;
use serde_json::json;
use std::io::Write;

/// What it takes.
pub(super) const ARGUMENTS: &str = "overview FILE [--from SECONDS] [--to SECONDS] [--first BYTE] [--end BYTE] \
                                    [--format NAME] [--columns LIST] [--device NUMBER] [--strict] [--json]";

/// `--from SECONDS`: the window's first moment, since the device's first request.
pub(super) const FROM: Opt = Opt { name: "--from", value: Some("SECONDS") };
/// `--to SECONDS`: the first moment after it.
pub(super) const TO: Opt = Opt { name: "--to", value: Some("SECONDS") };
/// `--first BYTE`: its first address.
pub(super) const FIRST: Opt = Opt { name: "--first", value: Some("BYTE") };
/// `--end BYTE`: the first address after it.
pub(super) const END: Opt = Opt { name: "--end", value: Some("BYTE") };

/// Records between two looks at whether to stop.
const SLICE: usize = 1 << 20;

pub(super) fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let accepted = [FROM, TO, FIRST, END, FORMAT, COLUMNS, DEVICE, STRICT, JSON];
    let arguments = Arguments::new("trace overview", words, &accepted, 1)?;
    let Some(file) = arguments.operands.first() else {
        return Err(Failure::usage(format!("trace overview needs a file: flashlab trace {ARGUMENTS}")));
    };
    let (window, options) = (window(&arguments, TO)?, options(&arguments, file)?);
    let (wanted, interrupt) = (options.device, Interrupt::watch());
    let imported = import(options, None, &interrupt)?;
    let losses = imported.reading_losses();
    refuse_losses(&imported.name, &losses, &arguments)?;
    losses.iter().for_each(|loss| super::tell(&format!("{}: {loss}", imported.name)));
    let (name, of_several) = (imported.name.clone(), imported.devices.len() > 1);
    let device = imported.into_device(wanted)?;
    let mut run = OverviewRun::new(&device.records, window);
    while run.go_on(&device.records, SLICE) {
        interrupt.check()?;
    }
    let overview = run.finish();
    let text = match arguments.has(JSON) {
        true => format!(
            "{:#}\n",
            json!({ "name": name, "device": device.device, "label": device.label, "overview": overview })
        ),
        false if of_several => format!("{name}, device {} ({})\n{}", device.device, device.label, overview.text()),
        false => format!("{name}\n{}", overview.text()),
    };
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

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
