//! Formulas, drawn.

use proptest::prelude::*;

/// Any formula of these quantities, as text.
pub fn any_formula(quantities: &'static [&'static str]) -> impl Strategy<Value = String> {
    let quantity = prop::sample::select(quantities);
    let leaf = prop_oneof![quantity.prop_map(String::from), (-3..9i32).prop_map(|number| format!("({number})"))];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let operator = prop::sample::select(vec!["+", "-", "*", "/", "%", "<", "==", "and", "or"]);
        let one = prop::sample::select(vec!["sqrt", "ln", "exp", "abs", "floor", "not "]);
        let two = prop::sample::select(vec!["min", "max", "pow"]);
        prop_oneof![
            (inner.clone(), operator, inner.clone()).prop_map(|(a, op, b)| format!("({a}) {op} ({b})")),
            (one, inner.clone()).prop_map(|(name, a)| format!("{name}({a})")),
            (two, inner.clone(), inner.clone()).prop_map(|(name, a, b)| format!("{name}({a}, {b})")),
            (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| format!("if({a}, {b}, {c})")),
        ]
    })
}
