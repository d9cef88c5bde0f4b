/** What it costs to log a group or to fill its holes, as functions of its pages in RAM. */

import type { DensityView } from '../../../engine/core-types';
import type { Decision, Price } from '../../../engine/protocol';

type Costs = Pick<DensityView, 'read_ns' | 'program_ns' | 'erase_ns' | 'merge_ns_per_page'>;

/** Filling the holes of a group: every other page of its block is read, all of them are programmed, the old block is erased. */
export const plugOf = ({ read_ns, program_ns, erase_ns }: Costs, pages: number, pages_per_block: number): number =>
  (pages_per_block - pages) * read_ns + pages_per_block * program_ns + erase_ns;

/** What a logged page costs: programming it, and its share of the merges that follow. */
export const logEach = ({ program_ns, merge_ns_per_page }: Costs): number => program_ns + merge_ns_per_page;

/** Where both cost the same: from so many pages on, filling holes is cheaper. Beyond a whole block: never. */
export const crossing = (costs: Costs, pages_per_block: number): number =>
  plugOf(costs, 0, pages_per_block) / (costs.read_ns + logEach(costs));

/** Whether λ is out of reach of any group. */
export const neverPlugs = (lambda: number | null, pages_per_block: number): boolean =>
  lambda === null || lambda > pages_per_block;

/** Both prices of a group at hand. */
export interface BothPrices {
  plug_ns: number;
  log_ns: number;
  /** Reads of the plug: holes to be filled. */
  holes: number;
  /** Of the logged pages: programming them now, and merging them later. */
  now_ns: number;
  later_ns: number;
  chosen: 'plug' | 'log';
}

/** By the device's own figures where it has just decided, else by the rule. */
export function bothPrices(
  costs: Costs & Pick<DensityView, 'lambda'>,
  pages: number,
  pages_per_block: number,
  decision: Decision | null,
): BothPrices {
  const named = (label: string): Price | undefined => decision?.prices.find((price) => price.label === label);
  const [plug, log] = [named('plug'), named('log')];
  const now_ns = log ? log.reads * costs.read_ns + log.programs * costs.program_ns : pages * costs.program_ns;
  const log_ns = log?.ns ?? pages * logEach(costs);
  const by_rule = !neverPlugs(costs.lambda, pages_per_block) && pages >= (costs.lambda ?? 0) ? 'plug' : 'log';
  const done = decision?.prices[0]?.label;
  return {
    plug_ns: plug?.ns ?? plugOf(costs, pages, pages_per_block),
    log_ns,
    holes: plug?.reads ?? pages_per_block - pages,
    now_ns,
    later_ns: Math.max(0, log_ns - now_ns),
    chosen: plug && log && (done === 'plug' || done === 'log') ? done : by_rule,
  };
}
