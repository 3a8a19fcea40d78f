// Test images, made here from static programs, so that no outside registry is needed.
//   localhost/pause:dev    holds a pod's namespaces
//   localhost/app:dev      a static HTTP server without a shell, to be debugged
//   localhost/busybox:dev  a shell and tools: the debug image
//   localhost/bash:dev     the same, but its sh is Debian's bash
//   localhost/dash:dev     the same, but its sh is Debian's dash
//   localhost/shell-less:dev  one program and no shell: it prints and exits as its arguments say
//   localhost/echo:dev    a static TCP server that sends back what it receives (echo/main.go)
//   localhost/kubectl:dev  kubectl and nothing else, as registry.k8s.io/kubectl
//   localhost/autodiagnose:dev  a program of its own that prints on both streams and fails (autodiagnose/autodiagnose.sh)
//   localhost/tls:dev      busybox and openssl, to serve and inspect certificates
//   localhost/tcpdump:dev  busybox and Debian's tcpdump
//   localhost/packets:dev  busybox and a small tcpdump of our own (packets/main.go)
//   localhost/kubectl-debug:dev  this program, by `npm run image`
//   localhost/nonroot:dev  busybox, in an image that runs as another user than root
//   localhost/distroless:dev  the app, in such an image
//   busybox:1.37.0-musl    busybox, under the name of the default debug image
// and two in the registry only, which a node of this platform cannot run:
//   foreign                its index names another platform
//   mislabelled            its index names this platform, but its programs are built for another
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { at, BIN, HERE, run, write } from './paths.mjs';

/** The image that is made of the source, and so anew for each run of the tests. */
export const PROGRAM = 'kubectl-debug';
const ROOT = path.join(HERE, '../..');

const ARCHITECTURE = { x64: 'amd64', arm64: 'arm64' }[process.arch];

/**
 * Writes the OCI layout of a one-layer image and returns the path of its tar file. For an `architecture` other than this
 * machine's the layout has an index that names it, as a multi-platform image has.
 */
function makeImage({ name, rootfs, config, layout, architecture = ARCHITECTURE }) {
  const blobs = path.join(layout, 'blobs/sha256');
  fs.mkdirSync(blobs, { recursive: true });
  const add = (bytes, mediaType) => {
    const digest = createHash('sha256').update(bytes).digest('hex');
    fs.writeFileSync(path.join(blobs, digest), bytes);
    return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
  };
  const addJson = (value, mediaType) => add(Buffer.from(JSON.stringify(value)), mediaType);
  run('tar', ['-C', rootfs, '--numeric-owner', '--owner=0', '--group=0', '-cf', `${layout}/layer.tar`, '.']);
  const layer = add(fs.readFileSync(`${layout}/layer.tar`), 'application/vnd.oci.image.layer.v1.tar');
  fs.rmSync(`${layout}/layer.tar`);
  const image = addJson(
    { architecture, os: 'linux', config, rootfs: { type: 'layers', diff_ids: [layer.digest] } },
    'application/vnd.oci.image.config.v1+json',
  );
  const manifest = addJson(
    {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: image,
      layers: [layer],
    },
    'application/vnd.oci.image.manifest.v1+json',
  );
  const platform = { architecture, os: 'linux' };
  const mediaType = 'application/vnd.oci.image.index.v1+json';
  const index = { schemaVersion: 2, mediaType, manifests: [{ ...manifest, platform }] };
  const top = architecture === ARCHITECTURE ? manifest : addJson(index, mediaType);
  write(`${layout}/oci-layout`, '{"imageLayoutVersion":"1.0.0"}');
  write(
    `${layout}/index.json`,
    JSON.stringify({
      schemaVersion: 2,
      manifests: [{ ...top, annotations: { 'io.containerd.image.name': name } }],
    }),
  );
  run('tar', ['-C', layout, '-cf', `${layout}.tar`, '.']);
  return `${layout}.tar`;
}

