//! Numbers in words, as the page writes them.

/// A whole number with narrow no-break spaces between thousands, from 1000 on.
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    if digits.len() < 4 {
        return digits;
    }
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// A sentence with the spaces between thousands narrow and fixed, as numbers are written: "16 384 pages".
pub(crate) fn tied(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut out = String::with_capacity(text.len());
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            out.push(if goes_on(words[at - 1], word) { '\u{202f}' } else { ' ' });
        }
        out.push_str(word);
    }
    out
}

/// Whether a word continues the number before it: "384" after "16", but not after "P99".
fn goes_on(before: &str, word: &str) -> bool {
    let before = before.trim_start_matches('(');
    let is_group = (1..=3).contains(&before.len()) && before.bytes().all(|sign| sign.is_ascii_digit());
    is_group && word.len() - word.trim_start_matches(|sign: char| sign.is_ascii_digit()).len() == 3
}

/// A figure in three digits, as the page writes it: "53.9", "4.32", "128".
pub(crate) fn three_digits(value: f64) -> String {
    let decimals = match value.abs() {
        0.0..10.0 => 2,
        10.0..100.0 => 1,
        _ => return grouped(value.round() as u64),
    };
    let text = format!("{value:.decimals$}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// Items as a sentence lists them: "a, b and c".
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => items.concat(),
    }
}

/// Most characters of what somebody wrote where a sentence repeats it.
const TOLD_MAX: usize = 60;

/// What somebody wrote, as a sentence repeats it: its beginning where it is long, with control characters written out.
pub(crate) fn told(text: &str) -> String {
    told_up_to(TOLD_MAX, text)
}

/// The same with at most so many characters, not counting what it takes to write one out.
pub(crate) fn told_up_to(most: usize, text: &str) -> String {
    let is_whole = text.chars().nth(most).is_none();
    let (kept, end) = if is_whole { (most, "") } else { (most.saturating_sub(3), "...") };
    let mut told = String::new();
    for letter in text.chars().take(kept) {
        match letter.is_control() {
            true => told.extend(letter.escape_unicode()),
            false => told.push(letter),
        }
    }
    told + end
}

/// "1 block", "2 blocks".
pub(crate) fn count(n: u64, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{} {noun}s", grouped(n)) }
}

/// A duration as the page writes it: in the unit that leaves one to three digits before the point, four digits in all at most.
pub(crate) fn duration(ns: u64) -> String {
    // What four digits round to a thousand is one of the next unit.
    let (unit_ns, unit) = match ns {
        0..1_000 => return format!("{ns} ns"),
        1_000..999_950 => (1_000, "µs"),
        999_950..999_950_000 => (1_000_000, "ms"),
        999_950_000..119_950_000_000 => (1_000_000_000, "s"),
        _ => return long_duration(ns),
    };
    let decimals = match ns / unit_ns {
        0..10 => 3,
        10..100 => 2,
        100..1_000 => 1,
        _ => 0,
    };
    let scale = 10_u64.pow(decimals);
    let scaled = (ns * scale + unit_ns / 2) / unit_ns;
    let (whole, part) = (scaled / scale, scaled % scale);
    let digits = format!("{part:0width$}", width = decimals as usize);
    match digits.trim_end_matches('0') {
        "" => format!("{} {unit}", grouped(whole)),
        part => format!("{whole}.{part} {unit}"),
    }
}

fn long_duration(ns: u64) -> String {
    let seconds = (ns + 500_000_000) / 1_000_000_000;
    match seconds / 3_600 {
        0 => format!("{} min {} s", seconds / 60, seconds % 60),
        hours => format!("{} h {} min", grouped(hours), seconds / 60 % 60),
    }
}

/// With its first letter as a capital.
pub(crate) fn capitalised(text: &str) -> String {
    let mut text = text.to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// A number of bytes: "1.5 MiB".
#[cfg(feature = "layers")]
pub(crate) fn bytes(bytes: f64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let (mut value, mut unit) = (bytes, 0);
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let decimals = usize::from(unit > 0);
    format!("{value:.decimals$} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_wrote_is_told_in_brief_and_without_control_characters() {
        assert_eq!(told("as it is"), "as it is");
        assert_eq!(told("a\u{1b}[2J\u{85}"), "a\\u{1b}[2J\\u{85}");
        assert_eq!(told(&"é".repeat(60)), "é".repeat(60));
        assert_eq!(told(&"é".repeat(61)), format!("{}...", "é".repeat(57)));
        assert_eq!(told_up_to(0, "a"), "...");
    }

    #[test]
    fn groups_by_thousands() {
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1234), "1\u{202f}234");
        assert_eq!(grouped(12345), "12\u{202f}345");
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!((count(1, "page"), count(2, "page")), ("1 page".into(), "2 pages".into()));
    }

    #[test]
    #[cfg(feature = "layers")]
    fn writes_bytes_for_a_person() {
        assert_eq!(bytes(512.0), "512 B");
        assert_eq!(bytes(3584.0), "3.5 KiB");
        assert_eq!(bytes(2048.0 * 1024.0), "2.0 MiB");
    }

    #[test]
    fn spaces_between_thousands_are_narrow_in_sentences_too() {
        assert_eq!(tied("1 600 000 of 300 MiB, P99 100 ms"), "1\u{202f}600\u{202f}000 of 300 MiB, P99 100 ms");
        assert_eq!(tied("At 84 times, (8 064 requests): 16 3840."), "At 84 times, (8\u{202f}064 requests): 16 3840.");
    }

    #[test]
    fn durations_and_figures_are_those_of_the_page() {
        let told = [
            0,
            999,
            1_000,
            143_000,
            117_230_400,
            41_256_000,
            1_480_000,
            6_160_000_000,
            125_400_000_000,
            7_260_000_000_000,
        ];
        let words =
            ["0 ns", "999 ns", "1 µs", "143 µs", "117.2 ms", "41.26 ms", "1.48 ms", "6.16 s", "2 min 5 s", "2 h 1 min"];
        assert_eq!(told.map(duration), words.map(String::from));
        let bounds = [999_949, 999_950, 999_949_999, 999_950_000, 119_949_999_999, 119_950_000_000].map(duration);
        assert_eq!(bounds, ["999.9 µs", "1 ms", "999.9 ms", "1 s", "119.9 s", "2 min 0 s"].map(String::from));
        assert_eq!(
            [53.94, 4.316, 1.0, 128.4, 1_024.0].map(three_digits),
            ["53.9", "4.32", "1", "128", "1\u{202f}024"].map(String::from)
        );
    }
}
