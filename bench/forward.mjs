#!/usr/bin/env node
// `kubectl-debug forward` beside `kubectl port-forward`: the latency of a new connection, the throughput of one, and many at
// once, in turns. README.md says how to run it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { benchCluster, CLUSTER_OPTIONS } from './bench-cluster.mjs';
import { FIGURE_OPTIONS, printFigures, PROGRAM } from './figures.mjs';
import { summarize } from './statistics.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', short: 'n', default: '5' },
    mebibytes: { type: 'string', default: '200' },
    connections: { type: 'string', default: '50' },
    only: { type: 'string', default: '' },
    ...CLUSTER_OPTIONS,
    ...FIGURE_OPTIONS,
  },
});
const { env, where, kubectl, makeNamespace, makeShellPod, removeNamespace } = benchCluster(options);
const MIB = 1024 * 1024;
const count = Number(options.connections);

const PROGRAMS = {
  'kubectl port-forward': [options.kubectl, 'port-forward', 'pod/shell', ':8080', ...where],
  'kubectl-debug forward': [process.execPath, PROGRAM, 'forward', 'pod/shell', ':8080', ...where],
};

/** Starts a forward, and waits for its local port. Rejects if it ends before. */
async function start([file, ...args]) {
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const port = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
        const [, found] = /127\.0\.0\.1:(\d+)/.exec(said) ?? [];
        if (found !== undefined) resolve(Number(found));
      });
    child.once('close', () => reject(new Error(`${file} ${args.join(' ')}: ${said}`)));
  });
  const stop = async () => {
    const closed = once(child, 'close');
    child.kill('SIGINT');
    await closed;
  };
  return { port: await port, stop };
}

/** Fetches a file over a connection of its own. Resolves to its bytes. */
function fetchFile(port, file) {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: `/${file}`, agent: false }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

/** What is measured of a forward that runs: a number, and whether all bytes have come. */
const CASES = {
  'a new connection, ms': async (port) => {
    const times = [];
    let isRight = true;
    for (let index = 0; index < count; index += 1) {
      const begin = performance.now();
      isRight &&= (await fetchFile(port, 'small')) === 6;
      times.push(performance.now() - begin);
    }
    return { figure: summarize(times).median, isRight };
  },
  'one connection, MiB/s': async (port) => {
    const begin = performance.now();
    const bytes = await fetchFile(port, 'large');
    const wanted = Number(options.mebibytes) * MIB;
    return { figure: bytes / MIB / ((performance.now() - begin) / 1000), isRight: bytes === wanted };
  },
  [`${count} at once, ms`]: async (port) => {
    const begin = performance.now();
    const all = await Promise.allSettled(Array.from({ length: count }, () => fetchFile(port, 'small')));
    const isRight = all.every(({ value }) => value === 6);
    return { figure: performance.now() - begin, isRight };
  },
};

async function measureOnce(args, measure) {
  const { port, stop } = await start(args);
  try {
    // The first connection also makes what the others share.
    await fetchFile(port, 'small');
    return await measure(port);
  } finally {
    await stop();
  }
}

async function measure(label, each) {
  const found = Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, []]));
  for (let run = 0; run < Number(options.runs); run += 1) {
    // Neither is always the first.
    const pair = Object.entries(PROGRAMS);
    for (const [name, args] of run % 2 === 0 ? pair : pair.toReversed())
      found[name].push(await measureOnce(args, each));
  }
  const [what, unit] = label.split(', ');
  return {
    title: `forward: ${what}`,
    unit,
    beside: Object.keys(PROGRAMS)[0],
    ways: Object.fromEntries(
      Object.entries(found).map(([name, runs]) => [name, runs.map(({ figure }) => figure)]),
    ),
    right: Object.fromEntries(
      Object.entries(found).map(([name, runs]) => [name, runs.filter(({ isRight }) => isRight).length]),
    ),
  };
}

try {
  makeNamespace();
  makeShellPod();
  const serve = `mkdir /tmp/www && cd /tmp/www && echo small > small && dd if=/dev/zero of=large bs=1M count=${options.mebibytes} 2>/dev/null && httpd -p 8080 -h /tmp/www`;
  kubectl(['exec', 'shell', ...where, '--', 'sh', '-c', serve]);
  await sleep(500);
  const figures = [];
  for (const [label, each] of Object.entries(CASES))
    if (label.includes(options.only)) figures.push(await measure(label, each));
  printFigures(figures, options);
} finally {
  removeNamespace();
}
