//! How firm a claim is, in sentences.

use super::bars::Bar;
use super::trial::{Came, Judged};
use super::varied::Varied;
use crate::base::text::{capitalised, listed};

/// Of one choice: `holds up to 120 000 requests, not at 240 000 requests: tips near 152 000 requests`.
pub(super) fn bar(bar: &Bar<'_>) -> String {
    if bar.varied.is_none() {
        return seeds(bar);
    }
    let tried: Vec<&String> =
        bar.came.iter().zip(&bar.labels).filter(|(came, _)| came.judged().is_some()).map(|(_, label)| label).collect();
    let (Some(first), Some(last)) = (tried.first(), tried.last()) else { return String::new() };
    let refused = refused(bar);
    let held: Vec<Option<bool>> = bar.came.iter().map(|came| came.judged().map(|judged| judged.held)).collect();
    let label = |at: usize| &bar.labels[at];
    let words = match held.get(bar.own).copied().flatten() {
        None => "cannot be judged with our own settings".into(),
        Some(own) => {
            let differs = |at: &usize| held[*at] == Some(!own);
            let below = (0..bar.own).rev().find(differs);
            let above = (bar.own + 1..held.len()).find(differs);
            let verb = if own { "holds" } else { "does not hold" };
            let tips: Vec<String> = bar.tips().into_iter().map(|tip| tip.label).collect();
            let tips = if tips.is_empty() { String::new() } else { format!(": tips near {}", listed(&tips)) };
            let other = if own { "not" } else { "but does" };
            match (below, above) {
                (None, None) if makes_no_difference(bar) => {
                    format!("{verb} from {first} to {last}, all that was tried, without any difference")
                }
                (None, None) => format!("{verb} from {first} to {last}, all that was tried"),
                (None, Some(up)) => format!("{verb} up to {}, {other} at {}{tips}", label(up - 1), label(up)),
                (Some(down), None) => format!("{verb} from {} on, {other} at {}{tips}", label(down + 1), label(down)),
                (Some(down), Some(up)) if down + 1 == up - 1 => {
                    format!("{verb} at {} only, {other} at {} or {}{tips}", label(bar.own), label(down), label(up))
                }
                (Some(down), Some(up)) => {
                    format!(
                        "{verb} from {} to {}, {other} at {} or {}{tips}",
                        label(down + 1),
                        label(up - 1),
                        label(down),
                        label(up)
                    )
                }
            }
        }
    };
    format!("{words}{refused}")
}

/// Whether the claim comes exactly as near to its bound whatever the value: what is measured does not depend on it.
fn makes_no_difference(bar: &Bar<'_>) -> bool {
    let mut judged = bar.came.iter().filter_map(Came::judged);
    let first = judged.next();
    judged.all(|one| first.is_some_and(|first| first.margin.is_some() && one.margin == first.margin))
}

/// `holds with 4 of 5 seeds, margins from −1.2 to +3.4 %`.
fn seeds(bar: &Bar<'_>) -> String {
    let judged: Vec<&Judged> = bar.came.iter().filter_map(Came::judged).collect();
    let held = judged.iter().filter(|judged| judged.held).count();
    let mut margins: Vec<f64> = judged.iter().filter_map(|judged| judged.margin).collect();
    margins.sort_unstable_by(f64::total_cmp);
    let spread = match (margins.first(), margins.last()) {
        (Some(low), Some(high)) => format!(", margins from {} to {}", percent(*low), percent(*high)),
        _ => String::new(),
    };
    format!("holds with {held} of {} seeds{spread}{}", judged.len(), refused(bar))
}

fn refused(bar: &Bar<'_>) -> String {
    let of = |(came, label): (&Came, &String)| match came {
        Came::Refused(reason) => Some(format!("; {label} cannot be judged: {reason}")),
        _ => None,
    };
    bar.came.iter().zip(&bar.labels).find_map(of).unwrap_or_default()
}

/// Of all choices: firm, narrow, or not held.
pub(super) fn all(own: &Came, bars: &[Bar<'_>]) -> String {
    let Some(judged) = own.judged() else { return "It cannot be judged with our own settings.".into() };
    let turns = |bar: &&Bar<'_>| bar.came.iter().filter_map(Came::judged).any(|one| one.held != judged.held);
    let turning: Vec<&Bar<'_>> = bars.iter().filter(turns).collect();
    let titles = |bars: &[&Bar<'_>]| listed(&bars.iter().map(|bar| bar.title().to_string()).collect::<Vec<_>>());
    let (idle, telling): (Vec<&Bar<'_>>, Vec<&Bar<'_>>) = bars.iter().partition(|bar| makes_no_difference(bar));
    let at_every_value = match telling.is_empty() {
        true => "at every value tried".to_string(),
        false => format!("at every value tried of {}", titles(&telling)),
    };
    let idle = match idle.len() {
        0 => String::new(),
        1 => format!(" {} makes no difference.", capitalised(&titles(&idle))),
        _ => format!(" {} make no difference.", capitalised(&titles(&idle))),
    };
    let margin = judged.margin.map(|margin| format!(", {} from its bound", percent(margin.abs()))).unwrap_or_default();
    let reasons = || {
        let of_bar = |bar: &&Bar<'_>| format!("{}: {}", capitalised(bar.title()), self::bar(bar));
        turning.iter().map(of_bar).collect::<Vec<_>>().join(". ")
    };
    match (judged.held, turning.is_empty()) {
        (true, true) => format!("Firm{margin}: it holds {at_every_value}.{idle}"),
        (true, false) => format!("Narrow{margin}. {}.", reasons()),
        (false, true) => format!("It fails{margin}, {at_every_value}.{idle}"),
        (false, false) => format!("It fails{margin}, and it is a matter of settings. {}.", reasons()),
    }
}

/// Of two choices together.
pub(super) fn pair(x: &Varied, y: &Varied, came: &[Vec<Came>]) -> String {
    let judged: Vec<bool> = came.iter().flatten().filter_map(Came::judged).map(|judged| judged.held).collect();
    let held = judged.iter().filter(|held| **held).count();
    format!(
        "{} and {} together: holds with {held} of {} pairs",
        capitalised(x.choice.title),
        y.choice.title,
        judged.len()
    )
}

/// `+3.4 %`, `−1.2 %`.
pub(super) fn percent(margin: f64) -> String {
    let sign = if margin < 0.0 { "\u{2212}" } else { "" };
    format!("{sign}{:.1} %", margin.abs() * 100.0)
}
