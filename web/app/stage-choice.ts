/** Which stage is in sight: the buffer's, the translation layer's own, or the flash. In the order in which a write meets them. */

import type { StageName } from '../engine/protocol';
import { valueAt } from './experiment';
import { hasStripes } from './moments';
import type { AppState } from './state';

export type StageView = AppState['stage_view'];

/** What can be looked at; the flash has no stage of a layer. */
export interface StageOption {
  view: StageView;
  stage: StageName | null;
}

const FLASH: StageOption = { view: 'flash', stage: null };

/** All that can be looked at in the device that was opened, from the host down; the flash is always there. */
export function stageOptions({ opened }: Pick<AppState, 'opened'>): readonly StageOption[] {
  const stages = opened?.observables.stages;
  return [
    ...(stages?.buffer ? [{ view: 'buffer', stage: stages.buffer } as const] : []),
    ...(stages?.layer ? [{ view: 'layer', stage: stages.layer } as const] : []),
    FLASH,
  ];
}

/** What is in sight: what was chosen, or, where there is no such stage, the one nearest to the host. */
export function stageShown(state: Pick<AppState, 'opened' | 'stage_view'>): StageOption {
  const options = stageOptions(state);
  return options.find(({ view }) => view === state.stage_view) ?? options[0] ?? FLASH;
}

/** The next one down, and from the flash back to the first. */
export function stageAfter(state: Pick<AppState, 'opened' | 'stage_view'>): StageView {
  const views = stageOptions(state).map(({ view }) => view);
  return views[(views.indexOf(stageShown(state).view) + 1) % views.length] ?? 'flash';
}

/** Whether planes work side by side, each at its own time. */
const onEventClock = ({ opened }: Pick<AppState, 'opened'>): boolean =>
  opened !== null && valueAt(opened.document, 'device.clock') === 'event';

/** Whether channels and planes over time can be unfolded under the stage: the stage of a device with stripes has them itself. */
export const offersGantt = (state: Pick<AppState, 'opened' | 'stage_view'>): boolean =>
  onEventClock(state) && !showsGantt(state);

/** Whether channels and planes over time are in sight. */
export const ganttShown = (state: Pick<AppState, 'opened' | 'stage_view' | 'gantt_open' | 'embedded'>): boolean =>
  onEventClock(state) && (showsGantt(state) || (state.gantt_open && !state.embedded));

const showsGantt = (state: Pick<AppState, 'opened' | 'stage_view'>): boolean =>
  hasStripes(state) && stageShown(state).view === 'layer';
