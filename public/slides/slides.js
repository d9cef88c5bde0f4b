/** Slides that drive two stages: `STAGES` says what each slide has on them, the rest goes from slide to slide. */

import { embed } from '../flashlab-embed.js';

/** Nine writes in ten go to a tenth of the pages of a device of which every page can be seen. */
const HOT_AND_COLD = {
  device: { preset: 'toy', blocks_per_plane: 16, over_provisioning: 0.25 },
  workload: {
    kind: 'hotcold',
    requests: 600,
    request_pages: 1,
    write_ratio: 1,
    queue_depth: 1,
    hot_request_ratio: 0.9,
    hot_page_ratio: 0.1,
  },
};
const GREEDY = { name: 'Greedy', experiment: HOT_AND_COLD };
const FIFO = { name: 'FIFO', experiment: { ...HOT_AND_COLD, ftl: { gc: { policy: 'fifo' } } } };

/**
 * By slide: what stands on the left and on the right stage, where, what a step is, and its buttons: a label, how many steps, of what if not
 * of the slide's own. A slide without an entry has no stage.
 */
const STAGES = {
  overwrite: {
    left: { name: 'A device you can count', example: 'toy' },
    at: { request: 5 },
    unit: 'operation',
    buttons: [
      ['Back', -1],
      ['Next operation', 1],
      ['Next collection', 1, 'gc'],
    ],
  },
  'in-step': {
    left: GREEDY,
    right: FIFO,
    at: 'start',
    unit: 'gc',
    buttons: [
      ['Back', -1],
      ['Next collection', 1],
      ['Ten more', 10],
    ],
  },
  'whole-run': { left: GREEDY, right: FIFO, at: 'end', unit: 'gc', buttons: [] },
  merge: {
    left: { name: 'FAST', example: 'fast' },
    at: { request: 42 },
    unit: 'merge',
    buttons: [
      ['Back', -1],
      ['Next merge', 1],
      ['Next request', 1, 'request'],
    ],
  },
};

/** The blocks on the title, from the top: free, valid, invalid. The third is the one that goes. */
const MOTIF = ['vivv', 'iviv', 'iivi', 'vvvi', 'ffvv', 'ffff'];
const CHOSEN = 2;
const PAGES = { f: 'free', v: 'valid', i: 'invalid' };

const slides = [...document.querySelectorAll('.slide')];
const row = document.querySelector('.stages');
const said = document.querySelector('.said');
const SIDES = ['left', 'right'];

/** The stages by side, made when they are first wanted: `{ opening, stage, shows }`. */
const stages = {};
let shown = -1;
/** Fulfilled when the slide that is shown has its stages. */
let showing = Promise.resolve();
/** Counts the changes of slide, so that one that was overtaken does nothing more. */
let turn = 0;

const on = () => STAGES[slides[shown]?.id];
const present = () => SIDES.filter((side) => on()?.[side]).flatMap((side) => stages[side]?.stage ?? []);

/** Shows a slide; fulfilled when it has its stages, also where it is shown already and they are on their way. */
function show(at) {
  if (at !== shown && slides[at]) showing = change(at);
  return showing;
}

async function change(at) {
  shown = at;
  const mine = ++turn;
  for (const [i, slide] of slides.entries()) slide.hidden = i !== at;
  document.querySelector('#count').textContent = `${at + 1} / ${slides.length}`;
  document.querySelector('#back').disabled = at === 0;
  document.querySelector('#next').disabled = at === slides.length - 1;
  history.replaceState(null, '', `#${at + 1}`);
  const wanted = on();
  row.hidden = !wanted;
  for (const side of SIDES) document.querySelector(`#${side}`).hidden = !wanted?.[side];
  if (!wanted) return;
  await attempt(() =>
    Promise.all(SIDES.filter((side) => wanted[side]).map((side) => place(side, wanted[side], wanted.at))),
  );
  if (mine === turn && slides[at].id === 'whole-run') await attempt(compare);
}

/** Puts on the stage of a side what a slide wants there. */
async function place(side, what, at) {
  const figure = document.querySelector(`#${side}`);
  const { name, ...options } = what;
  if (!stages[side]) {
    const opening = embed(figure.querySelector('.frame'), { ...options, height: '100%', title: `Stage: ${name}` });
    stages[side] = { opening, shows: what };
    stages[side].stage = await opening;
    stages[side].stage.on('changed', (state) => caption(figure, stages[side].shows.name, state));
  }
  const { opening, shows } = stages[side];
  const stage = await opening;
  stages[side].shows = what;
  if (shows !== what) await (what.example ? stage.example(what.example) : stage.set(what.experiment));
  caption(figure, name, await stage.goTo(at));
}

