#!/usr/bin/env node
// The same audit from this machine and by workers in the cluster, on pods of the playground, while workers are killed: the time,
// the requests, and whether every pod ran once and gave the same answer.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values: options } = parseArgs({
  options: {
    pods: { type: 'string', short: 'n', default: '300' },
    workers: { type: 'string', default: '4' },
    kills: { type: 'string', default: '8' },
    // For many pods, whose local run takes long: nothing is compared then.
    'no-local': { type: 'boolean', default: false },
  },
});
const count = Number(options.pods);
const root = path.join(import.meta.dirname, '..');
const program = path.join(root, 'bin/kubectl-debug.js');
const folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-fleet-'));
const IMAGE = 'localhost/kubectl-debug:dev';

async function loadPlayground() {
  const contents = `
    export { createPlayground } from './playground/playground.ts';
    export { makeKubelet } from './playground/kubelet/make-kubelet.ts';
    export { nodeProgram } from './playground/run/image-program.ts';`;
  const outfile = path.join(root, 'build/fleet-workers.cjs');
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['@lydell/node-pty'],
    outfile,
    logLevel: 'error',
  });
  return createRequire(import.meta.url)(outfile);
}

const { createPlayground, makeKubelet, nodeProgram } = await loadPlayground();
const SPECS = Array.from({ length: 100 }, (_, index) => ({
  nodeName: `node-${index}`,
  containers: [{ name: 'app', image: 'example/app:1' }],
}));

function podOf(index) {
  const state = { running: { startedAt: '2026-01-01T00:00:00Z' } };
  return {
    name: `pod-${index}`,
    labels: { test: 'fleet' },
    spec: SPECS[index % SPECS.length],
    behaviour: {
      kind: 'scripted',
      status: { phase: 'Running', containerStatuses: [{ name: 'app', ready: true, restartCount: 0, state }] },
      ephemeral: { startMs: 20, runMs: 200, exitCode: index % 7 === 0 ? 3 : 0, output: [`pod ${index}`] },
    },
  };
}

/** Runs an audit on new pods and kills this many of its workers. */
async function audit(flags, kills) {
  const workers = new Set();
  const counts = { starts: 0, killed: 0 };
  const ownImage = (start, sink) => {
    const worker = nodeProgram(program)(start, sink);
    counts.starts += 1;
    workers.add(worker);
    void worker.ended.then(() => workers.delete(worker));
    return worker;
  };
  const playground = await createPlayground({
    pods: Array.from({ length: count }, (_, index) => podOf(index)),
    makeKubelet: (host) => makeKubelet(host, { folder, confinement: 'none', images: { [IMAGE]: ownImage } }),
    jobBackOff: { firstMs: 100, longestMs: 1000 },
  });
  const kubeconfig = path.join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, playground.kubeconfig('admin'));
  const fixed = ['audit', '-l', 'test=fleet', '--yes', '-q', '--image=b:1', '--envelope=false', '-o', 'json'];
  const start = performance.now();
  const child = spawn(process.execPath, [program, ...fixed, ...flags, '--', 'true'], {
    env: { ...process.env, KUBECONFIG: kubeconfig, XDG_STATE_HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  const killer = setInterval(() => {
    const running = [...workers];
    if (counts.killed >= kills || running.length === 0 || performance.now() - start < 3000) return;
    running[Math.floor(Math.random() * running.length)].kill();
    counts.killed += 1;
  }, 900);
  const exitCode = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(killer);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const added = playground.requests.filter(
    ({ method, path: url, status }) =>
      method === 'PATCH' && url.endsWith('ephemeralcontainers') && status === 200,
  );
  const pods = new Set(added.map(({ path: url }) => url)).size;
  const twice = added.length - pods;
  console.log(flags[0] ?? 'from here', {
    exitCode,
    seconds,
    ...counts,
    requests: playground.requests.length,
    pods,
    twice,
  });
  await playground.close();
  return rowsOf(text);
}

/** The rows without what differs between two runs, in an order of their own. */
function rowsOf(text) {
  const volatile = ['uid', 'container', 'startedAt', 'finishedAt', 'durationMs'];
  const { rows } = JSON.parse(text);
  const stable = rows.map((row) => Object.entries(row).filter(([field]) => !volatile.includes(field)));
  return stable.map((row) => JSON.stringify(row)).sort();
}

try {
  const fromHere = options['no-local'] ? undefined : await audit([], 0);
  const flags = [`--in-cluster=${options.workers}`, `--in-cluster-image=${IMAGE}`];
  const byWorkers = await audit(flags, Number(options.kills));
  const differing = fromHere?.filter((row, index) => row !== byWorkers[index]).length ?? 'not compared';
  console.log({ rows: byWorkers.length, differing });
  if (byWorkers.length !== count || Number(differing) > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
