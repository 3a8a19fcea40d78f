#!/usr/bin/env node
// The same audit from this machine and by workers in the cluster, on pods of the playground, while workers are killed: the time,
// the requests, the memory, the ConfigMaps, and whether every pod ran once and gave the same answer.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { watchConfigMaps } from './fleet-config-maps.mjs';
import { loadPlayground } from './load-playground.mjs';
import { cpuSeconds, peakMemory } from './peak-memory.mjs';

const { values: options } = parseArgs({
  options: {
    pods: { type: 'string', short: 'n', default: '300' },
    workers: { type: 'string', default: '4' },
    nodes: { type: 'string', default: '100' },
    kills: { type: 'string', default: '8' },
    // Pods that are not audited, which the workers list as well.
    others: { type: 'string', default: '0' },
    // Seconds between two kills.
    every: { type: 'string', default: '0.9' },
    flag: { type: 'string', multiple: true, default: [] },
    // For many pods, whose local run takes long: nothing is compared then.
    'no-local': { type: 'boolean', default: false },
  },
});
const count = Number(options.pods);
const root = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-fleet-'));
// A build meanwhile changes nothing for workers that start later.
for (const part of ['bin', 'dist', 'package.json'])
  cpSync(path.join(root, part), path.join(folder, 'program', part), { recursive: true });
const program = path.join(folder, 'program/bin/kubectl-debug.js');
const IMAGE = 'localhost/kubectl-debug:dev';

const { createPlayground, makeKubelet, nodeProgram } = await loadPlayground();
// A pod of a Deployment has about 5 KB of JSON.
const PADDING = 3000;
const SPECS = Array.from({ length: Number(options.nodes) }, (_, index) => ({
  nodeName: `node-${index}`,
  containers: [
    { name: 'app', image: 'example/app:1', env: [{ name: 'CONFIG', value: 'y'.repeat(PADDING) }] },
  ],
}));

function podOf(index) {
  const state = { running: { startedAt: '2026-01-01T00:00:00Z' } };
  return {
    name: `pod-${index}`,
    labels: { test: index < count ? 'fleet' : 'other' },
    spec: SPECS[index % SPECS.length],
    behaviour: {
      kind: 'scripted',
      status: { phase: 'Running', containerStatuses: [{ name: 'app', ready: true, restartCount: 0, state }] },
      ephemeral: { startMs: 20, runMs: 200, exitCode: index % 7 === 0 ? 3 : 0, output: [`pod ${index}`] },
    },
  };
}

/** Of a worker that has ended, that was told to go, and that was killed. */
const EXPECTED = [0, 143, 137];
const LOG_CHARACTERS = 1000;

/** Workers, each a process of this machine: what they used at most, and which of them run. */
function makeWorkers() {
  const running = new Map();
  const seen = { starts: 0, killed: 0, peaks: [], cpu: new Map(), exitCodes: [] };
  return {
    seen,
    image: (start, sink) => {
      let log = '';
      const keep = (chunk) => (log = `${log}${chunk}`.slice(-LOG_CHARACTERS));
      const stderr = (chunk) => {
        keep(chunk);
        sink.stderr(chunk);
      };
      const worker = nodeProgram(program)(start, { ...sink, stderr });
      const index = Number(start.env.JOB_COMPLETION_INDEX);
      seen.starts += 1;
      running.set(worker, index);
      void worker.ended.then(({ exitCode }) => {
        running.delete(worker);
        if (!EXPECTED.includes(exitCode)) console.error(`worker ${index} exited with ${exitCode}:\n${log}`);
        seen.exitCodes.push(exitCode);
      });
      return worker;
    },
    look: () => {
      for (const [{ pid }, index] of running) {
        seen.peaks[index] = Math.max(seen.peaks[index] ?? 0, Math.round(peakMemory(pid)));
        seen.cpu.set(pid, Math.max(seen.cpu.get(pid) ?? 0, cpuSeconds(pid)));
      }
    },
    killOne: () => {
      const all = [...running.keys()];
      if (all.length === 0) return;
      all[Math.floor(Math.random() * all.length)].kill();
      seen.killed += 1;
    },
  };
}

