/** A file dropped anywhere on the page is a trace, in Markdown a lesson, in JSON a challenge. */

import { h } from '../ui/dom';
import type { RunCommand } from './view';

export function acceptDrops(root: HTMLElement, run: RunCommand): void {
  const curtain = h('div', { class: 'dropping', hidden: true }, 'Drop the trace, lesson or challenge anywhere');
  root.append(curtain);
  const isFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  window.addEventListener('dragover', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    curtain.hidden = false;
  });
  window.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) curtain.hidden = true;
  });
  window.addEventListener('drop', (event) => {
    curtain.hidden = true;
    const [file, ...more] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    run(commandFor(file.name), { file, more });
  });
}

/** What a file of this name is taken for. */
function commandFor(name: string): string {
  if (/\.(md|markdown)$/i.test(name)) return 'lesson.import';
  return /\.json$/i.test(name) ? 'challenge.import' : 'trace.import';
}
