// Mutants: the source with one expression changed. What each is called so that it can be found again when lines have moved, and how the
// survivors among them are told from those that are explained.

/** What is known of a mutant's end, by the word of Stryker's report. */
const OUTCOMES = {
  Killed: 'killed',
  RuntimeError: 'killed',
  Timeout: 'timed_out',
  Survived: 'survived',
  NoCoverage: 'not_covered',
};

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

/** The offset in `source` of a place, whose lines and columns count from 1. */
function offsetOf(source, { line, column }) {
  let start = 0;
  for (let i = 1; i < line; i++) start = source.indexOf('\n', start) + 1;
  return start + column - 1;
}

/** The last declaration at the start of a line, or method of a class, that begins before `offset`: the function that holds it. */
function functionAt(source, offset) {
  const names = source
    .slice(0, offset)
    .matchAll(
      /^(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+)|^ {2}(?:async |get |set |#)*(\w+)\(.*\{$/gm,
    );
  let name = '';
  for (const [, declared, method] of names) name = declared ?? method;
  return name;
}

/** What a mutant does to the lines it changes, `{ before, after }`, as one line each; `from` and `to` are offsets. */
export function changedLines(source, from, to, replacement) {
  const first = source.lastIndexOf('\n', from - 1) + 1;
  const last = source.indexOf('\n', to) < 0 ? source.length : source.indexOf('\n', to);
  return {
    before: oneLine(source.slice(first, last)),
    after: oneLine(source.slice(first, from) + replacement + source.slice(to, last)),
  };
}

/** A mutant's name, of one that Stryker made: its file, its function, and the lines it changes. */
export function nameOf(file, source, { location: { start, end }, replacement }) {
  const [from, to] = [offsetOf(source, start), offsetOf(source, end)];
  return { file, function: functionAt(source, to), ...changedLines(source, from, to, replacement) };
}

/** The mutants of a report as `[{ file, function, before, after, line, outcome }]`, without those that were not tried. */
export const mutantsOf = ({ files }) =>
  Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status in OUTCOMES)
      .map((mutant) => ({
        ...nameOf(file, source, mutant),
        line: mutant.location.start.line,
        outcome: OUTCOMES[mutant.status],
      })),
  );

/** Whether an explanation is of a mutant: what it does not name, the lines before or after the change, may be any. */
const explains = (one, mutant) =>
  one.file === mutant.file &&
  one.function === mutant.function &&
  [undefined, mutant.before].includes(one.before) &&
  [undefined, mutant.after].includes(one.after);

/** Whether nothing noticed a mutant. */
export const lives = ({ outcome }) => outcome === 'survived' || outcome === 'not_covered';

/**
 * What came of `mutants`, held against those that are `explained` (`[{ file, function, before?, after?, why }]`; without `after` all of a
 * line, without `before` all of a function): a count by outcome, explained ones apart; the survivors that nobody has explained; and the
 * explanations in the mutants' files that explain no survivor.
 */
export function sortOut(mutants, explained) {
  const known = (mutant) => explained.some((one) => explains(one, mutant));
  const counts = { killed: 0, timed_out: 0, explained: 0, survived: 0, not_covered: 0 };
  for (const mutant of mutants) counts[lives(mutant) && known(mutant) ? 'explained' : mutant.outcome] += 1;
  const living = mutants.filter(lives);
  const files = new Set(mutants.map(({ file }) => file));
  return {
    counts,
    survivors: living.filter((mutant) => !known(mutant)),
    needless: explained.filter((one) => files.has(one.file) && !living.some((mutant) => explains(one, mutant))),
  };
}

/** The share of mutants that the tests notice, of those that somebody could notice, in percent. */
export function score({ killed, timed_out, survived, not_covered }) {
  const noticed = killed + timed_out;
  const all = noticed + survived + not_covered;
  return all === 0 ? 100 : (100 * noticed) / all;
}