/** What the audit sent: how many requests, in all and in the ten seconds with most of them. */
function makeRequestMeter(requests) {
  const lengths = [];
  const isOurs = ({ user }) => user !== OBSERVER;
  return {
    tick: () => lengths.push(requests.length),
    counts: (seconds) => {
      const ours = requests.filter(isOurs);
      const byWorkers = ours.filter(({ user }) => user.startsWith('system:serviceaccount:')).length;
      const most = Math.max(0, ...lengths.slice(10).map((length, index) => length - lengths[index])) / 10;
      return {
        requests: ours.length,
        byWorkers,
        aSecond: Number((ours.length / seconds).toFixed(1)),
        aSecondAtMost: most,
      };
    },
  };
}

/** The requests of this program are not counted. */
const OBSERVER = 'bench';

/** Runs an audit on new pods and kills this many of its workers. */
async function audit(flags, kills) {
  const workers = makeWorkers();
  const playground = await createPlayground({
    pods: Array.from({ length: count + Number(options.others) }, (_, index) => podOf(index)),
    makeKubelet: (host) =>
      makeKubelet(host, { folder, confinement: 'none', images: { [IMAGE]: workers.image } }),
    jobBackOff: { firstMs: 100, longestMs: 1000 },
  });
  const kubeconfig = path.join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, playground.kubeconfig('admin'));
  const configMaps = watchConfigMaps(playground, OBSERVER);
  const fixed = ['audit', '-A', '-l', 'test=fleet', '--yes', '-q', '--image=b:1', '--envelope=false'];
  const start = performance.now();
  const child = spawn(
    process.execPath,
    [program, ...fixed, '-o', 'json', ...flags, ...options.flag, '--', 'true'],
    {
      env: { ...process.env, KUBECONFIG: kubeconfig, XDG_STATE_HOME: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  let memory = 0;
  let cpu = 0;
  const meter = makeRequestMeter(playground.requests);
  const looker = setInterval(() => {
    memory = Math.max(memory, Math.round(peakMemory(child.pid)));
    cpu = Math.max(cpu, cpuSeconds(child.pid));
    workers.look();
  }, 250);
  const clock = setInterval(meter.tick, 1000);
  const killer = setInterval(
    () => {
      if (workers.seen.killed < kills && performance.now() - start > 3000) workers.killOne();
    },
    Number(options.every) * 1000,
  );
  const exitCode = await new Promise((resolve) => child.on('close', resolve));
  for (const timer of [looker, clock, killer]) clearInterval(timer);
  const seconds = (performance.now() - start) / 1000;
  const { starts, killed, peaks, cpu: workersCpu, exitCodes } = workers.seen;
  console.log(flags[0] ?? 'from here', {
    exitCode,
    seconds: Number(seconds.toFixed(1)),
    starts,
    killed,
    exitCodes: exitCodes.join(' '),
    ...meter.counts(seconds),
    ...containersAdded(playground),
    'MiB of the workers': peaks.join(' '),
    'CPU seconds of the workers': [...workersCpu.values()].join(' '),
    'MiB of the program here': memory,
    'CPU seconds of the program here': cpu,
    ...configMaps.result(),
  });
  configMaps.close();
  await playground.close();
  return rowsOf(text);
}

/** In how many pods a debug container was added, and how many were added beyond the first. */
function containersAdded({ requests }) {
  const added = requests.filter(
    ({ method, path: url, status }) =>
      method === 'PATCH' && url.endsWith('ephemeralcontainers') && status === 200,
  );
  const pods = new Set(added.map(({ path: url }) => url)).size;
  return { pods, twice: added.length - pods };
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
