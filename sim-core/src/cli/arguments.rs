//! Options and operands of a command.

use super::failure::Failure;
use crate::base::nearest::nearest;

/// An option that a command accepts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opt {
    /// Its name, with the dashes.
    pub name: &'static str,
    /// What its value is called; none for an option without.
    pub value: Option<&'static str>,
}

/// `--json`: results for programs.
pub(super) const JSON: Opt = Opt { name: "--json", value: None };

/// `--csv`: results for tables.
pub(super) const CSV: Opt = Opt { name: "--csv", value: None };

/// The arguments of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arguments {
    /// Words that belong to no option, in order.
    pub(super) operands: Vec<String>,
    /// Options in order, each with its value; empty for those without.
    pub options: Vec<(&'static str, String)>,
}

impl Arguments {
    /// Sorts `words`. `--option value` and `--option=value` are the same; `-` alone is an operand.
    ///
    /// # Errors
    /// An option that `command` does not accept, one without its value, more than `most_operands`.
    pub(crate) fn new(
        command: &str,
        words: &[String],
        accepted: &[Opt],
        most_operands: usize,
    ) -> Result<Self, Failure> {
        let mut arguments = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if word == "-" || !word.starts_with('-') {
                if arguments.operands.len() == most_operands {
                    return Err(Failure::usage(format!("{word}: {}", too_many(command, most_operands))));
                }
                arguments.operands.push(word.clone());
                continue;
            }
            let (name, attached) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (word.as_str(), None),
            };
            let Some(option) = accepted.iter().find(|option| option.name == name) else {
                let known: Vec<&str> = accepted.iter().map(|option| option.name).collect();
                let meant = nearest(name, known.iter().copied());
                let hint = meant.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
                return Err(Failure::usage(format!(
                    "{name}: unknown option of {command}; the options are {}{hint}",
                    known.join(", ")
                )));
            };
            let value = match (option.value, attached) {
                (None, None) => String::new(),
                (None, Some(value)) => {
                    return Err(Failure::usage(format!("{name} takes no value; remove ={value}")));
                }
                (Some(_), Some(value)) => value,
                (Some(called), None) => words
                    .next()
                    .cloned()
                    .ok_or_else(|| Failure::usage(format!("{name} needs a value: {name} {called}")))?,
            };
            arguments.options.push((option.name, value));
        }
        Ok(arguments)
    }

    /// Whether an option is given.
    pub(crate) fn has(&self, option: Opt) -> bool {
        self.options.iter().any(|(name, _)| *name == option.name)
    }

    /// The values of an option, in order.
    pub(crate) fn values(&self, option: Opt) -> impl Iterator<Item = &str> {
        self.options.iter().filter(move |(name, _)| *name == option.name).map(|(_, value)| value.as_str())
    }
}

fn too_many(command: &str, most: usize) -> String {
    match most {
        0 => format!("{command} takes options only"),
        1 => format!("{command} takes only one file"),
        _ => format!("{command} takes at most {most} operands"),
    }
}

/// What a file is called: `-` is standard input.
pub(super) fn called(name: &str) -> &str {
    if name == "-" { "standard input" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SET: Opt = Opt { name: "--set", value: Some("PATH=VALUE") };

    fn sorted(words: &[&str]) -> Result<Arguments, String> {
        let words: Vec<String> = words.iter().map(|&word| word.into()).collect();
        Arguments::new("run", &words, &[SET, JSON], 1).map_err(|failure| failure.text().unwrap_or_default())
    }

    #[test]
    fn options_may_stand_anywhere_and_keep_their_order() {
        let arguments = sorted(&["--set", "a=1", "x.json", "--set=b=c=2", "--json"]).unwrap();
        assert_eq!(arguments.operands, ["x.json"]);
        assert_eq!(arguments.values(SET).collect::<Vec<_>>(), ["a=1", "b=c=2"]);
        assert!(arguments.has(JSON));
        assert_eq!(sorted(&["-"]).unwrap().operands, ["-"]);
    }

    #[test]
    fn refusals_name_the_argument_and_what_was_expected() {
        assert_eq!(
            sorted(&["--jsno"]),
            Err("--jsno: unknown option of run; the options are --set, --json; did you mean --json?".into())
        );
        assert_eq!(sorted(&["--set"]), Err("--set needs a value: --set PATH=VALUE".into()));
        assert_eq!(sorted(&["--json=1"]), Err("--json takes no value; remove =1".into()));
        assert_eq!(sorted(&["a", "b"]), Err("b: run takes only one file".into()));
    }
}
