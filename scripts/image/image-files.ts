import type { ImageFile } from './image-file.ts';
import type { ImageConfig } from './make-image.ts';

/** Where the image has the files of the package. */
const HOME = 'usr/lib/kubectl-debug';
const NODE = 'usr/bin/node';
const PROGRAM = 'usr/bin/kubectl-debug';
/** The user that runs it, as in Google's distroless images. */
const USER = 65532;

const text = (path: string, lines: readonly string[]): ImageFile => ({
  kind: 'file',
  path,
  bytes: Buffer.from(`${lines.join('\n')}\n`),
});

/**
 * What a process needs beside its program. Names of users are for `ps` and for Node, which reads the name of its own user.
 * Without `hosts: files dns` glibc would ask only the DNS for `localhost` on some systems.
 */
const SYSTEM: readonly ImageFile[] = [
  text('etc/passwd', [
    'root:x:0:0:root:/:/sbin/nologin',
    `nonroot:x:${USER}:${USER}:nonroot:/tmp:/sbin/nologin`,
  ]),
  text('etc/group', ['root:x:0:', `nonroot:x:${USER}:`]),
  text('etc/nsswitch.conf', ['hosts: files dns']),
  // Writable for everybody, and the place for a volume if the root file system is read-only.
  { kind: 'folder', path: 'tmp', mode: 0o1777 },
];

/** The layer that changes only with Node and with the system that it comes from. */
export function runtimeFiles(node: Buffer, others: readonly ImageFile[]): readonly ImageFile[] {
  return [{ kind: 'file', path: NODE, bytes: node, isExecutable: true }, ...others, ...SYSTEM];
}

/**
 * The layer that changes with each build: the files of the package, and a program in the PATH. That one has no `.js` and no
 * package.json above it, so that Node takes it for CommonJS; there is no `env` that could find Node.
 */
export function programFiles(files: readonly ImageFile[]): readonly ImageFile[] {
  const start = `#!/${NODE}\nrequire('/${HOME}/bin/kubectl-debug.js');\n`;
  return [
    ...files.map((file) => ({ ...file, path: `${HOME}/${file.path}` })),
    { kind: 'file', path: PROGRAM, bytes: Buffer.from(start), isExecutable: true },
  ];
}

/** What a runtime reads of the image. */
export function imageConfig(program: {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  /** Where its source is, as a browser takes it. */
  readonly source: string;
  readonly nodeVersion: string | undefined;
}): ImageConfig {
  return {
    User: `${USER}:${USER}`,
    // A number that is not in /etc/passwd, as OpenShift chooses one, has no home otherwise.
    Env: ['PATH=/usr/bin', 'HOME=/tmp'],
    Entrypoint: [`/${PROGRAM}`],
    WorkingDir: '/tmp',
    Labels: {
      'org.opencontainers.image.title': 'kubectl-debug',
      'org.opencontainers.image.description': program.description,
      'org.opencontainers.image.version': program.version,
      'org.opencontainers.image.licenses': program.license,
      'org.opencontainers.image.source': program.source,
      'org.opencontainers.image.url': program.source,
      ...(program.nodeVersion !== undefined && { 'org.nodejs.version': program.nodeVersion }),
    },
  };
}
