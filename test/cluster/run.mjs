#!/usr/bin/env node
// `npm run test:cluster`: the tests of test/e2e on a real cluster; README.md tells the rest.
// Arguments are handed to vitest: a file of test/e2e, `-t 'part of a title'`, `--reporter=json`.
import path from 'node:path';
import { build } from './binaries.mjs';
import { isUp } from './lifecycle.mjs';
import { at, HERE, KUBECTL, nodeAt, PORT } from './paths.mjs';
import { meetPrerequisites } from './prerequisites.mjs';
import { listenForSignals, StepFailed } from './steps.mjs';

const ROOT = path.join(HERE, '../..');
/** Audits choose one pod a node. */
const NODES = '2';
const step = listenForSignals();
const node = (script, ...args) => ({ command: process.execPath, args: [script, ...args], cwd: ROOT });
const cluster = (...words) => node(path.join(HERE, 'cluster.mjs'), ...words);

const test = (env) =>
  step({
    ...node('node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', ...process.argv.slice(2)),
    env: { ...process.env, ...env },
  });

/** What is skipped on a cluster that is not ours unless its caller gives the variable. */
const OPTIONAL = {
  KUBECTL_DEBUG_E2E_VIEWER_KUBECONFIG: 'tests of missing rights',
  KUBECTL_DEBUG_E2E_REGISTRY: 'tests of slow and missing images',
  KUBECTL_DEBUG_E2E_RESTART: 'tests that kill kubelet and containerd',
  KUBECTL_DEBUG_E2E_TLS_IMAGE: 'the audit of a certificate',
  KUBECTL_DEBUG_E2E_STATIC_PODS: 'the matrix of first tries',
};

/** The caller's cluster: what he says about it is in the environment already. */
async function testOnGivenCluster() {
  if (!process.env.KUBECTL_DEBUG_E2E_IMAGE)
    throw new Error('KUBECTL_DEBUG_E2E_IMAGE must name an image with a shell that the cluster can pull');
  for (const [variable, tests] of Object.entries(OPTIONAL))
    if (!process.env[variable]) console.log(`skipped, as ${variable} is not set: ${tests}`);
  await test({});
}

async function testOnOwnCluster() {
  await meetPrerequisites(step);
  await build(step);
  const wasUp = await isUp();
  try {
    if (!wasUp) await step(cluster('up', NODES));
    await test({
      KUBECTL_DEBUG_E2E_KUBECONFIG: at('kubeconfig'),
      KUBECTL_DEBUG_E2E_VIEWER_KUBECONFIG: at('kubeconfig-viewer'),
      KUBECTL_DEBUG_E2E_KUBECTL: KUBECTL,
      KUBECTL_DEBUG_E2E_IMAGE: 'localhost/busybox:dev',
      KUBECTL_DEBUG_E2E_APP_IMAGE: 'localhost/app:dev',
      KUBECTL_DEBUG_E2E_DISTROLESS_IMAGE: 'localhost/distroless:dev',
      KUBECTL_DEBUG_E2E_NONROOT_IMAGE: 'localhost/nonroot:dev',
      KUBECTL_DEBUG_E2E_STATIC_PODS: nodeAt(0).at('static'),
      KUBECTL_DEBUG_E2E_TLS_IMAGE: 'localhost/tls:dev',
      KUBECTL_DEBUG_E2E_REGISTRY: `127.0.0.1:${PORT.registry}`,
      // Somebody may work with a cluster that was up before.
      ...(!wasUp && { KUBECTL_DEBUG_E2E_RESTART: path.join(HERE, 'cluster.mjs') }),
    });
  } finally {
    if (!wasUp) await step(cluster('down'), { always: true });
  }
}

try {
  await step(node('scripts/build.mjs'));
  await (process.env.KUBECTL_DEBUG_E2E_KUBECONFIG ? testOnGivenCluster() : testOnOwnCluster());
} catch (error) {
  console.error(`test:cluster: ${error.message}`);
  process.exitCode = error instanceof StepFailed ? error.exitCode : 1;
}
