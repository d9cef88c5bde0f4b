//! What was drawn how often.

use super::draw::Case;
use super::hold::Came;
use sim_core::ftl::LAYERS;
use sim_core::machine::EndKind;
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};

#[derive(Debug, Default)]
pub(super) struct Cover {
    /// By layer, clock and buffer: cases, and how often power was cut.
    cases: BTreeMap<(String, &'static str, String), [u64; 2]>,
    operations: u64,
    refused: Vec<u64>,
    ended_early: u64,
    /// What else happened: in how many cases, and how often.
    happened: BTreeMap<&'static str, [u64; 2]>,
}

impl Cover {
    pub(super) fn count(&mut self, case: &Case, came: &Came) {
        let [cases, cut] = self.cases.entry((case.layer.clone(), case.clock, case.buffer.clone())).or_default();
        *cases += 1;
        *cut += came.cuts;
        for (what, times) in came.happened {
            let [in_cases, all] = self.happened.entry(what).or_default();
            *in_cases += u64::from(times > 0);
            *all += times;
        }
        self.operations += came.operations;
        self.ended_early += u64::from(came.end != EndKind::Done);
    }

    pub(super) fn refused(&mut self, seed: u64) {
        self.refused.push(seed);
    }

    fn sum(&self, is_in: impl Fn(&(String, &'static str, String)) -> bool) -> [u64; 2] {
        let all = self.cases.iter().filter(|(key, _)| is_in(key));
        all.fold([0, 0], |[cases, cut], (_, [more, more_cut])| [cases + more, cut + more_cut])
    }

    /// No layer and no misfortune was left out, where enough was drawn to tell.
    pub(super) fn is_of_everything(&self) {
        if self.sum(|_| true)[0] < 250 {
            return;
        }
        for layer in LAYERS {
            let [cases, cut] = self.sum(|(kind, _, _)| kind == layer.info.kind);
            assert!(cases > 0 && cut > 0, "{}: {cases} cases, {cut} power cuts", layer.info.kind);
        }
        for (what, [cases, _]) in &self.happened {
            assert!(*cases > 0, "no {what}");
        }
    }
}

impl Display for Cover {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        let [cases, cut] = self.sum(|_| true);
        writeln!(
            to,
            "{cases} cases, {} operations, {cut} power cuts; {} ended early, {} refused",
            self.operations,
            self.ended_early,
            self.refused.len()
        )?;
        for (what, [cases, times]) in &self.happened {
            writeln!(to, "{what}: {times} in {cases} cases")?;
        }
        for layer in LAYERS {
            let kind = layer.info.kind;
            let [all, cut] = self.sum(|(of, _, _)| of == kind);
            let buffers: Vec<String> = self.buffers(kind);
            writeln!(to, "{kind}: {all} cases, {cut} cut; {}", buffers.join(", "))?;
        }
        Ok(())
    }
}

impl Cover {
    fn buffers(&self, layer: &str) -> Vec<String> {
        let mut by_buffer: BTreeMap<&str, u64> = BTreeMap::new();
        for ((of, _, buffer), [cases, _]) in &self.cases {
            if of == layer {
                *by_buffer.entry(buffer).or_default() += cases;
            }
        }
        by_buffer.into_iter().map(|(buffer, cases)| format!("{buffer} {cases}")).collect()
    }
}
