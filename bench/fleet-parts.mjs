#!/usr/bin/env node
// The parts of an audit of a hundred thousand pods that need no cluster, each in a process of its own: how much CPU it takes,
// and the peak of its memory. README.md says how to run it.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { peakMemory } from './peak-memory.mjs';
import { table } from './statistics.mjs';

const { values: options } = parseArgs({
  options: {
    pods: { type: 'string', short: 'n', default: '100000' },
    nodes: { type: 'string', default: '5000' },
    part: { type: 'string' },
  },
});
const PODS = Number(options.pods);
const NODES = Number(options.nodes);
const root = path.join(import.meta.dirname, '..');
const BUNDLE = path.join(root, 'build/fleet-parts.cjs');

const bundle = () =>
  build({
    stdin: {
      contents: `
        export { makeSchedule } from './src/audit/schedule/schedule.ts';
        export { makeKnownPods } from './src/audit/watch/known-pods.ts';
        export { makeResults } from './src/audit/results/make-results.ts';
        export { rowToJson, rowFromJson } from './src/audit/rows/row-json.ts';
        export { costOfAudit } from './src/audit/cost/audit-cost.ts';`,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: BUNDLE,
    logLevel: 'error',
  });

const letters = (number) => number.toString(36).padStart(5, 'x');
const nameOf = (index) => `web-${letters(index % 200)}-${letters(index)}`;
const uidOf = () =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const itemOf = (index) => ({
  pod: { namespace: `shop-${index % 200}`, name: nameOf(index) },
  uid: uidOf(),
  podIPs: [`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`],
  node: `node-${index % NODES}`,
  owner: { kind: 'Deployment', name: `web-${letters(index % 200)}` },
  target: { kind: 'auto' },
  container: `audit-${letters(index)}`,
});

const ANSWER = Array.from({ length: 20 }, (_, index) => `line ${index} of what each pod says`).join('\n');

/** `answers`: how many different ones there are. */
const rowOf = (index, answers) => {
  const { pod, uid, podIPs, node, owner, container } = itemOf(index);
  return {
    namespace: pod.namespace,
    pod: pod.name,
    uid,
    podIPs,
    node,
    owner,
    container,
    target: 'app',
    outcome: 'exited',
    exitCode: 0,
    output: { bytes: Buffer.from(`${ANSWER}\nanswer ${index % answers}\n`), isTruncated: false },
    profile: 'general',
    startedAt: new Date(1_790_000_000_000 + index),
    finishedAt: new Date(1_790_000_001_000 + index),
    durationMs: 10,
    reason: undefined,
    notes: [],
  };
};

/** A pod as a Deployment makes it: 6 KB of JSON. */
const podOf = (index) => ({
  metadata: {
    name: nameOf(index),
    namespace: `shop-${index % 200}`,
    uid: `${index}`,
    resourceVersion: `${index}`,
    labels: { app: 'web', 'pod-template-hash': 'abcdef123' },
    ownerReferences: [
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-abc', uid: 'u', controller: true },
    ],
  },
  spec: {
    nodeName: `node-${index % NODES}`,
    containers: ['app', 'proxy'].map((name) => ({
      name,
      image: 'registry.example/shop/web:1.2.3',
      env: Array.from({ length: 20 }, (_, number) => ({
        name: `VARIABLE_${number}`,
        valueFrom: { configMapKeyRef: { name: `web-config-${number}`, key: `key-${number}` } },
      })),
      volumeMounts: [
        {
          name: `kube-api-access-${letters(index)}`,
          mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
        },
      ],
    })),
  },
  status: {
    phase: 'Running',
    podIP: `10.1.${index >> 8}.${index & 255}`,
    containerStatuses: ['app', 'proxy'].map((name) => ({
      name,
      containerID: `containerd://${randomBytes(32).toString('hex')}`,
      imageID: `sha256:${'a'.repeat(64)}`,
      ready: true,
      state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
    })),
  },
});

function anIo(folder) {
  const stream = () => new PassThrough().resume();
  const none = { isTty: false, hasErrors: false, columns: undefined };
  return {
    stdout: stream(),
    stderr: stream(),
    stdin: stream(),
    terminal: none,
    environment: {},
    env: {},
    now: () => new Date(),
    random: Math.random,
    sleep: () => Promise.resolve(),
    workingDirectory: folder,
    userId: process.getuid(),
    platform: process.platform,
    waits: { begin: () => ({ becomes() {}, heard() {}, end() {} }) },
  };
}

async function showRows(parts, format, { answers, report }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-parts-'));
  try {
    const results = await parts.makeResults(anIo(folder), {
      format,
      masks: [],
      expectation: { exitCode: 0, output: undefined },
      outputFolder: undefined,
      report: report ? { file: path.join(folder, 'report.html'), groupBy: undefined } : undefined,
      hasAllContainers: false,
      isQuiet: true,
    });
    const start = {
      runId: 'r',
      total: PODS,
      command: ['id'],
      image: 'busybox',
      startedAt: new Date(),
      shard: undefined,
    };
    results.begin(start);
    for (let index = 0; index < PODS; index += 1) await results.accept(rowOf(index, answers));
    await results.finish({ ...start, finishedAt: new Date(), end: 'complete' });
    await results.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const FOLD = { kind: 'fold', groupBy: undefined };
const LIMITS = {
  concurrency: 16,
  maxPerNode: 8,
  perNode: 'starting',
  canary: 0,
  maxFailures: { kind: 'count', count: Infinity },
};

/** Each returns what there is to say beside the time and the memory. */
const PARTS = {
  'keep the pods': ({ makeKnownPods }) => {
    const known = makeKnownPods();
    for (let index = 0; index < PODS; index += 1) known.keep(podOf(index));
    globalThis.gc?.();
    const { rss } = process.memoryUsage();
    return `${Math.round(rss / 2 ** 20)} MiB afterwards, ${JSON.stringify(podOf(1)).length} bytes a pod`;
  },
  'schedule the pods': ({ makeSchedule }) => {
    const schedule = makeSchedule(
      Array.from({ length: PODS }, (_, index) => itemOf(index)),
      LIMITS,
    );
    const running = [];
    let done = 0;
    for (;;) {
      for (let item = schedule.next(); item !== undefined; item = schedule.next()) running.push(item);
      const item = running.shift();
      if (item === undefined) break;
      schedule.started(item);
      schedule.ran(item);
      schedule.finished(item, 'exited');
      done += 1;
    }
    return `${done} started`;
  },
  'pack the plan': () => {
    const lines = Array.from({ length: PODS }, (_, index) =>
      JSON.stringify({ kind: 'item', item: itemOf(index) }),
    );
    const text = lines.join('\n');
    return `${text.length} bytes, ${gzipSync(text).length} packed`;
  },
  'pack the rows': ({ rowToJson }) => {
    let bytes = 0;
    let packed = 0;
    for (let from = 0; from < PODS; from += 200) {
      const lines = Array.from({ length: 200 }, (_, index) =>
        JSON.stringify({ kind: 'row', id: '', row: rowToJson(rowOf(from + index, 100)) }),
      );
      const text = lines.join('\n');
      bytes += text.length;
      packed += gzipSync(text).length;
    }
    return `${bytes} bytes, ${packed} packed`;
  },
  'fold equal answers': (parts) => showRows(parts, FOLD, { answers: 3 }),
  'fold distinct answers': (parts) => showRows(parts, FOLD, { answers: PODS }),
  'all as JSON': (parts) => showRows(parts, { kind: 'json' }, { answers: 3 }),
  'all as JUnit': (parts) => showRows(parts, { kind: 'junit' }, { answers: 3 }),
  'a report': (parts) => showRows(parts, FOLD, { answers: 3, report: true }),
};

if (options.part === undefined) {
  await bundle();
  const rows = Object.keys(PARTS).map((part) => {
    const argv = [
      '--expose-gc',
      import.meta.filename,
      '-n',
      options.pods,
      '--nodes',
      options.nodes,
      '--part',
      part,
    ];
    const { stdout, stderr, status } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
    console.error(status === 0 ? stdout.trim() : stderr);
    return status === 0 ? JSON.parse(stdout) : { part, 'CPU seconds': NaN, 'MiB at most': NaN, '': 'failed' };
  });
  console.log(`${PODS} pods on ${NODES} nodes`);
  console.log(table(rows));
} else {
  const parts = createRequire(import.meta.url)(BUNDLE);
  const before = process.cpuUsage();
  const said = await PARTS[options.part](parts);
  const { user, system } = process.cpuUsage(before);
  // Not the time on a clock: other programs may run meanwhile.
  const seconds = (user + system) / 1e6;
  console.log(
    JSON.stringify({
      part: options.part,
      'CPU seconds': seconds,
      'MiB at most': Math.round(peakMemory(process.pid)),
      '': said ?? '',
    }),
  );
}
