/** Reading and changing experiment documents by dotted path: `ftl.gc.low`. Documents are values; nothing changes one in place. */

import type { ExperimentDocument } from '../engine/protocol';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at `path`, or undefined. */
export function valueAt(document: ExperimentDocument, path: string): unknown {
  let value: unknown = document;
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** The entry of `record` that a document names; `constructor` and the like name none. */
export const entryOf = <T>(record: Readonly<Record<string, T>>, named: unknown): T | undefined =>
  typeof named === 'string' && Object.hasOwn(record, named) ? record[named] : undefined;

/** Whatever a document has in the place of a word, as text. */
export const wordOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** `document` with `value` at `path`; undefined removes the field, and objects left empty by it. */
export function withValue(document: ExperimentDocument, path: string, value: unknown): ExperimentDocument {
  const [key = '', ...rest] = path.split('.');
  const copy = { ...document };
  const own = Object.hasOwn(copy, key) ? copy[key] : undefined;
  const next = rest.length ? withValue(isObject(own) ? own : {}, rest.join('.'), value) : value;
  if (next !== undefined && !(rest.length && isObject(next) && Object.keys(next).length === 0))
    // Not an assignment, which would give `__proto__` its own meaning: it is a field like any other, and the core refuses it.
    return { ...copy, [key]: next };
  delete copy[key];
  return copy;
}

/** The two ways to size a device; a document holds one of them. */
export const SIZES: readonly string[] = ['device.logical_bytes', 'device.blocks_per_plane'];

/** Chooses the ready values of a mix. */
export const STANDIN_PATH = 'workload.standin';

/** What means the same whichever component of its section, or stand-in, is chosen. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  'buffer.kind': ['buffer.bytes'],
  [STANDIN_PATH]: ['workload.kind', 'workload.requests', 'workload.queue_depth', 'workload.address_pages'],
};

interface Home {
  /** The device that a layer brings. */
  preset: string;
  /** Whether the one that is set is such a device already, as far as the document says itself. */
  is_home: (document: ExperimentDocument) => boolean;
}

const presetOf = (document: ExperimentDocument): string => wordOf(valueAt(document, 'device.preset'));

/** Whether planes work side by side. */
function worksSideBySide(document: ExperimentDocument): boolean {
  const clock = valueAt(document, 'device.clock');
  return clock === 'event' || (clock === undefined && presetOf(document).startsWith('ttflash'));
}

/** Devices whose presets know the layer's own settings. */
const OPEN_CHANNEL: Home = {
  preset: 'ocssd-virtual-small',
  is_home: (document) => presetOf(document).startsWith('ocssd') || presetOf(document) === 'figure-4',
};

/** Layers that are about a kind of device, and the one they come with where another is set. */
const AT_HOME: Readonly<Record<string, Home>> = {
  ttflash: { preset: 'ttflash-small', is_home: worksSideBySide },
  pblk: OPEN_CHANNEL,
  'pblk-selective': OPEN_CHANNEL,
};

/** The fields of which a layer complains on a device that it is not made for. */
const NOT_AT_HOME: readonly string[] = ['device.clock', 'device.channels'];

/** `document` on the device that its layer comes with, and without a buffer, since that layer has its own RAM; null where that is not what `field` is about. */
export function atHome(
  document: ExperimentDocument,
  field: string | null,
): { preset: string; document: ExperimentDocument } | null {
  const home = entryOf(AT_HOME, valueAt(document, 'ftl.kind'));
  if (!home || field === null || !NOT_AT_HOME.includes(field)) return null;
  const { preset } = home;
  return { preset, document: { ...withValue(document, 'buffer', undefined), device: { preset } } };
}

/**
 * `document` with a user's choice in it. Choosing another component drops what was set about the old one, but for what all
 * have; another preset or stand-in drops the device's or the mix's own settings, and one way to size the device drops the
 * other: none of them would mean the same any more. A layer that the device is not made for brings one that is.
 */
export function withChoice(document: ExperimentDocument, path: string, value: unknown): ExperimentDocument {
  const section = path.split('.')[0] ?? '';
  if (path === 'device.preset') return { ...document, device: { preset: value } };
  if (path === STANDIN_PATH || (path.endsWith('.kind') && path.split('.').length === 2)) {
    const chosen = withValue(withValue(document, section, undefined), path, value);
    const shared = (SHARED[path] ?? []).filter((field) => valueAt(document, field) !== undefined);
    const kept = shared.reduce((next, field) => withValue(next, field, valueAt(document, field)), chosen);
    const home = path === 'ftl.kind' ? entryOf(AT_HOME, value) : undefined;
    return home && !home.is_home(document) ? { ...kept, device: { preset: home.preset } } : kept;
  }
  const rival = SIZES.includes(path) ? SIZES.find((size) => size !== path) : undefined;
  return withValue(rival ? withValue(document, rival, undefined) : document, path, value);
}

/** Every leaf as [path, value]; arrays and empty objects are leaves. */
export function leaves(document: ExperimentDocument, prefix = ''): [string, unknown][] {
  return Object.entries(document).flatMap(([key, value]): [string, unknown][] =>
    isObject(value) && Object.keys(value).length > 0 ? leaves(value, `${prefix}${key}.`) : [[prefix + key, value]],
  );
}
