/** Taking what is in sight elsewhere: as a report, as drawings, as numbers. */

import type { App, Command } from '../command';
import { entryOf, isSaved, resultOf } from '../figures/state';
import type { LaneParts } from '../lanes/run-report';
import { lanesOf } from '../lanes/side-by-side';
import type { AppState } from '../state';

/** Dots of a picture for each of the page's: enough to be printed. */
const PICTURE_SCALE = 3;

const isThere = ({ screen, figures }: AppState): boolean =>
  screen === 'figures' && isSaved(figures) && resultOf(figures) !== null;

/** All that is known of the figure in sight. */
function shown({ store }: App) {
  const { figures, schema } = store.get();
  const [entry, result, plan] = [entryOf(figures), resultOf(figures), figures.plan];
  if (!entry || !result || !plan) throw new Error('no figure is in view');
  return { entry, result, plan, schema, form: figures.form };
}

/** The full run of every lane. Those that are known already are not run again. */
async function laneParts({ whole, lane }: App): Promise<LaneParts[] | null> {
  const state = whole.get();
  const parts: LaneParts[] = [];
  for (const [index, { opened }] of lanesOf(state).entries()) {
    const report = state.full_runs.runs[index]?.report ?? (await lane.reportOf(index));
    if (!opened || !report) return null;
    parts.push({ document: opened.document, report, joins_commands: opened.joins_commands });
  }
  return parts;
}

async function saveRunReport(app: App): Promise<void> {
  const [{ reportHtml }, { runReport }, drawings, lanes] = await Promise.all([
    import('../export/export'),
    import('../lanes/run-report'),
    app.page.drawings(),
    laneParts(app),
  ]);
  if (!lanes) return;
  const title = lanes.length > 1 ? `${lanes.length} designs on the same requests` : 'A run of one device';
  const parts = { title, lanes, drawings, version: app.page.program().flashlab, link: app.page.link() };
  app.page.download('flashlab-report.html', 'text/html', reportHtml(runReport(parts)));
}

async function sheet(app: App) {
  const { sheetOf } = await import('../export/export');
  return sheetOf(await app.page.drawings());
}

export const EXPORT_COMMANDS: readonly Command[] = [
  {
    id: 'share.report-html',
    title: 'Save a report (HTML)',
    keys: ['u'],
    group: 'Share',
    enabled: ({ screen, opened }) => screen === 'workbench' && opened !== null,
    run: saveRunReport,
  },
  {
    id: 'figures.save-report',
    title: 'Save the figure as a report (HTML)',
    enabled: isThere,
    run: async (app) => {
      const [{ reportHtml }, { figureReport }, drawings] = await Promise.all([
        import('../export/export'),
        import('../figures/export'),
        app.page.drawings(),
      ]);
      const parts = shown(app);
      const report = figureReport({ ...parts, drawings, link: app.page.link() });
      app.page.download(`${parts.entry.id}.html`, 'text/html', reportHtml(report));
    },
  },
  {
    id: 'figures.save-reproduction',
    title: 'Save the reproduction report of the paper (HTML)',
    enabled: isThere,
    run: async ({ figures, page, store }) => {
      const text = await figures.report();
      const system = entryOf(store.get().figures)?.system;
      if (text !== null && system) page.download(`${system}-reproduction.html`, 'text/html', text);
    },
  },
  {
    id: 'figures.save-svg',
    title: 'Save the figure’s charts (SVG)',
    enabled: isThere,
    run: async (app) => app.page.download(`${shown(app).entry.id}.svg`, 'image/svg+xml', (await sheet(app)).svg),
  },
  {
    id: 'figures.save-png',
    title: 'Save the figure’s charts (PNG)',
    enabled: isThere,
    run: async (app) => {
      const { svgToPng } = await import('../export/export');
      app.page.download(`${shown(app).entry.id}.png`, 'image/png', await svgToPng(await sheet(app), PICTURE_SCALE));
    },
  },
  {
    id: 'figures.save-points',
    title: 'Save the figure’s points (CSV)',
    enabled: isThere,
    run: async (app) => {
      const [{ csvOf }, { pointsTable }] = await Promise.all([import('../export/export'), import('../figures/export')]);
      const { entry, result } = shown(app);
      app.page.download(`${entry.id}.csv`, 'text/csv', csvOf(pointsTable(entry, result)));
    },
  },
];
