#!/usr/bin/env node
// What a command costs from the start of the process to its exit code: a short one, 50 MB of lines, a large one by exec;
// and what it takes to leave a shell. Each beside what a script does with kubectl, in turns. README.md says how to run it.
import { spawn as spawnProcess, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { spawn } from '@lydell/node-pty';
import { benchCluster, CLUSTER_OPTIONS, untilIdle } from './bench-cluster.mjs';
import { FIGURE_OPTIONS, ourPrograms, printFigures, PROGRAM, PROGRAM_OPTIONS } from './figures.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', short: 'n', default: '8' },
    large: { type: 'string', default: '2' },
    ...CLUSTER_OPTIONS,
    ...FIGURE_OPTIONS,
    ...PROGRAM_OPTIONS,
  },
});
const LINES = 6_500_000; // 51 MB
const BYTES = 200_000_000;
const { env, namespace, where, makeNamespace, makePods, makeShellPod, removeNamespace } =
  benchCluster(options);

/** Runs a program and returns its seconds, its exit code, the digest of its output and the peak of its memory in MiB. */
async function measure(file, args) {
  const start = performance.now();
  const child = spawnProcess('/bin/sh', ['-c', 'exec "$@"', 'sh', file, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const hash = createHash('md5');
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, residentMiB(child.pid))), 50);
  for await (const chunk of child.stdout) hash.update(chunk);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  clearInterval(timer);
  return {
    seconds: (performance.now() - start) / 1000,
    code: child.exitCode,
    digest: hash.digest('hex'),
    peak,
  };
}

function residentMiB(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(stdout) / 1024;
}

let made = 0;
/** Makes pods that nothing has touched, and returns their names. */
async function idlePods(count) {
  const names = Array.from({ length: count }, () => `pod-${made++}`);
  makePods(names);
  await untilIdle();
  return names;
}

const call = ([file, ...words], pod, { flags = [], command }) => [
  file,
  [...words, pod, ...where, '-q', `--image=${options.image}`, ...flags, '--', ...command],
];
const ours = (pod, flags, command) => call([process.execPath, PROGRAM], pod, { flags, command });

/** What a script does with kubectl: debug, wait for the end, read the code and the log. */
const SCRIPT = `
"$1" debug "$2" -n "$3" --image="$4" -c dbg -q -- $5 >/dev/null || exit
while :; do
  code=$("$1" get pod "$2" -n "$3" -o 'jsonpath={.status.ephemeralContainerStatuses[0].state.terminated.exitCode}')
  [ -z "$code" ] || break
  sleep 0.05
done
"$1" logs "$2" -n "$3" -c dbg
exit "$code"
`;
const theirs = (pod, command) => [
  'sh',
  ['-c', SCRIPT, 'sh', options.kubectl, pod, namespace, options.image, command.join(' ')],
];

/** Measures each way `runs` times, in turns, each time on an idle pod of its own. */
async function measureInTurns(ways, runs, measureOne) {
  const pods = await idlePods(runs * Object.keys(ways).length);
  const found = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let run = 0; run < runs; run += 1)
    for (const [name, way] of Object.entries(ways)) {
      found[name].push(await measureOne(...way(pods.shift())));
      await sleep(1000);
    }
  return found;
}

const figures = [];

/** Adds figures of what each way took; the first way is the one that the others are compared with. */
function addFigures(title, found, isRight) {
  const names = Object.keys(found);
  const ways = (field) =>
    Object.fromEntries(names.map((name) => [name, found[name].map((run) => run[field])]));
  const right = Object.fromEntries(names.map((name) => [name, found[name].filter(isRight).length]));
  figures.push({ title, unit: 's', beside: names[0], ways: ways('seconds'), right });
}

