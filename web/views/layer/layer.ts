/**
 * The translation layer's own stage, in the place of the flash: log blocks and rebuilds for layers that merge, the way of a
 * look-up for layers that keep their map on flash, planes with stripes across them, pages in RAM for those that gather them there, and for buffers in front of any layer.
 * Page mapping has none: its stage is the flash.
 */

import { valueAt } from '../../app/experiment';
import { stageOptions, stageShown } from '../../app/stage-choice';
import type { AppState } from '../../app/state';
import type { StageContext, View } from '../../app/view';
import { h, setAttribute, setText } from '../../ui/dom';
import { loaded } from '../loaded';
import type { LayerStage } from '../stage-kit/stage';
import { stageSwitch } from './switch';
import './layer.css';

export interface Layer extends View {
  settled(): boolean;
}

export function createLayer(context: StageContext): Layer {
  const choice = stageSwitch(context);
  const name = h('b');
  const help = h('span');
  const head = h('p', { class: 'note layer-words' }, name, ' ', help);
  const element = h(
    'section',
    { class: 'layer', 'aria-label': 'Translation layer' },
    h('div', { class: 'layer-head' }, head, choice.element),
  );
  let stages: ReadonlyMap<string, LayerStage> | null = null;
  let loading: Promise<void> | null = null;

  async function load(): Promise<void> {
    const { STAGES } = await loaded(element, () => import('./stages'));
    stages = new Map(Object.entries(STAGES).map(([name, { create }]) => [name, create(context)]));
    element.append(...[...stages.values()].map((stage) => stage.element));
    render(context.state());
  }

  /** What the layer does, or the buffer whose stage this is, in the core's own words. */
  function describe(state: AppState): void {
    const { opened, schema } = state;
    const section = stageShown(state).view === 'buffer' ? 'buffer' : 'ftl';
    const kind = opened && valueAt(opened.document, `${section}.kind`);
    const component = schema?.[section].find((one) => one.kind === kind);
    setText(name, component?.title ?? '');
    setText(help, component?.help ?? '');
  }

  function render(state: AppState): void {
    const has_stages = stageOptions(state).length > 1;
    const { stage: shown } = stageShown(state);
    setAttribute(element, 'hidden', !has_stages);
    setAttribute(element, 'data-shows', shown ? 'layer' : 'flash');
    choice.show(state);
    describe(state);
    if (has_stages && !stages) loading ??= load();
    for (const [name, stage] of stages ?? []) stage.element.hidden = name !== shown;
    if (shown && state.frame && state.opened) stages?.get(shown)?.show(state.frame, state.opened.geometry, state);
  }

  return {
    element,
    settled: () => (stages ? [...stages.values()].every((stage) => stage.settled()) : loading === null),
    render,
  };
}
