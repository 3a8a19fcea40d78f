// How long the program takes to start, beside Node itself and kubectl; run `npm run build` before.
// `--program FILE` measures a single file too. The calls take
// turns, so that load on the machine hits all of them alike.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { KUBECTL } from '../test/cluster/paths.mjs';
import { FIGURE_OPTIONS, ourPrograms, printFigures, PROGRAM_OPTIONS } from './figures.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', short: 'n', default: '21' },
    kubectl: { type: 'string', default: KUBECTL },
    ...FIGURE_OPTIONS,
    ...PROGRAM_OPTIONS,
  },
});

const CALLS = [
  { name: 'kubectl version --client', command: options.kubectl, args: ['version', '--client'] },
  { name: 'node -e 0', command: process.execPath, args: ['-e', '0'] },
  ...Object.entries(ourPrograms(options)).flatMap(([name, [command, ...words]]) =>
    ['--version', '--help'].map((flag) => ({ name: `${name} ${flag}`, command, args: [...words, flag] })),
  ),
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
const figure = {
  title: 'the start of the program', // without a kubectl, beside Node itself
  unit: 'ms',
  beside: present[0].name,
  ways: Object.fromEntries(times),
};
printFigures([figure], options);
