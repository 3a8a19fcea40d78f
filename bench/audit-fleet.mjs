#!/usr/bin/env node
// One command in ten thousand pods of the playground: the time, the requests and the peak of the memory of
// `kubectl-debug audit`. The pods answer at once, so that nothing but the audit itself is measured. Their answers come from a
// script, which knows no envelope.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { loadPlayground } from './load-playground.mjs';
import { cpuSeconds, peakMemory } from './peak-memory.mjs';

const { values: options } = parseArgs({
  options: {
    pods: { type: 'string', short: 'n', default: '10000' },
    nodes: { type: 'string', default: '100' },
    'output-bytes': { type: 'string', default: '2000' },
    // Every pod answers otherwise.
    distinct: { type: 'boolean', default: false },
    flag: { type: 'string', multiple: true, default: [] },
    // Requests in a second, in place of the 50 of the program; 0 leaves those.
    pace: { type: 'string', default: '0' },
    // Lists and chooses the pods, and asks a terminal that is not there.
    'choose-only': { type: 'boolean', default: false },
  },
});
const root = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-fleet-'));

const LINE = 'x'.repeat(99);
const LINES = Array.from({ length: Math.ceil(Number(options['output-bytes']) / 100) }, () => LINE);

/** One pod in a hundred answers otherwise than the rest, or each one. */
function podOf(index) {
  const odd = options.distinct ? `${index}` : index % 100 === 0 ? 'odd' : 'even';
  const state = { running: { startedAt: '2026-01-01T00:00:00Z' } };
  return {
    name: `pod-${index}`,
    spec: SPECS[index % SPECS.length],
    behaviour: {
      kind: 'scripted',
      status: { phase: 'Running', containerStatuses: [{ name: 'app', ready: true, restartCount: 0, state }] },
      ephemeral: { startMs: 20, runMs: 20, exitCode: 0, output: [odd, ...LINES] },
    },
  };
}

const SPECS = Array.from({ length: Number(options.nodes) }, (_, index) => ({
  nodeName: `node-${index}`,
  containers: [{ name: 'app', image: 'example/app:1', env: [{ name: 'CONFIG', value: 'y'.repeat(2000) }] }],
}));

const PACE = 'perSecond:50,burst:100';

/** The program with another pace: days of polite requests can be measured in minutes. */
function programWithPace(perSecond) {
  if (perSecond === 0) return path.join(root, 'bin/kubectl-debug.js');
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(path.join(root, part), path.join(folder, 'program', part), { recursive: true });
  const bundle = path.join(folder, 'program/dist/audit.cjs');
  const text = readFileSync(bundle, 'utf8');
  if (!text.includes(PACE)) throw new Error(`no ${PACE} in dist/audit.cjs`);
  writeFileSync(bundle, text.replaceAll(PACE, `perSecond:${perSecond},burst:${perSecond}`));
  return path.join(folder, 'program/bin/kubectl-debug.js');
}

function audit(kubeconfig) {
  const program = programWithPace(Number(options.pace));
  const start = performance.now();
  const confirmed = options['choose-only'] ? [] : ['--yes'];
  const argv = ['audit', '-A', ...confirmed, '-q', '--envelope=false', ...options.flag, '--', 'true'];
  const child = spawn(process.execPath, [program, ...argv], {
    env: {
      ...process.env,
      NODE_OPTIONS: process.env.CHILD_OPTIONS ?? '',
      KUBECONFIG: kubeconfig,
      XDG_STATE_HOME: folder,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let memory = 0;
  let cpu = 0;
  const clock = setInterval(() => {
    memory = Math.max(memory, peakMemory(child.pid));
    cpu = Math.max(cpu, cpuSeconds(child.pid));
  }, 100);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => (text += part));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (exitCode) => {
      clearInterval(clock);
      resolve({ seconds: (performance.now() - start) / 1000, memory, cpu, exitCode, text });
    });
  });
}

const { createPlayground, makeKubelet } = await loadPlayground();
const playground = await createPlayground({
  pods: Array.from({ length: Number(options.pods) }, (_, index) => podOf(index)),
  makeKubelet: (host) => makeKubelet(host, { folder, confinement: 'none' }),
});
try {
  const kubeconfig = path.join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, playground.kubeconfig('admin'));
  const { seconds, memory, cpu, exitCode, text } = await audit(kubeconfig);
  const { requests } = playground;
  const groups = text.split('\n').filter((line) => /pods/.test(line.slice(0, 30)));
  console.log(`${options.pods} pods: exit code ${exitCode}, ${seconds.toFixed(1)} s,`);
  console.log(
    `${(Number(options.pods) / seconds).toFixed(1)} pods a second, peak ${memory.toFixed(0)} MiB, ${cpu.toFixed(1)} s of CPU,`,
  );
  console.log(`${requests.length} requests: ${(requests.length / Number(options.pods)).toFixed(2)} a pod`);
  for (const line of groups) console.log(`  ${line.slice(0, 100)}`);
} finally {
  await playground.close();
  rmSync(folder, { recursive: true, force: true });
}
