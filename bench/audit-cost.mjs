#!/usr/bin/env node
/* global fetch */
// What an audit costs a cluster, for each pod: the requests that it sends, by verb, and what its debug containers add to
// etcd. The constants of src/audit/cost are from here. It reads the etcd of the test cluster.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PORT } from '../test/cluster/paths.mjs';
import { benchCluster, CLUSTER_OPTIONS, untilIdle } from './bench-cluster.mjs';
import { PROGRAM } from './figures.mjs';
import { table } from './statistics.mjs';

const { values: options } = parseArgs({
  options: { pods: { type: 'string', short: 'n', default: '20' }, ...CLUSTER_OPTIONS },
});
const { env, kubectl, where, namespace, makeNamespace, makePods, removeNamespace } = benchCluster(options);
const folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-cost-'));

/** What a pod is as JSON without its managed fields, which is what an audit knows of it. */
function jsonBytes() {
  const { items } = JSON.parse(kubectl(['get', 'pods', '-o', 'json', ...where]));
  const sizes = items.map(
    (pod) => JSON.stringify({ ...pod, metadata: { ...pod.metadata, managedFields: undefined } }).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0) / items.length;
}

/** The sizes of the values whose keys begin so, and the revision of etcd. It counts each write of the whole cluster. */
async function etcd(prefix) {
  const base64 = (text) => Buffer.from(text).toString('base64');
  const body = JSON.stringify({ key: base64(prefix), range_end: base64(prefix.replace(/\/$/, '0')) });
  const answer = await fetch(`http://127.0.0.1:${PORT.etcd}/v3/kv/range`, { method: 'POST', body });
  const { kvs = [] } = await answer.json();
  const sizes = kvs.map(({ key, value }) => (key.length + value.length) * 0.75);
  // A key counts its own writes since it was made.
  return {
    count: kvs.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    writes: kvs.reduce((sum, { version }) => sum + Number(version), 0),
    written: kvs.reduce((sum, { version }, index) => sum + Number(version) * sizes[index], 0),
  };
}

const inEtcd = async () => ({
  pods: await etcd(`/registry/pods/${namespace}/`),
  events: await etcd(`/registry/events/${namespace}/`),
});

const LONG = 'x'.repeat(1000);
const AUDITS = {
  'a command': ['--', 'id'],
  'a second one': ['--', 'id'],
  'a command of 1,000 letters': ['--', 'echo', LONG],
  'with --envelope=false': ['--envelope=false', '--', 'id'],
  '--collect': ['--collect=/app', `--output-dir=${path.join(folder, 'files')}`],
  'one at a time': ['--concurrency=1', '--', 'id'],
  '--target= (none)': ['--target=', '--', 'id'],
};

function audit(args) {
  const flags = ['-n', namespace, '--yes', '-v=6', '-o', 'json', `--image=${options.image}`];
  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM, 'audit', ...flags, ...args], {
    env: { ...env, XDG_STATE_HOME: folder },
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const requests = [...stderr.matchAll(/"?\b(GET|POST|PATCH|PUT|DELETE) (https:\S+)/g)];
  return { stdout, stderr, status, requests };
}

/** A request without the names in it. */
function kindOf([, verb, url]) {
  const { pathname, searchParams } = new URL(url);
  const words = pathname.split('/').filter((word) => word !== '');
  const resource = words.includes('pods') ? `pods/${words[6] ?? ''}`.replace(/\/$/, '') : words.at(-1);
  const what = searchParams.has('watch') ? 'watch' : words.includes('pods') && words.length < 6 ? 'list' : '';
  return [verb, resource, what].filter((word) => word !== '').join(' ');
}

const round = (number, digits = 0) => Number(number.toFixed(digits));
const names = Array.from({ length: Number(options.pods) }, (_, index) => `pod-${index}`);
const each = (number) => number / names.length;
try {
  makeNamespace();
  makePods(names);
  const rows = [];
  for (const [what, args] of Object.entries(AUDITS)) {
    await untilIdle();
    const before = await inEtcd();
    const start = performance.now();
    const { requests, status, stdout, stderr } = audit(args);
    const seconds = (performance.now() - start) / 1000;
    await sleep(5000); // the last status and the last event
    const after = await inEtcd();
    const kinds = new Map();
    for (const request of requests) kinds.set(kindOf(request), (kinds.get(kindOf(request)) ?? 0) + 1);
    rows.push({
      audit: what,
      'exit code': status,
      seconds: round(seconds, 1),
      requests: round(each(requests.length), 2),
      'KiB of a pod': round(each(after.pods.bytes) / 1024, 2),
      'of its JSON': round(jsonBytes() / 1024, 2),
      'bytes added': round(each(after.pods.bytes - before.pods.bytes)),
      writes: round(each(after.pods.writes - before.pods.writes), 2),
      events: round(each(after.events.count - before.events.count), 2),
      'bytes of events': round(each(after.events.bytes - before.events.bytes)),
      'bytes of a row': round(each(stdout.length)),
    });
    console.log(`${what}: ${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')}`);
    if (status !== 0) console.log(stderr.split('\n').slice(-5).join('\n'));
  }
  console.log(table(rows));
} finally {
  removeNamespace();
  rmSync(folder, { recursive: true, force: true });
}
