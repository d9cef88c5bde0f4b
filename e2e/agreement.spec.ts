/** One moment, one story: what stands in the headline, the chain of causes, the panels and the rail is that of the frame, however one came there. */

import { EXAMPLES } from '../web/app/examples';
import { expect, open, type Page, press, run, type State, test } from './support/page';

/** Moments with something going on, and one at which the next choice is made already. */
const MOMENTS: Readonly<Record<string, number>> = {
  toy: 21,
  block: 1429,
  bast: 42,
  fast: 1471,
  'clash-figure-2': 89,
  clash: 17_710,
  bplru: 4266,
  lbuffer: 3725,
  ttflash: 36_825,
  'ttflash-base': 11_379,
  'figure-4': 146,
  selective: 31_574,
  scattered: 18_226,
  journal: 13_568,
  'pblk-limiter': 163_787,
  'hot-cold': 603_309,
};

interface Told {
  news: string;
  chain: string[];
  decision: { title: string; chosen: string | null };
  stage: string[];
}

/** Numbers are not broken between their thousands everywhere. */
const plain = (text: string): string => text.replace(/\*\*/g, '').replace(/\s+/g, ' ').trim();

const told = (page: Page): Promise<Told> =>
  page.evaluate(() => {
    const words = (root: ParentNode, selector: string): string[] =>
      [...root.querySelectorAll(selector)]
        .filter((element) => !element.closest('[hidden]'))
        .map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim());
    return {
      news: words(document, '.news')[0] ?? '',
      chain: words(document, '.why li'),
      decision: {
        title: words(document, '.rail .decision .part-words')[0] ?? '',
        chosen: words(document, '.rail .decision tr[aria-current] th')[0]?.replace(/^◆\s*/, '') ?? null,
      },
      stage: words(document, '[id$="-told"]'),
    };
  });

const frameOf = (page: Page): Promise<NonNullable<State['frame']>> =>
  page.evaluate(() => {
    const frame = window.flashlab?.state().frame;
    if (!frame) throw new Error('no device is open');
    const { position, headline, decision } = frame;
    return { position, headline, decision } as typeof frame;
  });

test('every ready example tells the frame in all places, and the same after a seek and after a step', async ({
  page,
}) => {
  await open(page);
  for (const { id } of EXAMPLES) {
    await run(page, 'experiment.example', { id, play: false });
    await run(page, 'transport.unit', { unit: 'operation' });
    await run(page, 'transport.seek', { op: MOMENTS[id] ?? 100 });
    const seen = await told(page);
    const { position, headline, decision } = await frameOf(page);
    expect.soft(seen.news, id).toBe(plain(headline.text));
    expect.soft(seen.chain.at(-1), id).toBe(plain(headline.causes.at(-1)?.label ?? ''));
    expect.soft(headline.causes.at(-1)?.op, id).toBe(position.op - 1);
    if (decision && seen.decision.chosen !== null) {
      expect.soft(seen.decision.chosen, id).toBe(plain(decision.rows[0]?.label ?? ''));
      expect.soft(seen.decision.title.endsWith('; the next step'), id).toBe(decision.op >= position.op);
    }
    expect.soft(seen.stage.join(' '), id).not.toMatch(/undefined|NaN/);
    await press(page, 'ArrowLeft', 'ArrowRight');
    expect.soft(await told(page), `${id}, there again`).toEqual(seen);
  }
});
