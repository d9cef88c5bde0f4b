/** Carries out what the page around a frame asks for. Everything goes through commands, as it does for keys and buttons. */

import type { Failure } from '../../engine/protocol';
import type { App } from '../command';
import { withChoice } from '../experiment';
import { unitsOf } from '../moments';
import { type EmbedAsk, MessageError } from './message';

export const NOTHING_OPEN = 'No device is open in this frame: expected "set", "example" or "lesson" first.';

/** Resolves when it is done and the stage stands still, or plays; throws `MessageError` where that cannot be. */
export async function perform(app: App, ask: EmbedAsk): Promise<void> {
  const { store, lane } = app;
  /** What needs a device. */
  const opened = () => {
    const state = store.get();
    if (!state.opened) throw new MessageError(state.failure?.text ?? NOTHING_OPEN);
    return state;
  };
  switch (ask.type) {
    case 'state':
    case 'picture':
      opened();
      return;
    case 'play':
      if (ask.speed !== null) await app.run('transport.speed', { speed: ask.speed });
      if (opened().playing) return;
      if (opened().frame?.position.ended) throw new MessageError('The run has ended: nothing is left to play.');
      return app.run('transport.play');
    case 'pause':
      return app.run('transport.pause');
    case 'step': {
      const units = unitsOf(opened());
      if (!units.includes(ask.unit)) {
        const expected = `one of ${units.join(', ')}`;
        throw new MessageError(
          `unit: "${ask.unit}" never happens on this device: expected ${expected}`,
          'unit',
          expected,
        );
      }
      await app.run('transport.pause');
      return lane.step(ask.unit, ask.count);
    }
    case 'goTo':
      opened();
      await app.run('transport.pause');
      return ask.to === 'end' ? lane.runToEnd() : lane.seek(ask.to);
    case 'set': {
      const document =
        'experiment' in ask
          ? ask.experiment
          : choicesFirst(ask.values).reduce((next, [path, value]) => withChoice(next, path, value), opened().document);
      return app.run('experiment.open', { document });
    }
    case 'example':
      return app.run('experiment.example', { id: ask.example, play: false });
    case 'lesson':
      return app.run('lesson.open', { id: ask.lesson, step: ask.step - 1 });
    case 'predict':
      if (!opened().lesson) throw new MessageError('No lesson is open in this frame: expected "lesson" first.');
      return app.run('lesson.predict', { guess: ask.guess });
  }
}

/** Choosing another component drops the settings of the one before, so its own settings come after it. */
const choicesFirst = <V extends readonly [path: string, ...unknown[]]>(values: readonly V[]): readonly V[] =>
  values.toSorted(([one], [other]) => Number(isChoice(other)) - Number(isChoice(one)));

const isChoice = (path: string): boolean => /\.(preset|kind|standin)$/.test(path);

/** What was refused since `before`, as an error. A stage that stands goes on without a word of it, since whoever asked is told. */
export async function refusalOf(app: App, before: Failure | null): Promise<MessageError | null> {
  const { failure, opened } = app.store.get();
  if (!failure || failure === before) return null;
  if (opened) await app.run('experiment.dismiss');
  return new MessageError(failure.text, failure.field, failure.nearest && `such as ${failure.nearest}`);
}
