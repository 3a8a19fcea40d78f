// How long the program takes to start, beside Node itself and kubectl; run `npm run build` before. The calls take
// turns, so that load on the machine hits all of them alike.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { KUBECTL } from '../test/cluster/paths.mjs';
import { summarize, table } from './statistics.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', short: 'n', default: '21' },
    kubectl: { type: 'string', default: KUBECTL },
  },
});
const program = fileURLToPath(new URL('../bin/kubectl-debug.js', import.meta.url));

const BASE = 'node -e 0';
const CALLS = [
  { name: BASE, command: process.execPath, args: ['-e', '0'] },
  { name: 'kubectl-debug --version', command: process.execPath, args: [program, '--version'] },
  { name: 'kubectl-debug --help', command: process.execPath, args: [program, '--help'] },
  { name: 'kubectl version --client', command: options.kubectl, args: ['version', '--client'] },
];

/** Milliseconds from the start of a process to its end; undefined when there is no such program. */
function measure({ command, args }) {
  const start = process.hrtime.bigint();
  const { error, status } = spawnSync(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
  if (error?.code === 'ENOENT') return undefined;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
  return milliseconds;
}

// The first call of each fills its caches, and tells which programs there are.
const present = CALLS.filter((call) => measure(call) !== undefined);
const times = new Map(present.map(({ name }) => [name, []]));
for (let run = 0; run < Number(options.runs); run += 1) {
  for (const call of present) times.get(call.name).push(measure(call));
}
const base = summarize(times.get(BASE)).median;
const rows = [...times].map(([name, measured]) => {
  const summary = summarize(measured);
  return { 'milliseconds of': name, ...summary, 'times node': summary.median / base };
});
console.log(table(rows));
