/** The worker's answers about the papers' figures. They need no lane but for the traces it has read, and each is one call of the core. */

import type { Core, CoreFigures, CoreSession, SessionFigures } from './core';
import type { Answers, Ask, TraceChoice } from './protocol';

export type FigureAsk = Extract<Ask, { type: `figure${string}` }>;

export const isFigureAsk = (ask: Ask): ask is FigureAsk => ask.type.startsWith('figure');

export interface FigureCore {
  core: Core;
  session: CoreSession & Partial<SessionFigures>;
  /** Where a trace stands among those read. */
  traceIndex: (choice: TraceChoice | null) => number | undefined;
}

export function answerFigures({ core, session, traceIndex }: FigureCore, ask: FigureAsk): Answers[FigureAsk['type']] {
  if (!hasFigures(core) || !session.figure_run) throw new Error('this core was built without the figures');
  switch (ask.type) {
    case 'figures-list':
      return JSON.parse(core.figures_list());
    case 'figure-plan':
      return JSON.parse(core.figure_plan(ask.figure, ask.quick));
    case 'figure-run':
      return JSON.parse(session.figure_run(JSON.stringify(ask.document), ask.by, traceIndex(ask.trace)));
    case 'figure-judge':
      return core.figure_judge(ask.figure, ask.quick, JSON.stringify({ measures: ask.measures }));
    case 'figure-firm-runs':
      return JSON.parse(core.figure_sensitivity_runs(ask.claim, ask.quick, null, JSON.stringify(ask.tried)));
    case 'figure-firm-judge':
      return JSON.parse(core.figure_sensitivity_judge(ask.claim, ask.quick, null, JSON.stringify(ask.tried)));
    case 'figure-on-traces':
      return JSON.parse(core.figure_on_traces(ask.figure, JSON.stringify(ask.traces)));
    case 'figures-report':
      return core.figures_report(JSON.stringify({ results: ask.results, firmness: ask.firmness }));
  }
}

const hasFigures = (core: Core): core is Core & CoreFigures => core.figures_list !== undefined;
