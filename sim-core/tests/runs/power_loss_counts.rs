//! What a power cut cost, counted again from what the host was told.

#![allow(clippy::unwrap_used)]

use crate::support::device::cuts::{operations, requests};
use crate::support::device::{Fields, machine, with};
use serde_json::json;
use sim_core::base::request::{HostOp, Request};
use sim_core::flash::observer::NoObserver;
use sim_core::machine::Machine;
use sim_core::nand::NONE;

fn fields(layer: &str, buffer: &str) -> Fields {
    let mut fields = vec![
        ("device.blocks_per_plane", json!(24)),
        ("device.pages_per_block", json!(4)),
        ("device.over_provisioning", json!(1.4)),
        ("ftl.kind", json!(layer)),
        ("run.continue_after_power_cut", json!(true)),
    ];
    if buffer != "none" {
        fields.extend([("buffer.kind", json!(buffer)), ("buffer.bytes", json!(6 * 512))]);
    }
    fields
}

/// Of each page, how often it was changed by requests that were answered, and whether it was given up by the last of them.
fn told(device: &Machine, answered: &[Request]) -> Vec<(u32, bool)> {
    let shadow = device.core.shadow.as_ref().unwrap();
    let pages = device.core.nand.geometry.logical_pages;
    let mut told: Vec<(u32, bool)> = (0..pages).map(|lpn| (shadow.newest(lpn), false)).collect();
    for request in answered.iter().filter(|request| matches!(request.op, HostOp::Write | HostOp::Trim)) {
        let pages = request.sector as usize..(request.sector + u64::from(request.sectors)) as usize;
        told[pages].iter_mut().for_each(|(changes, trimmed)| {
            (*changes, *trimmed) = (*changes + 1, request.op == HostOp::Trim);
        });
    }
    told
}

/// The version that a device shows of a page; 0 if it shows nothing.
fn found(device: &Machine, lpn: u32) -> u32 {
    let ppn = device.ftl.lookup(lpn);
    let on_flash = if ppn == NONE { 0 } else { device.core.nand.oob.as_ref().unwrap().version[ppn as usize] };
    device.version_in_ram(lpn).unwrap_or(on_flash)
}

/// Lost, of those an older version, of those nothing, trims undone.
type Counts = [u64; 4];

fn counted(device: &Machine, told: &[(u32, bool)]) -> Counts {
    let mut counts = [0; 4];
    for (lpn, &(changes, trimmed)) in (0..).zip(told) {
        let found = found(device, lpn);
        let lost = !trimmed && found < changes;
        counts[0] += u64::from(lost);
        counts[1] += u64::from(lost && found > 0);
        counts[2] += u64::from(lost && found == 0);
        counts[3] += u64::from(trimmed && found > 0 && found < changes);
    }
    counts
}

fn reported(device: &Machine) -> Counts {
    let loss = serde_json::to_value(device.power_loss).unwrap();
    ["lost_pages", "older_pages", "empty_pages", "undone_trims"].map(|name| loss[name].as_u64().unwrap())
}

/// Cuts at every operation of a run, but where a trim is under way: of its pages nothing is promised. The counts of all cuts together.
fn counts_are_those_of_the_host(fields: &Fields, list: &[Request]) -> Counts {
    let mut all = [0; 4];
    for cut in 0..operations(fields, list) {
        let mut device = machine(&with(fields.clone(), &[("run.power_cut", json!(cut))]), list.to_vec());
        let fresh = device.clone();
        while device.power_loss.is_none() && device.step(&mut NoObserver).unwrap() {}
        let answered = &list[..device.completions.len()];
        let under_way = list.get(answered.len());
        if under_way.is_some_and(|request| request.op == HostOp::Trim) {
            continue;
        }
        let counts = counted(&device, &told(&fresh, answered));
        assert_eq!(reported(&device), counts, "cut at {cut}: {fields:?}");
        all.iter_mut().zip(counts).for_each(|(all, more)| *all += more);
    }
    all
}

#[test]
fn a_buffer_that_forgets_loses_what_the_host_was_told_and_no_more() {
    let mut all = [0; 4];
    for layer in ["page", "fast", "dftl"] {
        for buffer in ["lru", "fab", "bplru"] {
            let counts = counts_are_those_of_the_host(&fields(layer, buffer), &requests(11, 120, true));
            assert!(counts[0] > 100, "{layer}, {buffer}: {counts:?}");
            all.iter_mut().zip(counts).for_each(|(all, more)| *all += more);
        }
    }
    assert!(all.iter().all(|&times| times > 10), "each comes to pass: {all:?}");
}

#[test]
fn trims_come_undone_where_nothing_on_flash_says_that_they_were() {
    for layer in ["page", "dftl", "fast"] {
        let list = requests(12, 150, true);
        let [lost, _, _, undone] = counts_are_those_of_the_host(&fields(layer, "none"), &list);
        assert!(lost == 0 && undone > 20, "{layer}: {lost} lost, {undone} undone");
    }
    // The first page is a page like any other.
    let list =
        [request(HostOp::Write, 0), request(HostOp::Trim, 0), request(HostOp::Write, 9), request(HostOp::Write, 9)];
    let [.., undone] = counts_are_those_of_the_host(&fields("page", "none"), &list);
    assert_eq!(undone, 2, "by the cuts in the two writes after the trim");
}

#[test]
fn a_page_written_once_is_lost_like_any_other() {
    let list: Vec<Request> = (0..12).map(|page| request(HostOp::Write, page)).collect();
    let clean = with(fields("page", "lru"), &[("run.initial_state", json!("clean"))]);
    let [lost, older, empty, _] = counts_are_those_of_the_host(&clean, &list);
    assert!(lost > 0 && (older, empty) == (0, lost), "{lost} lost: {older} older, {empty} empty");
}

fn request(op: HostOp, page: u64) -> Request {
    crate::support::device::request(0, op, page, 1)
}

#[test]
fn power_fails_between_requests_too_and_where_both_are_said_at_what_comes_first() {
    let list = requests(13, 120, true);
    let mut lost = 0;
    for layer in ["page", "fast", "dftl"] {
        let fields = fields(layer, "lru");
        for cut in 0..list.len() {
            let mut device = machine(&with(fields.clone(), &[("run.power_cut_request", json!(cut))]), list.clone());
            let fresh = device.clone();
            while device.power_loss.is_none() && device.step(&mut NoObserver).unwrap() {}
            assert_eq!((device.requests_begun as usize, device.completions.len()), (cut, cut));
            assert_eq!(reported(&device), counted(&device, &told(&fresh, &list[..cut])), "{layer}, before {cut}");
            lost += reported(&device)[0];
        }
        let both = [("run.power_cut_request", json!(50)), ("run.power_cut", json!(3))];
        let mut device = machine(&with(fields, &both), list.clone());
        while device.power_loss.is_none() && device.step(&mut NoObserver).unwrap() {}
        assert!(device.requests_begun < 50, "the operation came first: {}", device.requests_begun);
        let after = device.power_loss;
        while device.step(&mut NoObserver).unwrap() {}
        assert_eq!(device.power_loss, after, "{layer}: power is cut once");
    }
    assert!(lost > 300, "{lost} lost in all");
}
