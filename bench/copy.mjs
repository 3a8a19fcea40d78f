#!/usr/bin/env node
// `kubectl-debug cp` beside `kubectl cp`, in both directions, from and to a container whose image has tar: one large file
// and many small ones, in turns. README.md says how to run it.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { benchCluster, CLUSTER_OPTIONS } from './bench-cluster.mjs';
import { FIGURE_OPTIONS, printFigures, PROGRAM } from './figures.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', short: 'n', default: '5' },
    mebibytes: { type: 'string', default: '300' },
    files: { type: 'string', default: '10000' },
    only: { type: 'string', default: '' },
    ...CLUSTER_OPTIONS,
    ...FIGURE_OPTIONS,
  },
});
const { env, namespace, where, makeNamespace, makeShellPod, removeNamespace } = benchCluster(options);
const folder = mkdtempSync(path.join(tmpdir(), 'bench-copy-'));
const at = (name) => path.join(folder, name);
const MIB = 1024 * 1024;
const SMALL_BYTES = 2000;
const FILES_IN_FOLDER = 1000;

/** Runs a program, which has to succeed, and returns its seconds. */
function timed(file, args) {
  const start = performance.now();
  const { status, stderr } = spawnSync(file, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}: ${stderr}`);
  return (performance.now() - start) / 1000;
}

const inPod = (script) => timed(options.kubectl, ['exec', 'shell', ...where, '--', 'sh', '-c', script]);

function makeLarge(file) {
  const descriptor = openSync(file, 'w');
  for (let index = 0; index < Number(options.mebibytes); index += 1) writeSync(descriptor, randomBytes(MIB));
  closeSync(descriptor);
}

function makeSmall(top) {
  for (let index = 0; index < Number(options.files); index += 1) {
    const below = path.join(top, `folder-${Math.floor(index / FILES_IN_FOLDER)}`);
    if (index % FILES_IN_FOLDER === 0) mkdirSync(below, { recursive: true });
    const descriptor = openSync(path.join(below, `file-${index}`), 'w');
    writeSync(descriptor, randomBytes(SMALL_BYTES));
    closeSync(descriptor);
  }
}

/** The digest of a file, or of the names and bytes of a folder. */
function digest(top) {
  const hash = createHash('sha256');
  const entries = readdirSync(path.dirname(top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => file === top || file.startsWith(`${top}/`))
    .toSorted();
  for (const file of entries) hash.update(path.relative(top, file)).update(readFileSync(file));
  return hash.digest('hex');
}

const PROGRAMS = {
  'kubectl cp': (from, to) => timed(options.kubectl, ['cp', from, to]),
  'kubectl-debug cp': (from, to) =>
    timed(process.execPath, [PROGRAM, 'cp', from, to, `--image=${options.image}`, '-q']),
};

const CASES = ['large', 'small'].flatMap((what) => ['down', 'up'].map((way) => ({ what, way })));

/** Copies once, and compares what arrived with what was sent. */
function copyOnce(copy, { what, way }) {
  const there = `${namespace}/shell:/tmp`;
  if (way === 'up') {
    inPod('rm -rf /tmp/up');
    const seconds = copy(at(what), `${there}/up`);
    const isWhole = spawnSync(options.kubectl, ['exec', 'shell', ...where, '--', 'diff', '-r', `/tmp/${what}`, '/tmp/up'], { env }); // prettier-ignore
    return { seconds, isRight: isWhole.status === 0 };
  }
  rmSync(at('down'), { recursive: true, force: true });
  mkdirSync(at('down'));
  const seconds = copy(`${there}/${what}`, at(`down/${what}`));
  return { seconds, isRight: digest(at(`down/${what}`)) === sent[what] };
}

function measure(each, runs) {
  const found = Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, []]));
  for (let run = 0; run < runs; run += 1) {
    // Neither is always the first.
    const pair = Object.entries(PROGRAMS);
    for (const [name, copy] of run % 2 === 0 ? pair : pair.toReversed())
      found[name].push(copyOnce(copy, each));
  }
  const [theirs] = Object.keys(PROGRAMS);
  const what =
    each.what === 'large' ? `${options.mebibytes} MiB` : `${options.files} files of ${SMALL_BYTES} bytes`;
  return {
    title: `copy ${what}, ${each.way}`,
    unit: 's',
    beside: theirs,
    ways: Object.fromEntries(
      Object.entries(found).map(([name, copies]) => [name, copies.map(({ seconds }) => seconds)]),
    ),
    right: Object.fromEntries(
      Object.entries(found).map(([name, copies]) => [name, copies.filter(({ isRight }) => isRight).length]),
    ),
  };
}

const sent = {};
try {
  makeNamespace();
  makeLarge(at('large'));
  makeSmall(at('small'));
  makeShellPod();
  for (const what of ['large', 'small']) {
    sent[what] = digest(at(what));
    timed(options.kubectl, ['cp', at(what), `${namespace}/shell:/tmp/${what}`]);
  }
  // The first one makes the debug container, which the others use.
  timed(process.execPath, [PROGRAM, 'cp', `${namespace}/shell:/etc/hostname`, at('hostname'), `--image=${options.image}`, '-q']); // prettier-ignore
  const cases = CASES.filter(({ what, way }) => `${what} ${way}`.includes(options.only));
  printFigures(
    cases.map((each) => measure(each, Number(options.runs))),
    options,
  );
} finally {
  removeNamespace();
  rmSync(folder, { recursive: true, force: true });
}
