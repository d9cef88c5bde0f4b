import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CoreSession, SessionFigures } from '../engine/core';
import { packFrame } from '../engine/frame';
import type { View } from '../engine/protocol';
import { openCore } from '../fixtures/core';
import { parseLesson } from './parse';
import { READINGS } from './readings';

const VIEW: View = {
  stage: { kind: 'cells' },
  charts: true,
  gantt: false,
  timeline_bins: 0,
  operations_max: 64,
  state_hash: false,
  check: false,
};
const BUDGET_MS = 60_000;

const file = join(import.meta.dirname, '../../public/lessons/power-cut.md');
const steps = parseLesson('power-cut', readFileSync(file, 'utf8')).steps.filter((step) =>
  JSON.stringify(step).includes('"lost-writes"'),
);

test.each(steps.map((step) => [step.title, step] as const))(
  'of the lesson on power cuts, "%s" reads the loss that the report tells',
  (_, { scene: { device } }) => {
    if ('example' in device) throw new Error('expected an experiment of its own');
    const { opened, session } = openCore(device.experiment);
    while (!session.run(BUDGET_MS));
    const { frame } = packFrame(session, VIEW, 0, { page_ops_per_s: 0, seek_ms: 0 });
    const whole = session as CoreSession & SessionFigures;
    whole.report_begin();
    while (!whole.report_step(BUDGET_MS));
    const report: { power_loss: { lost_pages: number } } = JSON.parse(whole.report());
    expect(READINGS['lost-writes'].of({ frame, opened })).toBe(report.power_loss.lost_pages);
  },
);

test('nothing is said of a loss where power was not cut', () => {
  const { opened, session } = openCore({ device: { preset: 'toy' }, workload: { kind: 'uniform', requests: 4 } });
  while (!session.run(BUDGET_MS));
  const { frame } = packFrame(session, VIEW, 0, { page_ops_per_s: 0, seek_ms: 0 });
  expect(READINGS['lost-writes'].of({ frame, opened })).toBeNull();
});
