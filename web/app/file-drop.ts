/** A file dropped anywhere on the page is a trace, or, in Markdown, a lesson. */

import { h } from '../ui/dom';
import type { RunCommand } from './view';

export function acceptDrops(root: HTMLElement, run: RunCommand): void {
  const curtain = h('div', { class: 'dropping', hidden: true }, 'Drop the trace or the lesson anywhere');
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
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    run(/\.(md|markdown)$/i.test(file.name) ? 'lesson.import' : 'trace.import', { file });
  });
}
