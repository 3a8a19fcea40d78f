// How long it takes to list many pods and few, how soon the first row is there, and how much memory that takes: ours
// beside kubectl's, in turns. Run `npm run build` before; a cluster of its own disturbs nobody:
//   KUBECTL_DEBUG_CLUSTER=2 node test/cluster/cluster.mjs up 1
//   KUBECTL_DEBUG_CLUSTER=2 node bench/pods.mjs --fill
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { at, KUBECTL } from '../test/cluster/paths.mjs';
import { FIGURE_OPTIONS, ourPrograms, printFigures, PROGRAM_OPTIONS } from './figures.mjs';
import { fillNamespace, removeFilled } from './fill-namespace.mjs';
import { peakMemory } from './peak-memory.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', short: 'n', default: '5' },
    pods: { type: 'string', default: '10000' },
    fill: { type: 'boolean', default: false },
    remove: { type: 'boolean', default: false },
    kubectl: { type: 'string', default: KUBECTL },
    kubeconfig: { type: 'string', default: at('kubeconfig') },
    ...FIGURE_OPTIONS,
    ...PROGRAM_OPTIONS,
  },
});

/** Pods that go again are in namespaces of their own, so that nothing else is deleted with them. */
const end = options.fill && options.remove ? `-${randomBytes(3).toString('hex')}` : '';
const SIZES = [
  { namespace: `bench-many${end}`, count: Number(options.pods), runs: Number(options.runs) },
  { namespace: `bench-few${end}`, count: 10, runs: Number(options.runs) * 3 },
];
const KUBECTL_GET = 'kubectl get pods';
const CALLS = [
  { name: KUBECTL_GET, command: options.kubectl, args: ['get', 'pods'] },
  ...Object.entries(ourPrograms(options)).map(([name, [command, ...words]]) => ({
    name: `${name} pods`,
    command,
    args: [...words, 'pods'],
  })),
];
const FIGURES = {
  seconds: { what: 'the whole call', unit: 's' },
  firstRow: { what: 'the first row', unit: 's' },
  memory: { what: 'memory at most', unit: 'MiB' },
};

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
  return Object.entries(FIGURES).map(([field, { what, unit }]) => ({
    title: `${count} pods: ${what}`,
    unit,
    beside: KUBECTL_GET,
    ways: Object.fromEntries(
      [...measured].map(([name, results]) => [name, results.map((result) => result[field])]),
    ),
  }));
}

try {
  if (options.fill) for (const size of SIZES) fillNamespace(size, options);
  const figures = [];
  for (const size of SIZES) figures.push(...(await measureSize(size)));
  printFigures(figures, options);
} finally {
  if (options.remove) for (const { namespace } of SIZES) removeFilled(namespace, options);
}
