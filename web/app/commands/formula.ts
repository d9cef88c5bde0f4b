/** A policy of one's own: typed, tried on this moment, run. */

import type { FormulaOf } from '../../engine/protocol';
import { argument, numberArgument, textArgument } from '../arguments';
import type { App, Command } from '../command';
import {
  canTakeOver,
  FIELDS,
  type FormulaState,
  formulaOf,
  hasChoice,
  isReady,
  NO_FORMULA,
  settingsOf,
  usesConstant,
  withFormula,
} from '../formula/state';
import { LANES_MAX, laneCount } from '../lanes/side-by-side';
import type { AppState } from '../state';
import { fork } from './compare';
import { showSweep } from './sweep';

const change = ({ store }: App, changes: Partial<FormulaState>): void =>
  store.update({ formula: { ...store.get().formula, ...changes } });

/** Eight steps from 0 to twice `k`, as a sweep writes them. */
const valuesAround = (k: number): string => (k === 0 ? '0:2:0.25' : `0:${2 * k}:${k / 4}`);

const canRun = (state: AppState): boolean =>
  state.screen === 'workbench' && hasChoice(state, state.formula.of) && isReady(state.formula);

/** Opens the editor, or closes it where it is open for the same. */
function edit(app: App, of: FormulaOf): void {
  const { formula, opened } = app.store.get();
  if (formula.is_open && formula.of === of) {
    change(app, { is_open: false });
    return;
  }
  const typed = formula.of === of ? formula : { ...NO_FORMULA, of };
  const chosen = typed.text === '' && opened ? formulaOf(opened.document, typed) : typed;
  change(app, { ...chosen, is_open: true, text: chosen.text || FIELDS[of].first, ranked: null });
}

export const FORMULA_COMMANDS: readonly Command[] = [
  {
    id: 'formula.edit',
    title: 'Your own victim policy, as a formula',
    keys: ['a'],
    group: 'Experiment',
    enabled: (state) => state.screen === 'workbench' && hasChoice(state, 'victim'),
    run: (app) => edit(app, 'victim'),
  },
  {
    id: 'formula.edit-buffer',
    title: 'Your own buffer policy, as a formula',
    keys: [';'],
    group: 'Experiment',
    enabled: (state) => state.screen === 'workbench' && hasChoice(state, 'buffer'),
    run: (app) => edit(app, 'buffer'),
  },
  {
    id: 'formula.close',
    title: 'Close the formula',
    run: (app) => change(app, { is_open: false }),
  },
  {
    id: 'formula.type',
    title: 'Change the formula, the number k in it, or what leaves by it',
    run: (app, args) => {
      const [k, by_page] = [argument(args, 'k'), argument(args, 'by_page')];
      change(app, {
        text: textArgument(args, 'text'),
        ...(k === undefined ? {} : { k: numberArgument(args, 'k') }),
        ...(by_page === undefined ? {} : { by_page: by_page === true }),
      });
    },
  },
  {
    id: 'formula.fork',
    title: 'What if from here: a new lane that chooses by the formula from this request on',
    enabled: (state) =>
      canRun(state) &&
      canTakeOver(state.formula) &&
      laneCount(state) < LANES_MAX &&
      state.frame?.position.ended === null,
    run: (app) => fork(app, app.store.get(), settingsOf(app.store.get().formula)),
  },
  {
    id: 'formula.run',
    title: 'Run with the formula from the start, up to the same request',
    enabled: canRun,
    run: async ({ store, lane }) => {
      const { document, formula, frame } = store.get();
      const opened = await lane.open(withFormula(document, formula));
      if (opened && frame) await lane.seek({ request: frame.position.request });
    },
  },
  {
    id: 'formula.sweep',
    title: 'Sweep the number k of the formula',
    enabled: (state) => canRun(state) && usesConstant(state.formula.text),
    run: (app) => {
      const { document, formula } = app.store.get();
      const varied = [{ path: FIELDS[formula.of].constant, text: valuesAround(formula.k) }];
      return showSweep(app, { experiment: withFormula(document, formula), varied, policies: [] });
    },
  },
];
