/** What a step shows: taken from the workbench, and then adjusted. */

import { EXAMPLES } from '../../app/examples';
import { leaves } from '../../app/experiment';
import { LANE_LETTERS } from '../../app/lanes/side-by-side';
import type { RunCommand } from '../../app/view';
import { PAGE_STATES } from '../../engine/protocol';
import type { DraftScene, DraftStep } from '../../lessons/draft';
import { type Highlight, PARTS, type Part } from '../../lessons/lesson';
import { h, setText } from '../../ui/dom';
import { button, createChoice, createField, createTick } from './fields';

export interface SceneForm {
  readonly element: HTMLElement;
  show(scene: DraftScene, problem: string | null): void;
  focus(): void;
}

const PART_NAMES: Readonly<Record<Part, string>> = {
  headline: 'Headline',
  transport: 'Time line',
  rail: 'Charts',
  times: 'Times of lanes',
};
const COLOURS = [
  ['state', 'State'],
  ['age', 'Age'],
  ['wear', 'Wear'],
  ['temperature', 'Temperature'],
  ['owner', 'Owner'],
] as const;
const STAGES = [
  ['buffer', 'Nearest to the host'],
  ['layer', 'Translation layer'],
  ['flash', 'Flash'],
] as const;
const NOTHING = 'nothing';
const PAGE = 'page';

export function createSceneForm(run: RunCommand): SceneForm {
  const set = (field: string, to: (now: DraftScene) => Partial<DraftScene>): void => {
    const ofStep = ({ scene }: DraftStep): Partial<DraftStep> => ({ scene: { ...scene, ...to(scene) } });
    run('draft.do', { what: 'change', field, to: ofStep });
  };
  const device = h('p', { class: 'scene-device' });
  const retake = button('Retake', () => run('draft.do', { what: 'retake' }), {
    title: 'The step then shows the present state of the workbench',
  });
  const at = createField({
    label: 'Moment',
    attributes: { spellcheck: 'false' },
    onInput: (at) => set('moment', () => ({ at })),
  });
  const ticks = PARTS.map((part) => ({
    part,
    ...createTick(PART_NAMES[part], (ticked) =>
      set('parts shown', ({ shows }) => ({
        shows: PARTS.filter((one) => (one === part ? ticked : shows.includes(one))),
      })),
    ),
  }));
  const colour = createChoice('Colour', COLOURS, (value) => {
    const found = COLOURS.find(([word]) => word === value);
    if (found) set('colour', () => ({ colour_by: found[0] }));
  });
  const stage = createChoice('Stage', STAGES, (value) => {
    const found = STAGES.find(([word]) => word === value);
    if (found) set('stage', () => ({ stage: found[0] }));
  });
  const lit = createChoice(
    'Highlight',
    [
      [NOTHING, 'Nothing'],
      [PAGE, 'A logical page'],
      ...PAGE_STATES.map((state) => [state, `Pages: ${state}`] as const),
    ],
    (value) => set('highlight', () => ({ highlight: highlightOf(value) })),
  );
  const page = createField({
    label: 'Logical page',
    attributes: { type: 'number', min: 0, inputmode: 'numeric' },
    onInput: (text) => {
      const lpn = Math.trunc(Number(text));
      if (text !== '' && lpn >= 0) set('highlight', () => ({ highlight: { lpn } }));
    },
  });
  const summary = h('span');
  const details = h(
    'details',
    {},
    h('summary', {}, summary),
    device,
    at.element,
    h('fieldset', { class: 'scene-parts' }, h('legend', {}, 'Beside the stage'), ...ticks.map((tick) => tick.element)),
    h('div', { class: 'scene-choices' }, colour.element, stage.element, lit.element, page.element),
  );
  const element = h('section', { class: 'draft-scene', 'aria-label': 'What the step shows' }, details, retake);

  return {
    element,
    show(scene, problem) {
      const { highlight } = scene;
      setText(summary, sceneInWords(scene));
      setText(device, deviceInWords(scene));
      if (problem !== null) details.open = true;
      at.show(scene.at, problem);
      for (const tick of ticks) tick.show(scene.shows.includes(tick.part));
      for (const { part, element } of ticks) element.hidden = part === 'times' && scene.beside.length === 0;
      colour.show(scene.colour_by);
      stage.show(scene.stage);
      lit.show(highlight === null ? NOTHING : 'lpn' in highlight ? PAGE : highlight.state);
      page.element.hidden = highlight === null || !('lpn' in highlight);
      if (highlight && 'lpn' in highlight) page.show(String(highlight.lpn));
    },
    focus() {
      details.open = true;
      at.input.focus();
    },
  };
}

function highlightOf(value: string): Highlight | null {
  if (value === PAGE) return { lpn: 0 };
  const state = PAGE_STATES.find((word) => word === value);
  return state ? { state } : null;
}

/** Where it stands, and what is seen there, in a line. */
function sceneInWords({ at, beside, shows, colour_by, highlight }: DraftScene): string {
  const lanes = beside.length > 0 ? [`${beside.length + 1} lanes`] : [];
  const lit =
    highlight === null ? [] : ['lpn' in highlight ? `LPN ${highlight.lpn} lit` : `${highlight.state} pages lit`];
  const parts = shows.map((part) => PART_NAMES[part].toLowerCase());
  return [`Shows ${at}`, ...lanes, ['stage', ...parts].join(', '), `colour by ${colour_by}`, ...lit].join(' · ');
}

/** The device and the lanes beside it, as far as they are said. */
function deviceInWords({ device, beside }: DraftScene): string {
  const lanes = beside.map((changes, at) => `${LANE_LETTERS[at + 1]}: ${fieldsInWords(changes)}`);
  if ('experiment' in device) return [fieldsInWords(leaves(device.experiment)), ...lanes].join(' | ');
  const title = EXAMPLES.find(({ id }) => id === device.example)?.title ?? device.example;
  return [title, ...lanes].join(' | ');
}

const fieldsInWords = (fields: readonly (readonly [string, unknown])[]): string =>
  fields.map(([path, value]) => `${path} = ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', ') ||
  'the default device';