function caption(figure, name, { request, requests, readings }) {
  const numbers = [
    `request ${request} of ${requests}`,
    readings['full-merges'] === null
      ? `collections: ${readings['gc-runs']}`
      : `full merges: ${readings['full-merges']}`,
    `pages copied: ${readings.copies ?? 0}`,
  ];
  const title = document.createElement('b');
  title.textContent = name;
  figure.querySelector('figcaption').replaceChildren(title, ` · ${numbers.join(' · ')}`);
}

/** Says what the two rules came to. */
async function compare() {
  const [greedy, fifo] = (await Promise.all(present().map((stage) => stage.state()))).map(({ readings }) => readings);
  const times = (fifo.copies / greedy.copies).toFixed(1);
  document.querySelector('.result').textContent =
    `Greedy copied ${greedy.copies} pages, FIFO ${fifo.copies}: ${times} times as many. ` +
    `Write amplification is ${greedy['write-amplification'].toFixed(2)} with greedy, ${fifo['write-amplification'].toFixed(2)} with FIFO.`;
}

/** Names a slide by its heading, and gives it its buttons. */
function finish(slide) {
  const heading = slide.querySelector('h1, h2');
  heading.id = `${slide.id}-heading`;
  slide.setAttribute('aria-labelledby', heading.id);
  const buttons = (STAGES[slide.id]?.buttons ?? []).map(([label, count, unit]) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', () => step(count, unit));
    return button;
  });
  if (buttons.length === 0) return;
  const row = document.createElement('p');
  row.className = 'do';
  row.append(...buttons);
  slide.append(row);
}

const drawn = (name, attributes) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

function block(pages, at) {
  const group = drawn('g', { transform: `translate(${6 + 58 * at} 6)` });
  if (at === CHOSEN) group.append(drawn('rect', { class: 'chosen', x: -5, y: -5, width: 42, height: 150, rx: 4 }));
  group.append(...[...pages].map((page, i) => drawn('use', { href: `#${PAGES[page]}`, y: 36 * i })));
  return group;
}

const step = (count, unit = on()?.unit) =>
  attempt(() => Promise.all(present().map((stage) => stage.step(unit, count))));

/** Plays all stages, or pauses them if one plays. A run that has ended stays where it is. */
async function play() {
  const states = await Promise.all(present().map((stage) => stage.state()));
  const playing = states.some((state) => state.playing);
  await Promise.all(
    present().map((stage, i) => (playing ? stage.pause() : states[i].ended === null ? stage.play() : null)),
  );
}

/** Every slide with stages gets pictures of them, and then all are printed. */
async function print() {
  const before = shown;
  for (const [at, slide] of slides.entries()) {
    if (!STAGES[slide.id]) continue;
    await show(at);
    const pictures = document.createElement('div');
    pictures.className = 'pictures';
    for (const stage of present()) {
      const image = new Image();
      image.src = URL.createObjectURL(await stage.picture());
      image.alt = stage.frame.title;
      await image.decode();
      pictures.append(image);
    }
    slide.querySelector('.pictures')?.remove();
    slide.append(pictures);
  }
  await show(before);
  window.print();
}

/** What a stage refuses is said at the foot of the page. */
async function attempt(work) {
  try {
    said.textContent = '';
    await work();
  } catch (error) {
    said.textContent = error.message;
  }
}

const KEYS = {
  ArrowRight: () => show(shown + 1),
  PageDown: () => show(shown + 1),
  ArrowLeft: () => show(shown - 1),
  PageUp: () => show(shown - 1),
  Home: () => show(0),
  End: () => show(slides.length - 1),
  ArrowDown: () => step(1),
  ArrowUp: () => step(-1),
  ' ': () => attempt(play),
};

document.addEventListener('keydown', (event) => {
  const act = KEYS[event.key];
  const presses = event.key === ' ' && event.target instanceof HTMLButtonElement;
  if (!act || presses || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
});
for (const slide of slides) finish(slide);
document.querySelector('.motif').append(...MOTIF.map(block));
document.querySelector('#back').addEventListener('click', () => show(shown - 1));
document.querySelector('#next').addEventListener('click', () => show(shown + 1));
document.querySelector('#print').addEventListener('click', () => attempt(print));
addEventListener('hashchange', () => show(Number(location.hash.slice(1)) - 1));

show(Math.min(Math.max(Number(location.hash.slice(1)) - 1, 0), slides.length - 1));
