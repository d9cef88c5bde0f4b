//! A text as words, numbers and signs.

use super::problem::Problem;
use crate::base::text::told;

/// Most characters of a formula.
pub(super) const LENGTH_MAX: usize = 1000;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A number, finite.
    Number(f64),
    /// A name or a word such as `and`.
    Word(&'a str),
    /// An operator, a parenthesis, a comma.
    Sign(&'a str),
    /// The end of the text.
    End,
}

/// A token and where it begins, in characters from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed<'a> {
    pub(super) token: Token<'a>,
    pub(super) column: usize,
    /// As it was typed.
    pub(super) text: &'a str,
}

const SIGNS: [&str; 16] = ["<=", ">=", "==", "!=", "<", ">", "=", "+", "-", "*", "/", "%", "(", ")", ",", ";"];

/// The tokens of `text`, the end among them.
///
/// # Errors
/// A text that is too long, a character that no formula has, a number that is none or too large.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed<'_>>, Problem> {
    let length = text.chars().count();
    if length > LENGTH_MAX {
        let expected = format!("a formula of at most {LENGTH_MAX} characters");
        return Err(Problem { column: LENGTH_MAX + 1, found: format!("{length} characters"), expected, near: None });
    }
    let (mut tokens, mut rest, mut column) = (Vec::new(), text, 1);
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() {
            (rest, column) = (&rest[first.len_utf8()..], column + 1);
            continue;
        }
        let (token, text) = token(rest, first).map_err(|expected| Problem {
            column,
            found: told(first.encode_utf8(&mut [0; 4])),
            expected: expected.into(),
            near: None,
        })?;
        tokens.push(Placed { token, column, text });
        // Tokens are ASCII: as many characters as bytes.
        (rest, column) = (&rest[text.len()..], column + text.len());
    }
    tokens.push(Placed { token: Token::End, column, text: "" });
    Ok(tokens)
}

/// The token at the beginning of `rest`, and its text; or what could stand there.
fn token(rest: &str, first: char) -> Result<(Token<'_>, &str), &'static str> {
    if first.is_ascii_alphabetic() || first == '_' {
        let text = leading(rest, |letter| letter.is_ascii_alphanumeric() || letter == '_');
        return Ok((Token::Word(text), text));
    }
    if first.is_ascii_digit() || first == '.' {
        let text = number(rest);
        let value = text.parse::<f64>().ok().filter(|value| value.is_finite());
        return value.map(|value| (Token::Number(value), text)).ok_or("a number such as 12, 0.5 or 1e6");
    }
    let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
    sign.map(|sign| (Token::Sign(sign), *sign)).ok_or("a number, a name or an operator")
}

/// Digits, perhaps with a point and with an exponent.
fn number(rest: &str) -> &str {
    let mantissa = leading(rest, |letter| letter.is_ascii_digit() || letter == '.').len();
    let exponent = rest[mantissa..].strip_prefix(['e', 'E']).map_or(0, |after| {
        let sign = usize::from(after.starts_with(['+', '-']));
        let digits = leading(&after[sign..], |letter| letter.is_ascii_digit()).len();
        if digits == 0 { 0 } else { 1 + sign + digits }
    });
    &rest[..mantissa + exponent]
}

fn leading(rest: &str, belongs: impl Fn(char) -> bool) -> &str {
    &rest[..rest.find(|letter| !belongs(letter)).unwrap_or(rest.len())]
}
