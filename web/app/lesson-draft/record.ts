/** The present state of the workbench as what a step shows. */

import type { ExperimentDocument } from '../../engine/protocol';
import { type DraftScene, FIRST_SCENE } from '../../lessons/draft';
import type { Device, Highlight } from '../../lessons/lesson';
import { LessonError } from '../../lessons/lesson-error';
import { type Path, pathText } from '../../lessons/path';
import type { App } from '../command';
import { comesAlong, EXAMPLES } from '../examples';
import { leaves } from '../experiment';
import { extentOf } from '../lanes/extent';
import { isComparing, lanesOf } from '../lanes/side-by-side';
import type { AppState } from '../state';
import { traceChoice } from '../trace-document';
import { changesBetween } from './lanes';

/**
 * All of it but the parts beside the stage with their charts and figures, which a step has in common with the one before.
 *
 * @throws LessonError where there is nothing that a lesson can hold.
 */
export async function sceneNow(app: App): Promise<Omit<DraftScene, 'shows' | 'charts' | 'figures'>> {
  app.store.update({ playing: false });
  const state = app.whole.get();
  const [first, ...beside] = lanesOf(state);
  if (!first?.opened || !state.frame) throw new LessonError('No device is open: expected one to be recorded.');
  const choice = traceChoice(first.document);
  if (choice && !comesAlong(choice.name))
    throw new LessonError(
      `This device replays the trace ${choice.name}, which a lesson cannot hold: expected generated requests, or a trace that comes with Flashlab.`,
    );
  const { document } = first;
  return {
    device: deviceOf(document),
    beside: beside.map((lane) => changesBetween(document, lane.document, lane.opened?.document ?? lane.document)),
    at: await momentNow(app),
    stage: state.stage_view,
    colour_by: state.colour_by,
    highlight: highlightOf(app.store.get()),
  };
}

/** Where the run stands, as a lesson spells it. */
export async function momentNow({ whole, store, lane }: App): Promise<string> {
  const state = whole.get();
  const extent = extentOf(state);
  const position = store.get().frame?.position;
  if (!extent || !position) return FIRST_SCENE.at;
  if (isComparing(state)) return extent.is_over ? 'end' : extent.request === 0 ? 'start' : `request ${extent.request}`;
  const { op, request, ended } = position;
  if (ended) return 'end';
  if (op === 0) return 'start';
  // Requests are what people count; between two of them the moment is the same.
  const between: Path = { from: { request }, moves: [] };
  return pathText((await lane.locate(between)) === op ? between : { from: { op }, moves: [] });
}

const sorted = (document: ExperimentDocument): string =>
  JSON.stringify(leaves(document).toSorted(([one], [two]) => (one < two ? -1 : 1)));

function deviceOf(document: ExperimentDocument): Device {
  const example = EXAMPLES.find((candidate) => sorted(candidate.document) === sorted(document));
  return example ? { example: example.id } : { experiment: document };
}

/** The page that was pinned last, or else the one that is lit, or the state that stands out. */
function highlightOf({ frame, pinned_pages, lit_lpn, isolate }: AppState): Highlight | null {
  const pinned = pinned_pages.at(-1);
  const lpn = frame?.stage?.kind === 'cells' && pinned !== undefined ? frame.stage.mapping.indexOf(pinned) : -1;
  if (lpn >= 0) return { lpn };
  if (lit_lpn !== null) return { lpn: lit_lpn };
  return isolate && { state: isolate };
}
