// npm run fuzz -- [--seconds N] [--seed S] [--case K] [--only NAME]: damaged traces of every format read, or of those whose names begin so, for as long as wanted.

import { main } from './setup/commands.mjs';
import { runDrawn } from './setup/drawn.mjs';

main(() => runDrawn('fuzz', ['only']));
