/** Makes the worksheet of a lesson and its answer sheet, and says how far it is. */

import type { App } from '../command';
import { encodeLessonAddress, type LessonAddress } from '../url-state';
import { collect, questionSteps } from './collect';
import { sheetsOf } from './sheet';
import { openStageFrame, type StageFrame } from './stage-frame';
import type { WorksheetState } from './state';

/** Of the lesson that is being taken. Whoever closes the worksheet calls it off. */
export async function makeWorksheet({ store, page }: App): Promise<void> {
  const taken = store.get().lesson;
  if (!taken) return;
  const { lesson, packed } = taken;
  const { id, title } = lesson;
  const total = questionSteps(lesson).length;
  let mine: WorksheetState = { lesson: { id, title }, done: 0, total, sheets: null, problem: null };
  const isWanted = (): boolean => store.get().worksheet === mine;
  const tell = (change: Partial<WorksheetState>): void => {
    if (!isWanted()) return;
    mine = { ...mine, ...change };
    store.update({ worksheet: mine });
  };
  store.update({ worksheet: mine });
  let stage: StageFrame | null = null;
  const stop = store.subscribe(() => {
    if (!isWanted()) stage?.close();
  });
  try {
    stage = await openStageFrame(encodeLessonAddress({ id, packed, step: 0 }));
    if (!isWanted()) return;
    const questions = await collect(lesson, stage, (done) => tell({ done }));
    const parts = { lesson, questions, linkOf: linksTo({ id, packed }), version: page.program().flashlab };
    tell({ sheets: sheetsOf(parts) });
  } catch (thrown) {
    // A worksheet that was closed has no problem.
    tell({ problem: thrown instanceof Error ? thrown.message : String(thrown) });
  } finally {
    stop();
    stage?.close();
  }
}

/** The address of a step of a lesson, from 1, without the page's own switches. */
function linksTo(lesson: Omit<LessonAddress, 'step'>): (step: number) => string {
  return (step) => {
    const url = new URL(location.href);
    url.search = '';
    url.hash = encodeLessonAddress({ ...lesson, step: step - 1 });
    return url.href;
  };
}
