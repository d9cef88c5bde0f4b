/** "Wait or reconstruct?" as a table: both ways, their numbers, and the rule that chose. */

import { time } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setText } from '../../../ui/dom';
import { titled } from '../../stage-kit/part';
import type { TtflashPicture } from './model';
import { type ChoiceRow, choiceRows } from './story';
import '../../../ui/ranked.css';

const HEADS = ['choice', 'GC left T', 'B × read', 'reads', 'answer'] as const;

export function choice(): Display<[picture: TtflashPicture]> {
  const { element, note, body } = titled('ttflash-choice', 'Wait or reconstruct?');
  element.tabIndex = -1;
  element.setAttribute('data-decision', '');
  let shown = '';
  return {
    element,
    show({ view }) {
      const { read } = view;
      element.hidden = !read;
      if (!read) return;
      setText(note, ruleOf(read));
      const rows = choiceRows(view, read);
      const key = JSON.stringify(rows);
      if (key === shown) return;
      shown = key;
      body.replaceChildren(
        h(
          'table',
          { class: 'ranked' },
          h('thead', {}, h('tr', {}, ...HEADS.map((head) => h('th', { scope: 'col' }, head)))),
          h('tbody', {}, ...rows.map(lineOf)),
        ),
      );
    },
  };
}

const lineOf = ({ label, remaining, busy, reads, answer, chosen }: ChoiceRow): HTMLTableRowElement =>
  h(
    'tr',
    { class: chosen ? 'is-chosen' : null, 'aria-current': chosen ? 'true' : null },
    h('th', { scope: 'row' }, h('span', { 'aria-hidden': 'true' }, chosen ? '◆ ' : '◇ '), label),
    ...[remaining, busy, reads, answer].map((cell) => h('td', {}, cell)),
  );

function ruleOf({ why, read_ns }: NonNullable<TtflashPicture['view']['read']>): string {
  const rule = `reconstruct if T > B × ${time(read_ns)}`;
  switch (why) {
    case 'sooner':
    case 'later':
      return rule;
    case 'several':
      return 'two are missing, and parity replaces one';
    case 'dead':
      return 'the plane is lost: there is nothing to wait for';
    default:
      return 'this device reconstructs nothing: it waits';
  }
}
