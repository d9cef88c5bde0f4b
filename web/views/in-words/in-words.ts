/** What a stage shows, in words: what just happened, what each part holds, and what is next. */

import { stageShown } from '../../app/stage-choice';
import type { AppState } from '../../app/state';
import { h } from '../../ui/dom';
import { plain } from '../headline/marked';
import { STAGES } from '../layer/stages';
import type { Account } from '../stage-kit/text-account';
import { flashAccounts } from './flash';

export interface InWords {
  show(state: AppState): void;
}

export function createInWords(place: HTMLElement): InWords {
  let told = '';
  return {
    show(state) {
      const accounts = accountsOf(state);
      // Said again only where it says something else.
      const key = JSON.stringify(accounts);
      if (key === told) return;
      told = key;
      place.replaceChildren(...accounts.map(section));
    },
  };
}

const section = ({ name, lines }: Account): HTMLElement =>
  h(
    'section',
    { 'data-account': name },
    h('h2', {}, name),
    h(
      'ul',
      {},
      lines.map((line) => h('li', {}, line)),
    ),
  );

/** Of the stage in sight; empty before a device stands. */
export function accountsOf(state: AppState): Account[] {
  const { frame, opened } = state;
  if (!frame || !opened) return [];
  const { geometry } = opened;
  const { stage } = stageShown(state);
  const parts = stage
    ? STAGES[stage].accounts({ frame, geometry, state, arrival: frame })
    : flashAccounts(frame, geometry);
  return [happened(state), ...parts]
    .filter(({ lines }) => lines.length > 0)
    .map(({ name, lines }) => ({ name, lines: lines.map(plain) }));
}

function happened({ frame }: AppState): Account {
  if (!frame) return { name: 'What just happened', lines: [] };
  const { headline, position } = frame;
  const because = headline.causes.slice(0, -1).map(({ label }) => `because: ${label}`);
  const begun = position.op === 0 ? 'Nothing yet: the device stands before its first request.' : headline.text;
  return { name: 'What just happened', lines: [begun, ...because] };
}
