//! One formula out of another.

use super::super::mutate::below;
use sim_core::base::rng::Rng;

/// What a formula may be made of, and some of what it may not.
const TOKENS: [&str; 52] = [
    "valid",
    "invalid",
    "age",
    "idle",
    "k",
    "pages",
    "held",
    "erases",
    "x",
    "w",
    "and",
    "or",
    "not",
    "if",
    "min",
    "max",
    "pow",
    "ln",
    "abs",
    "floor",
    "sqrt",
    "exp",
    "(",
    ")",
    ",",
    ";",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "0",
    "1",
    "0.5",
    "1e308",
    "1e309",
    "1e-320",
    "9007199254740993",
    ".",
    "1e",
    "1..2",
    "\u{1b}",
    "\u{85}",
    "é",
    "−",
];

/// `seed`, damaged a few times; `other` is another formula.
pub(super) fn damaged(seed: &str, other: &str, rng: &mut Rng) -> String {
    let mut tokens = tokens(seed);
    let others = self::tokens(other);
    for _ in 0..below(8, rng) {
        once(&mut tokens, &others, rng);
    }
    // Mostly so that words stay apart.
    tokens.join(if rng.below(8) == 0 { "" } else { " " })
}

fn once(tokens: &mut Vec<String>, others: &[String], rng: &mut Rng) {
    let at = below(tokens.len(), rng);
    let to = (at + 1 + below(6, rng)).min(tokens.len());
    let token = TOKENS[below(TOKENS.len(), rng)].to_owned();
    match rng.below(11) {
        0 | 1 if at < tokens.len() => tokens[at] = token,
        2 => tokens.insert(at, token),
        3 if at < tokens.len() => drop(tokens.remove(at)),
        4 if at < tokens.len() => {
            let other = below(tokens.len(), rng);
            tokens.swap(at, other);
        }
        5 => {
            let piece = tokens[at.min(to)..to].to_vec();
            (0..=below(20, rng)).for_each(|_| drop(tokens.splice(at..at, piece.iter().cloned())));
        }
        6 => {
            let from = below(others.len(), rng);
            let piece = &others[from..(from + 1 + below(8, rng)).min(others.len())];
            tokens.splice(at..at, piece.iter().cloned());
        }
        7 => wrap(tokens, at.min(to), to, "(", ")", [1, 2, 30, 33, 500][below(5, rng)]),
        8 => {
            wrap(tokens, at.min(to), to, ["-", "not", "abs (", "sqrt (", "1 +"][below(5, rng)], "", 1 + below(40, rng))
        }
        9 => {
            // A constant in front, of which there may be very many.
            let count = [1, 2, 254, 256][below(4, rng)];
            let defined = (0..count).flat_map(|n| [format!("c{n}"), "=".into(), token.clone(), ";".into()]);
            tokens.splice(0..0, defined.collect::<Vec<_>>());
        }
        _ => tokens.push(token),
    }
}

/// Puts `before` before `from..to`, and `after` after it, so many times.
fn wrap(tokens: &mut Vec<String>, from: usize, to: usize, before: &str, after: &str, times: usize) {
    let repeated = |word: &str| vec![word.to_owned(); if word.is_empty() { 0 } else { times }];
    tokens.splice(to..to, repeated(after));
    tokens.splice(from..from, repeated(before));
}

/// Words, and signs by themselves, as they come.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    let mut goes_on = false;
    for letter in text.chars() {
        match tokens.last_mut() {
            Some(last) if goes_on && is_word(letter) => last.push(letter),
            _ if letter.is_whitespace() => {}
            _ => tokens.push(letter.into()),
        }
        goes_on = is_word(letter);
    }
    tokens
}
