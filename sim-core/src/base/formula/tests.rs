//! Formulas: what is drawn at random never fails otherwise than by a problem, reads back as it is written, and has the value that
//! its tree has.

use super::bounds::Bounds;
use super::op::Op;
use super::parse::parse;
use super::problem::{Problem, with_caret};
use super::program::{Program, compare, descending, shown};
use super::tree::{Source, Tree};
use super::vocabulary::{Quantity, Vocabulary};
use proptest::prelude::*;
use std::cmp::Ordering;

const fn quantity(name: &'static str) -> Quantity {
    Quantity { name, unit: "", help: "" }
}

/// As many cases as the environment asks for: `FORMULA_CASES=10000000 cargo test --release --lib formula` looks for long.
fn cases(usual: u32) -> u32 {
    std::env::var("FORMULA_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

const KNOWN: &Vocabulary =
    &Vocabulary { of: "test", quantities: &[quantity("age"), quantity("valid"), quantity("k")], examples: &[] };

const PIECES: [&str; 36] = [
    "age", "valid", "k", "c0", "x", "and", "or", "not", "if(", "min(", "max(", "pow(", "ln(", "abs(", "floor(",
    "sqrt(", "exp(", "(", ")", ",", ";", "=", "==", "!=", "<", "<=", "+", "-", "*", "/", "%", "1", "0.5", "1e9", " ",
    "é",
];

const OPERATORS: [Op; 24] = [
    Op::Or,
    Op::And,
    Op::Not,
    Op::Less,
    Op::LessOrEqual,
    Op::Greater,
    Op::GreaterOrEqual,
    Op::Equal,
    Op::Unequal,
    Op::Add,
    Op::Subtract,
    Op::Multiply,
    Op::Divide,
    Op::Remainder,
    Op::Negate,
    Op::If,
    Op::Min,
    Op::Max,
    Op::Pow,
    Op::Abs,
    Op::Sqrt,
    Op::Ln,
    Op::Exp,
    Op::Floor,
];

fn tree(constants: u8) -> impl Strategy<Value = Tree> {
    let number = prop_oneof![
        (0u32..1000).prop_map(f64::from),
        (0.0..1.0f64),
        (0.0..1e300f64),
        Just(f64::MAX),
        Just(f64::MIN_POSITIVE),
        Just(1e15),
    ];
    let leaf = prop_oneof![
        2 => number.prop_map(Tree::Number),
        3 => (0..KNOWN.quantities.len() as u8).prop_map(Tree::Quantity),
        1 => (0..constants.max(1)).prop_map(move |at| if constants == 0 { Tree::Number(7.0) } else { Tree::Constant(at) }),
    ];
    leaf.prop_recursive(6, 60, 3, |inner| {
        (prop::sample::select(&OPERATORS[..]), prop::collection::vec(inner, 3)).prop_map(|(op, mut parts)| {
            parts.truncate(op.operands());
            Tree::Apply(op, parts)
        })
    })
}

fn source() -> impl Strategy<Value = Source> {
    let constant = |at: usize| (Just(format!("c{at}")), -9.0..9.0f64);
    (constant(0), constant(1), tree(2)).prop_map(|(first, second, body)| {
        let negative = |value: f64| match value < 0.0 {
            true => Tree::Apply(Op::Negate, vec![Tree::Number(-value)]),
            false => Tree::Number(value),
        };
        let constants = [first, second].map(|(name, value)| (name, negative(value)));
        Source { constants: constants.into(), body }
    })
}

fn text(source: &Source) -> String {
    let constant = |(name, value): &(String, Tree)| format!("{name} = {}; ", source.text_of(value, KNOWN));
    source.constants.iter().map(constant).collect::<String>() + &source.text_of(&source.body, KNOWN)
}

/// The value of a tree, in the plainest way.
fn value(tree: &Tree, source: &Source, quantities: &[f64]) -> f64 {
    let of = |tree: &Tree| value(tree, source, quantities);
    let truth = |holds: bool| if holds { 1.0 } else { 0.0 };
    let holds = |value: f64| value != 0.0 && !value.is_nan();
    match tree {
        Tree::Number(value) => *value,
        Tree::Quantity(at) => quantities[*at as usize],
        Tree::Constant(at) => of(&source.constants[*at as usize].1),
        Tree::Apply(Op::If, parts) => of(&parts[if holds(of(&parts[0])) { 1 } else { 2 }]),
        Tree::Apply(op, parts) => {
            let (a, b) = (of(&parts[0]), of(parts.last().unwrap()));
            match op {
                Op::Or => truth(holds(a) || holds(b)),
                Op::And => truth(holds(a) && holds(b)),
                Op::Not => truth(!holds(a)),
                Op::Less => truth(a < b),
                Op::LessOrEqual => truth(a <= b),
                Op::Greater => truth(a > b),
                Op::GreaterOrEqual => truth(a >= b),
                Op::Equal => truth(a == b),
                Op::Unequal => truth(a != b),
                Op::Add => a + b,
                Op::Subtract => a - b,
                Op::Multiply => a * b,
                Op::Divide => a / b,
                Op::Remainder => a % b,
                Op::Negate => -a,
                Op::Min | Op::Max if a.is_nan() || b.is_nan() => f64::NAN,
                Op::Min => a.min(b),
                Op::Max => a.max(b),
                Op::Pow => libm::pow(a, b),
                Op::Abs => a.copysign(1.0), // of −0 too: one over it is not −∞
                Op::Sqrt => a.sqrt(),
                Op::Ln => libm::log(a),
                Op::Exp => libm::exp(a),
                Op::Floor => a.floor(),
                Op::If => unreachable!(),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: cases(2_000), ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_a_formula_or_has_a_problem_in_it(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..40)) {
        let text = pieces.concat();
        if let Err(problem) = Program::new(&text, KNOWN) {
            prop_assert!((1..=text.chars().count() + 1).contains(&problem.column), "{text}: {problem}");
            prop_assert!(with_caret(&text, &problem).lines().count() == 2);
        }
    }

    #[test]
    fn any_characters_at_all_are_taken(text in prop::collection::vec(any::<char>(), 0..60)) {
        let text: String = text.into_iter().collect();
        let _ = Program::new(&text, KNOWN);
    }

    #[test]
    fn a_tree_reads_back_as_it_is_written(source in source()) {
        prop_assert_eq!(parse(&text(&source), KNOWN), Ok(source));
    }

    #[test]
    fn a_program_has_the_value_of_its_tree(
        source in source(),
        quantities in prop::array::uniform3(prop_oneof![(0u32..9).prop_map(f64::from), -1e6..1e6f64, Just(f64::NAN)]),
    ) {
        let program = Program::of(&source).unwrap();
        let (found, expected) = (program.value(&quantities), value(&source.body, &source, &quantities));
        prop_assert!(compare(found, expected) == Ordering::Equal, "{}: {found}, {expected}", text(&source));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: cases(20_000), ..ProptestConfig::default() })]

    #[test]
    fn a_value_lies_between_the_bounds_of_its_quantities(
        source in source(),
        ranges in prop::array::uniform3((range_end(), range_end(), 0.0..=1.0f64)),
    ) {
        let program = Program::of(&source).unwrap();
        let inside = |low: f64, high: f64, share: f64| (low + (high - low) * share).clamp(low, high);
        let values = ranges.map(|(one, other, share)| inside(one.min(other), one.max(other), share));
        let bounds = program.bounds(&ranges.map(|(one, other, _)| Bounds::between(one.min(other), one.max(other))));
        let value = program.value(&values);
        prop_assert!(bounds.holds(value), "{}: {value} at {values:?}, {bounds:?}", text(&source));
        let exact = program.bounds(&values.map(Bounds::of));
        prop_assert!(exact.holds(value), "{}: {value}, {exact:?}", text(&source));
    }
}

#[test]
fn bounds_of_zero_say_nothing_of_its_sign() {
    let program = Program::new("1 / (0 % valid)", KNOWN).unwrap();
    let bounds = program.bounds(&[Bounds::between(1.0, 2.0), Bounds::of(0.0), Bounds::of(0.0)]);
    assert!(bounds.holds(f64::INFINITY), "{bounds:?}");
}

fn range_end() -> impl Strategy<Value = f64> {
    prop_oneof![(0u32..9).prop_map(f64::from), (-9..9i32).prop_map(f64::from), -1e6..1e6f64]
}

fn of(text: &str) -> f64 {
    Program::new(text, KNOWN).unwrap().value(&[3.0, 4.0, 0.5])
}

fn refused(text: &str) -> String {
    Program::new(text, KNOWN).unwrap_err().to_string()
}

#[test]
fn operators_bind_as_is_usual() {
    assert_eq!(of("1 + 2 * 3 - 4 - 5"), -2.0);
    assert_eq!(of("-age * 2 % 4"), -2.0);
    assert_eq!(of("not age < valid or age + 1 == valid and k"), 1.0);
    assert_eq!(of("if(age > valid, 1, 2) + (age <= valid)"), 3.0);
    assert_eq!(of("half = 1 / 2; more = half + 1; more * valid"), 6.0);
    assert_eq!(of("pow(2, 10) + sqrt(16) + floor(2.9) + abs(-1) + min(1, 2) + max(1, 2) + ln(exp(1)) + .5e1"), 1040.0);
}

#[test]
fn what_is_no_number_and_what_has_no_end_is_defined() {
    assert_eq!(of("1 / 0"), f64::INFINITY);
    assert_eq!(of("-1 / 0"), f64::NEG_INFINITY);
    for nan in ["0 / 0", "ln(-1)", "sqrt(-1)", "0 / 0 + 1", "min(0 / 0, 1)", "max(1, 0 / 0)", "1 % 0"] {
        assert!(of(nan).is_nan(), "{nan}");
        assert_eq!(of(&format!("if({nan}, 1, 2)")), 2.0);
        assert_eq!(of(&format!("({nan}) == ({nan})")), 0.0);
        assert_eq!(of(&format!("({nan}) != 1")), 1.0);
    }
    let ascending = [f64::NAN, f64::NEG_INFINITY, -1.0, 0.0, 1.0, f64::INFINITY];
    assert!(ascending.windows(2).all(|pair| compare(pair[0], pair[1]) == Ordering::Less));
    assert_eq!(compare(f64::NAN, -f64::NAN), Ordering::Equal);
    assert_eq!(compare(0.0, -0.0), Ordering::Equal);
}

#[test]
fn a_problem_names_its_place_and_what_could_stand_there() {
    let cases = [
        ("", "column 1: found the end, expected a number, a quantity or ("),
        ("age *", "column 6: found the end, expected a number, a quantity or ("),
        ("age valid", "column 5: found valid, expected an operator or the end"),
        ("agee + 1", "column 1: found agee, expected one of age, valid, k; did you mean age?"),
        ("age + flor(k)", "column 7: found flor, expected one of age, valid, k; did you mean floor?"),
        ("(age", "column 5: found the end, expected an operator or )"),
        ("min(1)", "column 6: found ), expected an operator or a comma (min takes 2 values)"),
        ("abs(1, 2)", "column 6: found ,, expected an operator or ) (abs takes 1 value)"),
        ("abs 1", "column 5: found 1, expected ("),
        ("1 < 2 < 3", "column 7: found <, expected an operator other than a comparison"),
        ("age = 1; age", "column 1: found age, expected a name that has no meaning yet"),
        ("a = age; a", "column 5: found age, expected a number or a constant defined before"),
        ("a = 1", "column 6: found the end, expected an operator or ; after the constant"),
        ("é + 1", "column 1: found é, expected a number, a name or an operator"),
        ("age + 1.2.3", "column 7: found 1, expected a number such as 12, 0.5 or 1e6"),
        ("1e999", "column 1: found 1, expected a number such as 12, 0.5 or 1e6"),
        ("age\u{1b}[2J", "column 4: found \\u{1b}, expected a number, a name or an operator"),
    ];
    for (text, expected) in cases {
        assert_eq!(refused(text), expected, "{text}");
    }
    let problem = Problem { column: 5, found: String::new(), expected: String::new(), near: None };
    assert_eq!(with_caret("age\nvalid", &problem), "  age valid\n      ^");
}

#[test]
fn a_formula_has_bounds() {
    assert!(
        refused(&"é".repeat(1001))
            .starts_with("column 1001: found 1001 characters, expected a formula of at most 1000")
    );
    assert!(refused(&"a".repeat(1000)).starts_with("column 1: found aaa"));
    let nested = |levels: usize| "(".repeat(levels) + "age" + &")".repeat(levels);
    assert_eq!(of(&nested(31)), 3.0);
    assert_eq!(refused(&nested(32)), "column 33: found age, expected a formula with at most 32 levels");
    let sum = |terms: usize| vec!["1"; terms].join("+");
    assert_eq!(of(&sum(256)), 256.0);
    assert_eq!(refused(&sum(257)), "column 1: found a formula of 513 steps, expected one of at most 512");
    let chosen = "if(1,1,".repeat(31) + "age" + &")".repeat(31);
    assert_eq!(of(&chosen), 1.0);
}

#[test]
fn the_outermost_sum_or_product_falls_into_terms() {
    let terms = |text: &str| {
        let terms = Program::terms(text, KNOWN).unwrap();
        terms.into_iter().map(|term| (term.sign, term.text)).collect::<Vec<_>>()
    };
    let owned =
        |terms: &[(&'static str, &str)]| terms.iter().map(|&(sign, text)| (sign, text.to_string())).collect::<Vec<_>>();
    assert_eq!(terms("c = 2; age*c/(2*valid)"), owned(&[("", "age"), ("*", "c"), ("/", "2 * valid")]));
    assert_eq!(terms("age - k * 2 + 1"), owned(&[("", "age"), ("-", "k * 2"), ("+", "1")]));
    assert_eq!(terms("min(age, k)"), owned(&[("", "min(age, k)")]));
}

#[test]
fn keys_are_in_descending_order_of_values() {
    let ascending = [f64::NAN, f64::NEG_INFINITY, -2.5, -1e-300, 0.0, 1e-300, 1.0, f64::INFINITY];
    assert!(ascending.windows(2).all(|pair| descending(pair[0]) > descending(pair[1])));
    assert_eq!(descending(0.0), descending(-0.0));
    assert!(descending(-f64::NAN) < u64::MAX);
}

#[test]
fn values_are_shown_in_about_four_digits() {
    let cases = [
        (0.0, "0"),
        (-12_345.0, "−12\u{202f}345"),
        (1_234.5, "1\u{202f}235"),
        (12.346, "12.35"),
        (0.5, "0.5"),
        (0.012_345_6, "0.012346"),
        (1e-7, "1.000e−7"),
        (f64::NAN, "NaN"),
        (f64::NEG_INFINITY, "−∞"),
    ];
    cases.into_iter().for_each(|(value, text)| assert_eq!(shown(value), text));
}
