/** The command that makes the same sweep natively. */

import type { SweepValue } from '../../engine/sweep';
import { leaves } from '../experiment';
import type { SweepDraft } from './state';
import { listed } from './values';

export function commandLine({ experiment, varied, policies }: SweepDraft): string {
  const sets = leaves(experiment ?? {}).map(([path, value]) => `--set ${quoted(`${path}=${wordOf(value)}`)}`);
  const named = policies.map(({ title, set }) => {
    const pairs = Object.entries(set).map(([path, value]) => `${path}=${wordOf(value)}`);
    return `--policy ${quoted([`${title}:`, ...pairs].join(' '))}`;
  });
  const vary = varied.map(
    ({ path, text }) => `--vary ${quoted(`${path}=${text.replaceAll(/\s*([,:])\s*/g, '$1').trim()}`)}`,
  );
  return ['flashlab sweep', ...sets, ...named, ...vary, '--csv'].join(' ');
}

/** Text stands bare unless it would be read as something else. */
const wordOf = (value: unknown): string =>
  typeof value === 'string' && listed([value as SweepValue]) === value ? value : JSON.stringify(value);

const quoted = (text: string): string => (/^[\w.,:=/+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
