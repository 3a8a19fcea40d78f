#!/usr/bin/env node
// How long from the start of the process to the shell's prompt: `kubectl debug -it` and ours, one after the other
// in turns, each in a terminal and on a pod of its own that nothing has touched; and `kubectl exec -it` into a
// container that runs, the floor that people feel. README.md says how to run it.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { spawn } from '@lydell/node-pty';
import { benchCluster, CLUSTER_OPTIONS, untilIdle } from './bench-cluster.mjs';
import { FIGURE_OPTIONS, ourPrograms, printFigures, PROGRAM_OPTIONS } from './figures.mjs';
import { slowDown } from './slow-proxy.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', short: 'n', default: '20' },
    ...CLUSTER_OPTIONS,
    latency: { type: 'string', default: '0' },
    ...FIGURE_OPTIONS,
    ...PROGRAM_OPTIONS,
  },
});
const PROMPT = /# /;
const GIVE_UP_MS = 20_000;
const PAUSE_MS = 1000; // until the node is done with the container of the run before
const RUNS = Number(options.runs);
/** `request` matches once in each line that -v 6 prints about a request. */
const PROGRAMS = {
  'kubectl debug': { file: options.kubectl, args: ['debug'], request: /\bverb="[A-Z]+"/g },
  ...Object.fromEntries(
    Object.entries(ourPrograms(options)).map(([name, [file, ...args]]) => [
      name,
      { file, args, request: /\b[A-Z]+ https?:\S* \d{3} in \d+ ms/g },
    ]),
  ),
};
const FLOOR = 'kubectl exec';
const { env, namespace, makeNamespace, makePods, makeShellPod, removeNamespace } = benchCluster(options);
/** The environment of what is measured; `env` is for the preparations. */
const measuredEnv = { ...env };

/** Makes idle pods and returns a function that hands out their names one by one. */
async function makeIdlePods(count) {
  const names = Array.from({ length: count }, (_, index) => `pod-${index}`);
  makeNamespace();
  makePods(names);
  makeShellPod();
  await untilIdle();
  return () => names.shift();
}

/** Opens a shell in a pod and leaves it; returns the seconds to the prompt and all that was shown. */
function openShell({ file, args }, pod, flags = []) {
  return untilPrompt(file, [...args, pod, '-it', `--image=${options.image}`, '-n', namespace, ...flags]);
}

/** A container that has a shell and runs already. */
const openExec = () => untilPrompt(options.kubectl, ['exec', '-it', 'shell', '-n', namespace, '--', 'sh']);

function untilPrompt(file, words) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const terminal = spawn(file, words, { cols: 100, rows: 30, env: measuredEnv });
    let shown = '';
    let seconds;
    const timer = setTimeout(() => {
      terminal.kill('SIGKILL');
      reject(new Error(`no prompt after ${GIVE_UP_MS} ms of ${words.join(' ')}: ${JSON.stringify(shown)}`));
    }, GIVE_UP_MS);
    terminal.onData((chunk) => {
      shown += chunk;
      if (seconds !== undefined || !PROMPT.test(shown)) return;
      seconds = (performance.now() - start) / 1000;
      terminal.write('exit\r');
    });
    terminal.onExit(() => {
      clearTimeout(timer);
      if (seconds === undefined) reject(new Error(`${words.join(' ')} failed: ${shown}`));
      else resolve({ seconds, shown });
    });
  });
}

/** Both programs in turns, the one that goes first changing, after one run each that does not count. */
async function measure(nextPod) {
  const seconds = Object.fromEntries([...Object.keys(PROGRAMS), FLOOR].map((name) => [name, []]));
  for (let run = -1; run < RUNS; run++) {
    const turn = Object.entries(PROGRAMS);
    for (const [name, program] of run % 2 === 0 ? turn : turn.reverse()) {
      const shell = await openShell(program, nextPod());
      if (run >= 0) seconds[name].push(shell.seconds);
      await sleep(PAUSE_MS);
    }
    const floor = await openExec();
    if (run >= 0) seconds[FLOOR].push(floor.seconds);
  }
  return seconds;
}

/** The requests of one session, as -v 6 prints them; attempts to attach that came too early are counted apart. */
async function countRequests(program, pod) {
  const { shown } = await openShell(program, pod, ['-v', '6']);
  const requests = shown.match(program.request) ?? [];
  const attempts = requests.filter((request) => request.includes('/attach?')).length;
  return `${requests.length - Math.max(0, attempts - 1)}, early attempts to attach: ${Math.max(0, attempts - 1)}`;
}

const proxy = options.latency === '0' ? undefined : await slowDown(options, Number(options.latency));
if (proxy !== undefined) measuredEnv.KUBECONFIG = proxy.kubeconfig;
try {
  const nextPod = await makeIdlePods(Object.keys(PROGRAMS).length * (RUNS + 2));
  const seconds = await measure(nextPod);
  const way = proxy === undefined ? '' : ` through ${options.latency} ms of latency`;
  const title = `from the call to the prompt${way}`;
  printFigures([{ title, unit: 's', beside: 'kubectl debug', ways: seconds }], options);
  for (const [name, program] of options.json ? [] : Object.entries(PROGRAMS)) {
    console.log(`requests of one ${name} session: ${await countRequests(program, nextPod())}`);
  }
} finally {
  proxy?.close();
  removeNamespace();
}
