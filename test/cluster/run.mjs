#!/usr/bin/env node
// `npm run test:cluster`: runs the tests of test/e2e on a real cluster; see README.md.
// Arguments go to vitest: a file of test/e2e, `-t 'part of a title'`, `--reporter=json`.
// `--build` installs and builds what the clusters need, and does no more.
import fs from 'node:fs';
import path from 'node:path';
import { build } from './binaries.mjs';
import { isUp } from './lifecycle.mjs';
import { at, BIN, HERE, ID, KUBECTL, nodeAt, PORT } from './paths.mjs';
import { meetPrerequisites } from './prerequisites.mjs';
import { chosenRuntime, TEST_BUILDS, RUNTIMES, wantedRuntime } from './runtimes.mjs';
import { listenForSignals, StepFailed } from './steps.mjs';

const ROOT = path.join(HERE, '../..');
/** More than one: audits choose one pod on each node. */
const NODES = '2';
const step = listenForSignals();
const node = (script, ...args) => ({ command: process.execPath, args: [script, ...args], cwd: ROOT });
const cluster = (...words) => node(path.join(HERE, 'cluster.mjs'), ...words);

/** The tests that also run on Debian's containerd: another runtime may lose output in another way. */
const FILES_ABOUT_OUTPUT = ['whole-output', 'command', 'envelope', 'session']
  .map((name) => `test/e2e/${name}.test.ts`)
  .filter((file) => fs.existsSync(path.join(ROOT, file)));
const SECOND_RUNTIME = 'containerd-1.6';

const ARGS = process.argv.slice(2).filter((arg) => arg !== '--build');
const isOnlyBuild = ARGS.length < process.argv.length - 2;
/** Whether the process that started this one has built everything. */
const isBuilt = process.env.KUBECTL_DEBUG_IS_BUILT !== undefined;
const isAboutReports = (arg) => /^--(?:reporter|outputFile)\b.*=/.test(arg);

/** The reports of a part of the tests stand beside those of the others. */
const withOwnReport = (args, name) =>
  args.map((arg) => arg.replace(/^(--outputFile.*=.*?)(\.\w+)?$/, `$1-${name}$2`));

/** About how long the slow files take, in seconds, so that both halves end at the same time; the others take a few. */
const SECONDS = {
  'differential/differential': 170,
  'in-cluster-lost': 165,
  envelope: 95,
  'in-cluster': 90,
  'connections/connections': 75,
  'cp-download': 75,
  audit: 55,
  'first-try': 50,
  exec: 45,
  leaving: 45,
  forward: 40,
  grants: 40,
  'stories/stories': 35,
  'whole-output': 30,
  policies: 30,
  'api-server-restart': 30,
  snapshot: 30,
  reconnect: 30,
  'capture-packets': 30,
  record: 30,
  command: 30,
  image: 25,
  modes: 25,
  capture: 25,
  stop: 25,
  'cp-upload': 25,
  refusals: 20,
};
const A_FEW = 12;
const secondsOf = (file) => SECONDS[path.relative('test/e2e', file).replace('.test.ts', '')] ?? A_FEW;

/** Files of tests in two halves that take about as long; `extra` stands for what else the second half does. */
function halves(files, extra) {
  const sum = (some) => some.reduce((total, file) => total + secondsOf(file), 0);
  const [first, second] = [[], []];
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a)))
    (sum(first) <= sum(second) + sum(extra) ? first : second).push(file);
  return [first, second];
}

