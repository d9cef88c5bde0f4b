//! What decides: conditions, and the parts of them that decide alone.

use syn::{BinOp, Expr, ExprMethodCall, UnOp};

/// Whether an operator combines conditions.
pub(crate) fn combines(operator: &BinOp) -> bool {
    matches!(operator, BinOp::And(_) | BinOp::Or(_))
}

/// Whether an operator changes what stands on its left.
pub(crate) fn assigns(operator: &BinOp) -> bool {
    use BinOp::*;
    matches!(
        operator,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

/// The parts of a condition that decide alone. What combines conditions is none, and is asked for its own parts where it stands; a pattern
/// is none, nor is what is settled already.
pub(crate) fn parts(condition: &Expr) -> Vec<&Expr> {
    match condition {
        Expr::Binary(binary) if combines(&binary.op) => Vec::new(),
        Expr::Paren(inner) => parts(&inner.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => parts(&unary.expr),
        Expr::Let(_) | Expr::Lit(_) | Expr::If(_) | Expr::Match(_) | Expr::Block(_) => Vec::new(),
        one => vec![one],
    }
}

/// The condition in a call of a method that asks for one: the receiver's, or what its closure gives.
pub(crate) fn asks<'a>(name: &str, call: &'a ExprMethodCall) -> Option<&'a Expr> {
    match name {
        "then" | "then_some" => Some(&call.receiver),
        "filter" | "any" | "all" | "find" | "position" | "rposition" | "take_while" | "skip_while" | "retain"
        | "is_some_and" | "is_none_or" | "partition_point" | "partition" | "take_if" => match call.args.first() {
            Some(Expr::Closure(closure)) => Some(&closure.body),
            _ => None,
        },
        _ => None,
    }
}
