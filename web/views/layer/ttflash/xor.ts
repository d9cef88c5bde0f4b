/** XOR bit by bit: the low bytes of the pages of a stripe, and the page that they add up to. */

import { count } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { setAttribute, setText, svg } from '../../../ui/dom';
import { boxOf } from '../../stage-kit/box';
import { titled } from '../../stage-kit/part';
import { rect, text } from '../../stage-kit/svg-marks';
import { fitting } from './hatching';
import type { TtflashPicture } from './model';
import { listed, pageInWords, pageNames } from './names';
import { resultChannel, sumOf, type Term, type XorSum, xorPlaces } from './xor-sum';

export function xor(): Display<[picture: TtflashPicture]> {
  const { element, note, body } = titled('ttflash-xor', 'XOR, bit by bit');
  const picture = svg('svg', { class: 'buffer-chart', role: 'img' });
  body.append(picture);
  let last: TtflashPicture | null = null;
  let drawn = '';
  const box = boxOf(body, draw);

  function draw(): void {
    if (!last) return;
    const { stripe, view } = last;
    const sum = stripe && sumOf(stripe, resultChannel(last));
    setText(note, noteOf(last, sum));
    setAttribute(picture, 'aria-label', sum ? inWords(last, sum) : noteOf(last, sum));
    const content_key = JSON.stringify([sum, stripe?.stripe, view.parity, box.width, box.height, box.text_px]);
    if (box.width === 0 || content_key === drawn) return;
    drawn = content_key;
    if (sum && stripe) {
      const name = ({ member }: Term): string[] => {
        const names = pageNames({ stripe: stripe.stripe, lpn: member.lpn }, view);
        return [member.lpn === null ? `parity of stripe ${count(stripe.stripe)}` : `LPN ${names[0]}`, ...names];
      };
      picture.replaceChildren(...nodes(sum, name, box));
    } else picture.replaceChildren(text(0, box.text_px * 1.4, noStripe(last), 'start', 'is-quiet'));
  }

  return {
    element,
    show(shown) {
      last = shown;
      draw();
    },
  };
}

/** Which stripe it is. While another one is told above, that is said, in place of what the bits are. */
function whichOf({ which, stripe, view }: Pick<TtflashPicture, 'stripe' | 'which' | 'view'>): string {
  const name = `stripe ${count(stripe?.stripe ?? 0)}`;
  if (which === 'asked') return `low bytes of ${name}, under the pointer`;
  if (which === 'read') return `low bytes of ${name}, of the read above`;
  const differs = view.read !== null && view.read.stripe.stripe !== stripe?.stripe;
  return differs ? `${name}, of the last operation, not the read above` : `low bytes of ${name}, of the last operation`;
}

export function noteOf(
  { stripe, which, view }: Pick<TtflashPicture, 'stripe' | 'which' | 'view'>,
  sum: XorSum | null,
): string {
  if (!stripe) return 'of the stripe under the pointer';
  const holds = view.parity && sum && !sum.adds_up ? '; does not add up' : '';
  return `${whichOf({ which, stripe, view })}${holds}`;
}

const noStripe = ({ view }: TtflashPicture): string =>
  view.parity ? 'Point at a page on the board.' : 'This series keeps no parity.';

function inWords({ stripe }: TtflashPicture, { terms, result }: XorSum): string {
  const word = ({ member, bits }: Term): string =>
    `${pageInWords({ stripe: stripe?.stripe ?? 0, lpn: member.lpn })} ${bits.map((bit) => (bit ? 1 : 0)).join('')}`;
  return `XOR of ${listed(terms.map(word), 99)} is ${word(result)}`;
}

function nodes(
  { terms, result }: XorSum,
  name: (term: Term) => string[],
  { width, height, text_px }: { width: number; height: number; text_px: number },
): SVGElement[] {
  const all = [...terms, result];
  const at = xorPlaces(all.length, { width, text_px });
  const line_px = height / at.lines;
  const high = Math.max(6, Math.min(text_px * 1.75, line_px - text_px * 1.25));
  return all.flatMap((term, nth) => {
    const x = (nth % at.per_line) * at.pitch;
    const top = Math.floor(nth / at.per_line) * line_px;
    const y = top + text_px * 1.2;
    const is_result = term === result;
    const room = at.pitch - 4;
    const label = fitting(name(term), room, text_px, is_result);
    const sign = is_result ? '' : nth === all.length - 2 ? '=' : '⊕';
    return [
      text(x, top + text_px * 0.85, label, 'start', is_result ? 'is-bold' : ''),
      ...term.bits.flatMap((bit, place) =>
        bitNodes(bit, is_result, x + place * at.bit, y, at.bit, high, at.digits, text_px),
      ),
      text(x + at.bit * 8 + (at.pitch - at.bit * 8) / 2, y + high / 2 + text_px * 0.4, sign, 'middle', 'ttflash-sign'),
    ];
  });
}

function bitNodes(
  bit: boolean,
  is_result: boolean,
  x: number,
  y: number,
  width: number,
  height: number,
  digits: boolean,
  text_px: number,
): SVGElement[] {
  const kind = `ttflash-bit${bit ? ' is-one' : ''}${is_result ? ' is-result' : ''}`;
  const box = rect(kind, x + 0.5, y + 0.5, Math.max(1, width - 1), height - 1);
  if (!digits) return [box];
  return [
    box,
    svg(
      'text',
      {
        class: `ttflash-digit${bit ? ' is-one' : ''}`,
        x: (x + width / 2).toFixed(1),
        y: (y + height / 2 + text_px * 0.35).toFixed(1),
        'text-anchor': 'middle',
      },
      bit ? '1' : '0',
    ),
  ];
}
