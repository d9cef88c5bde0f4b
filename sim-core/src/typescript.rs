//! The TypeScript types of what the core and the page tell each other, made from the Rust types: `web/engine/core-types.ts`.
//!
//! All types that the ones named in [`all`] are made of are written; a type that crosses the boundary and is not among them has no
//! name on the page. So are the moments to step to, with their names.

use crate::flash::observables::{BreakpointKind, Moment};
use serde_json::json;
use std::any::TypeId;
use std::collections::BTreeMap;
use std::fs;
use ts_rs::{Config, TS, TypeVisitor};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/engine/core-types.ts");

const HEAD: &str = "\
/**
 * What the core tells the page and is told by it. Made from the core's own types by its tests (`sim-core/src/typescript.rs`), not
 * to be edited: a test that finds the file old rewrites it.
 *
 * Times are whole nanoseconds, sizes bytes, shares fractions of 1, unless it is said otherwise. Arrays of pages have 2³² − 1 for none.
 */
";

/// Declarations by name, each with the type that has it.
struct Declarations {
    config: Config,
    found: BTreeMap<String, (TypeId, String)>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // What has no file of its own is a part of TypeScript: numbers, lists.
        if T::output_path().is_none() {
            return T::visit_generics(self);
        }
        let (name, id) = (T::ident(&self.config), TypeId::of::<T>());
        if let Some((known, _)) = self.found.get(&name) {
            assert_eq!(*known, id, "two types are called {name}");
            return;
        }
        let text = T::docs().unwrap_or_default() + "export " + &T::decl(&self.config);
        self.found.insert(name, (id, text));
        T::visit_dependencies(self);
    }
}

/// Whatever crosses the boundary.
fn all(types: &mut Declarations) {
    types.visit::<crate::view::frame::Frame>();
    types.visit::<crate::view::page::PageDetails>();
    types.visit::<crate::view::formula::Ranking>();
    types.visit::<crate::ftl::ttflash::picture::StripePicture>();
    types.visit::<crate::ftl::openchannel::picture::Details>();
    types.visit::<crate::view::sampled::SampledMap>();
    types.visit::<crate::view::request::View>();
    types.visit::<crate::replay::places::Unit>();
    types.visit::<crate::replay::places::SyncPoint>();
    types.visit::<crate::replay::breakpoint::Breakpoint>();
    types.visit::<crate::log::Format>();
    types.visit::<crate::boundary::failure::Failure>();
    types.visit::<crate::boundary::import::ImportedTrace<'static>>();
    types.visit::<crate::trace::sheet::Told>();
    types.visit::<crate::trace::sheet::Reading>();
    types.visit::<crate::trace::overview::Overview>();
    types.visit::<crate::trace::overview::mapping::Mapped>();
    types.visit::<crate::boundary::opened::Opened>();
    types.visit::<crate::boundary::opened::Estimated>();
    types.visit::<crate::experiment::catalogue::Schema>();
    types.visit::<crate::figures::json::entry::Figure>();
    types.visit::<crate::figures::json::plan::Plan>();
    types.visit::<crate::figures::json::outcome::Outcome>();
    types.visit::<crate::figures::measure::Measure>();
    types.visit::<crate::figures::sensitivity::json::Sensitivity>();
    types.visit::<crate::figures::on_traces::OwnTrace>();
    types.visit::<crate::sweep::json::Plan>();
    types.visit::<crate::challenge::opened::Opened>();
    types.visit::<crate::challenge::opened::Choices>();
    types.visit::<crate::challenge::measure::Measure>();
    types.visit::<crate::challenge::board::Board>();
    types.visit::<crate::sweep::trace::Trace>();
}

/// The moments by their words: the page names them before a device says which it has.
fn moments() -> String {
    let quoted = |word: &str| format!("'{word}'");
    let row = |moment: &Moment| {
        let kinds: Vec<_> =
            moment.kinds().iter().map(|kind| quoted(json!(kind).as_str().unwrap_or_default())).collect();
        format!(
            "  {}: {{ title: {}, kinds: [{}] }},\n",
            quoted(moment.word()),
            quoted(moment.title()),
            kinds.join(", ")
        )
    };
    let rows: String = Moment::ALL.iter().map(row).collect();
    format!(
        "\n/** What the moments are called, and the operations that they are; in the order of a choice. */\n\
         export const MOMENTS: Readonly<Record<Moment, {{ title: string; kinds: readonly OperationKind[] }}>> = {{\n{rows}}};\n"
    )
}

