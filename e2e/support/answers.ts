/** Whether the page tells a question's answer before it is asked for. */

import type { Page } from '@playwright/test';

/** Every line in sight outside the question, spaces and minus signs as they are typed: in elements, in SVG, in names, and for whoever listens. */
export const linesInSight = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lines = new Set<string>();
    const tell = (text: string | null): unknown =>
      lines.add((text ?? '').replace(/[\s\u00a0\u202f]+/g, ' ').replaceAll('−', '-'));
    const is_seen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.question');
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const parent = walk.currentNode.parentElement;
      // Space between elements says nothing, and what it stands in is the whole page.
      if (!walk.currentNode.nodeValue?.trim()) continue;
      if (!parent?.closest('script, style, noscript') && parent && is_seen(parent))
        tell((parent.closest('p, li, dd, td, th, h2, text') ?? parent).textContent);
    }
    for (const named of document.querySelectorAll('[aria-label], [title]'))
      if (is_seen(named)) for (const name of ['aria-label', 'title']) tell(named.getAttribute(name));
    return [...lines];
  });

/** From this many digits on a number is no other number by chance. */
const SURE_DIGITS = 3;

/**
 * Which of `lines` tell the answer that a verdict says ("You said 5, it is 1 602: …"): a number of three digits wherever it stands, a
 * smaller one as the page says of a request what it costs ("9 pages are copied", "programs: 9"). Nothing where the answer is no number.
 */
export function telling(lines: readonly string[], verdict: string): string[] {
  const plain = verdict.replace(/[\u00a0\u202f]/g, ' ').replaceAll('−', '-');
  const [, answer] = /\bis (?:(?:map )?block )?(-?\d[\d ]*(?:\.\d+)?)(?: %)?[:.]/.exec(plain) ?? [];
  if (answer === undefined) return [];
  const number = answer.trim().replaceAll(' ', ' ?').replace('.', '\\.');
  const alone = `(?<![\\d.·-])${number}(?![\\d·]|\\.\\d| \\d{3})`;
  const pattern =
    answer.replace(/\D/g, '').length >= SURE_DIGITS
      ? alone
      : `${alone} (?:pages? )?(?:are |is |to be )?(?:copied|programmed|read\\b)|(?:copies|programs|reads|copied): ${alone}`;
  return lines.filter((line) => new RegExp(pattern).test(line));
}
