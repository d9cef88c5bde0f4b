//! What is told of a page or group that leaves: the candidates, the figures that they are compared by, and what both ways cost.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device::{Fields, machine, read, record, request, with, write};
use serde_json::{Value, json};
use sim_core::base::request::{HostOp, Request};
use sim_core::flash::decision::Decision;

/// Pages of a block.
const P: u64 = 4;

/// 12 logical blocks of 4 pages, full, under a buffer of `pages` pages; a read takes 3 ns, a program 10 and an erase 100.
fn over(pages: u64, buffer: &str, more: &[(&'static str, Value)]) -> Fields {
    let fields = vec![
        ("device.pages_per_block", json!(P)),
        ("device.blocks_per_plane", json!(24)),
        ("device.over_provisioning", json!(1.0)),
        ("device.read_ns", json!(3)),
        ("device.program_ns", json!(10)),
        ("device.erase_ns", json!(100)),
        ("ftl.kind", json!("page")),
        ("buffer.kind", json!(buffer)),
        ("buffer.bytes", json!(pages * 512)),
        ("buffer.grain", json!("page")),
        ("run.initial_state", json!("full_seq")),
    ];
    with(fields, more)
}

/// Writes to pages of blocks.
fn writes(pages: &[(u64, u64)]) -> Vec<Request> {
    pages.iter().map(|&(block, offset)| write(block * P + offset)).collect()
}

/// Two pages of block 2, two of block 3, three of block 0 and one of block 1 fill 8 pages; then block 4 is written.
fn example() -> Vec<Request> {
    writes(&[(2, 1), (2, 3), (3, 2), (3, 3), (0, 0), (0, 1), (0, 2), (1, 0), (4, 0)])
}

/// The last choice of what leaves.
fn last(fields: &Fields, list: Vec<Request>) -> Decision {
    record(&mut machine(fields, list)).decisions.pop().unwrap()
}

/// Everything told of it, a line each; the row that was taken is marked.
fn told(decision: &Decision) -> Vec<String> {
    let told = serde_json::to_value(decision).unwrap();
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), String::from);
    let texts = |value: &Value| value.as_array().unwrap().iter().map(text).collect::<Vec<_>>().join(" | ");
    let mut lines = vec![
        format!("{} {} of {}", text(&told["question"]), text(&told["rule"]), told["candidates"]),
        decision.headline.clone(),
        texts(&told["columns"]),
    ];
    for row in told["rows"].as_array().unwrap() {
        let mark = if row["chosen"] == true { "*" } else { "" };
        lines.push(format!("{mark}{}: {} ({})", text(&row["label"]), texts(&row["cells"]), row["share"]));
    }
    for price in &decision.prices {
        let (label, reads, programs) = (&price.label, price.reads, price.programs);
        lines.push(format!("{label}: {reads} R, {programs} P, {} E, {} ns", price.erases, price.ns));
    }
    lines
}

// Of a block of 4 pages that holds n: logging takes n · 10 ns, plugging (4 − n) · 3 + 4 · 10 + 100. Ages are those that densities are
// made of: a group that the write before the present one touched is one write old.

