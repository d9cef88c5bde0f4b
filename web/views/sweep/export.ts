/** Taking results elsewhere: numbers as the command line writes them, the pictures in sight, the command itself. */

import { type Drawing, drawingOf, sheetOf } from '../../app/export/drawing';
import { svgToPng } from '../../app/export/png';
import { commandLine } from '../../app/sweep/command-line';
import type { SweepState } from '../../app/sweep/state';
import type { RunCommand } from '../../app/view';
import type { Display } from '../../ui/display';
import { h, setText } from '../../ui/dom';

const PNG_SCALE = 2;
const REVOKE_MS = 10_000;

/** A drawing in sight, with its title. */
export interface ChartInView {
  title: string;
  drawing: SVGSVGElement;
}

export function createExportBar(
  run: RunCommand,
  chartsInView: () => readonly ChartInView[],
): Display<[sweep: SweepState, pictures: boolean]> {
  const button = (label: string, title: string, onclick: () => void): HTMLButtonElement =>
    h('button', { class: 'button', type: 'button', title, onclick }, label);
  const sheet = (): Drawing => sheetOf(chartsInView().map(({ title, drawing }) => drawingOf(drawing, title)));
  const numbers = [
    button('CSV', 'All points, as flashlab sweep --csv writes them', () => run('sweep.save', { format: 'csv' })),
    button('JSON', 'All points, as flashlab sweep --json writes them', () => run('sweep.save', { format: 'json' })),
  ];
  const pictures = [
    button('SVG', 'The charts in view as one drawing', () =>
      save('sweep.svg', new Blob([sheet().svg], { type: 'image/svg+xml' })),
    ),
    button(
      'PNG',
      'The charts in view as one picture',
      () => void svgToPng(sheet(), PNG_SCALE).then((blob) => save('sweep.png', blob)),
    ),
  ];
  const code = h('code', { tabindex: 0, 'aria-label': 'The command that runs this sweep natively' });
  const element = h(
    'section',
    { class: 'sweep-export', 'aria-label': 'Export' },
    h('b', {}, 'Save'),
    ...numbers,
    ...pictures,
    code,
    button('Copy command', 'The command that runs this sweep natively, on all cores', () => run('sweep.command-line')),
  );
  return {
    element,
    show(sweep, pictured) {
      element.hidden = sweep.plan === null;
      for (const each of pictures) each.disabled = !pictured;
      if (sweep.plan) setText(code, commandLine(sweep));
    },
  };
}

function save(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  // The browser reads the address some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
}
