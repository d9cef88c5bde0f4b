/** The whole stage: page area above block area above flash, as a write meets them, and the paths between them at the right. */

import type { Ink } from '../page-appearance';
import { blockArea } from './block-area';
import { connectorsOf } from './connectors';
import { figure } from './figure';
import { flashArea } from './flash-area';
import { type ClashLayout, layoutOf, type Size } from './layout';
import { pageArea } from './page-area';
import type { ClashPicture } from './picture';
import { emptyScene, type Scene } from './scene';

export interface Composed {
  scene: Scene;
  layout: ClashLayout;
}

export function compose(picture: ClashPicture, size: Size, ink: Ink): Composed {
  const layout = layoutOf(picture, size, ink);
  const scene = emptyScene(layout.height);
  pageArea(scene, picture, layout, ink);
  blockArea(scene, picture, layout, ink);
  flashArea(scene, picture, layout, ink);
  const shape = figure(scene, picture, layout, ink);
  scene.connectors.push(...connectorsOf(picture, layout, shape));
  return { scene, layout };
}