#[test]
fn groups_are_compared_by_pages_age_and_what_the_order_goes_by() {
    let columns = "pages | untouched for | size";
    let expected = [
        "Which group leaves? the group with most in RAM of 4",
        "**B0** is the group with most in RAM: 3 pages, untouched for 2 writes.",
        columns,
        "*B0: 3 | 2 writes | 3 (0.75)",
        "B2: 2 | 7 writes | 2 (0.5)",
        "B3: 2 | 5 writes | 2 (0.5)",
        "B1: 1 | 1 write | 1 (0.25)",
        "log: 0 R, 3 P, 0 E, 30 ns",
        "plug: 1 R, 4 P, 1 E, 143 ns",
    ];
    assert_eq!(told(&last(&over(8, "fab", &[]), example())), expected);
    let by_formula = over(8, "formula", &[("buffer.formula", json!("held / 2"))]);
    let expected = [
        "Which group leaves? what has the highest value of the formula of 4",
        "**B0** is what has the highest value of the formula: 3 pages, untouched for 2 writes.",
        "pages | untouched for | value",
        "*B0: 3 | 2 writes | 1.5 (0.75)",
        "B2: 2 | 7 writes | 1 (0.5)",
        "B3: 2 | 5 writes | 1 (0.5)",
        "B1: 1 | 1 write | 0.5 (0.25)",
        "log: 0 R, 3 P, 0 E, 30 ns",
        "plug: 1 R, 4 P, 1 E, 143 ns",
    ];
    assert_eq!(told(&last(&by_formula, example())), expected);
    // Block 2 is the largest, and is being written.
    let list = writes(&[(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 1), (3, 2), (2, 3)]);
    let expected = [
        "Which group leaves? the group with most in RAM of 4",
        "**B1** is the group with most in RAM: 2 pages, untouched for 6 writes.",
        columns,
        "*B1: 2 | 6 writes | 2 (0.5)",
        "B3: 2 | 1 write | 2 (0.5)",
        "B0: 1 | 8 writes | 1 (0.25)",
        "log: 0 R, 2 P, 0 E, 20 ns",
        "plug: 2 R, 4 P, 1 E, 146 ns",
    ];
    assert_eq!(told(&last(&over(8, "fab", &[("buffer.protect_current", json!(true))]), list)), expected);
}

#[test]
fn what_is_done_comes_before_what_else_could_have_been() {
    let expected = [
        "Which group leaves? the group written least recently of 4",
        "**B2** is the group written least recently: 2 pages, untouched for 7 writes. Enough of its block is in RAM for the holes to be filled.",
        "pages | untouched for | place from the old end",
        "*B2: 2 | 7 writes | 1 (0.5)",
        "B3: 2 | 5 writes | 2 (0.5)",
        "B0: 3 | 2 writes | 3 (0.75)",
        "B1: 1 | 1 write | 4 (0.25)",
        "plug: 2 R, 4 P, 1 E, 146 ns",
        "log: 0 R, 2 P, 0 E, 20 ns",
    ];
    assert_eq!(told(&last(&over(8, "bplru", &[("buffer.pad_threshold", json!(0.0))]), example())), expected);
}

#[test]
fn a_page_of_which_a_part_is_held_is_read_up_either_way() {
    // Pages of two sectors: of block 0 both of page 0 and one of page 1 are held, of block 1 one of page 2.
    let more = [("device.page_bytes", json!(1024)), ("buffer.grain", json!("sector")), ("buffer.bytes", json!(2048))];
    let sector = |sector: u64, sectors: u32| request(0, HostOp::Write, sector, sectors);
    let decision = last(&over(4, "fab", &more), vec![sector(0, 3), sector(8 + 4, 1), sector(16, 1)]);
    let prices = told(&decision).split_off(5);
    assert_eq!(prices, ["log: 1 R, 2 P, 0 E, 23 ns", "plug: 3 R, 4 P, 1 E, 149 ns"]);
}

#[test]
fn the_first_five_and_the_last_are_listed() {
    let listed = |many: u64| -> Vec<String> {
        let list: Vec<(u64, u64)> = (0..=many).map(|block| (block, block % P)).collect();
        let decision = last(&over(many, "fab", &[]), writes(&list));
        assert_eq!(decision.candidates as u64, many);
        decision.rows.into_iter().map(|row| row.label).collect()
    };
    assert_eq!(listed(5), ["B0", "B1", "B2", "B3", "B4"]);
    assert_eq!(listed(6), ["B0", "B1", "B2", "B3", "B4", "B5"]);
    assert_eq!(listed(7), ["B0", "B1", "B2", "B3", "B4", "B6"]);
    assert_eq!(listed(9), ["B0", "B1", "B2", "B3", "B4", "B8"]);
}

