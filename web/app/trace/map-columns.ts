/** Asking what the columns of a file are: what the core reads with each choice is told as one chooses. */

import type { App } from '../command';
import { columnsOf, guessed, type Mapper } from './mapper';
import { NO_TRACE_VIEW } from './state';

export { columnsOf };

/** Shows the table that a refused file may be. Where it is none, the refusal stays. */
export async function offer(app: App, file: Blob, name: string): Promise<void> {
  const { screen, document, trace_view } = app.store.get();
  const sheet = await app.lane.askTrace({ type: 'trace-sheet' });
  if (!sheet) return;
  const base = screen === 'workbench' ? document : screen === 'trace' ? trace_view.base : null;
  const mapper: Mapper = { name, file, sheet, choices: guessed(sheet), words: {}, reading: null, base };
  app.store.update({
    screen: 'trace',
    trace: null,
    trace_view: { ...NO_TRACE_VIEW, base, mapper },
    playing: false,
    failure: null,
    drawer_open: false,
  });
  await read(app, mapper);
}

/** Makes other choices, and tells what the rows come to by them. */
export async function put(app: App, to: Partial<Mapper>): Promise<void> {
  const { trace_view } = app.store.get();
  if (!trace_view.mapper) return;
  const mapper = { ...trace_view.mapper, ...to };
  app.store.update({ trace_view: { ...trace_view, mapper } });
  await read(app, mapper);
}

async function read(app: App, mapper: Mapper): Promise<void> {
  const reading = await app.lane.askTrace({ type: 'trace-sheet-read', columns: columnsOf(mapper) });
  const { trace_view } = app.store.get();
  // Another choice may have been made meanwhile.
  if (reading && trace_view.mapper === mapper)
    app.store.update({ trace_view: { ...trace_view, mapper: { ...mapper, reading } } });
}
