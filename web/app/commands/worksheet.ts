/** Worksheets of lessons, on paper or as files. What makes them is loaded with the first. */

import { wordArgument } from '../arguments';
import type { Command } from '../command';
import { SHEETS } from '../worksheet/state';

export const WORKSHEET_COMMANDS: readonly Command[] = [
  {
    id: 'worksheet.make',
    title: 'Make a worksheet of the lesson',
    enabled: ({ lesson, worksheet }) => lesson !== null && worksheet === null,
    run: async (app) => (await import('../worksheet/make')).makeWorksheet(app),
  },
  {
    id: 'worksheet.save',
    title: 'Save the worksheet or its answers (HTML)',
    enabled: ({ worksheet }) => worksheet?.sheets != null,
    run: ({ store, page }, args) => {
      const { worksheet } = store.get();
      const sheet = wordArgument(args, 'sheet', SHEETS);
      if (worksheet?.sheets)
        page.download(`${worksheet.lesson.id}-${sheet}.html`, 'text/html', worksheet.sheets[sheet]);
    },
  },
  {
    id: 'worksheet.close',
    title: 'Close the worksheet; one that is being made is called off',
    run: ({ store }) => store.update({ worksheet: null }),
  },
];
