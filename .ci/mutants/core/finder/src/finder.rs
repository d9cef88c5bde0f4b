//! Walks a file and writes down every expression and statement of which there are mutants.

use crate::conditions::{self, asks};
use serde::Serialize;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprBinary, ReturnType, Stmt, Type};

/// What is done to a site.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// It is left out.
    Statement,
    /// It is forced: evaluated all the same, and then what it should not be.
    Condition,
    /// Something else stands in its place.
    Expression,
}

/// An expression or statement, and what may stand in its place.
#[derive(Serialize)]
pub(crate) struct Site {
    /// Bytes of the source, the end exclusive.
    start: usize,
    end: usize,
    kind: Kind,
    /// The function that holds it, with the type whose method it is.
    function: String,
    /// What may stand there instead, one a mutant.
    instead: Vec<String>,
}

/// The sites of a file in the order in which they begin, what holds another before it.
pub(crate) fn sites(source: &str, file: &syn::File) -> Vec<Site> {
    let mut finder = Finder { source, sites: Vec::new(), of_type: String::new(), function: String::new() };
    finder.visit_file(file);
    finder.sites.sort_by_key(|site| (site.start, usize::MAX - site.end));
    finder.sites
}

struct Finder<'a> {
    source: &'a str,
    sites: Vec<Site>,
    of_type: String,
    function: String,
}

impl Finder<'_> {
    fn text(&self, range: Range<usize>) -> &str {
        &self.source[range]
    }

    fn add(&mut self, range: Range<usize>, kind: Kind, instead: Vec<String>) {
        let function = format!("{}{}", self.of_type, self.function);
        let site = Site { start: range.start, end: range.end, kind, function, instead };
        self.sites.push(site);
    }

    /// Every part of a condition that decides alone is forced each way.
    fn force(&mut self, condition: &Expr) {
        for part in conditions::parts(condition) {
            self.add(part.span().byte_range(), Kind::Condition, vec!["true".into(), "false".into()]);
        }
    }

    fn replace_operator(&mut self, expression: &ExprBinary, operator: &str) {
        let (left, right) = (expression.left.span().byte_range(), expression.right.span().byte_range());
        let instead = format!("{} {operator} {}", self.text(left), self.text(right));
        self.add(expression.span().byte_range(), Kind::Expression, vec![instead]);
    }
}

/// The operator at the other side of a boundary, or with the opposite effect.
fn opposite(operator: &BinOp) -> Option<&'static str> {
    Some(match operator {
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        BinOp::Add(_) => "-",
        BinOp::Sub(_) => "+",
        BinOp::Mul(_) => "/",
        BinOp::Div(_) => "*",
        BinOp::Rem(_) => "/",
        _ => return None,
    })
}

/// A method with the opposite effect.
fn opposite_method(name: &str) -> Option<&'static str> {
    Some(match name {
        "min" => "max",
        "max" => "min",
        "saturating_sub" => "saturating_add",
        "saturating_add" => "saturating_sub",
        "min_by_key" => "max_by_key",
        "max_by_key" => "min_by_key",
        _ => return None,
    })
}

/// Whether the compiler calls it before the program runs, when nothing can be chosen; or whether it is a test's own, or not of this build.
fn is_left_out(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("cfg") || attribute.path().is_ident("test"))
}

fn gives_bool(signature: &syn::Signature) -> bool {
    matches!(&signature.output, ReturnType::Type(_, given) if matches!(&**given, Type::Path(path) if path.path.is_ident("bool")))
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_left_out(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if is_left_out(&item.attrs) {
            return;
        }
        let name = match &*item.self_ty {
            Type::Path(path) => path.path.segments.last().map(|last| format!("{}::", last.ident)),
            _ => None,
        };
        let outer = std::mem::replace(&mut self.of_type, name.unwrap_or_default());
        visit::visit_item_impl(self, item);
        self.of_type = outer;
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_left_out(&item.attrs) {
            self.in_function(&item.sig, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_left_out(&item.attrs) {
            self.in_function(&item.sig, &item.block);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.in_function(&item.sig, block);
        }
    }

    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expression, Some(_)) = statement
            && does_something(expression)
        {
            self.add(statement.span().byte_range(), Kind::Statement, vec![String::new()]);
        }
        visit::visit_stmt(self, statement);
    }

    // Of a pattern nothing is mutated but its guard.
    fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
        if let syn::Pat::Guard(guarded) = pattern {
            self.force(&guarded.guard);
            self.visit_expr(&guarded.guard);
        }
    }

    fn visit_expr_if(&mut self, branch: &'ast syn::ExprIf) {
        self.force(&branch.cond);
        visit::visit_expr_if(self, branch);
    }

    fn visit_expr_while(&mut self, repeated: &'ast syn::ExprWhile) {
        self.force(&repeated.cond);
        visit::visit_expr_while(self, repeated);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let name = call.method.to_string();
        if let Some(condition) = asks(&name, call) {
            self.force(condition);
        }
        if let Some(instead) = opposite_method(&name) {
            let (all, method) = (call.span().byte_range(), call.method.span().byte_range());
            let text = format!("{}{instead}{}", self.text(all.start..method.start), self.text(method.end..all.end));
            self.add(all, Kind::Expression, vec![text]);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_binary(&mut self, expression: &'ast ExprBinary) {
        if let Some(operator) = opposite(&expression.op) {
            self.replace_operator(expression, operator);
        }
        if conditions::combines(&expression.op) {
            self.force(&expression.left);
            self.force(&expression.right);
        }
        visit::visit_expr_binary(self, expression);
    }
}

impl Finder<'_> {
    fn in_function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        if signature.constness.is_some() {
            return;
        }
        let outer = std::mem::replace(&mut self.function, signature.ident.to_string());
        if let (true, Some(Stmt::Expr(given, None))) = (gives_bool(signature), block.stmts.last()) {
            self.force(given);
        }
        self.visit_block(block);
        self.function = outer;
    }
}

/// A statement without which the program could go on: what it does is not said in its value.
fn does_something(expression: &Expr) -> bool {
    match expression {
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Assign(_) => true,
        Expr::Binary(binary) => conditions::assigns(&binary.op),
        Expr::Try(tried) => does_something(&tried.expr),
        _ => false,
    }
}
