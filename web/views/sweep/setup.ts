/** What is run: one or two fields that vary, and the policies they vary under. */

import { valueAt } from '../../app/experiment';
import { type Field, rangeInWords, valueInWords } from '../../app/parameters';
import type { AppState } from '../../app/state';
import { POLICIES_MAX, VARIED_MAX } from '../../app/sweep/draft';
import { isSame, policyFrom, readyPolicies } from '../../app/sweep/policies';
import { nextField, proposed, variable } from '../../app/sweep/propose';
import type { SweepState, VariedField } from '../../app/sweep/state';
import { parseValues } from '../../app/sweep/values';
import type { RunCommand } from '../../app/view';
import type { SweepPolicy } from '../../engine/sweep';
import { plural } from '../../render/format';
import { h, setAttribute } from '../../ui/dom';
import { lanesOf } from '../charts/lanes';
import { letterDisc } from '../charts/legend';

export interface Setup {
  readonly element: HTMLElement;
  render(now: AppState, previous: AppState | null): void;
}

export function createSetup(run: RunCommand, state: () => AppState): Setup {
  const varied = h('div', { class: 'sweep-varied' });
  const policies = h('div', { class: 'sweep-policies' });
  const common = h('p', { class: 'refusal', role: 'alert', hidden: true });
  const fields_list = h('datalist', { id: 'sweep-fields' });
  const element = h(
    'section',
    { class: 'sweep-setup', 'aria-label': 'What is run' },
    h('h2', { class: 'chart-head' }, 'What varies', h('small', {}, 'one field, or two')),
    varied,
    h('h2', { class: 'chart-head' }, 'Policies', h('small', {}, 'one line each')),
    policies,
    common,
    fields_list,
  );
  /** What was typed as a field and is none, by place. */
  let unknown: Readonly<Record<number, string>> = {};
  /** Groups of policies that are unfolded. */
  const unfolded = new Set(['Translation layers']);
  let own_wrong = '';
  /** The policy that is being typed. */
  let own_text = '';

  const draft = (changes: Partial<SweepState>): void => run('sweep.draft', { draft: changes });
  const fieldsNow = (): Field[] => {
    const { schema, sweep } = state();
    return schema && sweep.experiment ? variable(schema, sweep.experiment, sweep.policies) : [];
  };

  function presentOf(path: string): unknown {
    const { sweep, opened } = state();
    const stated = valueAt(sweep.experiment ?? {}, path);
    return stated ?? (opened ? valueAt(opened.document, path) : undefined);
  }

  function choose(at: number, text: string): void {
    const { sweep } = state();
    const wanted = text.trim();
    const field = fieldsNow().find(({ path, label }) => path === wanted || label === wanted);
    unknown = { ...unknown, [at]: field || wanted === '' ? '' : `No field is called ${wanted}.` };
    if (!field) draw(state());
    if (!field || field.path === sweep.varied[at]?.path) return;
    const next: VariedField = { path: field.path, text: proposed(field, presentOf(field.path)) };
    draft({ varied: Object.assign([...sweep.varied], { [at]: next }) });
  }

  /** A field just added: its name is selected, to be changed for another. */
  let added: number | null = null;

  /** Calls `commit` with what was typed, which is no longer being typed by then. */
  const onChange = (input: HTMLInputElement, commit: (text: string) => void): void =>
    input.addEventListener('change', () => {
      input.defaultValue = input.value;
      commit(input.value);
    });

  /** What is being typed stays where it is: an answer about what was typed before may come at any time. */
  function isBeingTyped(): boolean {
    const input = document.activeElement;
    return input instanceof HTMLInputElement && varied.contains(input) && input.value !== input.defaultValue;
  }

  function drawVaried({ sweep }: AppState): void {
    if (isBeingTyped()) return;
    const fields = fieldsNow();
    const rows = sweep.varied.map((each, at) => row(each, at, sweep, fields));
    const free = sweep.varied.length < VARIED_MAX;
    const label = sweep.varied.length === 0 ? 'Add a field' : 'Add a second field';
    varied.replaceChildren(
      ...rows,
      ...(free ? [h('button', { class: 'button', type: 'button', id: 'sweep-add', onclick: add }, label)] : []),
    );
  }

  /** The next field that is worth a look. */
  function add(): void {
    const { sweep } = state();
    const fields = fieldsNow();
    const taken = sweep.varied.map(({ path }) => path);
    const field = nextField(fields, taken);
    if (!field) return;
    const at = sweep.varied.length;
    draft({ varied: [...sweep.varied, { path: field.path, text: proposed(field, presentOf(field.path)) }] });
    added = at;
  }

  function row({ path, text }: VariedField, at: number, sweep: SweepState, fields: readonly Field[]): HTMLElement {
    const field = fields.find((candidate) => candidate.path === path);
    const refused =
      unknown[at] || (typeof sweep.refusal?.at === 'object' && sweep.refusal.at.varied === at && sweep.refusal.text);
    const name = h('input', {
      class: 'field',
      id: `sweep-field-${at}`,
      list: 'sweep-fields',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-describedby': `sweep-help-${at}`,
    });
    name.defaultValue = path;
    onChange(name, (typed) => choose(at, typed));
    const values = h('input', {
      class: 'field',
      id: `sweep-values-${at}`,
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-describedby': `sweep-help-${at}`,
      'aria-invalid': refused ? 'true' : null,
    });
    values.defaultValue = text;
    onChange(values, (typed) => {
      // The field beside it may have been changed since this row was drawn.
      const { varied: now } = state().sweep;
      draft({ varied: now.map((each, i) => (i === at ? { ...each, text: typed } : each)) });
    });
    const parsed = parseValues(text);
    const range = field ? rangeInWords(field) : '';
    const standard = field ? `default ${valueInWords(field.default)}` : '';
    const help = [parsed.values && plural(parsed.values.length, 'value'), range, standard].filter(Boolean).join(' · ');
    return h(
      'div',
      { class: 'sweep-row' },
      h('label', { for: name.id }, at === 0 ? 'Along x' : 'One chart per value'),
      h(
        'button',
        {
          class: 'link',
          type: 'button',
          'aria-label': `remove ${path}`,
          onclick: () => draft({ varied: state().sweep.varied.filter((_, i) => i !== at) }),
        },
        'remove',
      ),
      name,
      h('label', { for: values.id }, 'Values'),
      values,
      h('p', { class: 'note', id: `sweep-help-${at}` }, help),
      refused ? h('p', { class: 'refusal', role: 'alert' }, refused) : null,
    );
  }

  function drawPolicies({ sweep, schema }: AppState): void {
    const ready = schema && sweep.experiment ? readyPolicies(schema, sweep.experiment) : [];
    const offered = ready.flatMap((group) => group.policies);
    const own = sweep.policies.filter((policy) => !offered.some((each) => isSame(each, policy)));
    const groups = [...(own.length > 0 ? [{ title: 'Your own', policies: own }] : []), ...ready];
    const refused = own_wrong || (sweep.refusal?.at === 'policies' && sweep.refusal.text);
    policies.replaceChildren(
      ...groups.map(({ title, policies: each }) => group(title, each, sweep)),
      ownForm(),
      ...(refused ? [h('p', { class: 'refusal', role: 'alert' }, refused)] : []),
    );
  }

  function group(title: string, each: readonly SweepPolicy[], sweep: SweepState): HTMLElement {
    const ticked = each.filter((policy) => sweep.policies.some((chosen) => isSame(chosen, policy))).length;
    const details = h(
      'details',
      { open: unfolded.has(title) || ticked > 0 },
      h('summary', {}, title, h('small', {}, ticked > 0 ? ` ${ticked} of ${each.length}` : ` ${each.length}`)),
      ...each.map((policy) => tick(policy, sweep)),
    );
    details.addEventListener('toggle', () => {
      if (details.open) unfolded.add(title);
      else unfolded.delete(title);
    });
    return details;
  }

  function tick(policy: SweepPolicy, { policies: chosen }: SweepState): HTMLElement {
    const at = chosen.findIndex((each) => isSame(each, policy));
    const lane = lanesOf({ systems: chosen.map(({ title }, i) => ({ id: String(i), title })) })[at];
    const id = `sweep-policy-${JSON.stringify(policy.set).replaceAll(/[^a-z0-9]+/gi, '-')}`;
    const box = h('input', { type: 'checkbox', id });
    box.checked = at >= 0;
    box.disabled = at < 0 && chosen.length >= POLICIES_MAX;
    box.addEventListener('change', () => {
      const present = state().sweep.policies;
      draft({
        policies: box.checked ? [...present, titled(policy, present)] : present.filter((each) => !isSame(each, policy)),
      });
    });
    const letter = letterDisc(lane?.letter ?? '', lane?.colour);
    const set = Object.entries(policy.set).map(([path, value]) => `${path}=${valueInWords(value)}`);
    return h(
      'label',
      { class: 'sweep-tick', for: id, title: set.join(' ') || 'changes nothing' },
      box,
      letter,
      policy.title,
    );
  }

  function ownForm(): HTMLElement {
    const input = h('input', {
      class: 'field',
      id: 'sweep-own',
      placeholder: 'C-lash, 64: ftl.kind=clash ftl.p_pages=64',
      'aria-label': 'Another policy: its title, a colon, fields and values',
      autocomplete: 'off',
      spellcheck: 'false',
    });
    input.value = own_text;
    input.addEventListener('input', () => {
      own_text = input.value;
    });
    const form = h('form', { class: 'sweep-own' }, input, h('button', { class: 'button', type: 'submit' }, 'Add'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const policy = policyFrom(input.value);
      const present = state().sweep.policies;
      own_wrong = policy
        ? present.length >= POLICIES_MAX
          ? `At most ${POLICIES_MAX} policies.`
          : ''
        : 'Expected a title, a colon, then fields with values, such as DFTL: ftl.kind=dftl.';
      if (policy && own_wrong === '') {
        own_text = '';
        draft({ policies: [...present, titled(policy, present)] });
      } else draw(state());
    });
    return form;
  }

  function draw(now: AppState): void {
    const focused = element.contains(document.activeElement) ? document.activeElement?.id : '';
    drawVaried(now);
    drawPolicies(now);
    const all = now.sweep.refusal?.at === 'all' ? now.sweep.refusal.text : '';
    common.hidden = all === '';
    common.textContent = all;
    if (focused && document.activeElement?.id !== focused)
      element.querySelector<HTMLElement>(`#${CSS.escape(focused)}`)?.focus();
    if (added !== null) varied.querySelector<HTMLInputElement>(`#sweep-field-${added}`)?.select();
    added = null;
  }

  return {
    element,
    render(now, previous) {
      const { sweep, schema } = now;
      const before = previous?.sweep;
      const same =
        before?.experiment === sweep.experiment &&
        before?.varied === sweep.varied &&
        before?.policies === sweep.policies &&
        before?.refusal === sweep.refusal &&
        previous?.schema === schema;
      setAttribute(element, 'hidden', sweep.experiment === null);
      if (same) return;
      if (
        before?.experiment !== sweep.experiment ||
        before?.policies !== sweep.policies ||
        fields_list.children.length === 0
      )
        fields_list.replaceChildren(...fieldsNow().map(({ path, label }) => h('option', { value: path }, label)));
      draw(now);
    },
  };
}

/** Titles are told apart. */
function titled(policy: SweepPolicy, others: readonly SweepPolicy[]): SweepPolicy {
  const taken = (title: string): boolean => others.some((other) => other.title === title);
  let title = policy.title;
  for (let n = 2; taken(title); n++) title = `${policy.title} ${n}`;
  return { ...policy, title };
}
