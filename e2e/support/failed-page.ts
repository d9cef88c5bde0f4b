/** What a test that failed says of its page: the machine that saw it may be out of reach, and the picture with it. */

import type { BrowserContext, Page, Request } from '@playwright/test';

/** As much of an attachment as the report prints. */
const PRINTED = 300;

/** Follows the requests of all tabs, for {@link describeFailedPage}. */
export function followRequests(context: BrowserContext): ReadonlySet<Request> {
  const under_way = new Set<Request>();
  context.on('request', (request) => under_way.add(request));
  context.on('requestfinished', (request) => under_way.delete(request));
  context.on('requestfailed', (request) => under_way.delete(request));
  return under_way;
}

/** "workbench, share_open, focus body; open: share; under way: share-1.css": what the last tab is at, and what it waits for. */
export async function describeFailedPage(context: BrowserContext, under_way: ReadonlySet<Request>): Promise<string> {
  const page = context.pages().at(-1);
  const at = page ? await stateOf(page).catch((thrown: unknown) => String(thrown)) : 'no page';
  const files = [...under_way].map((request) => new URL(request.url()).pathname.split('/').at(-1));
  return `${at}; under way: ${files.join(', ') || 'nothing'}`.slice(0, PRINTED);
}

const stateOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const state = window.flashlab?.state();
    const holds = state
      ? Object.entries(state).flatMap(([name, value]) => (value === true ? [name] : []))
      : ['not ready'];
    const { activeElement: focus, visibilityState } = document;
    const open = [...document.querySelectorAll('dialog[open]')].map((dialog) => dialog.className);
    return [
      [state?.screen, visibilityState, ...holds, `focus ${focus?.tagName} ${focus?.className ?? ''}`].join(', '),
      `open: ${open.join(', ') || 'no dialog'}`,
    ].join('; ');
  });