async function runCommands(title, { runs, ways, digest, hasMemory = false }) {
  if (runs === 0) return;
  const isRight = (result) => result.code === 0 && (!digest || result.digest === digest);
  const found = await measureInTurns(ways, runs, measure);
  addFigures(title, found, isRight);
  if (!hasMemory) return;
  const peaks = Object.entries(found).map(([name, results]) => [name, results.map(({ peak }) => peak)]);
  const [beside] = Object.keys(found);
  figures.push({ title: `${title}: memory at most`, unit: 'MiB', beside, ways: Object.fromEntries(peaks) });
}

/** Opens a shell, ends it with `exit 3`, and returns the seconds from there to the end of the program, and its code. */
function leave(file, args) {
  return new Promise((resolve, reject) => {
    const terminal = spawn(file, args, { env, cols: 100, rows: 30 });
    const timer = setTimeout(() => reject(new Error('no prompt')), 20_000);
    let shown = '';
    let start;
    terminal.onData((text) => {
      shown += text;
      if (start !== undefined || !/# /.test(shown)) return;
      clearTimeout(timer);
      start = 0;
      setTimeout(() => {
        start = performance.now();
        terminal.write('exit 3\r');
      }, 300);
    });
    terminal.onExit(({ exitCode }) => resolve({ seconds: (performance.now() - start) / 1000, exitCode }));
  });
}

async function leaveShells(runs) {
  const ways = {
    'kubectl debug': (pod) => [options.kubectl, ['debug', pod, ...where, '-it', `--image=${options.image}`]],
    'kubectl-debug POD': (pod) => [process.execPath, [PROGRAM, pod, ...where, '--target=']],
    'kubectl-debug POD -it --image': (pod) => [
      process.execPath,
      [PROGRAM, pod, ...where, '-it', `--image=${options.image}`, '--target='],
    ],
  };
  const found = await measureInTurns(ways, runs, leave);
  addFigures('leaving a shell, with its exit code', found, ({ exitCode }) => exitCode === 3);
}

const lines = createHash('md5');
for (let from = 1; from <= LINES; from += 100_000)
  lines.update(Array.from({ length: 100_000 }, (_, index) => `${from + index}\n`).join(''));
const zeros = createHash('md5').update(Buffer.alloc(BYTES)).digest('hex');

makeNamespace();
try {
  const runs = Number(options.runs);
  const large = Number(options.large);
  await runCommands('a command, with its exit code', {
    runs,
    ways: {
      'kubectl debug, wait, logs': (pod) => theirs(pod, ['true']),
      ...Object.fromEntries(
        Object.entries(ourPrograms(options)).map(([name, program]) => [
          name,
          (pod) => call(program, pod, { command: ['true'] }),
        ]),
      ),
      'kubectl-debug --via=exec': (pod) => ours(pod, ['--via=exec'], ['true']),
    },
  });
  await leaveShells(runs);
  await runCommands('a command that prints 51 MB of lines', {
    runs: large,
    digest: lines.digest('hex'),
    ways: {
      'kubectl debug, wait, logs': (pod) => theirs(pod, ['seq', '1', String(LINES)]),
      'kubectl-debug': (pod) => ours(pod, [], ['seq', '1', String(LINES)]),
      'kubectl-debug -i': (pod) => ours(pod, ['-i'], ['seq', '1', String(LINES)]),
    },
  });
  const [kept] = await idlePods(1);
  makeShellPod();
  const head = ['head', '-c', String(BYTES), '/dev/zero'];
  await measure(...ours(kept, ['--via=exec', '--reuse'], ['true']));
  await runCommands('200 MB by exec', {
    runs: large,
    digest: zeros,
    hasMemory: true, // of a script with kubectl, the peak would be the shell's
    ways: {
      'kubectl exec': () => [options.kubectl, ['exec', 'shell', ...where, '--', ...head]],
      'kubectl-debug --via=exec --reuse': () => ours(kept, ['--via=exec', '--reuse'], head),
    },
  });
  printFigures(figures, options);
} finally {
  removeNamespace();
}
