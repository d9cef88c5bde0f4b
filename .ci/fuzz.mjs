// npm run fuzz -- [--seconds N] [--seed S] [--case K] [--only NAME]: what strangers hand in, damaged, for as long as wanted: traces of every format,
// experiments, sweeps, challenges and formulas; or, by NAME, one kind alone (experiment, sweep, challenge, formula) or the traces whose names begin so.

import { main } from './setup/commands.mjs';
import { runDrawn } from './setup/drawn.mjs';

main(() => runDrawn('fuzz', ['only']));
