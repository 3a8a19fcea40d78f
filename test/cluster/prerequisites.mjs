// What the cluster needs of the machine, installed where that is possible and named where it is not.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { areBuilt } from './binaries.mjs';
import { HERE } from './paths.mjs';

const succeeds = (command, ...args) => spawnSync(command, args).status === 0;

/** Debian's packages, and how to see that each is there on any system. */
const PACKAGES = {
  containerd: () => succeeds('containerd', '--version'),
  runc: () => succeeds('runc', '--version'),
  'containernetworking-plugins': () => fs.existsSync('/usr/lib/cni/bridge'),
  iproute2: () => succeeds('ip', '-V'),
  // Without a dynamic loader, as the images hold nothing else.
  'busybox-static': () => succeeds('/bin/busybox', 'true') && !succeeds('ldd', '/bin/busybox'),
  openssl: () => succeeds('openssl', 'version'),
  tmux: () => succeeds('tmux', '-V'),
  zsh: () => succeeds('zsh', '--version'),
  fish: () => succeeds('fish', '--version'),
};

const missingPackages = () => Object.keys(PACKAGES).filter((name) => !PACKAGES[name]());

function missingGo() {
  if (areBuilt()) return [];
  const [, wanted] = /^go (\d+\.\d+)/m.exec(fs.readFileSync(path.join(HERE, 'kubectl/go.mod'), 'utf8'));
  const found = /go(\d+\.\d+)/.exec(spawnSync('go', ['version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
  const number = (version) => version.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);
  return found !== undefined && number(found) >= number(wanted) ? [] : [`go ${wanted} or newer`];
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

/** Installs what is missing (root on Debian), else throws an error that names it; `step` runs one command. */
export async function meetPrerequisites(step) {
  const elsewhere =
    'or set KUBECTL_DEBUG_E2E_KUBECONFIG and KUBECTL_DEBUG_E2E_IMAGE to test on a cluster of yours';
  if (process.getuid() !== 0) throw new Error(`a cluster of our own needs root; ${elsewhere}`);
  const packages = missingPackages();
  if (packages.length > 0 && succeeds('apt-get', '--version')) await install(packages, step);
  const missing = [...missingPackages(), ...missingGo()];
  if (missing.length > 0) throw new Error(`missing on this machine: ${missing.join(', ')}; ${elsewhere}`);
}
