/** The bar: name, experiment, and what can be done with all of it. */

import { valueAt } from '../../app/experiment';
import { laneInFocus } from '../../app/lanes/side-by-side';
import { fieldsOf, valueInWords } from '../../app/parameters';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import type { Opened, Schema } from '../../engine/protocol';
import { h, setAttribute } from '../../ui/dom';
import { openPopover } from '../../ui/popover';
import { loaded } from '../loaded';
import './bar.css';
import type { sharedParts } from './compared-sentence';
import { actionOf, brand, helpButton, shareButton, themeButton } from './parts';
import { plainSentence, type Segment, sentence } from './sentence';
import { editWord } from './word-editor';

export function createBar({ run, state }: ViewContext): View {
  const recipe = h('div', { class: 'recipe', role: 'group', 'aria-label': 'The experiment' });
  const action = actionOf(run);
  const edit = action('experiment.edit', 'Experiment', { 'aria-expanded': 'false' });
  const back = action('lesson.return', 'Back to the lesson', { class: 'link' });
  const compare = h(
    'button',
    {
      class: 'button compare-button',
      type: 'button',
      'aria-haspopup': 'dialog',
      'aria-expanded': 'false',
      title: 'Compare designs side by side',
      onclick: () => offer(compare),
    },
    'Compare',
  );
  const theme = themeButton(run, { 'data-room': 'middle' });
  const element = h(
    'header',
    { class: 'bar' },
    brand(run),
    recipe,
    h(
      'nav',
      { class: 'actions', 'aria-label': 'Page' },
      back,
      edit,
      compare,
      action('sweep.open', 'Sweep …', { title: 'Run this experiment at many settings', 'data-room': 'wide' }),
      action('draft.open', 'Write …', { title: 'Write a lesson from what is shown here', 'data-room': 'middle' }),
      shareButton(run),
      action('view.present', 'Present', { title: 'Headline and stage, one size larger', 'data-room': 'middle' }),
      theme.element,
      helpButton(run),
    ),
  );

  let shared_parts: typeof sharedParts | null = null;
  let wanted = false;

  /** What lanes share is said with the first comparison. */
  async function loadShared(): Promise<void> {
    try {
      ({ sharedParts: shared_parts } = await import('./compared-sentence'));
      render(state(), null);
    } catch {
      wanted = false; // the sentence is lane A's until it comes
    }
  }

  const loadCards = () => import('../compare/cards');

  /** What cannot be loaded is said where the cards would stand, and loaded from there. */
  const offer = async (anchor: HTMLElement): Promise<void> => {
    const cards = await loadCards().catch(() => {
      const place = h('div');
      openPopover(anchor, 'Compare', () => [place]);
      return loaded(place, loadCards);
    });
    cards.openCompare(anchor, state(), run);
  };

  function edited(event: Event, path: string): void {
    const { schema, document, opened } = state();
    const field = schema && fieldsOf(schema, document).find((candidate) => candidate.path === path);
    if (field) editWord(event.currentTarget as HTMLElement, field, opened?.document ?? document, run);
    else run('experiment.edit');
  }

  function drawSegment(segment: Segment, now: AppState): Node {
    if (typeof segment === 'string') return document.createTextNode(segment);
    const refused = now.failure?.field === segment.path;
    const shown = refused ? valueInWords(valueAt(now.document, segment.path)) : segment.word;
    const attributes = {
      class: segment.differs ? 'word differs' : refused ? 'word refused' : 'word',
      type: 'button',
      'aria-haspopup': 'dialog',
      'aria-expanded': 'false',
      'data-path': segment.path,
      title: segment.path,
      // In what differs, a choice for all would leave nothing to compare: there the lanes themselves are offered.
      onclick: (event: Event) =>
        segment.differs ? offer(event.currentTarget as HTMLElement) : edited(event, segment.path),
    };
    return h('button', attributes, shown);
  }

  function render(now: AppState, previous: AppState | null): void {
    setAttribute(edit, 'aria-expanded', now.drawer_open);
    theme.show(now.theme);
    const same =
      previous &&
      previous.opened === now.opened &&
      previous.schema === now.schema &&
      previous.failure === now.failure &&
      previous.focus === now.focus &&
      sameDocuments(previous, now);
    setAttribute(compare, 'disabled', !now.opened);
    setAttribute(back, 'hidden', !now.left_lesson);
    if (same && previous.document === now.document) return;
    if (!now.opened || !now.schema) {
      recipe.replaceChildren();
      return;
    }
    const side_by_side = laneInFocus(now) === null;
    if (side_by_side && !wanted) void loadShared();
    wanted ||= side_by_side;
    const parts =
      side_by_side && shared_parts ? shared_parts(now, now.opened, now.schema) : [ownSentence(now.opened, now.schema)];
    const is_shared = parts.length > 1;
    setAttribute(recipe, 'data-shared', is_shared);
    // What sets lanes apart stays in sight, however long the rest is.
    const drawn = parts.map((segments) => segments.map((segment) => drawSegment(segment, now)));
    recipe.replaceChildren(...(is_shared ? drawn.map((nodes) => h('span', {}, nodes)) : drawn.flat()));
    recipe.title = plainSentence(parts.flat());
  }

  return { element, render };
}

const sameDocuments = (a: AppState, b: AppState): boolean =>
  a.beside.length === b.beside.length && a.beside.every(({ opened }, at) => opened === b.beside[at]?.opened);

const ownSentence = ({ document, geometry, address_mode, trace }: Opened, schema: Schema): Segment[] =>
  sentence(document, geometry, schema, address_mode, trace);
