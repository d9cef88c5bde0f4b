// npm run dev [-- VITE OPTIONS]: the page from its sources; a change of the page or of the simulator core reloads it.

import { watch } from 'node:fs';
import { handOver, main, projectPath } from './setup/commands.mjs';
import { preparePage } from './setup/page.mjs';
import { compileWasm } from './setup/wasm.mjs';

main(async () => {
  await preparePage();
  const watcher = watch(projectPath('sim-core', 'src'), { recursive: true }, rebuildSoon());
  await handOver('vite', process.argv.slice(2));
  watcher.close();
});

/** Rebuilds the core once a burst of changes is over; an error in it is shown and the page stays as it was. */
function rebuildSoon() {
  const quietMs = 200;
  let timer;
  let building = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      building = building.then(compileWasm).catch((error) => console.error(`flashlab: ${error.message}`));
    }, quietMs);
  };
}
