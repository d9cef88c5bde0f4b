import init, { version } from './pkg/sim_core.js';

await init();
const output = document.querySelector('#version');
if (output) output.textContent = version();
