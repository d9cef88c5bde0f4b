/** A victim policy of one's own: typed, tried on this moment, run. */

import { argument, numberArgument, textArgument } from '../arguments';
import type { App, Command } from '../commands';
import {
  CONSTANT,
  choosesVictims,
  type FormulaState,
  formulaOf,
  isReady,
  settingsOf,
  usesConstant,
  withFormula,
} from '../formula/state';
import { LANES_MAX, laneCount } from '../lanes/state';
import type { AppState } from '../state';
import { fork } from './compare';
import { showSweep } from './sweep';

const change = ({ store }: App, changes: Partial<FormulaState>): void =>
  store.update({ formula: { ...store.get().formula, ...changes } });

/** Eight steps from 0 to twice `k`, as a sweep writes them. */
const valuesAround = (k: number): string => (k === 0 ? '0:2:0.25' : `0:${2 * k}:${k / 4}`);

const canRun = (state: AppState): boolean =>
  state.screen === 'workbench' && choosesVictims(state) && isReady(state.formula);

export const FORMULA_COMMANDS: readonly Command[] = [
  {
    id: 'formula.edit',
    title: 'Your own victim policy, as a formula',
    keys: ['a'],
    group: 'Experiment',
    enabled: (state) => state.screen === 'workbench' && choosesVictims(state),
    run: (app) => {
      const { formula, opened } = app.store.get();
      if (formula.is_open) return change(app, { is_open: false });
      const chosen = formula.text === '' && opened ? formulaOf(opened.document, formula) : formula;
      change(app, { ...chosen, is_open: true, text: chosen.text || 'invalid', ranked: null });
    },
  },
  {
    id: 'formula.type',
    title: 'Change the formula, or the number k in it',
    run: (app, args) => {
      const k = argument(args, 'k');
      change(app, { text: textArgument(args, 'text'), ...(k === undefined ? {} : { k: numberArgument(args, 'k') }) });
    },
  },
  {
    id: 'formula.fork',
    title: 'What if from here: a new lane that chooses by the formula from this request on',
    enabled: (state) => canRun(state) && laneCount(state) < LANES_MAX && state.frame?.position.ended === null,
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
      const varied = [{ path: CONSTANT, text: valuesAround(formula.k) }];
      return showSweep(app, { experiment: withFormula(document, formula), varied, policies: [] });
    },
  },
];
