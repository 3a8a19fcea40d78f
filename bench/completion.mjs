// How long a Tab takes: the program that shells ask, the same through kubectl, and in each shell from the key to the
// word. In a namespace of 1,000 pods, which it makes and deletes. Run `npm run build` before.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { spawn } from '@lydell/node-pty';
import { at, KUBECTL } from '../test/cluster/paths.mjs';
import { FIGURE_OPTIONS, printFigures } from './figures.mjs';
import { fillNamespace, removeFilled } from './fill-namespace.mjs';
import { summarize, table } from './statistics.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', short: 'n', default: '11' },
    pods: { type: 'string', default: '1000' },
    kubeconfig: { type: 'string', default: at('kubeconfig') },
    kubectl: { type: 'string', default: KUBECTL },
    ...FIGURE_OPTIONS,
  },
});
const RUNS = Number(options.runs);
const GIVE_UP_MS = 10_000;
const ROOT = path.join(import.meta.dirname, '..');
const NAMESPACE = 'bench-completion';
const LAST = `app-${String(Number(options.pods) - 1).padStart(5, '0')}`;
const IMAGE = 'bench/tools:v1';

const folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-bench-'));
const env = { ...process.env, KUBECONFIG: options.kubeconfig, PATH: `${folder}:${process.env.PATH}` };
symlinkSync(options.kubectl, path.join(folder, 'kubectl'));
for (const [name, file] of Object.entries({
  'kubectl-debug': 'kubectl-debug.js',
  'kubectl-dbg': 'kubectl-debug.js',
  'kubectl_complete-dbg': 'kubectl_complete-dbg.js',
}))
  symlinkSync(path.join(ROOT, 'bin', file), path.join(folder, name));

function run(file, args) {
  const result = spawnSync(file, args, { env, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${file} ${args.join(' ')}: ${result.stderr || result.error}`);
  return result.stdout;
}
const kubectl = (...args) => run(options.kubectl, args);

/** Milliseconds of one call, of the clock and of the processor; `expected` has to be among its words. */
function measureCall({ words, expected }) {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@"';
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], { env, encoding: 'utf8' });
  if (!stdout.includes(expected)) throw new Error(`${words.join(' ')}: no ${expected} in ${stdout}${stderr}`);
  const [wall, user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { wall: wall * 1000, cpu: (user + system) * 1000 };
}

const ask = (...words) => ['kubectl-debug', 'completion', '--', ...words];
const here = ['-n', NAMESPACE];
const CALLS = {
  'node -e 0': { words: [process.execPath, '-e', 'console.log("done")'], expected: 'done' },
  flags: { words: ask('--prof'), expected: '--profile' },
  contexts: { words: ask('--context='), expected: '--context=' },
  namespaces: { words: ask('-n', 'bench'), expected: NAMESPACE },
  pods: { words: ask(...here, 'app-'), expected: LAST },
  containers: { words: ask(...here, LAST, '--target='), expected: 'app' },
  'images used before': { words: ask(...here, '--image='), expected: IMAGE },
  'pods, kubectl dbg': { words: ['kubectl', '__complete', 'dbg', ...here, 'app-'], expected: LAST },
  'pods, kubectl get': { words: ['kubectl', '__complete', 'get', 'pods', ...here, 'app-'], expected: LAST },
};

const SHELLS = {
  bash: { start: 'bash --norc --noprofile', load: 'source <(kubectl-debug completion bash)' },
  zsh: { start: 'zsh -f', load: 'source <(kubectl-debug completion zsh)' },
  fish: { start: 'fish --no-config', load: 'kubectl-debug completion fish | source' },
};

/** Opens a shell and returns what waits for text in it. */
function openShell(start) {
  const [file, ...args] = start.split(' ');
  const terminal = spawn(file, args, { cols: 200, rows: 30, env });
  let shown = '';
  let look = () => undefined;
  terminal.onData((chunk) => {
    shown += chunk;
    look();
  });
  const untilShown = (text) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${text}: ${JSON.stringify(shown)}`)), GIVE_UP_MS);
      look = () => {
        if (!shown.includes(text)) return;
        clearTimeout(timer);
        resolve();
      };
      look();
    });
  const type = (text) => {
    shown = '';
    terminal.write(text);
  };
  return { type, untilShown, close: () => terminal.kill('SIGKILL') };
}

/** Milliseconds from Tab to the word, for a name that only one pod has. */
async function measureShells() {
  const times = {};
  for (const [name, { start, load }] of Object.entries(SHELLS)) {
    const shell = openShell(start);
    try {
      shell.type(`${load}; echo lo''aded\r`);
      await shell.untilShown('loaded\r\n');
      times[name] = [];
      for (let count = 0; count <= RUNS; count += 1) {
        shell.type(`kubectl-debug -n ${NAMESPACE} only`);
        await shell.untilShown('only');
        const began = performance.now();
        shell.type('\t');
        await shell.untilShown('-one');
        if (count > 0) times[name].push(performance.now() - began);
        shell.type('\u0015');
      }
    } finally {
      shell.close();
    }
  }
  return times;
}

/** The names of pods by each way, for run.mjs. */
function figureOf(ways) {
  const wall = Object.entries(ways).map(([name, measured]) => [name, measured.map((call) => call.wall)]);
  const title = `completion: one name of ${options.pods} pods`;
  return { title, unit: 'ms', beside: 'kubectl get', ways: Object.fromEntries(wall) };
}

async function main() {
  fillNamespace({ namespace: NAMESPACE, count: options.pods }, options);
  const alone = JSON.stringify({ spec: { nodeName: 'made-up-node' } });
  kubectl('run', 'only-one', '--image=example/app:v1', `--overrides=${alone}`, ...here);
  kubectl('debug', LAST, ...here, `--image=${IMAGE}`, '-c', 'before', '--attach=false', '-q');
  const calls = Object.fromEntries(Object.keys(CALLS).map((name) => [name, []]));
  for (let count = 0; count <= RUNS; count += 1)
    for (const [name, call] of Object.entries(CALLS)) {
      const measured = measureCall(call);
      if (count > 0) calls[name].push(measured);
    }
  const { 'pods, kubectl dbg': plugin, 'pods, kubectl get': get, pods } = calls;
  if (options.json) {
    const ways = { 'kubectl get': get, 'kubectl-debug': pods, 'kubectl dbg': plugin };
    printFigures([figureOf(ways)], options);
    return;
  }
  const rows = Object.entries(calls).map(([name, measured]) => {
    const { n, min, median, p95 } = summarize(measured.map(({ wall }) => wall));
    return {
      'milliseconds of': name,
      n,
      min,
      median,
      p95,
      cpu: summarize(measured.map(({ cpu }) => cpu)).median,
    };
  });
  console.log(table(rows));
  const shells = Object.entries(await measureShells()).map(([name, times]) => {
    const { n, min, median, p95 } = summarize(times);
    return { 'milliseconds from Tab to the word': name, n, min, median, p95 };
  });
  console.log(`\n${table(shells)}`);
}

try {
  await main();
} finally {
  rmSync(folder, { recursive: true });
  removeFilled(NAMESPACE, options);
}
