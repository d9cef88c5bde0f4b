// npm run soak -- [--seconds N] [--seed S] [--case K]: drawn cases held against every rule, for as long as wanted.

import { main } from './setup/commands.mjs';
import { runDrawn } from './setup/drawn.mjs';

main(() => runDrawn('soak'));