const allFiles = () =>
  fs
    .readdirSync(path.join(ROOT, 'test/e2e'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.join('test/e2e', name));

/**
 * The lanes, which run side by side, each on a cluster of its own: tests wait most of the time. The parts of a lane run one
 * after the other. A caller who chooses tests or a runtime gets one part.
 */
function lanes() {
  if (chosenRuntime() !== undefined || !ARGS.every(isAboutReports))
    return [[{ id: ID, runtime: wantedRuntime(), args: ARGS }]];
  const [first, second] = halves(allFiles(), FILES_ABOUT_OUTPUT);
  const runtime = wantedRuntime();
  return [
    [{ id: ID, runtime, args: [...first, ...ARGS] }],
    [
      { id: ID + 1, runtime, args: [...second, ...withOwnReport(ARGS, 'second-half')] },
      {
        id: ID + 1,
        runtime: SECOND_RUNTIME,
        args: [...FILES_ABOUT_OUTPUT, ...withOwnReport(ARGS, SECOND_RUNTIME)],
      },
    ],
  ];
}

/** A part of the tests in a process of its own, as the number of its cluster is in the environment. */
const runPart = ({ id, runtime, args }) =>
  step({
    ...node(path.join(HERE, 'run.mjs'), ...args),
    env: {
      ...process.env,
      KUBECTL_DEBUG_CLUSTER: String(id),
      KUBECTL_DEBUG_RUNTIME: runtime,
      KUBECTL_DEBUG_IS_BUILT: 'yes',
    },
  });

const test = (args, env) =>
  step({
    ...node('node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', ...args),
    env: { ...process.env, ...env },
  });

/** The variables without which tests are skipped on the caller's cluster. */
const OPTIONAL = {
  KUBECTL_DEBUG_E2E_VIEWER_KUBECONFIG: 'tests of missing rights',
  KUBECTL_DEBUG_E2E_REGISTRY: 'tests of slow and missing images',
  KUBECTL_DEBUG_E2E_RESTART: 'tests that kill kubelet and containerd',
  KUBECTL_DEBUG_E2E_PROGRAM_IMAGE: 'audits that the cluster runs itself',
  KUBECTL_DEBUG_E2E_TLS_IMAGE: 'the audit of a certificate',
  KUBECTL_DEBUG_E2E_TCPDUMP_IMAGE: 'captures by the real tcpdump',
  KUBECTL_DEBUG_E2E_PACKETS_IMAGE: 'captures of known packets',
  KUBECTL_DEBUG_E2E_PCAPNG_READER: 'captures read by another library',
  KUBECTL_DEBUG_E2E_BASH_IMAGE: 'tests of bash',
  KUBECTL_DEBUG_E2E_DASH_IMAGE: 'tests of dash',
  KUBECTL_DEBUG_E2E_SHELLLESS_IMAGE: 'tests of an image without a shell',
  KUBECTL_DEBUG_E2E_ECHO_IMAGE: 'a forward of many connections',
  KUBECTL_DEBUG_E2E_AUTODIAGNOSE_IMAGE: 'the story of an image with a program of its own',
  KUBECTL_DEBUG_E2E_STATIC_PODS: 'the matrix of first tries',
};

/** The caller's cluster, which the environment describes. */
async function testOnGivenCluster() {
  if (!process.env.KUBECTL_DEBUG_E2E_IMAGE)
    throw new Error('KUBECTL_DEBUG_E2E_IMAGE must name an image with a shell that the cluster can pull');
  for (const [variable, tests] of Object.entries(OPTIONAL))
    if (!process.env[variable]) console.log(`skipped, as ${variable} is not set: ${tests}`);
  await test(ARGS, {});
}

async function testOnOwnClusters() {
  const all = lanes();
  if (!isBuilt) {
    const runtimes = all.flat().map(({ runtime }) => RUNTIMES[runtime]);
    const builds = [...new Set([...runtimes.flatMap((each) => each.builds), ...TEST_BUILDS])];
    await meetPrerequisites(step, builds);
    await build(step, builds);
  }
  if (isOnlyBuild) return undefined;
  if (all.length === 1) return testOn(all[0][0]);
  const ends = await Promise.all(all.map(runLane));
  const failure = ends.flat().find((error) => error !== undefined);
  if (failure) throw failure;
}

/** Returns the errors of the parts. After a part that failed the next one still counts. */
async function runLane(parts) {
  const errors = [];
  for (const part of parts) await runPart(part).catch((error) => errors.push(error));
  return errors;
}

async function testOn({ runtime, args }) {
  const wasUp = await isUp(runtime);
  try {
    const env = { ...process.env, KUBECTL_DEBUG_RUNTIME: runtime };
    await step({ ...(wasUp ? cluster('images') : cluster('up', NODES)), env });
    console.log(`Tests on ${runtime}:`);
    await test(args, {
      KUBECTL_DEBUG_E2E_RUNTIME: runtime,
      KUBECTL_DEBUG_E2E_KUBECONFIG: at('kubeconfig'),
      KUBECTL_DEBUG_E2E_VIEWER_KUBECONFIG: at('kubeconfig-viewer'),
      KUBECTL_DEBUG_E2E_KUBECTL: KUBECTL,
      KUBECTL_DEBUG_E2E_IMAGE: 'localhost/busybox:dev',
      KUBECTL_DEBUG_E2E_BASH_IMAGE: 'localhost/bash:dev',
      KUBECTL_DEBUG_E2E_DASH_IMAGE: 'localhost/dash:dev',
      KUBECTL_DEBUG_E2E_SHELLLESS_IMAGE: 'localhost/shell-less:dev',
      KUBECTL_DEBUG_E2E_ECHO_IMAGE: 'localhost/echo:dev',
      KUBECTL_DEBUG_E2E_AUTODIAGNOSE_IMAGE: 'localhost/autodiagnose:dev',
      KUBECTL_DEBUG_E2E_PROGRAM_IMAGE: 'localhost/kubectl-debug:dev',
      KUBECTL_DEBUG_E2E_APP_IMAGE: 'localhost/app:dev',
      KUBECTL_DEBUG_E2E_DISTROLESS_IMAGE: 'localhost/distroless:dev',
      KUBECTL_DEBUG_E2E_NONROOT_IMAGE: 'localhost/nonroot:dev',
      KUBECTL_DEBUG_E2E_STATIC_PODS: nodeAt(0).at('static'),
      KUBECTL_DEBUG_E2E_KUBECTL_IMAGE: 'localhost/kubectl:dev',
      KUBECTL_DEBUG_E2E_TLS_IMAGE: 'localhost/tls:dev',
      KUBECTL_DEBUG_E2E_TCPDUMP_IMAGE: 'localhost/tcpdump:dev',
      KUBECTL_DEBUG_E2E_PACKETS_IMAGE: 'localhost/packets:dev',
      KUBECTL_DEBUG_E2E_PCAPNG_READER: path.join(BIN, 'packets/read-pcapng'),
      KUBECTL_DEBUG_E2E_REGISTRY: `127.0.0.1:${PORT.registry}`,
      // Somebody may be using a cluster that was up before.
      ...(!wasUp && { KUBECTL_DEBUG_E2E_RESTART: path.join(HERE, 'cluster.mjs') }),
    });
  } finally {
    if (!wasUp) await step(cluster('down'), { always: true });
  }
}

try {
  if (!isBuilt) await step(node('scripts/build.mjs'));
  await (process.env.KUBECTL_DEBUG_E2E_KUBECONFIG ? testOnGivenCluster() : testOnOwnClusters());
} catch (error) {
  console.error(`test:cluster: ${error.message}`);
  process.exitCode = error instanceof StepFailed ? error.exitCode : 1;
}
