/** Traces that are kept in the browser. */

import { argument, textArgument } from '../arguments';
import type { App, Command } from '../command';
import type { KeptTrace } from '../kept-traces/state';
import { once } from '../once';
import { importFile, read } from './trace';

const keptTraces = once(() => import('../kept-traces'));

const traceOf = ({ store }: App, args: unknown): KeptTrace | undefined => {
  const id = textArgument(args, 'id');
  return store.get().kept_traces?.find((trace) => trace.id === id);
};

async function open(app: App, trace: KeptTrace): Promise<void> {
  const file = await (await keptTraces()).read(app, trace);
  if (file) await importFile(app, trace.name, () => read(app, file, trace.name, null, trace.columns));
}

export const KEPT_TRACES_COMMANDS: readonly Command[] = [
  {
    id: 'kept-traces.list',
    title: 'List the traces that are kept in this browser',
    run: async (app) => (await keptTraces()).list(app),
  },
  {
    id: 'kept-traces.keep',
    title: 'Keep the trace in this browser',
    enabled: ({ trace_file, trace_view }) => trace_file !== null && trace_view.report !== null,
    run: async (app) => (await keptTraces()).keep(app),
  },
  {
    id: 'kept-traces.open',
    title: 'Open a kept trace',
    run: async (app, args) => {
      const trace = traceOf(app, args);
      if (trace) await open(app, trace);
    },
  },
  {
    id: 'kept-traces.rename',
    title: 'Rename a kept trace',
    run: async (app, args) => {
      const trace = traceOf(app, args);
      const name = String(argument(args, 'name') ?? '').trim();
      if (trace && name !== '' && name !== trace.name) await (await keptTraces()).rename(app, trace, name);
    },
  },
  {
    id: 'kept-traces.remove',
    title: 'Delete a kept trace',
    run: async (app, args) => {
      const trace = traceOf(app, args);
      if (trace) await (await keptTraces()).remove(app, trace);
    },
  },
];
