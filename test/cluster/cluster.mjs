#!/usr/bin/env node
// Starts and stops the test cluster by hand; README.md describes it.
//
//   cluster.mjs build        compile the binaries that are not up to date
//   cluster.mjs up [NODES]   start (about 5 s) unless it is up; prints the kubeconfig's path
//   cluster.mjs images [NAME…]   give a running cluster the images that it lacks and that of this
//                            program, or these anew
//   cluster.mjs down         stop everything that `up` started and remove its files
//   cluster.mjs restart kubelet|containerd|kube-apiserver   kill it (on each node) and start it again
//
// KUBECTL_DEBUG_CLUSTER=N (0 to 9) chooses one of several clusters side by side,
// KUBECTL_DEBUG_RUNTIME=containerd-2|containerd-1.6 the runtime to build or start.
import { build } from './binaries.mjs';
import { addImages, down, restartProgram, up } from './lifecycle.mjs';
import { at } from './paths.mjs';
import { TEST_BUILDS, RUNTIMES, wantedRuntime } from './runtimes.mjs';
import { listenForSignals } from './steps.mjs';

const VERBS = {
  build: () => build(listenForSignals(), [...RUNTIMES[wantedRuntime()].builds, ...TEST_BUILDS]),
  up: async (count) => {
    // The signal arrives between two turns of the event loop, so every started program has been recorded.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
    await up(count);
    console.log(at('kubeconfig'));
  },
  images: addImages,
  down,
  restart: restartProgram,
};

const [verb, ...args] = process.argv.slice(2);
if (!Object.hasOwn(VERBS, verb ?? '')) {
  console.error(
    'usage: cluster.mjs build | up [NODES] | images | down | restart kubelet|containerd|kube-apiserver',
  );
  process.exit(2);
}
await VERBS[verb](...args);