const images = (ctr, socket, ...words) => run(ctr, ['-a', socket, '-n', 'k8s.io', 'images', ...words]);

export const importImage = (ctr, socket, tar) => images(ctr, socket, 'import', tar);

/** The names of test images that a node does not have. */
export function missingImages(ctr, socket) {
  const known = images(ctr, socket, 'ls', '-q').split('\n');
  return Object.keys(IMAGES).filter(
    (name) => !IMAGES[name].isForRegistry && !known.includes(`localhost/${name}:dev`),
  );
}

const program = (name) => (root) => {
  fs.copyFileSync(path.join(BIN, name), path.join(root, name));
  fs.chmodSync(path.join(root, name), 0o755);
};

function busybox(root) {
  fs.mkdirSync(path.join(root, 'bin'));
  fs.copyFileSync('/bin/busybox', path.join(root, 'bin/busybox'));
  fs.chmodSync(path.join(root, 'bin/busybox'), 0o755);
  for (const applet of run('/bin/busybox', ['--list']).trim().split('\n')) {
    if (applet !== 'busybox') fs.symlinkSync('busybox', path.join(root, 'bin', applet));
  }
  write(
    path.join(root, 'etc/passwd'),
    'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/tmp:/bin/sh\n',
  );
  write(path.join(root, 'etc/group'), 'root:x:0:\nnobody:x:65534:\n');
}

/** The files that give an image the user `name`. */
const withUser = (fill, name, id) => (root) => {
  fill(root);
  fs.appendFileSync(path.join(root, 'etc/passwd'), `${name}:x:${id}:${id}:${name}:/tmp:/bin/sh\n`);
  fs.appendFileSync(path.join(root, 'etc/group'), `${name}:x:${id}:\n`);
};

/** The offset of the machine type in an ELF header, and a type that is neither amd64 nor arm64. */
const [MACHINE_AT, SPARC] = [18, 2];

function foreignBusybox(root) {
  busybox(root);
  const file = path.join(root, 'bin/busybox');
  const bytes = fs.readFileSync(file);
  bytes.writeUInt16LE(SPARC, MACHINE_AT);
  fs.writeFileSync(file, bytes);
}

