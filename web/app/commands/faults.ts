/** Failures that a person brings about at any moment. */

import { type App, type Command, runCommand } from '../commands';
import { canCutPower, isCut, isPowerCut, withPower, withPowerCut } from '../faults';
import { lanesOf } from '../lanes/state';

/** In all lanes at once, each where it stands; then they are where the device has recovered. */
async function cutPower(app: App): Promise<void> {
  const lanes = lanesOf(app.whole.get());
  if (await app.lane.openAll(lanes.map(withPowerCut))) await runCommand(app, 'transport.end');
}

/** Back to the request in which it came, from where the run goes on. */
async function restorePower(app: App): Promise<void> {
  const lanes = lanesOf(app.whole.get());
  const requests = lanes.filter(isCut).map(({ frame }) => frame?.position.request ?? 0);
  await app.lane.openAll(lanes.map(withPower), Math.max(...requests));
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
];
