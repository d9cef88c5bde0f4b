// node .ci/same-results.mjs CHECKOUT: whether this core and that of another checkout give the same bytes. Both must be built:
// cargo build --release --bin flashlab --example state_hash, in sim-core.
//
// Over every layer, buffer and clock that may be combined, and the page's ready examples: report, operation log, state hashes.

import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { main, projectPath, SetupError } from './setup/commands.mjs';
import { printed, released } from './setup/released.mjs';

const EXAMPLE_REQUESTS = 3000; // of a ready example: it may ask for a million

main(async () => {
  const [checkout] = process.argv.slice(2);
  if (checkout === undefined) throw new SetupError('which checkout? node .ci/same-results.mjs CHECKOUT');
  const here = projectPath();
  const there = resolve(checkout);
  const cases = [...(await combinations(here)), ...(await readyExamples())];
  let differ = 0;
  let refused = 0;
  for (const { name, document } of cases) {
    for (const [what, ...command] of outputs) {
      const [ours, theirs] = await Promise.all([here, there].map((root) => outputOf(root, command, document)));
      if (ours.refused) refused += 1;
      if (ours.hash === theirs.hash) continue;
      differ += 1;
      console.log(`${name}: another ${what}\n  here  ${ours.beginning}\n  there ${theirs.beginning}`);
    }
  }
  const all = cases.length * outputs.length;
  console.log(`${cases.length} experiments, ${all} outputs (${refused} of them refusals): ${differ} differ`);
  if (differ > 0) process.exitCode = 1;
});

const outputs = [
  ['report', 'flashlab', 'run', '-', '--json'],
  ['report as text', 'flashlab', 'run', '-'],
  ['operation log', 'flashlab', 'log', '-', '--csv'],
  ['state', 'examples/state_hash'],
];

/** What a program of a checkout prints about an experiment, as a hash; a refusal is as good a result as any. */
async function outputOf(root, command, document) {
  const { stdout, stderr, status } = await released(root, command, { input: JSON.stringify(document) });
  const text = `${status}\n${stdout.replace(/"engine": \{[^}]*\}|^ {2}(wall time|speed) .*$/gm, '')}${stderr}`; // all but how long it took
  return {
    hash: createHash('sha256').update(text).digest('hex'),
    refused: status !== 0,
    beginning: text.slice(0, 200),
  };
}

async function combinations(root) {
  const { stdout } = await printed(root, ['flashlab', 'list', '--json']);
  const { ftl, buffer } = JSON.parse(stdout);
  return ftl.flatMap((layer) =>
    buffer.flatMap((ram) =>
      ['serial', 'event'].map((clock) => ({
        name: `${layer.kind}, ${ram.kind}, ${clock}`,
        document: combination(layer.kind, ram.kind, clock),
      })),
    ),
  );
}

function combination(layer, buffer, clock) {
  const device = {
    preset: 'micron-lb',
    channels: 4,
    pages_per_block: 8,
    logical_bytes: 1 << 22,
    over_provisioning: 0.6,
  };
  return {
    device: { ...device, clock },
    buffer: buffer === 'none' ? { kind: buffer } : { kind: buffer, bytes: 1 << 16 },
    ftl: { kind: layer },
    workload: { kind: 'hotcold', request_pages: 3, write_ratio: 0.7, requests: 1500, inter_arrival_ms: { mean: 1.2 } },
    run: { warmup_requests: 100, initial_state: 'full_seq' },
  };
}

/** The page's, with fewer requests where they ask for many. */
async function readyExamples() {
  const { createServer } = await import('vite');
  const server = await createServer({ configFile: projectPath('vite.config.ts'), server: { middlewareMode: true } });
  const { EXAMPLES } = await server.ssrLoadModule('/app/examples.ts');
  await server.close();
  return EXAMPLES.map(({ id, document }) => ({
    name: `example ${id}`,
    document: { ...document, workload: { ...document.workload, requests: EXAMPLE_REQUESTS } },
  }));
}
