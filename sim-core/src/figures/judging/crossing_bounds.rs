//! Between which places two curves have to cross for a claim to hold, out of the very inequalities that judge it: how far a crossing may lie from
//! the paper's place, and from where on one curve must not be above the other, which can be nearer.

use crate::base::text::listed;
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::Figure;

/// The places between which the curves of some metrics have to cross those of a system.
#[derive(PartialEq)]
struct Stretch {
    panel: Option<&'static str>,
    than: &'static str,
    from: f64,
    to: f64,
    /// Whether it ends where one curve must not be above the other any more, by more than a tolerance: then it ends only about there.
    is_cut: bool,
}

/// `Curves have to cross: mean response against DFTL from 0 to 20 %, mean response and erases against page mapping from 75 to about 90 %.` None
/// where no crossing is asked.
pub(super) fn words(figure: &Figure, conditions: &[Condition]) -> Option<String> {
    let mut stretches: Vec<(Stretch, Vec<String>)> = Vec::new();
    for condition in conditions {
        let Some(stretch) = stretch(figure, condition, conditions) else { continue };
        let metric = condition.metric.title().to_string();
        match stretches.iter_mut().find(|(known, _)| *known == stretch) {
            Some((_, metrics)) => metrics.push(metric),
            None => stretches.push((stretch, vec![metric])),
        }
    }
    let told: Vec<String> = stretches.iter().map(|(stretch, metrics)| stretch.words(figure, metrics)).collect();
    (!told.is_empty()).then(|| format!("Curves have to cross: {}.", told.join(", ")))
}

fn stretch(figure: &Figure, condition: &Condition, all: &[Condition]) -> Option<Stretch> {
    let Test::Crosses { than, at, within } = condition.test else { return None };
    let scale = figure.x.scale;
    let [from, to] = [-within, within].map(|apart| scale.value(scale.place(at) + apart));
    let values = figure.x.values();
    let (first, last) = (*values.first()?, *values.last()?);
    let must_be_below = all.iter().filter(|other| {
        let of = |condition: &Condition| (condition.panel, condition.of, condition.metric);
        let is_bound = matches!(other.test, Test::Beside(rival, Comparison::AtMost(_)) if rival == than);
        is_bound && of(other) == of(condition)
    });
    let begins = must_be_below.filter_map(|other| values.iter().copied().find(|&x| other.points.has(x)));
    let below_from = begins.filter(|&x| x >= at).fold(f64::INFINITY, f64::min);
    // Places on an axis are no exact decimals.
    let is_cut = below_from < to - 1e-9;
    let to = if is_cut { below_from } else { to };
    Some(Stretch { panel: condition.panel, than, from: from.max(first), to: to.min(last), is_cut })
}

impl Stretch {
    fn words(&self, figure: &Figure, metrics: &[String]) -> String {
        let panel = self.panel.and_then(|id| figure.panels.iter().find(|panel| panel.id == id));
        let panel = panel.map(|panel| format!("{}: ", panel.title)).unwrap_or_default();
        let from = figure.x.label(self.from);
        let about = if self.is_cut { "about " } else { "" };
        format!(
            "{panel}{} against {} from {} to {about}{}",
            listed(metrics),
            figure.system_title(self.than),
            from.trim_end_matches(" %"),
            figure.x.named(self.to)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::FIGURES;

    #[test]
    fn a_stretch_ends_where_the_nearer_of_two_inequalities_ends_it() {
        let of = |id: &str| {
            let figure = FIGURES.iter().find(|figure| figure.claims.iter().any(|claim| claim.id == id)).unwrap();
            words(figure, figure.claims.iter().find(|claim| claim.id == id).unwrap().conditions)
        };
        assert_eq!(of("C1").as_deref(), Some("Curves have to cross: mean response against DFTL from 35 to 45 %."));
        assert_eq!(
            of("C5").as_deref(),
            Some(
                "Curves have to cross: mean response against DFTL from 0 to 20 %, erases against DFTL from 10 to 30 %, \
                 mean response and erases against page mapping from 75 to about 90 %."
            )
        );
        assert_eq!(
            of("C7").as_deref(),
            Some(
                "Curves have to cross: mean response and erases against DFTL from 3 to about 8 pages, \
                 mean response and erases against page mapping from 8 to 32 pages."
            )
        );
        assert_eq!(
            of("C8").as_deref(),
            Some(
                "Curves have to cross: random: mean response against DFTL from 45\u{202f}000 to 75\u{202f}000 requests, \
                 sequential: mean response against DFTL from 15\u{202f}000 to 25\u{202f}000 requests."
            )
        );
        assert_eq!(of("C2"), None);
    }
}