/** Copies a program of this machine with its shared libraries. */
function addLinked(root, executable) {
  const libraries = [...run('ldd', [executable]).matchAll(/(\/\S+) \(0x/g)].map(([, file]) => file);
  for (const file of [executable, ...libraries]) {
    const copy = path.join(root, file);
    fs.rmSync(copy, { force: true }); // a link to busybox would send the copy there
    fs.mkdirSync(path.dirname(copy), { recursive: true });
    fs.copyFileSync(file, copy);
    fs.chmodSync(copy, 0o755);
  }
}

function openssl(root) {
  busybox(root);
  addLinked(root, '/usr/bin/openssl');
}

/** Debian's tcpdump becomes the user `tcpdump` once it has opened its socket. */
function tcpdump(root) {
  busybox(root);
  addLinked(root, '/usr/bin/tcpdump');
}

function packets(root) {
  busybox(root);
  const program = path.join(root, 'usr/bin/tcpdump');
  fs.mkdirSync(path.dirname(program), { recursive: true });
  fs.copyFileSync(path.join(BIN, 'packets/tcpdump'), program);
  fs.chmodSync(program, 0o755);
}

function kubectl(root) {
  fs.mkdirSync(path.join(root, 'bin'));
  fs.copyFileSync(path.join(BIN, 'kubectl'), path.join(root, 'bin/kubectl'));
  fs.chmodSync(path.join(root, 'bin/kubectl'), 0o755);
}

function autodiagnose(root) {
  busybox(root);
  const program = path.join(root, 'autodiagnose');
  fs.copyFileSync(path.join(HERE, 'autodiagnose/autodiagnose.sh'), program);
  fs.chmodSync(program, 0o755);
}

/** Replaces only `sh`; the other tools stay those of busybox. */
const withShell = (name) => (root) => {
  busybox(root);
  addLinked(root, `/bin/${name}`);
  fs.rmSync(path.join(root, 'bin/sh'));
  fs.symlinkSync(name, path.join(root, 'bin/sh'));
};

/** The image of this program, from the source as it is now. */
function makeProgramImage() {
  const tar = at('images', `${PROGRAM}.tar`);
  const build = (script, ...args) => run(process.execPath, [script, ...args], { cwd: ROOT });
  build('scripts/build.mjs');
  build('build/image.cjs', `--name=localhost/${PROGRAM}:dev`, `--output=${tar}`);
  return tar;
}

const SHELL = { Cmd: ['sh'], Env: ['PATH=/bin:/usr/bin:/sbin:/usr/sbin'] };
const APP = { Entrypoint: ['/app'], Env: ['PORT=8080'] };

const IMAGES = {
  pause: { fill: program('pause'), config: { Entrypoint: ['/pause'] } },
  app: { fill: program('app'), config: APP },
  distroless: {
    fill: withUser(program('app'), 'nonroot', 65532),
    config: { ...APP, User: '65532' },
  },
  busybox: { fill: busybox, config: SHELL, alias: 'docker.io/library/busybox:1.37.0-musl' },
  nonroot: { fill: withUser(busybox, 'debugger', 1001), config: { ...SHELL, User: '1001' } },
  bash: { fill: withShell('bash'), config: SHELL },
  dash: { fill: withShell('dash'), config: SHELL },
  'shell-less': { fill: program('speak'), config: { Entrypoint: ['/speak'], Env: ['PATH=/'] } },
  echo: { fill: program('echo'), config: { Entrypoint: ['/echo'], Env: ['PORT=7000'] } },
  kubectl: { fill: kubectl, config: { Entrypoint: ['/bin/kubectl'], Env: ['PATH=/bin'] } },
  autodiagnose: { fill: autodiagnose, config: { Entrypoint: ['/autodiagnose'], Env: SHELL.Env } },
  tls: { fill: openssl, config: SHELL },
  tcpdump: { fill: withUser(tcpdump, 'tcpdump', 102), config: SHELL },
  packets: { fill: packets, config: SHELL },
  foreign: {
    fill: busybox,
    config: SHELL,
    architecture: ARCHITECTURE === 'arm64' ? 'amd64' : 'arm64',
    isForRegistry: true,
  },
  mislabelled: { fill: foreignBusybox, config: SHELL, isForRegistry: true },
};

/** Makes a root file system with the files of every image and those that `fill` adds. */
function makeRoot(fill) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'rootfs-'));
  for (const directory of ['tmp', 'etc', 'root', 'proc', 'dev', 'sys'])
    fs.mkdirSync(path.join(root, directory));
  fs.chmodSync(root, 0o755); // mkdtemp makes it 0700, which locks non-root users out
  fs.chmodSync(path.join(root, 'tmp'), 0o1777);
  fill(root);
  return root;
}

/**
 * Makes test images and returns the tar files that nodes import. The registry's copies have one more label, and so
 * another ID: once a kubelet has pulled an ID, it pulls every other name of that ID as well.
 */
export function makeTestImages(names = [...Object.keys(IMAGES), PROGRAM]) {
  return names.flatMap((name) => {
    if (name === PROGRAM) return [makeProgramImage()];
    const { fill, config, alias, architecture, isForRegistry } = IMAGES[name];
    const rootfs = makeRoot(fill);
    const make = (fullName, from, layout) =>
      makeImage({
        name: fullName,
        rootfs,
        config: from === undefined ? config : { ...config, Labels: { from } },
        layout,
        architecture,
      });
    make(name, 'registry', at('registry', name));
    const tars = isForRegistry ? [] : [make(`localhost/${name}:dev`, undefined, at('images', name))];
    if (alias) tars.push(make(alias, 'alias', at('images', `${name}-alias`)));
    fs.rmSync(rootfs, { recursive: true });
    return tars;
  });
}
