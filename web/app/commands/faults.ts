/** Failures that a person brings about at any moment. */

import { numberArgument } from '../arguments';
import type { App, Command } from '../command';
import {
  canCutPower,
  canFail,
  type Failing,
  isCut,
  isFailing,
  isPowerCut,
  withFailing,
  withoutFailures,
  withPlaneLost,
  withPower,
  withPowerCut,
} from '../faults';
import { isComparing, lanesOf } from '../lanes/side-by-side';
import type { LaneState } from '../lanes/state';
import { hasStripes } from '../moments';
import { open } from './experiment';

/** The request to which the farthest of these has come. */
const farthest = (lanes: readonly LaneState[]): number =>
  Math.max(...lanes.map(({ frame }) => frame?.position.request ?? 0));

/** In all lanes at once, each where it stands; then they are where the device has recovered. */
async function cutPower(app: App): Promise<void> {
  const lanes = lanesOf(app.whole.get());
  if (await app.lane.openAll(lanes.map(withPowerCut))) await app.run('transport.end');
}

/** Back to the request in which it came, from where the run goes on. */
async function restorePower(app: App): Promise<void> {
  const lanes = lanesOf(app.whole.get());
  await app.lane.openAll(lanes.map(withPower), farthest(lanes.filter(isCut)));
}

/** In all lanes at once, from the next request on. One that is alone goes on to the block that goes bad by it. */
const fail = (failing: Failing) => async (app: App) => {
  const state = app.whole.get();
  const lanes = lanesOf(state);
  const documents = lanes.map((lane) => withFailing(lane, failing));
  const is_open = await app.lane.openAll(documents, farthest(lanes));
  if (is_open && !isComparing(state)) await app.lane.step('bad-block', 1);
};

/** Back to where the lanes stand, as if nothing had failed. */
async function mend(app: App): Promise<void> {
  const lanes = lanesOf(app.whole.get());
  await app.lane.openAll(lanes.map(withoutFailures), farthest(lanes));
}

export const FAULT_COMMANDS: readonly Command[] = [
  {
    id: 'fault.cut-power',
    title: 'Cut power here, or take the cut back',
    keys: ['0'],
    group: 'Experiment',
    enabled: (state) => canCutPower(state) || isPowerCut(state),
    run: (app) => (isPowerCut(app.whole.get()) ? restorePower(app) : cutPower(app)),
  },
  {
    id: 'fault.fail-erase',
    title: 'Let the first erase from the next request on fail: its block goes bad',
    keys: ['9'],
    group: 'Experiment',
    enabled: canFail,
    run: fail('erase'),
  },
  {
    id: 'fault.fail-program',
    title: 'Let the first program from the next request on fail: its block is replaced from the reserve',
    keys: ['8'],
    group: 'Experiment',
    enabled: canFail,
    run: fail('program'),
  },
  {
    id: 'fault.mend',
    title: 'Take failed erases and programs back',
    keys: [','],
    group: 'Experiment',
    enabled: isFailing,
    run: mend,
  },
  {
    id: 'fault.kill-plane',
    title: 'Kill a plane at this request and continue',
    enabled: (state) => state.frame !== null && hasStripes(state),
    run: async (app, args) => {
      const { document, frame } = app.store.get();
      const request = frame?.position.request ?? 0;
      const lost = withPlaneLost(document, numberArgument(args, 'plane'), request);
      if (await open(app, lost)) await app.lane.seek({ request });
    },
  },
];
