/** The film dialog: from where to where, what kind of file, its size and pace; then how far it is. */

import { estimate } from '../../app/film/estimate';
import type { FilmKind, FilmOptions } from '../../app/film/options';
import type { FilmState } from '../../app/film/state';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import { count } from '../../render/format';
import { h, setAttribute, setText } from '../../ui/dom';
import './film.css';

const KINDS: readonly [FilmKind, string][] = [
  ['gif', 'GIF: plays anywhere'],
  ['webm', 'WebM video: small and sharp'],
  ['png', 'Numbered PNG, zipped, for slides'],
  ['svg', 'Numbered SVG, zipped, with words as words'],
];
const WIDTHS = [640, 720, 960, 1280, 1920];
/** Each a whole number of hundredths of a second, the unit of a GIF. */
const RATES = [2, 5, 10, 20];
const THEMES: readonly [AppState['theme'], string][] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
];
const WORDS = {
  operation: { from: 'From operation', to: 'To operation', steps: 'Operations between two pictures' },
  request: { from: 'From request', to: 'To request', steps: 'Requests between two pictures' },
} as const;
/** Longer films show operations, not the ways between them, unless that is chosen. */
const MOTION_UP_TO = 40;

const option = (value: string | number, words: string | number, selected = false): HTMLElement =>
  h('option', { value, selected }, words);

export function createFilmDialog({ run, motion: hasMotion }: ViewContext): View {
  const number = (): HTMLInputElement => h('input', { class: 'field', type: 'number', min: 0, step: 1 });
  const [from, to, steps] = [number(), number(), number()];
  const names = { from: h('span'), to: h('span'), steps: h('span') };
  const kind = h(
    'select',
    { class: 'field' },
    KINDS.map(([value, words]) => option(value, words)),
  );
  const width = h(
    'select',
    { class: 'field' },
    WIDTHS.map((dots) => option(dots, `${dots} dots`, dots === 720)),
  );
  const rate = h(
    'select',
    { class: 'field' },
    RATES.map((fps) => option(fps, `${fps} a second`, fps === 10)),
  );
  const theme = h(
    'select',
    { class: 'field' },
    THEMES.map(([value, words]) => option(value, words)),
  );
  const motion = h('input', { type: 'checkbox', onchange: follow });
  const headline = h('input', { type: 'checkbox', checked: true });
  const size = h('p', { class: 'note', 'aria-live': 'polite' });
  const said = h('p', { class: 'film-said', role: 'status' });
  const done = h('div', {});
  const progress = h('div', { class: 'progress', role: 'progressbar', 'aria-label': 'Filming' }, done);
  const make = h('button', { class: 'button primary', type: 'submit' }, 'Make the film');
  const stop = h('button', { class: 'button', type: 'button', onclick: () => run('film.cancel') }, 'Stop');
  const fields = h(
    'fieldset',
    {},
    h('label', {}, names.from, from),
    h('label', {}, names.to, to),
    labelled('File', kind),
    labelled('Width', width),
    labelled('Pictures', rate),
    h('label', {}, names.steps, steps),
    labelled('Colours', theme),
    h('label', { class: 'film-check' }, motion, ' Motion: pictures of pages on their way too'),
    h('label', { class: 'film-check' }, headline, ' With the headline'),
  );
  const form = h(
    'form',
    { onsubmit: submit, oninput: tellSize },
    fields,
    h(
      'p',
      { class: 'note' },
      'The film shows the stage alone, as wide as the window. Afterwards the run stands where it stands.',
    ),
    size,
    said,
    progress,
    h('div', { class: 'ways' }, make, stop),
  );
  const element = h(
    'dialog',
    { class: 'film share', 'aria-labelledby': 'film-title' },
    h(
      'header',
      {},
      h('h2', { id: 'film-title' }, 'Film'),
      h('button', { class: 'button', type: 'button', onclick: leave }, 'Close'),
    ),
    form,
  );
  let shown: FilmState | null = null;

  element.addEventListener('cancel', (event) => {
    event.preventDefault();
    leave();
  });
  // Nothing behind the dialog may move while it is filmed, nor while a number is typed.
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') event.stopPropagation();
  });

  function leave(): void {
    run(shown?.work ? 'film.cancel' : 'film.open');
  }

  function follow(): void {
    steps.disabled = motion.checked;
  }

  function tellSize(): void {
    const { pictures, bytes } = estimate(chosen());
    const mb = bytes < 1e6 ? `${count(Math.max(1, Math.round(bytes / 1e3)))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
    setText(size, from.valueAsNumber < to.valueAsNumber ? `About ${count(pictures)} pictures, ${mb}.` : '');
  }

  const chosen = (): FilmOptions => ({
    kind: kind.value as FilmKind,
    from: from.valueAsNumber,
    to: to.valueAsNumber,
    width: Number(width.value),
    frames_per_s: Number(rate.value),
    steps_per_frame: Math.max(1, steps.valueAsNumber || 1),
    motion: motion.checked && !motion.disabled,
    theme: theme.value as AppState['theme'],
    headline: headline.checked,
  });

  function submit(event: Event): void {
    event.preventDefault();
    run('film.make', chosen());
  }

  function open(film: FilmState, state: AppState): void {
    for (const [place, words] of Object.entries(WORDS[film.unit])) setText(names[place as keyof typeof names], words);
    from.valueAsNumber = film.from;
    to.valueAsNumber = film.to;
    steps.valueAsNumber = 1;
    // Lanes side by side have no pages on their way.
    const may_move = hasMotion() && film.unit === 'operation';
    motion.disabled = !may_move;
    motion.checked = may_move && film.to - film.from <= MOTION_UP_TO;
    const dark =
      state.theme === 'dark' || (state.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
    theme.value = dark ? 'dark' : 'light';
    follow();
    tellSize();
    element.showModal();
  }

  return {
    element,
    render(state) {
      const { film } = state;
      // What stands beside the stage leaves it its width: `film.css`.
      setAttribute(document.documentElement, 'data-filming', film?.work != null);
      if (film && !element.open) open(film, state);
      else if (!film && element.open) element.close();
      shown = film;
      if (!film) return;
      const { work } = film;
      fields.disabled = work !== null;
      make.disabled = work !== null;
      stop.hidden = work === null;
      progress.hidden = work === null;
      setAttribute(progress, 'aria-valuenow', work ? Math.round((100 * work.done) / work.total) : null);
      done.style.width = work ? `${(100 * work.done) / work.total}%` : '0';
      const one = film.unit === 'request' ? 'Request' : 'Operation';
      setText(said, work ? `${one} ${count(work.done)} of ${count(work.total)}` : (film.said ?? ''));
    },
  };
}

const labelled = (name: string, field: HTMLElement): HTMLElement => h('label', {}, h('span', {}, name), field);
