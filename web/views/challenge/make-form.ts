/** Making a challenge of the device on the workbench: what is asked of whom, and what the core says of it. */

import type { ChallengeDraft } from '../../app/challenge/state';
import type { View, ViewContext } from '../../app/view';
import type { ChallengeChoices, ChallengeEntry, ChallengeMetric } from '../../engine/challenge';
import { h, setText } from '../../ui/dom';

const SEEDS_MAX = 10;

export function createMakeForm({ run }: ViewContext): View {
  const change = (draft: Partial<ChallengeDraft>): void => run('challenge.draft', { draft });
  const title = input('Title', 'challenge-make-title', (value) => change({ title: value }));
  const about = input('What it is about, in a sentence or two', 'challenge-make-about', (value) =>
    change({ about: value }),
  );
  const of = select('What is to be invented', 'challenge-make-of', (value) =>
    change({ of: value === 'buffer' ? 'buffer' : 'victim', rival: '' }),
  );
  of.field.append(option('victim', 'a victim policy'), option('buffer', 'a policy of the write buffer'));
  const minimise = select('What is to be low', 'challenge-make-minimise', (value) => change({ minimise: value }));
  const target = input('Goal: under … on every seed (or nothing: the lowest wins)', 'challenge-make-target', (value) =>
    change({ target: value }),
  );
  const limited = select('Limit', 'challenge-make-limited', (value) => change({ limited: value }));
  const at_most = input('at most', 'challenge-make-most', (value) => change({ at_most: value }));
  const rival = select('of', 'challenge-make-rival', (value) => change({ rival: value }));
  const seeds = select('Seeds', 'challenge-make-seeds', (value) => change({ seeds: Number(value) }));
  seeds.field.append(
    ...Array.from({ length: SEEDS_MAX }, (_, at) => option(String(at + 1), at === 0 ? '1' : `1 to ${at + 1}`)),
  );
  const said = h('p', { class: 'challenge-said', role: 'status' });
  const make = h(
    'button',
    { class: 'button primary', type: 'button', onclick: () => run('challenge.made') },
    'Open it, with its board',
  );
  const element = h(
    'main',
    { class: 'challenge-make' },
    title.element,
    about.element,
    of.element,
    h('div', { class: 'challenge-row' }, minimise.element, target.element),
    h('div', { class: 'challenge-row' }, limited.element, at_most.element, rival.element),
    seeds.element,
    said,
    h('div', { class: 'formula-do' }, make),
    h(
      'p',
      { class: 'note' },
      'Then copy its link, or save it as a file. Students send back the links of their rows; ',
      h('code', {}, 'flashlab challenge FILE'),
      ' runs a file of such links again and ranks them.',
    ),
  );
  let offered: ChallengeChoices | null = null;
  let rivals: readonly ChallengeEntry[] = [];

  function offer(choices: ChallengeChoices, draft: ChallengeDraft): void {
    if (offered !== choices) {
      offered = choices;
      const metrics = (): Node[] => choices.metrics.map((metric) => option(metric.word, unitOf(metric)));
      minimise.field.replaceChildren(...metrics());
      limited.field.replaceChildren(option('', 'none'), ...metrics());
    }
    if (rivals === choices[draft.of]) return;
    rivals = choices[draft.of];
    const known = rivals.flatMap(({ name, policy }) =>
      'known' in policy ? [option(policy.known, `times that of ${name}`)] : [],
    );
    rival.field.replaceChildren(option('', 'a plain number'), ...known);
  }

  return {
    element,
    render({ challenge: { draft, drafted, refusal, choices } }) {
      if (!draft) return;
      if (choices) offer(choices, draft);
      show(title.field, draft.title);
      show(about.field, draft.about);
      show(target.field, draft.target);
      show(at_most.field, draft.at_most);
      show(of.field, draft.of);
      show(minimise.field, draft.minimise);
      show(limited.field, draft.limited);
      show(rival.field, draft.rival);
      show(seeds.field, String(draft.seeds));
      at_most.element.hidden = draft.limited === '';
      rival.element.hidden = draft.limited === '';
      const is_begun = draft.title.trim() !== '';
      said.classList.toggle('is-refused', is_begun && !drafted);
      setText(said, drafted ? `${drafted.goal}.` : is_begun ? (refusal ?? '') : 'It needs a title.');
      make.disabled = drafted === null;
    },
  };
}

/** What is written while it has the focus stays as it is written. */
function show(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (field.value !== value && document.activeElement !== field) field.value = value;
}

const option = (value: string, label: string): HTMLOptionElement => h('option', { value }, label);

/** Times are given in nanoseconds. */
const unitOf = ({ word, title }: ChallengeMetric): string => (word.endsWith('_ns') ? `${title}, ns` : title);

interface Labelled<F extends HTMLElement> {
  element: HTMLElement;
  field: F;
}

function input(label: string, id: string, take: (value: string) => void): Labelled<HTMLInputElement> {
  const field = h('input', { class: 'field', id, autocomplete: 'off', oninput: () => take(field.value) });
  return { element: labelled(label, id, field), field };
}

function select(label: string, id: string, take: (value: string) => void): Labelled<HTMLSelectElement> {
  const field = h('select', { class: 'field', id, onchange: () => take(field.value) });
  return { element: labelled(label, id, field), field };
}

const labelled = (label: string, id: string, field: HTMLElement): HTMLElement =>
  h('div', { class: 'challenge-field' }, h('label', { for: id }, label), field);
