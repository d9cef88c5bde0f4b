/** Sets the simulator to what a step of a lesson shows: its lanes, its moment, its view. */

import type { ExperimentDocument } from '../../engine/protocol';
import type { Changes, Device, Scene } from '../../lessons/lesson';
import type { Path } from '../../lessons/path';
import type { App } from '../command';
import { bringTrace, openAlone } from '../commands/experiment';
import { EXAMPLES } from '../examples';
import { withChoice } from '../experiment';
import { isComparing } from '../lanes/side-by-side';
import { FLASH_MAX } from '../speed';
import type { Unit } from '../step-units';
import { URL_DEFAULTS } from '../url-state';

/** How long one watches on the way to an answer, and the least operations, or requests of lanes, a second. */
const WATCHED_S = 5;
const LEAST_SPEED = 2;

/** Shows `scene`, at its own moment or `at` another. `before`: the scene that is shown now, whose lanes may be the same. */
export async function setScene(app: App, scene: Scene, at: Path, before: Scene | null): Promise<void> {
  if (!before || !isSame(before, scene)) await openLanes(app, scene);
  app.whole.update({ focus: null });
  await goTo(app, at);
  const { highlight } = scene;
  app.store.update({
    stage_view: scene.stage,
    colour_by: scene.colour_by,
    lit_lpn: highlight && 'lpn' in highlight ? highlight.lpn : null,
    isolate: highlight && 'state' in highlight ? highlight.state : null,
  });
}

const isSame = (scene: Scene, other: Scene): boolean =>
  JSON.stringify([scene.device, scene.beside]) === JSON.stringify([other.device, other.beside]);

async function openLanes(app: App, { device, beside }: Scene): Promise<void> {
  const { document, unit } = experimentOf(device);
  const documents = documentsOf({ device, beside });
  app.store.update({ approach: null, unit: beside.length > 0 ? 'request' : unit, meet_by: 'request' });
  if (!(await bringTrace(app, document))) return;
  if (beside.length === 0) {
    await openAlone(app, document);
    return;
  }
  app.whole.update({ screen: 'workbench', hovered_page: null, pinned_pages: [], lit_lpn: null, isolate: null });
  await app.lane.openAll(documents);
}

/** What its lanes are, A first. */
export function documentsOf({ device, beside }: Pick<Scene, 'device' | 'beside'>): readonly ExperimentDocument[] {
  const { document } = experimentOf(device);
  return [document, ...beside.map((changes) => withChanges(document, changes))];
}

function experimentOf(device: Device): { document: ExperimentDocument; unit: Unit } {
  if ('experiment' in device) return { document: device.experiment, unit: URL_DEFAULTS.unit };
  const example = EXAMPLES.find(({ id }) => id === device.example);
  if (!example) throw new TypeError(`no example ${device.example}`);
  return example;
}

const withChanges = (document: ExperimentDocument, changes: Changes): ExperimentDocument =>
  changes.reduce((next, [path, value]) => withChoice(next, path, value), document);

async function goTo({ store, lane }: App, { from, moves }: Path): Promise<void> {
  store.update({ playing: false, approach: null });
  if (from === 'end') await lane.runToEnd();
  else await lane.seek(from);
  for (const { unit, count } of moves) await lane.step(unit, count);
}

/** Plays to a place if it can be watched on the way; elsewhere it is jumped to. */
export async function playTo(app: App, path: Path): Promise<void> {
  const way = app.page.motion() ? await wayTo(app, path) : null;
  if (way) await watch(app, way);
  // Whoever pauses on the way there wants to be there.
  if (!way || way.left() > 0 || isComparing(app.whole.get())) await goTo(app, path);
}

/** In operations of a lane alone, in requests of lanes side by side. */
interface Way {
  until: number;
  left: () => number;
  speed: number;
}

/** Null where the place lies behind, or is too far for what happens on the way to be seen. */
async function wayTo({ whole, lane }: App, path: Path): Promise<Way | null> {
  const compared = isComparing(whole.get());
  const place = () => whole.get().frame?.position;
  const until = compared ? requestOf(path, place()?.requests ?? 0) : await lane.locate(path);
  if (until === null) return null;
  const left = (): number => until - ((compared ? place()?.request : place()?.op) ?? 0);
  const speed = Math.max(LEAST_SPEED, left() / WATCHED_S);
  // Of lanes one sees figures and curves, which can be followed at any speed.
  return left() > 0 && (compared || speed <= FLASH_MAX) ? { until, left, speed } : null;
}

const requestOf = ({ from }: Path, requests: number): number =>
  from === 'end' ? requests : 'request' in from ? from.request : 0;

async function watch({ store, lane }: App, { until, speed }: Way): Promise<void> {
  store.update({ speed, approach: null, play_until: until, playing: true });
  await atRest(store);
  store.update({ play_until: null });
  // While it played, charts came now and then: the answer is read off those of this moment.
  await lane.complete();
}

/** Resolves when play is over. */
const atRest = (store: App['store']): Promise<void> =>
  new Promise((resolve) => {
    const stop = store.subscribe(({ playing }) => {
      if (playing) return;
      stop();
      resolve();
    });
  });
