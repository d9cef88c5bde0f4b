/** Log blocks as parking places, and rebuilds as rows. */

import type { ViewContext } from '../../../app/view';
import { h } from '../../../ui/dom';
import type { LayerStage } from '../layer';

export function logsView(_context: ViewContext): LayerStage {
  const element = h('div', { class: 'logs' });
  return { element, show: () => {}, settled: () => true };
}