/// A declaration with a line for each field and each comment, indented by depth.
fn laid_out(declaration: &str) -> String {
    let (mut text, mut open) = (String::new(), Vec::new());
    let mut rest = declaration;
    while let Some(next) = rest.chars().next() {
        let comment = rest.strip_prefix("/**").and_then(|after| after.split_once("*/"));
        if let Some((comment, after)) = comment {
            text += &documentation(comment, &indent(open.len()));
            rest = after.trim_start();
            continue;
        }
        rest = &rest[next.len_utf8()..];
        if let Some((word, after)) = rest.split_once('"').filter(|_| next == '"') {
            // Names need no quotes, words have single ones.
            text += &if after.starts_with(':') { word.to_owned() } else { format!("'{word}'") };
            rest = after;
            continue;
        }
        match next {
            '{' | '[' | '(' | '<' => open.push(next),
            '}' | ']' | ')' | '>' => drop(open.pop()),
            _ => {}
        }
        match (next, open.last()) {
            ('{', _) => {
                text += "{\n";
                text += &indent(open.len());
                rest = rest.trim_start();
            }
            ('}', _) => {
                text.truncate(text.trim_end().len());
                text += if text.ends_with([';', '{']) { "\n" } else { ";\n" };
                text += &indent(open.len());
                text.push('}');
            }
            (',', Some('{')) => {
                text += ";\n";
                text += &indent(open.len());
                rest = rest.trim_start();
            }
            _ => text.push(next),
        }
    }
    text + "\n"
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth)
}

/// A comment: in a line where it has one.
fn documentation(comment: &str, indent: &str) -> String {
    let lines = comment.lines().map(|line| line.trim().trim_start_matches('*').trim()).filter(|line| !line.is_empty());
    match lines.collect::<Vec<_>>()[..] {
        [line] => format!("/** {line} */\n{indent}"),
        ref lines => {
            let lines: String = lines.iter().map(|line| format!("{indent} * {line}\n")).collect();
            format!("/**\n{lines}{indent} */\n{indent}")
        }
    }
}

#[test]
fn the_page_has_the_types_of_the_core() {
    let mut types = Declarations {
        config: Config::new().with_large_int("number").with_array_tuple_limit(5),
        found: BTreeMap::new(),
    };
    all(&mut types);
    let declarations = types.found.values().map(|(_, declaration)| format!("\n{}", laid_out(declaration)));
    let text = HEAD.to_owned() + &declarations.collect::<String>() + &moments();
    if fs::read_to_string(FILE).ok().as_ref() != Some(&text) {
        fs::write(FILE, text).expect("the file can be written");
        panic!(
            "web/engine/core-types.ts was old: it has been written anew by this test, which passes the next time; commit the file"
        );
    }
}

/// The words that the page may say are those that are understood.
#[test]
fn every_word_of_a_request_is_known() {
    fn words<T: TS, U>(known: &[(&str, U)]) {
        let declared = T::inline(&Config::new());
        let quoted: Vec<&str> = declared.split('"').skip(1).step_by(2).collect();
        let names = known.iter().map(|(word, _)| *word).collect::<Vec<_>>();
        assert_eq!(names, quoted, "{}", T::name(&Config::new()));
    }
    words::<crate::view::raster::ColourBy, _>(&crate::view::raster::ColourBy::WORDS);
    words::<crate::view::page::Look, _>(&crate::view::page::Look::WORDS);
    let moments: Vec<_> = Moment::ALL.iter().map(|moment| (moment.word(), moment)).collect();
    words::<Moment, _>(&moments);
    let kinds: Vec<_> = BreakpointKind::ALL.iter().map(|kind| (kind.word(), kind)).collect();
    words::<BreakpointKind, _>(&kinds);
    let declared = crate::replay::breakpoint::Breakpoint::inline(&Config::new());
    for (kind, _) in &kinds {
        assert!(declared.contains(&format!("\"{kind}\"")), "{kind}");
    }
    assert_eq!(declared.matches("\"kind\"").count(), kinds.len());
}
