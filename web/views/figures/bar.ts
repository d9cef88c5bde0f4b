/** The bar over the figures and the line under them. */

import { isSaved } from '../../app/figures/state';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import { setText } from '../../ui/dom';
import { actionOf, shareButton } from '../bar/parts';
import { createScreenBar, type ScreenBar } from '../bar/screen-bar';

export interface FigureBar extends Pick<ScreenBar, 'element' | 'foot' | 'show'> {
  /** Names the paper that the figure in sight is from. */
  cite(paper: string): void;
}

const KEYS = [
  ['X', 'compute, stop'],
  ['N', 'next figure'],
  ['K', 'kept'],
  ['Q', 'quick, full'],
  ['P', 'present'],
  ['?', 'all keys'],
] as const;

export function createFigureBar(run: RunCommand): FigureBar {
  const action = actionOf(run);
  const save = action('share.report', 'Save', { title: 'Save the figure (JSON), as the command line prints it' });
  const present = action('view.present', 'Present', { title: 'One size larger', 'data-room': 'wide' });
  const { element, foot, recipe, source, show } = createScreenBar(run, [save, shareButton(run), present], KEYS);
  return {
    element,
    foot,
    cite: (paper) => setText(source, paper),
    show(now: AppState) {
      show(now);
      save.disabled = !isSaved(now.figures);
      const kept = now.figures.form === 'kept';
      setText(recipe, `Figures of papers, ${kept ? 'stored results' : 'computed in this tab'}`);
    },
  };
}
