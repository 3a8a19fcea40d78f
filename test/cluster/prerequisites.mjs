// The programs that the cluster needs: installs what is missing, or names it where it cannot be installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { isOlder, wantedGo } from './binaries.mjs';

const succeeds = (command, ...args) => spawnSync(command, args).status === 0;

/** Debian's packages, each with a check that works on any system. */
const PACKAGES = {
  containerd: () => succeeds('containerd', '--version'),
  runc: () => succeeds('runc', '--version'),
  'containernetworking-plugins': () => fs.existsSync('/usr/lib/cni/bridge'),
  iproute2: () => succeeds('ip', '-V'),
  bash: () => fs.existsSync('/bin/bash'),
  dash: () => fs.existsSync('/bin/dash'),
  // Statically linked, because the images have no dynamic loader.
  'busybox-static': () => succeeds('/bin/busybox', 'true') && !succeeds('ldd', '/bin/busybox'),
  openssl: () => succeeds('openssl', 'version'),
  tcpdump: () => fs.existsSync('/usr/bin/tcpdump'),
  tmux: () => succeeds('tmux', '-V'),
  zsh: () => succeeds('zsh', '--version'),
  fish: () => succeeds('fish', '--version'),
  // Plays records: a reader of asciicast that is not ours.
  asciinema: () => succeeds('asciinema', '--version'),
};

const missingPackages = () => Object.keys(PACKAGES).filter((name) => !PACKAGES[name]());

function missingGo(builds) {
  const wanted = wantedGo(builds);
  if (wanted === undefined) return [];
  const version = spawnSync('go', ['version'], { encoding: 'utf8' }).stdout ?? '';
  const found = /go(\d+\.\d+(?:\.\d+)?)/.exec(version)?.[1];
  return found !== undefined && !isOlder(found, wanted) ? [] : [`go ${wanted} or newer`];
}

async function install(packages, step) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await step({ command: 'apt-get', args: ['update', '-qq'], env });
  await step({
    command: 'apt-get',
    args: ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    env,
  });
}

/**
 * Installs what is missing (as root on Debian), or throws an error that names it. `step` runs one command, `builds` are the
 * needed ones of binaries.mjs.
 */
export async function meetPrerequisites(step, builds) {
  const elsewhere =
    'or set KUBECTL_DEBUG_E2E_KUBECONFIG and KUBECTL_DEBUG_E2E_IMAGE to test on a cluster of yours';
  if (process.getuid() !== 0) throw new Error(`a cluster of our own needs root; ${elsewhere}`);
  const packages = missingPackages();
  if (packages.length > 0 && succeeds('apt-get', '--version')) await install(packages, step);
  const missing = [...missingPackages(), ...missingGo(builds)];
  if (missing.length > 0) throw new Error(`missing on this machine: ${missing.join(', ')}; ${elsewhere}`);
}
