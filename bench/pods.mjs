// How long it takes to list many pods and few, how soon the first row is there, and how much memory that takes: ours
// beside kubectl's, in turns. Run `npm run build` before; a cluster of its own disturbs nobody:
//   KUBECTL_DEBUG_CLUSTER=2 node test/cluster/cluster.mjs up 1
//   KUBECTL_DEBUG_CLUSTER=2 node bench/pods.mjs --fill
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { at, KUBECTL } from '../test/cluster/paths.mjs';
import { peakMemory } from './peak-memory.mjs';
import { summarize, table } from './statistics.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', short: 'n', default: '5' },
    pods: { type: 'string', default: '10000' },
    fill: { type: 'boolean', default: false },
    kubectl: { type: 'string', default: KUBECTL },
    kubeconfig: { type: 'string', default: at('kubeconfig') },
  },
});
const program = fileURLToPath(new URL('../bin/kubectl-debug.js', import.meta.url));
const fill = fileURLToPath(new URL('../test/cluster/fill.mjs', import.meta.url));

const SIZES = [
  { namespace: 'bench-many', count: Number(options.pods), runs: Number(options.runs) },
  { namespace: 'bench-few', count: 10, runs: Number(options.runs) * 3 },
];
const CALLS = [
  { name: 'kubectl', command: options.kubectl, args: ['get', 'pods'] },
  { name: 'kubectl-debug', command: process.execPath, args: [program, 'pods'] },
];

/** Runs one call to its end: seconds in all and to the end of the first row, MiB at the peak, and its rows. */
function measure({ command, args }, namespace) {
  const start = performance.now();
  const passed = () => (performance.now() - start) / 1000;
  const child = spawn(command, [...args, '-n', namespace, '--kubeconfig', options.kubeconfig]);
  let memory = 0;
  const clock = setInterval(() => {
    memory = Math.max(memory, peakMemory(child.pid));
  }, 10);
  let text = '';
  let firstRow;
  child.stdout.setEncoding('utf8').on('data', (part) => {
    text += part;
    if (firstRow === undefined && text.split('\n', 3).length === 3) firstRow = passed();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      clearInterval(clock);
      if (code === 0) resolve({ seconds: passed(), firstRow, memory, rows: text.split('\n').length - 2 });
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}`));
    });
  });
}

async function measureSize({ namespace, count, runs }) {
  const measured = new Map(CALLS.map(({ name }) => [name, []]));
  for (let run = -1; run < runs; run += 1) {
    for (const call of CALLS) {
      const result = await measure(call, namespace);
      if (result.rows !== count) throw new Error(`${call.name} shows ${result.rows} of ${count} pods`);
      if (run >= 0) measured.get(call.name).push(result); // the first call of each fills its caches
    }
  }
  const rows = ['seconds', 'firstRow', 'memory'].flatMap((figure) =>
    [...measured].map(([name, results]) => ({
      [`${count} pods`]: `${figure === 'memory' ? 'peak MiB' : figure}: ${name}`,
      ...summarize(results.map((result) => result[figure])),
    })),
  );
  console.log(`${table(rows)}\n`);
  for (const figure of ['seconds', 'firstRow']) {
    const [theirs, ours] = CALLS.map(
      ({ name }) => summarize(measured.get(name).map((result) => result[figure])).median,
    );
    console.log(`${figure}: ours is ${(ours / theirs).toFixed(2)} of kubectl's at the median`);
  }
  console.log();
}

for (const { namespace, count } of options.fill ? SIZES : []) {
  const { status } = spawnSync(process.execPath, [fill, namespace, `${count}`, options.kubeconfig], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`cannot make ${count} pods in ${namespace}`);
}
for (const size of SIZES) await measureSize(size);
