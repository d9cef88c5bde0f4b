/** Work that takes long: the line under the bar fills, and the card says what, how far, how fast, and lets it be stopped. */

import type { Loading } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import { bytes, countShort } from '../../render/format';
import { h, setAttribute, setText } from '../../ui/dom';
import { createProgressBar } from '../../ui/progress';

export function createLoading({ run }: ViewContext): View {
  const bar = createProgressBar('Progress');
  const label = h('b');
  const detail = h('span', { class: 'note' });
  const stop = h('button', { class: 'button', type: 'button', onclick: () => run('transport.cancel') }, 'Cancel');
  const element = h('div', { class: 'loading', hidden: true }, bar.element, h('p', {}, label, ' ', detail, ' ', stop));
  let began_ms = 0;
  return {
    element,
    render({ loading }, previous) {
      setAttribute(element, 'hidden', loading === null);
      if (!loading) return;
      if (!previous?.loading || previous.loading.label !== loading.label) began_ms = performance.now();
      setText(label, loading.label);
      setText(detail, progressInWords(loading, performance.now() - began_ms));
      bar.show(loading.done, loading.total || null);
    },
  };
}

const AMOUNTS = { bytes, requests: countShort } as const;

/** "41 MiB of 66 MiB, 118 MiB/s"; the rate only once there is enough time to tell it. */
export function progressInWords({ done, total, unit }: Loading, elapsed_ms: number): string {
  if (total === null) return '';
  const amount = AMOUNTS[unit];
  const rate = elapsed_ms > 500 ? `, ${amount(Math.round((done * 1000) / elapsed_ms))}/s` : '';
  return `${amount(done)} of ${amount(total)}${unit === 'requests' ? ' requests' : ''}${rate}`;
}
