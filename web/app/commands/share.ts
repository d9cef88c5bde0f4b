/** Taking the present state elsewhere. */

import type { LogFormat } from '../../engine/protocol';
import { reproductionOf } from '../../engine/reproduction';
import { count } from '../../render/format';
import { argument, numberArgument } from '../arguments';
import type { App, Command } from '../command';
import { embedCode, embedSize } from '../embed-code';
import { isSaved } from '../figures/state';
import type { AppState } from '../state';

const LOG_FILES: Readonly<Record<LogFormat, { name: string; type: string }>> = {
  csv: { name: 'flashlab-log.csv', type: 'text/csv' },
  chrome: { name: 'flashlab-log.json', type: 'application/json' },
};

/** The whole run, or from `from_request` on, or up to `to_request`. */
async function saveLog({ store, lane, page }: App, format: LogFormat, args: unknown): Promise<void> {
  const request = (name: string): number | null =>
    argument(args, name) === undefined ? null : numberArgument(args, name);
  const from = request('from_request') ?? 0;
  const log = await lane.log(format, from, request('to_request'));
  if (!log) return;
  const { name, type } = LOG_FILES[format];
  page.download(name, type, log.file);
  if (log.cut_at !== null)
    store.update({
      notice: `The log was cut at 256 MB, after requests ${count(from)} to ${count(log.cut_at - 1)}. On the command line, flashlab log writes all of it.`,
    });
}

const isShareable = ({ screen, opened }: AppState): boolean =>
  screen === 'workbench' ? opened !== null : screen !== 'start';

async function copy({ store, page }: App, text: string, done: string): Promise<void> {
  try {
    await page.copy(text);
    store.update({ notice: done });
  } catch {
    store.update({ notice: 'The browser does not allow copying. Select the text and copy it by hand.' });
  }
}

/** Whether the link is to lead to the present moment: so unless it is said otherwise. */
const toMoment = (args: unknown): boolean => argument(args, 'moment') !== false;

export const SHARE_COMMANDS: readonly Command[] = [
  {
    id: 'share.open',
    title: 'Share: link, embed, report, picture, log',
    keys: ['s'],
    group: 'Share',
    enabled: (state) => !state.embedded && (state.share_open || isShareable(state)),
    run: ({ store }) => store.update({ share_open: !store.get().share_open, playing: false, notice: null }),
  },
  {
    id: 'share.link',
    title: 'Copy the link',
    enabled: isShareable,
    run: (app, args) => copy(app, app.page.link({ moment: toMoment(args), embedded: false }), 'Link copied.'),
  },
  {
    id: 'share.embed',
    title: 'Copy the embed code',
    enabled: (state) => isShareable(state) && state.screen === 'workbench',
    run: (app, args) => {
      const size = embedSize(argument(args, 'width'), argument(args, 'height'));
      const link = app.page.link({ moment: toMoment(args), embedded: true });
      return copy(app, embedCode(link, size), 'Embed code copied.');
    },
  },
  {
    id: 'share.picture',
    title: 'Save a picture of headline and stage (PNG)',
    enabled: (state) => isShareable(state) && state.screen === 'workbench',
    run: async ({ page }) => page.download('flashlab.png', 'image/png', await page.picture()),
  },
  {
    id: 'share.report',
    title: 'Save the report (JSON)',
    keys: ['r'],
    group: 'Share',
    enabled: ({ screen, figures, opened }) =>
      screen === 'figures' ? isSaved(figures) : screen !== 'sweep' && opened !== null,
    run: async ({ store, lane, figures, page }) => {
      const { screen, figures: shown } = store.get();
      if (screen === 'figures') {
        const text = await figures.text();
        if (text) page.download(`${shown.id}.json`, 'application/json', text);
        return;
      }
      const report = await lane.report();
      if (report) page.download('flashlab-report.json', 'application/json', report);
    },
  },
  {
    id: 'share.experiment',
    title: 'Save the experiment (JSON)',
    group: 'Share',
    enabled: ({ opened, failure }) => opened !== null || failure?.kind === 'memory',
    run: ({ store, page }) =>
      page.download(
        'experiment.json',
        'application/json',
        `${JSON.stringify({ version: 1, ...store.get().document }, null, 2)}\n`,
      ),
  },
  {
    id: 'share.log-csv',
    title: 'Save the operation log (CSV)',
    group: 'Share',
    enabled: (state) => state.opened !== null,
    run: (app, args) => saveLog(app, 'csv', args),
  },
  {
    id: 'share.log-chrome',
    title: 'Save the operation log for Perfetto (JSON)',
    group: 'Share',
    enabled: (state) => state.opened !== null,
    run: (app, args) => saveLog(app, 'chrome', args),
  },
  {
    id: 'share.reproduction',
    title: 'Save a file that reproduces this error',
    enabled: (state) => state.failure !== null,
    run: ({ store, page }) => {
      const { failure, document, frame } = store.get();
      if (!failure) return;
      const reproduction = reproductionOf(failure, document, frame?.position ?? null, page.program());
      page.download('flashlab-failure.json', 'application/json', `${JSON.stringify(reproduction, null, 2)}\n`);
    },
  },
];
