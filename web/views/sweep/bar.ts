/** The bar over a sweep and the line under it. */

import { leaves } from '../../app/experiment';
import { valueInWords } from '../../app/parameters';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import { setAttribute, setText } from '../../ui/dom';
import { actionOf, shareButton } from '../bar/parts';
import { createScreenBar, type ScreenBar } from '../bar/screen-bar';
import { settingInWords } from '../compare/lane-names';

const KEYS = [
  ['X', 'run, stop'],
  ['S', 'share'],
  ['F', 'figures'],
  ['?', 'all keys'],
] as const;

const DIGEST = 'workload.sha256';
/** As many as tell traces and sweeps apart; a hover shows all. */
const DIGEST_DIGITS = 12;

export function createSweepBar(run: RunCommand): Pick<ScreenBar, 'element' | 'foot' | 'show'> {
  const action = actionOf(run);
  const base = action('sweep.base', 'Workbench', { title: 'Open what all runs share in the workbench' });
  const { element, foot, recipe, source, show } = createScreenBar(run, [base, shareButton(run)], KEYS);
  return {
    element,
    foot,
    show(now: AppState) {
      show(now);
      const { sweep, schema } = now;
      base.hidden = sweep.experiment === null;
      const set = leaves(sweep.experiment ?? {});
      const told = set.map(([path, value]) => settingInWords(path, shortened(path, value), schema));
      const common = told.length > 0 ? told.join(' · ') : 'all fields at their defaults';
      setText(recipe, sweep.experiment ? `Same for all: ${common}` : 'A sweep: the same experiment at many settings');
      setAttribute(recipe, 'title', set.map(([path, value]) => `${path} = ${valueInWords(value)}`).join('\n') || null);
      const version = schema ? `flashlab ${schema.core_version}` : '';
      setText(source, sweep.plan ? `${version} · sweep ${sweep.plan.id.slice(0, DIGEST_DIGITS)}` : version);
      setAttribute(source, 'title', sweep.plan ? `sweep ${sweep.plan.id}` : null);
    },
  };
}

/** A trace's digest by its first digits; other values as they are. */
const shortened = (path: string, value: unknown): unknown =>
  path === DIGEST ? String(value).slice(0, DIGEST_DIGITS) : value;