#[test]
fn pages_are_told_with_whether_flash_holds_the_same() {
    let list = vec![write(1), read(2), write(3), read(9), write(12)];
    let told_of = |buffer: &str, more: &[(&'static str, Value)]| {
        let more = with(vec![("buffer.read_alloc", json!(true))], more);
        told(&last(&over(4, buffer, &more), list.clone()))
    };
    let expected = [
        "Which page leaves? the page used least recently of 4",
        "To make room, **LPN 1 (0·1)** leaves: the page used least recently.",
        "order | state",
        "*LPN 1 (0·1): 1 | dirty (null)",
        "LPN 2 (0·2): 2 | clean (null)",
        "LPN 3 (0·3): 3 | dirty (null)",
        "LPN 9 (2·1): 4 | clean (null)",
    ];
    assert_eq!(told_of("lru", &[]), expected);
    let expected = [
        "Which page leaves? no clean page among the 1 of the window: the page used least recently of 4",
        "To make room, **LPN 1 (0·1)** leaves: no clean page among the 1 of the window: the page used least recently.",
        "order | stands in | state",
        "*LPN 1 (0·1): 1 | window | dirty (null)",
        "LPN 2 (0·2): 2 | working region | clean (null)",
        "LPN 3 (0·3): 3 | working region | dirty (null)",
        "LPN 9 (2·1): 4 | working region | clean (null)",
    ];
    assert_eq!(told_of("cflru", &[]), expected);
    // Page 1 has not been used for the three that came after it.
    let expected = [
        "Which page leaves? what has the highest value of the formula of 4",
        "To make room, **LPN 1 (0·1)** leaves: what has the highest value of the formula.",
        "value | state",
        "*LPN 1 (0·1): 4.5 | dirty (null)",
        "LPN 2 (0·2): 3 | clean (null)",
        "LPN 3 (0·3): 1.5 | dirty (null)",
        "LPN 9 (2·1): 0 | clean (null)",
    ];
    let idle = [("buffer.group", json!("page")), ("buffer.formula", json!("idle * 1.5"))];
    assert_eq!(told_of("formula", &idle), expected);
}

#[test]
fn bpac_says_which_of_its_lists_gives_and_why() {
    let told_of = |group_pages: u64, share: f64, pages: &[(u64, u64)]| {
        let set = [("buffer.migrate_pages", json!(group_pages)), ("buffer.page_share", json!(share))];
        told(&last(&over(8, "bpac", &set), writes(pages)))
    };
    // Six single pages, and a group of two; then a seventh comes.
    let mixed = [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 0), (5, 2), (6, 1), (7, 1)];
    let expected = [
        "Which page leaves? 6 single pages, more than their 4: the one used least recently of 7",
        "To make room, **LPN 1 (0·1)** leaves: 6 single pages, more than their 4: the one used least recently.",
        "list | pages | untouched for",
        "*LPN 1 (0·1): pages | 1 | – (null)",
        "LPN 5 (1·1): pages | 1 | – (null)",
        "B5: blocks | 2 | 2 writes (0.5)",
        "LPN 9 (2·1): pages | 1 | – (null)",
        "LPN 13 (3·1): pages | 1 | – (null)",
        "LPN 25 (6·1): pages | 1 | – (null)",
    ];
    assert_eq!(told_of(2, 0.5, &mixed), expected);
    let expected = [
        "Which group leaves? 6 single pages, within their 8, so a group: the largest that fills half its block of 7",
        "**B5** leaves with 2 pages: 6 single pages, within their 8, so a group: the largest that fills half its block.",
        "list | pages | untouched for",
        "*B5: blocks | 2 | 2 writes (0.5)",
        "LPN 1 (0·1): pages | 1 | – (null)",
        "LPN 5 (1·1): pages | 1 | – (null)",
        "LPN 9 (2·1): pages | 1 | – (null)",
        "LPN 13 (3·1): pages | 1 | – (null)",
        "LPN 25 (6·1): pages | 1 | – (null)",
        "log: 0 R, 2 P, 0 E, 20 ns",
        "plug: 2 R, 4 P, 1 E, 146 ns",
    ];
    assert_eq!(told_of(2, 1.0, &mixed), expected);
    let singles: Vec<(u64, u64)> = (0..9).map(|block| (block, 1)).collect();
    let rules = [(2, 1.0), (2, 0.875), (1, 0.5)]
        .map(|(group_pages, share)| told_of(group_pages, share, &singles).swap_remove(0));
    let expected = [
        "Which page leaves? there are no groups: the page used least recently of 8",
        "Which page leaves? 8 single pages, more than their 7: the one used least recently of 8",
        "Which group leaves? 0 single pages, within their 4, so a group: the small one used least recently of 8",
    ];
    assert_eq!(rules, expected);
}

