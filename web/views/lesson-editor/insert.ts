/** What may stand in a lesson's words beside words: readings of the simulator, and terms that explain themselves. */

import { LANE_LETTERS } from '../../app/lanes/side-by-side';
import { momentsOf } from '../../app/lesson/answer';
import type { AppState } from '../../app/state';
import { GLOSSARY } from '../../lessons/glossary';
import { READINGS, type ReadingName, readingAt, shownValue, sourceName } from '../../lessons/readings';
import { h } from '../../ui/dom';
import { openPopover } from '../../ui/popover';
import { button, type Field, insertInto } from './fields';

/** A reading that the lesson format knows, and what it is at the present moment. */
export interface Offered {
  /** As a lesson spells it. */
  source: string;
  title: string;
  /** As it stands in a sentence; null where there is nothing to read now. */
  shown: string | null;
  value: number | null;
  names: ReadingName;
}

/** Readings of all lanes; those that can be read now first. */
export function readingsOffered(state: AppState): Offered[] {
  const moments = momentsOf(state);
  const all = moments.flatMap((_, lane) =>
    (Object.keys(READINGS) as ReadingName[]).map((reading): Offered => {
      const value = readingAt({ lane, reading }, moments);
      const { title } = READINGS[reading];
      return {
        source: sourceName({ lane, reading }),
        title: moments.length > 1 ? `${LANE_LETTERS[lane]}: ${title}` : title,
        shown: value === null ? null : shownValue(reading, value),
        value,
        names: reading,
      };
    }),
  );
  return all.toSorted((one, two) => Number(one.value === null) - Number(two.value === null));
}

/** Buttons that write a reading or a term into the field that `of` gives. */
export function insertTools(whole: () => AppState, of: () => Field): readonly HTMLElement[] {
  const readings = (): Entry[] =>
    readingsOffered(whole()).map(({ source, title, shown }) => ({
      name: source,
      note: `${title}: ${shown ?? 'nothing here'}`,
      text: `{{${source}}}`,
    }));
  const terms = (): Entry[] =>
    Object.entries(GLOSSARY).map(([term, meaning]) => ({ name: term, note: meaning, text: `[[${term}]]` }));
  return [inserter('Reading', 'Insert a reading', readings, of), inserter('Term', 'Insert a term', terms, of)];
}

interface Entry {
  name: string;
  note: string;
  text: string;
}

function inserter(label: string, title: string, entries: () => Entry[], of: () => Field): HTMLElement {
  const anchor = button(label, open, {
    class: 'link',
    title,
    'aria-label': title,
    'aria-haspopup': 'dialog',
    'aria-expanded': 'false',
  });
  function open(): void {
    openPopover(anchor, title, (close) => {
      const list = h('div', { class: 'insert-list' });
      const all = entries().map((entry) => ({ entry, element: choice(entry, close) }));
      const search = h('input', {
        class: 'field',
        type: 'search',
        'aria-label': 'Find by name',
        placeholder: 'Find by name',
      });
      const show = (): void => {
        const sought = search.value.trim().toLowerCase();
        list.replaceChildren(
          ...all
            .filter(({ entry }) => `${entry.name} ${entry.note}`.toLowerCase().includes(sought))
            .map(({ element }) => element),
        );
      };
      search.addEventListener('input', show);
      show();
      return [search, list];
    });
  }
  const choice = ({ name, note, text }: Entry, close: () => void): HTMLElement =>
    h(
      'button',
      {
        class: 'plain choice',
        type: 'button',
        onclick: () => {
          close();
          insertInto(of().input, text);
        },
      },
      h('b', {}, name),
      h('span', { class: 'note' }, note),
    );
  return anchor;
}
