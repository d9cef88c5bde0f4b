// npm run fuzz -- [--seconds N] [--seed S] [--case K]: damaged traces of every format read, for as long as wanted.

import { main } from './setup/commands.mjs';
import { runDrawn } from './setup/drawn.mjs';

main(() => runDrawn('fuzz'));
