#!/usr/bin/env node
// One command in many pods, one after the other in one run: `kubectl debug` in a loop, sixteen of them at a time by
// xargs, and `kubectl-debug audit`. README.md says how to run it.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { benchCluster, CLUSTER_OPTIONS, untilIdle } from './bench-cluster.mjs';
import { FIGURE_OPTIONS, printFigures, PROGRAM } from './figures.mjs';

const { values: options } = parseArgs({
  options: {
    pods: { type: 'string', short: 'n', default: '60' },
    ...CLUSTER_OPTIONS,
    ...FIGURE_OPTIONS,
  },
});
const { env, namespace, makeNamespace, makePods, removeNamespace } = benchCluster(options);
const SCRIPT = 'id; hostname; exit 3';

function run(file, args, input) {
  const result = spawnSync(file, args, { env, input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (result.error) throw result.error;
  return result;
}

/** The arguments of `kubectl` that run the script in a pod; `kubectl debug` does not pass the exit code on. */
const debug = (pod) => [
  'debug',
  pod,
  '-n',
  namespace,
  '-q',
  '-i',
  `--image=${options.image}`,
  '--target=app',
  '--',
  'sh',
  '-c',
  SCRIPT,
];

/** The pods whose own name is in what was printed. */
const answered = (names, text) => names.filter((name) => text.split('\n').includes(name)).length;

const WAYS = {
  'kubectl debug, one by one': (names) => {
    const texts = names.map((name) => run(options.kubectl, debug(name)).stdout);
    return { answers: answered(names, texts.join('')), codes: 0 };
  },
  'kubectl debug, xargs -P16': (names) => {
    const words = debug('{}').map((word) => (word === SCRIPT ? `'${SCRIPT}'` : word));
    const line = `xargs -P16 -I{} ${options.kubectl} ${words.join(' ')}`;
    return { answers: answered(names, run('sh', ['-c', line], names.join('\n')).stdout), codes: 0 };
  },
  'kubectl-debug audit': (names) => {
    const flags = ['-n', namespace, '--yes', '-q', '-o', 'json', `--image=${options.image}`, '--target=app'];
    const { stdout } = run(process.execPath, [PROGRAM, 'audit', ...flags, '--', 'sh', '-c', SCRIPT]);
    const { rows } = JSON.parse(stdout);
    return {
      answers: answered(names, rows.map(({ output }) => output).join('')),
      codes: rows.filter(({ exitCode }) => exitCode === 3).length,
    };
  },
};

const names = Array.from({ length: Number(options.pods) }, (_, index) => `pod-${index}`);
try {
  makeNamespace();
  makePods(names);
  const ways = {};
  const right = {};
  for (const [way, runAll] of Object.entries(WAYS)) {
    await untilIdle();
    const start = performance.now();
    const { answers, codes } = runAll(names);
    ways[way] = [(performance.now() - start) / 1000];
    right[way] = `${answers} answers, ${codes} exit codes`;
  }
  const title = `one command in ${names.length} pods`;
  printFigures([{ title, unit: 's', beside: Object.keys(ways)[1], ways, right }], options);
} finally {
  removeNamespace();
}
