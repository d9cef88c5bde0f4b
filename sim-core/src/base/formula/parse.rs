//! Tokens into a tree. Operators are read by how tightly they bind.

use super::op::{COMPARISON, LOOSEST, Op};
use super::problem::Problem;
use super::token::{Placed, Token, tokens};
use super::tree::{Source, Tree};
use super::vocabulary::Vocabulary;
use crate::base::nearest::nearest;
use crate::base::text::{count, told};

/// Most levels of parentheses, functions and operators of another binding inside one another.
pub(super) const DEPTH_MAX: u32 = 32;

/// What `text` means.
///
/// # Errors
/// The first place at which it is no formula.
pub(super) fn parse(text: &str, vocabulary: &Vocabulary) -> Result<Source, Problem> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, vocabulary, constants: Vec::new(), in_constant: false };
    while parser.defines() {
        parser.constant()?;
    }
    let body = parser.expression(LOOSEST, 0)?;
    match parser.now().token {
        Token::End => Ok(Source { constants: parser.constants, body }),
        _ => Err(parser.unexpected("an operator or the end")),
    }
}

struct Parser<'a> {
    /// Those to be read; the end is never used up.
    tokens: &'a [Placed<'a>],
    vocabulary: &'a Vocabulary,
    constants: Vec<(String, Tree)>,
    in_constant: bool,
}

impl<'a> Parser<'a> {
    fn now(&self) -> Placed<'a> {
        self.tokens[0]
    }

    fn take(&mut self) -> Placed<'a> {
        let now = self.now();
        if now.token != Token::End {
            self.tokens = &self.tokens[1..];
        }
        now
    }

    fn takes(&mut self, sign: &str, expected: &str) -> Result<(), Problem> {
        match self.now().token {
            Token::Sign(found) if found == sign => {
                self.take();
                Ok(())
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    fn unexpected(&self, expected: &str) -> Problem {
        problem(self.now(), expected)
    }

    /// Whether a constant is defined next.
    fn defines(&self) -> bool {
        let next = self.tokens.get(1).map(|next| next.token);
        matches!(self.now().token, Token::Word(_)) && next == Some(Token::Sign("="))
    }

    /// `name = value;`
    fn constant(&mut self) -> Result<(), Problem> {
        let name = self.take();
        if self.is_known(name.text) {
            return Err(problem(name, "a name that has no meaning yet"));
        }
        self.take();
        self.in_constant = true;
        let value = self.expression(LOOSEST, 0)?;
        self.in_constant = false;
        self.takes(";", "an operator or ; after the constant")?;
        if self.constants.len() == usize::from(u8::MAX) {
            return Err(self.unexpected("no more than 255 constants"));
        }
        self.constants.push((name.text.into(), value));
        Ok(())
    }

    fn is_known(&self, name: &str) -> bool {
        let is_word = Op::function(name).or(Op::between(name)).or(Op::before(name)).is_some();
        is_word || self.vocabulary.place(name).is_some() || self.constants.iter().any(|(known, _)| known == name)
    }

    /// As much as binds at least so tightly.
    fn expression(&mut self, least: u8, depth: u32) -> Result<Tree, Problem> {
        if depth == DEPTH_MAX {
            return Err(self.unexpected(&format!("a formula with at most {DEPTH_MAX} levels")));
        }
        let mut left = self.operand(depth)?;
        let mut compared = false;
        while let Some(op) = self.operator().filter(|op| op.tightness() >= least) {
            if compared && op.tightness() == COMPARISON {
                return Err(self.unexpected("an operator other than a comparison"));
            }
            compared = op.tightness() == COMPARISON;
            self.take();
            let right = self.expression(op.tightness() + 1, depth + 1)?;
            left = Tree::Apply(op, vec![left, right]);
        }
        Ok(left)
    }

    fn operator(&self) -> Option<Op> {
        match self.now().token {
            Token::Sign(text) | Token::Word(text) => Op::between(text),
            _ => None,
        }
    }

    fn operand(&mut self, depth: u32) -> Result<Tree, Problem> {
        let placed = self.now();
        if let Token::Sign(word) | Token::Word(word) = placed.token
            && let Some(op) = Op::before(word)
        {
            self.take();
            return Ok(Tree::Apply(op, vec![self.expression(op.tightness(), depth + 1)?]));
        }
        match placed.token {
            Token::Number(value) => {
                self.take();
                Ok(Tree::Number(value))
            }
            Token::Sign("(") => {
                self.take();
                let inner = self.expression(LOOSEST, depth + 1)?;
                self.takes(")", "an operator or )")?;
                Ok(inner)
            }
            Token::Word(name) => self.named(name, placed, depth),
            Token::Sign(_) | Token::End => Err(self.unexpected("a number, a quantity or (")),
        }
    }

    fn named(&mut self, name: &str, placed: Placed<'a>, depth: u32) -> Result<Tree, Problem> {
        if let Some(op) = Op::function(name) {
            self.take();
            return self.call(op, depth);
        }
        if let Some(place) = self.constants.iter().position(|(known, _)| known == name) {
            self.take();
            return Ok(Tree::Constant(place as u8));
        }
        match self.vocabulary.place(name) {
            Some(_) if self.in_constant => Err(problem(placed, "a number or a constant defined before")),
            Some(place) => {
                self.take();
                Ok(Tree::Quantity(place))
            }
            None => Err(self.unknown(name, placed)),
        }
    }

    fn call(&mut self, op: Op, depth: u32) -> Result<Tree, Problem> {
        self.takes("(", "(")?;
        let expected = |sign: &str| {
            format!("an operator or {sign} ({} takes {})", op.word(), count(op.operands() as u64, "value"))
        };
        let mut parts = Vec::new();
        for at in 0..op.operands() {
            if at > 0 {
                self.takes(",", &expected("a comma"))?;
            }
            parts.push(self.expression(LOOSEST, depth + 1)?);
        }
        self.takes(")", &expected(")"))?;
        Ok(Tree::Apply(op, parts))
    }

    fn unknown(&self, name: &str, placed: Placed<'_>) -> Problem {
        let quantities = self.vocabulary.quantities.iter().map(|quantity| quantity.name).collect::<Vec<_>>();
        let mut known: Vec<String> = quantities.iter().copied().chain(Op::functions()).map(String::from).collect();
        known.extend(self.constants.iter().map(|(constant, _)| constant.clone()));
        Problem {
            near: nearest(name, known.into_iter()),
            ..problem(placed, &format!("one of {}", quantities.join(", ")))
        }
    }
}

fn problem(placed: Placed<'_>, expected: &str) -> Problem {
    let found = if placed.token == Token::End { "the end" } else { placed.text };
    Problem { column: placed.column, found: told(found), expected: expected.into(), near: None }
}
