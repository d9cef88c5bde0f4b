/** The way of a look-up: cache, directory, translation page, data page. */

import type { ViewContext } from '../../../app/view';
import { h } from '../../../ui/dom';
import type { LayerStage } from '../layer';

export function mapStageView(_context: ViewContext): LayerStage {
  const element = h('div', { class: 'map-stage' });
  return { element, show: () => {}, settled: () => true };
}