#[test]
fn l_buffer_weighs_a_group_against_lambda() {
    // At α = 0 the weights are age × size.
    let list = writes(&[(2, 1), (2, 3), (3, 2), (0, 0), (0, 1), (0, 2), (1, 3), (1, 0), (4, 0)]);
    let told_of = |lambda: Value| {
        let set = [
            ("buffer.tuner", json!("fixed")),
            ("buffer.plug", json!("fixed")),
            ("buffer.alpha", json!(0)),
            ("buffer.lambda", lambda),
        ];
        told(&last(&over(8, "lbuffer", &set), list.clone()))
    };
    let expected = [
        "Which group leaves? the least dense group of 4",
        "**B2** is the least dense group: 2 pages, untouched for 7 writes. That is less than **λ = 3** pages, so they are logged.",
        "pages | untouched for | 1 / density",
        "*B2: 2 | 7 writes | 14 (0.5)",
        "B0: 3 | 3 writes | 9 (0.75)",
        "B3: 1 | 6 writes | 6 (0.25)",
        "B1: 2 | 1 write | 2 (0.5)",
        "log: 0 R, 2 P, 0 E, 20 ns",
        "plug: 2 R, 4 P, 1 E, 146 ns",
    ];
    assert_eq!(told_of(json!(3)), expected);
    let headline = |lambda: Value| told_of(lambda).swap_remove(1);
    let group = "**B2** is the least dense group: 2 pages, untouched for 7 writes.";
    let plugged = format!("{group} That is at least **λ = 2** pages, so its holes are plugged.");
    assert_eq!(headline(json!(2)), plugged);
    assert_eq!(headline(Value::Null), format!("{group} Its pages are logged."));
}

/// Name and value of each candidate of a formula.
fn valued(formula: &str, more: &[(&'static str, Value)], list: Vec<Request>) -> Vec<(String, String)> {
    let more = with(vec![("buffer.formula", json!(formula))], more);
    let rows = last(&over(8, "formula", &more), list).rows;
    rows.into_iter().map(|mut row| (row.label, row.cells.swap_remove(2))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|&(name, value)| (name.into(), value.into())).collect()
}

#[test]
fn what_a_formula_names_is_what_happened_to_the_group() {
    // Block 0 has three pages, of which two side by side, and one of block 1 is read and clean.
    let list = || {
        let mut list = writes(&[(0, 0), (0, 1), (0, 3), (1, 0), (2, 0), (2, 2), (1, 1)]);
        list.extend([read(P + 3), write(P), write(P), write(5 * P)]);
        list
    };
    let alloc = [("buffer.read_alloc", json!(true))];
    assert_eq!(valued("dirty", &alloc, list()), pairs(&[("B0", "3"), ("B2", "2"), ("B1", "2")]));
    assert_eq!(valued("run", &alloc, list()), pairs(&[("B0", "2"), ("B1", "2"), ("B2", "1")]));
    assert_eq!(valued("uses", &alloc, list()), pairs(&[("B1", "5"), ("B0", "3"), ("B2", "2")]));
}

#[test]
fn a_group_that_comes_in_the_place_of_another_has_times_of_its_own() {
    // Block 0 was used three times and is given up; block 1 takes its place.
    let mut list = writes(&[(0, 0), (0, 0), (0, 0)]);
    list.push(request(0, HostOp::Trim, 0, 1));
    list.extend(writes(&[(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (2, 3), (3, 0)]));
    let expected = [("B1", "4"), ("B2", "4")];
    assert_eq!(valued("uses", &[], list.clone()), pairs(&expected));
}
