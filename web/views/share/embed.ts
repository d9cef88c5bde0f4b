/** The code that puts the stage into another page, and what it will look like there. */

import { EMBED_DEFAULT, EMBED_MIN, embedCode, embedSize } from '../../app/embed-code';
import type { RunCommand } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';

export interface Embedded {
  moment: boolean;
  /** Address of the stage alone. */
  link: string;
}

export interface Embed {
  readonly element: HTMLElement;
  /** Null where nothing can be embedded: the preview ends, and its simulator with it. */
  show(what: Embedded | null): void;
}

export function createEmbed(run: RunCommand): Embed {
  let shown: Embedded | null = null;
  let { width, height } = EMBED_DEFAULT;
  const code = h('textarea', {
    class: 'field',
    readonly: true,
    rows: 3,
    'aria-label': 'Embed code',
    spellcheck: 'false',
  });
  code.addEventListener('focus', () => code.select());
  const sides = (['width', 'height'] as const).map((side) => {
    const input = h('input', {
      class: 'field',
      type: 'number',
      min: EMBED_MIN[side],
      step: 10,
      value: EMBED_DEFAULT[side],
    });
    input.addEventListener('change', resize);
    return { side, input, label: h('label', {}, side === 'width' ? 'Width ' : 'Height ', input) };
  });
  const copy = h(
    'button',
    {
      class: 'button',
      type: 'button',
      onclick: () => run('share.embed', { moment: shown?.moment, width, height }),
    },
    'Copy embed code',
  );
  const preview = h('div', { class: 'share-preview' });
  const element = h(
    'section',
    { 'aria-labelledby': 'share-embed' },
    h('h3', { id: 'share-embed' }, 'Embed'),
    h(
      'p',
      { class: 'note' },
      'Headline, stage and timeline in another page, with a link back to this one. That page can play, step and set it with a ',
      h('a', { href: './flashlab-embed.js', target: '_blank', rel: 'noopener' }, 'small script'),
      ', as these ',
      h('a', { href: './slides/', target: '_blank', rel: 'noopener' }, 'example slides'),
      ' do.',
    ),
    h(
      'div',
      { class: 'share-line' },
      ...sides.map(({ label }) => label),
      h('span', { class: 'note' }, `pixels, at least ${EMBED_MIN.width} × ${EMBED_MIN.height}`),
    ),
    h('div', { class: 'share-line' }, code, copy),
    preview,
  );

  function resize(): void {
    const [wide, high] = sides.map(({ input }) => input.valueAsNumber);
    ({ width, height } = embedSize(wide, high));
    for (const { side, input } of sides) input.value = String(side === 'width' ? width : height);
    draw();
  }

  function draw(): void {
    element.hidden = shown === null;
    if (!shown) {
      preview.replaceChildren();
      return;
    }
    const text = embedCode(shown.link, { width, height });
    if (code.value !== text) code.value = text;
    const frame =
      preview.querySelector('iframe') ?? h('iframe', { title: 'Preview of the embedded stage', tabindex: -1 });
    if (frame.src !== shown.link) frame.src = shown.link;
    setAttribute(frame, 'width', width);
    setAttribute(frame, 'height', height);
    if (!frame.isConnected) preview.replaceChildren(frame);
    scaleDown();
  }

  /** The frame keeps its own size, which the stage in it adapts to, and is drawn smaller. */
  function scaleDown(): void {
    const scale = Math.min(1, preview.clientWidth / width);
    preview.style.setProperty('--scale', String(scale));
    preview.style.height = `${Math.round(height * scale)}px`;
  }
  new ResizeObserver(() => {
    if (shown) scaleDown();
  }).observe(preview);

  return {
    element,
    show(what) {
      shown = what;
      draw();
    },
  };
}
