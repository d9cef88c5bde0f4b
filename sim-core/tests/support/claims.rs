//! Claims judged by made-up curves: held at their bounds, not held one step beyond.

use sim_core::figures::FIGURES;
use sim_core::figures::measure::Measure;
use sim_core::figures::outcome::Outcome;
use sim_core::figures::plan::{Plan, Run};

/// A place in a figure.
#[derive(Clone, Copy)]
pub struct Place {
    pub panel: &'static str,
    pub system: &'static str,
    pub x: f64,
}

/// Made-up curves.
pub type Curves<'a> = &'a dyn Fn(Place) -> Measure;

/// A change to one point: panel, system, x, and what changes.
pub type Change = (&'static str, &'static str, f64, fn(&mut Measure));

/// The verdicts on the claim `id` at full size and at quick.
pub fn verdicts(id: &str, curves: Curves<'_>) -> [Option<bool>; 2] {
    let figure = FIGURES.iter().find(|figure| figure.claims.iter().any(|claim| claim.id == id)).unwrap();
    [false, true].map(|quick| {
        let plan = Plan::new(figure, quick);
        let measure = |run: &Run| {
            let panel = figure.panels[run.panel].id;
            Some(curves(Place { panel, system: figure.systems[run.system].id, x: plan.xs[run.x_index] }))
        };
        let measures: Vec<Option<Measure>> = plan.runs().iter().map(measure).collect();
        let outcome = Outcome::new(&plan, &measures).unwrap();
        outcome.claims.iter().find(|judged| judged.claim.id == id).unwrap().held()
    })
}

/// `curves` keep the claim, and break it with each of the `changes`.
pub fn holds_until(id: &str, curves: Curves<'_>, changes: &[Change]) {
    assert_eq!(verdicts(id, curves), [Some(true); 2], "{id} as made up");
    for &(panel, system, x, change) in changes {
        let changed = |place: Place| {
            let mut measure = curves(place);
            if (place.panel, place.system, place.x) == (panel, system, x) {
                change(&mut measure);
            }
            measure
        };
        assert_eq!(verdicts(id, &changed), [Some(false); 2], "{id} with {system} at {x} changed");
    }
}
