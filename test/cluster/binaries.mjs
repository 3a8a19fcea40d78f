// The programs of the cluster and the real kubectl, compiled from Go modules into the cache.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { BIN, HERE } from './paths.mjs';

const KUBERNETES = '1.35.4'; // the newest whose kubelet accepts Debian's containerd and cgroup v1
const KUBECTL = '1.37.0'; // the newest release: the reference that tests compare with
const BUILDS = [
  { directory: HERE, version: KUBERNETES, packages: ['./kube', './pause', './app'] },
  { directory: path.join(HERE, 'kubectl'), version: KUBECTL, packages: ['.'] },
];
const MARK = path.join(BIN, 'built-from');

/** What the binaries are made of, as one hash: another value means that they have to be built again. */
export function sourcesDigest() {
  const hash = createHash('sha256').update(`${KUBERNETES} ${KUBECTL}`);
  const sources = fs.readdirSync(HERE, { recursive: true }).filter((file) => /\.(?:go|mod|sum)$/.test(file));
  for (const file of sources.sort())
    hash.update(`\0${file}\0`).update(fs.readFileSync(path.join(HERE, file)));
  return hash.digest('hex');
}

export const areBuilt = () => fs.existsSync(MARK) && fs.readFileSync(MARK, 'utf8') === sourcesDigest();

/** The `go` commands that build everything, as { command, args, cwd, env } for `step`. */
function commands() {
  const variable = 'k8s.io/component-base/version';
  return BUILDS.map(({ directory, version, packages }) => {
    const [major, minor] = version.split('.');
    const stamp = { gitVersion: `v${version}`, gitMajor: major, gitMinor: minor };
    const flags = Object.entries(stamp).map(([name, value]) => `-X ${variable}.${name}=${value}`);
    const args = ['build', '-trimpath', '-ldflags', `-s -w ${flags.join(' ')}`, '-o', `${BIN}/`, ...packages];
    return { command: 'go', args, cwd: directory, env: { ...process.env, CGO_ENABLED: '0' } };
  });
}

/** Builds what is not built yet; `step` runs one command to its end and throws when it fails. */
export async function build(step) {
  if (areBuilt()) return;
  fs.mkdirSync(BIN, { recursive: true });
  fs.rmSync(MARK, { force: true }); // a build that is interrupted leaves a mix
  for (const command of commands()) await step(command);
  fs.writeFileSync(MARK, sourcesDigest());
}
