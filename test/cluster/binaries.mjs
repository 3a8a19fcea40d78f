// The programs of the cluster and the real kubectl, compiled from Go modules into the cache.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { BIN, HERE } from './paths.mjs';

const CONTAINERD = 'github.com/containerd/containerd/v2/cmd';

/**
 * Each build has its own mark, so that a change of one does not build the others again: those of Kubernetes take minutes.
 * The `packages` of the Go module in `directory` become programs in the folder `to` of the cache.
 */
const BUILDS = {
  images: { packages: ['./pause', './app', './speak'] },
  // The server of localhost/echo:dev.
  echo: { packages: ['./echo'] },
  // The tcpdump of localhost/packets:dev.
  packets: { directory: 'packets', packages: ['.'], to: 'packets' },
  // Reads captures by a library that is not ours.
  'read-pcapng': { directory: 'read-pcapng', packages: ['.'], to: 'packets' },
  // The newest whose kubelet accepts containerd 1.6.
  'kubernetes-1.35': { packages: ['./kube'], version: '1.35.4', to: 'kubernetes-1.35' },
  // The newest that has a Go module; it needs containerd 2.
  'kubernetes-1.37': {
    packages: ['./kube'],
    modules: 'kubernetes-1.37.mod', // the same main.go with other modules
    version: '1.37.1',
    to: 'kubernetes-1.37',
  },
  // The reference that tests compare with.
  kubectl: { directory: 'kubectl', packages: ['.'], version: '1.37.0' },
  containerd: {
    directory: 'containerd',
    packages: ['containerd', 'containerd-shim-runc-v2', 'ctr'].map((name) => `${CONTAINERD}/${name}`),
    tags: ['no_btrfs', 'no_zfs', 'no_devmapper'],
    to: 'containerd-2',
  },
};

const moduleFile = ({ directory = '.', modules = 'go.mod' }) => path.join(HERE, directory, modules);
const markOf = (name) => path.join(BIN, `${name}.built-from`);

/** The files of this folder that a build reads; go.sum pins those of other modules. */
function sourcesOf(build) {
  const modules = moduleFile(build);
  const packages = build.packages.map((name) => path.join(path.dirname(modules), name));
  const sources = packages
    .filter((directory) => fs.existsSync(directory))
    .flatMap((directory) => fs.readdirSync(directory).map((file) => path.join(directory, file)))
    .filter((file) => file.endsWith('.go'));
  const sums = modules.replace(/mod$/, 'sum'); // a module that needs no other has none
  return [modules, ...(fs.existsSync(sums) ? [sums] : []), ...sources.sort()];
}

function digestOf(name) {
  const hash = createHash('sha256').update(JSON.stringify(BUILDS[name]));
  for (const file of sourcesOf(BUILDS[name]))
    hash.update(`\0${path.relative(HERE, file)}\0`).update(fs.readFileSync(file));
  return hash.digest('hex');
}

/** A hash of the sources of these builds; when it changes, they have to be built again. */
export const sourcesDigest = (names) =>
  createHash('sha256').update(names.map(digestOf).join(' ')).digest('hex');

const isBuilt = (name) =>
  fs.existsSync(markOf(name)) && fs.readFileSync(markOf(name), 'utf8') === digestOf(name);

/** The oldest Go, such as '1.26.6', that can make the missing builds; undefined if none is missing. */
export function wantedGo(names) {
  const versions = names
    .filter((name) => !isBuilt(name))
    .map((name) => /^go ([\d.]+)/m.exec(fs.readFileSync(moduleFile(BUILDS[name]), 'utf8'))[1]);
  return versions.sort((one, other) => (isOlder(one, other) ? 1 : -1))[0];
}

/** Whether one version, such as '1.26' or '1.26.6', is older than another. */
export function isOlder(one, other) {
  const rank = (version) => {
    const [major, minor, patch = 0] = version.split('.').map(Number);
    return (major * 1000 + minor) * 1000 + patch;
  };
  return rank(one) < rank(other);
}

/** The `go` command of a build, as { command, args, cwd, env } for `step`. */
function commandOf({ packages, directory = '.', modules, version, tags = [], to = '.' }) {
  const variable = 'k8s.io/component-base/version';
  const [major, minor] = version?.split('.') ?? [];
  const stamp = version === undefined ? {} : { gitVersion: `v${version}`, gitMajor: major, gitMinor: minor };
  const linker = [
    '-s',
    '-w',
    ...Object.entries(stamp).map(([name, value]) => `-X ${variable}.${name}=${value}`),
  ];
  const args = ['build', '-trimpath', '-ldflags', linker.join(' '), '-o', `${path.join(BIN, to)}/`];
  if (modules !== undefined) args.push(`-modfile=${modules}`);
  if (tags.length > 0) args.push('-tags', tags.join(','));
  return {
    command: 'go',
    args: [...args, ...packages],
    cwd: path.join(HERE, directory),
    env: { ...process.env, CGO_ENABLED: '0' },
  };
}

/** Makes the missing builds; `step` runs one command and throws when it fails. */
export async function build(step, names) {
  fs.mkdirSync(BIN, { recursive: true });
  for (const name of names.filter((name) => !isBuilt(name))) {
    fs.rmSync(markOf(name), { force: true }); // an interrupted build leaves a mix
    await step(commandOf(BUILDS[name]));
    fs.writeFileSync(markOf(name), digestOf(name));
  }
}
