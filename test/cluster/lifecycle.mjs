// Starts a cluster, tells whether it is up, and removes it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { removeApiService, startApiService } from './api-service.mjs';
import { sourcesDigest } from './binaries.mjs';
import { startControlPlane } from './control-plane.mjs';
import { importImage, makeTestImages, missingImages, PROGRAM } from './images.mjs';
import { endContainers, isNodeReady, removeBridge, startNode } from './node.mjs';
import { at, HERE, kubectl, nodeAt, PORT, RUN, STATE, write } from './paths.mjs';
import { isAlive, restart, start, started, stop, until, untilTheyStay, withWord } from './processes.mjs';
import { programs, recordedRuntime, RUNTIMES, wantedRuntime } from './runtimes.mjs';

const nodes = () =>
  fs.existsSync(STATE)
    ? fs
        .readdirSync(STATE)
        .filter((name) => name.startsWith('node-'))
        .map((name) => nodeAt(Number(name.slice('node-'.length)) - 1))
    : [];

const isOfTheseBinaries = (runtime) =>
  recordedRuntime() === runtime &&
  fs.existsSync(at('built-from')) &&
  fs.readFileSync(at('built-from'), 'utf8') === sourcesDigest(RUNTIMES[runtime].builds);

const isReady = () =>
  nodes().length > 0 &&
  nodes().every(isNodeReady) &&
  kubectl('get', 'serviceaccount', 'default').status === 0;

/** Whether a usable cluster of this runtime runs; waits for one that another process is starting. */
export async function isUp(runtime = wantedRuntime()) {
  if (!isOfTheseBinaries(runtime) || started().length === 0) return false;
  try {
    await until('the cluster that was left running', () => !started().every(isAlive) || isReady(), 30);
  } catch {
    return false; // it hangs: replace it instead of failing
  }
  return started().every(isAlive);
}

/** Starts a cluster of `count` nodes unless one is up; first removes the remains of a cluster that died. */
export async function up(count = '1') {
  if (await isUp()) return;
  const runtime = wantedRuntime();
  await down();
  write(at('runtime'), runtime);
  write(at('built-from'), sourcesDigest(RUNTIMES[runtime].builds));
  fs.mkdirSync(at('log'));
  const all = Array.from({ length: Number(count) }, (_, index) => nodeAt(index));
  await startControlPlane();
  const images = makeTestImages();
  start('registry', process.execPath, [
    path.join(HERE, 'registry.mjs'),
    at('registry'),
    String(PORT.registry),
  ]);
  await Promise.all(all.map((node) => startNode(node, images)));
  await until('the cluster', isReady);
}

/**
 * Makes images, unless `names` says which those that the nodes of a running cluster lack and that of this program, and gives
 * them to each node. A cluster that was started before pods could reach its API server also learns that.
 */
export async function addImages(...names) {
  await startApiService();
  const { ctr } = programs();
  const sockets = nodes().map(({ socket }) => socket);
  const missing = sockets.flatMap((socket) => missingImages(ctr, socket));
  const tars = makeTestImages(names.length > 0 ? names : [...new Set(missing), PROGRAM]);
  for (const socket of sockets) for (const tar of tars) importImage(ctr, socket, tar);
}

/** Kills `kubelet` or `containerd` on each node, or `kube-apiserver`, starts it again, and waits until it serves. */
export async function restartProgram(name) {
  const programs = started().filter(
    (program) => program.name === name || program.name.startsWith(`${name}-`),
  );
  if (programs.length === 0) throw new Error(`no ${name} was started`);
  for (const program of programs) await restart(program);
  await untilTheyStay(programs.map((program) => program.name));
  await until(name, isReady);
}

/** Stops everything that `up` started, containers included, and removes its files. */
export async function down() {
  const programs = started();
  await stop(programs.filter(({ name }) => !name.startsWith('containerd')));
  nodes().forEach(endContainers);
  await stop(programs.filter(({ name }) => name.startsWith('containerd')));
  for (const { socket } of nodes()) await stop(withWord(socket)); // the shims of pods that were starting
  nodes().forEach(removeBridge);
  removeApiService();
  const mounts = fs.readFileSync('/proc/mounts', 'utf8').split('\n');
  const ours = mounts
    .map((line) => line.split(' ')[1] ?? '')
    .filter((directory) => directory.startsWith(`${STATE}/`) || directory.startsWith(`${RUN}/`));
  for (const mount of ours.reverse()) spawnSync('umount', ['-l', mount]);
  // A mount is busy for a moment after umount has returned.
  for (const folder of [STATE, RUN])
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
