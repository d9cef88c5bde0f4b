/**
 * The stage in a frame, controlled by the page around it: it answers that page's messages, each by one of the same id, and tells it what
 * changes. Messages of anybody else are not noticed. `message.ts` says what can be asked, `stage-state.ts` what is told, and
 * `public/flashlab-embed.js` is the other side.
 */

import { throttled } from '../../render/throttle';
import type { App } from '../command';
import { createSerialQueue } from '../lanes/serial-queue';
import type { AppState } from '../state';
import { untilIdle } from '../until-idle';
import { EMBED_VERSION, type EmbedAsk, idOf, isAddressed, MessageError, type MessageId, parseMessage } from './message';
import { NOTHING_OPEN, perform, refusalOf } from './perform';
import { type StageState, stageStateOf } from './stage-state';

export interface EmbedContext {
  app: App;
  /** Resolves when what the frame's address says stands open. */
  opening: Promise<void>;
  /** Whether nothing on the stage moves. */
  settled: () => boolean;
  /** The page around the frame. */
  parent: Pick<Window, 'postMessage'>;
  /** The origins whose pages may control this one. */
  origins: readonly string[];
}

export type EmbedAnswer =
  | { flashlab: 1; id: MessageId; ok: true; state: StageState; picture?: Blob }
  | {
      flashlab: 1;
      id: MessageId | null;
      ok: false;
      error: { message: string; field: string | null; expected: string | null };
    };

/** How often changes are told while the run plays. */
const TOLD_PERIOD_MS = 100;
const TOLD: readonly (keyof AppState)[] = ['frame', 'opened', 'playing', 'lesson'];

/** Returns what is to be called with each message that the window gets. */
export function createEmbedApi({
  app,
  opening,
  settled,
  parent,
  origins,
}: EmbedContext): (event: MessageEvent) => void {
  const enqueue = createSerialQueue();
  /** The origin of the page that has spoken: whoever has not is told nothing. */
  let listener: string | null = null;

  const tell = throttled(TOLD_PERIOD_MS, () => {
    const state = stageStateOf(app.store.get());
    if (listener && state) parent.postMessage({ flashlab: EMBED_VERSION, type: 'changed', state }, listener);
  });
  app.store.subscribe((now, before) => {
    if (listener && TOLD.some((key) => now[key] !== before[key])) tell();
  });

  async function answer(id: MessageId, ask: EmbedAsk): Promise<EmbedAnswer> {
    await opening;
    const { failure } = app.store.get();
    await perform(app, ask);
    const refused = await refusalOf(app, failure);
    if (refused) throw refused;
    const state = stageStateOf(app.store.get());
    if (!state) throw new MessageError(NOTHING_OPEN);
    const answered = { flashlab: EMBED_VERSION, id, ok: true, state } as const;
    if (ask.type !== 'picture') return answered;
    await untilIdle(() => app.lane.busy() || !settled());
    return { ...answered, picture: await app.page.picture() };
  }

  async function receive(data: Readonly<Record<string, unknown>>): Promise<EmbedAnswer> {
    try {
      const { id, ask } = parseMessage(data);
      // Whoever pauses does not wait for what is under way.
      return await (ask.type === 'pause' ? answer(id, ask) : enqueue(() => answer(id, ask)));
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      const { field, expected } = thrown instanceof MessageError ? thrown : { field: null, expected: null };
      return { flashlab: EMBED_VERSION, id: idOf(data), ok: false, error: { message, field, expected } };
    }
  }

  return ({ source, origin, data }) => {
    if (source !== parent || !origins.includes(origin) || !isAddressed(data)) return;
    listener = origin;
    void receive(data).then((answered) => parent.postMessage(answered, origin));
  };
}
