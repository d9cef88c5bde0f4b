/** Challenges: the list of those that come along, one that is taken with its board, or one that is being made. */

import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import { cardList } from '../../ui/card-list';
import { h, setText } from '../../ui/dom';
import { actionOf } from '../bar/parts';
import { createScreenBar } from '../bar/screen-bar';
import { createBoard } from './board';
import { createEntryForm } from './entry-form';
import { createMakeForm } from './make-form';
import './challenge.css';

const KEYS = [['?', 'all keys']] as const;

export function createChallengeView(context: ViewContext): View {
  const { run } = context;
  const action = actionOf(run);
  const list_all = action('challenge.list', 'All challenges');
  const copy = action('challenge.copy', 'Copy link', { title: 'The link of the challenge, without an entry' });
  const save = action('challenge.save', 'Save as file', { title: 'One JSON file, as flashlab challenge takes it' });
  const bar = createScreenBar(run, [list_all, copy, save], KEYS);
  const board = createBoard(run);
  const entry_form = createEntryForm(context);
  const make_form = createMakeForm(context);
  const title = h('h1', { class: 'challenge-title' });
  const goal = h('p', { class: 'challenge-goal' });
  const about = h('p', { class: 'challenge-about' });
  const refusal = h('p', { class: 'refusal challenge-refusal', role: 'alert' });
  const list = h('div', { class: 'challenge-list' });
  const taken = h('main', { class: 'challenge-body' }, entry_form.element, board.element);
  const element = h(
    'div',
    { class: 'challenge-page' },
    bar.element,
    h('header', { class: 'challenge-head' }, title, goal, about, refusal),
    list,
    taken,
    make_form.element,
    bar.foot,
  );
  let listed: AppState['challenge']['ready'] | null = null;

  function drawList({ challenge }: AppState): void {
    if (challenge.ready === listed) return;
    listed = challenge.ready;
    const open = (link: string) => () => run('challenge.open', { address: link });
    list.replaceChildren(
      cardList(listed.map((known) => ({ title: known.title, note: `${known.goal}.`, open: open(known.link) }))),
      h(
        'p',
        { class: 'note' },
        'A challenge of your own: open a device with its requests on the workbench, then ',
        h('b', {}, 'Make a challenge'),
        ' in its panel of settings. A saved challenge is taken by dropping its file here.',
      ),
    );
  }

  function drawHead({ challenge: { open, draft, refusal: why } }: AppState): void {
    setText(title, open ? open.title : draft ? 'Make a challenge' : 'Challenges');
    setText(
      goal,
      open
        ? `${open.goal}.`
        : draft
          ? 'Of the device and the requests that were open on the workbench.'
          : 'A device, its requests and a goal: beat the known policies with a formula of your own.',
    );
    setText(about, open ? open.about : '');
    about.hidden = !open?.about;
    setText(refusal, why ?? '');
    refusal.hidden = !why || draft !== null;
  }

  return {
    element,
    render(now, previous) {
      const { challenge } = now;
      bar.show(now);
      setText(bar.recipe, challenge.open ? challenge.open.title : 'Challenges');
      setText(bar.source, now.schema ? `flashlab ${now.schema.core_version}` : '');
      list_all.hidden = challenge.open === null && challenge.draft === null;
      copy.hidden = challenge.open === null;
      save.hidden = challenge.open === null;
      drawHead(now);
      drawList(now);
      list.hidden = challenge.open !== null || challenge.draft !== null;
      taken.hidden = challenge.open === null;
      make_form.element.hidden = challenge.draft === null;
      if (challenge.open) {
        board.show(challenge);
        entry_form.render(now, previous);
      }
      make_form.render(now, previous);
    },
  };
}
