import { readdirSync, readFileSync, readlinkSync, type Dirent } from 'node:fs';
import { platform } from 'node:os';
import { join, resolve } from 'node:path';
import { certificatesIn } from './certificates-in.ts';

/** The trusted certificate authorities. */
export interface Authorities {
  /** PEM texts with one certificate each. */
  readonly certificates: readonly string[];
  /** Their origin, for messages: `those of /etc/ssl/certs`. */
  readonly shown: string;
  /** How to trust another authority. */
  readonly hint: string;
}

/** The parts of the process that choose authorities and proxies. */
export interface ProcessEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Base of relative paths in the environment. */
  readonly workingDirectory: string;
}

/** The first readable one counts. See https://go.dev/src/crypto/x509/root_linux.go */
const FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/tls/cacert.pem',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/cert.pem',
];
/** All of them count. */
const FOLDERS = ['/etc/ssl/certs', '/etc/pki/tls/certs'];
/** Systems with a keychain instead of files. */
const KEYCHAINS: readonly string[] = ['darwin', 'win32'];

const known = new WeakMap<ProcessEnvironment['env'], Promise<Authorities>>();

/**
 * The authorities that kubectl trusts if the kubeconfig names none. On Linux: the files and folders that Go reads,
 * never Node's own list, as an administrator may have removed an authority from the system. On macOS and Windows:
 * the keychain, or Node's own list if Node is too old to read the keychain. NODE_EXTRA_CA_CERTS adds to them. Read
 * once per environment.
 */
export function systemAuthorities(place: ProcessEnvironment): Promise<Authorities> {
  const before = known.get(place.env);
  if (before !== undefined) return before;
  const found = KEYCHAINS.includes(platform()) ? readKeychain() : Promise.resolve(readStore(place));
  const all = found.then((authorities) => withExtra(authorities, place));
  known.set(place.env, all);
  return all;
}

function withExtra(found: Authorities, { env, workingDirectory }: ProcessEnvironment): Authorities {
  const extra = env['NODE_EXTRA_CA_CERTS'] ?? '';
  if (extra === '') return found;
  const added = certificatesIn(readText(resolve(workingDirectory, extra)) ?? '');
  return {
    ...found,
    certificates: [...new Set([...found.certificates, ...added])],
    shown: shownBeside(found, extra, added.length > 0),
  };
}

function shownBeside({ certificates, shown }: Authorities, extra: string, hasSome: boolean): string {
  if (!hasSome) return `${shown}; ${extra} has none`;
  return certificates.length === 0 ? `those of ${extra}; ${shown}` : `${shown}, and those of ${extra}`;
}

/** Reads the files and folders. Like Go, skips whatever it cannot read or parse. */
export function readStore({ env, workingDirectory }: ProcessEnvironment): Authorities {
  const { SSL_CERT_FILE: file = '', SSL_CERT_DIR: folders = '' } = env;
  const at = (path: string): string => (path === '' ? '' : resolve(workingDirectory, path));
  const bundle = firstReadable(file === '' ? FILES : [at(file)]);
  const inFolders = (folders === '' ? FOLDERS : folders.split(':').map(at)).map((path) => ({
    path,
    text: readFolder(path),
  }));
  const sources = [bundle, ...inFolders].filter(({ text }) => text !== '');
  const certificates = certificatesIn(sources.map(({ text }) => text).join('\n'));
  const places = sources.map(({ path }) => path).join(' and ');
  return {
    certificates,
    shown: certificates.length === 0 ? 'the system has none' : `those of the system in ${places}`,
    hint:
      certificates.length === 0
        ? 'install the ca-certificates of the system, or name a file of authorities with SSL_CERT_FILE'
        : 'add its authority to the system, or name a file of authorities with SSL_CERT_FILE',
  };
}

interface Source {
  readonly path: string;
  readonly text: string;
}

function firstReadable(paths: readonly string[]): Source {
  for (const path of paths) {
    const text = readText(path);
    if (text !== undefined) return { path, text };
  }
  return { path: '', text: '' };
}

/** Reads all files of a folder as one text. Skips links to files of the same folder. */
function readFolder(folder: string): string {
  const texts = entriesOf(folder)
    .filter((entry) => !isLinkToNeighbour(entry, folder))
    .map(({ name }) => readText(join(folder, name)) ?? '');
  return texts.join('\n');
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // most systems have only one of these folders
  }
}

function isLinkToNeighbour(entry: Dirent, folder: string): boolean {
  if (!entry.isSymbolicLink()) return false;
  try {
    return !readlinkSync(join(folder, entry.name)).includes('/');
  } catch {
    return false; // reading it fails as well
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined; // an unreadable file adds no trust
  }
}

/** Since Node 22.15. */
interface KeychainReader {
  readonly getCACertificates?: (kind: 'system') => readonly string[];
}

async function readKeychain(): Promise<Authorities> {
  const tls = await import('node:tls');
  const { getCACertificates } = tls as KeychainReader;
  const hint = 'add its authority to the keychain, or name a file of authorities with NODE_EXTRA_CA_CERTS';
  if (getCACertificates !== undefined)
    return { certificates: getCACertificates('system'), shown: 'those of the keychain', hint };
  return {
    certificates: tls.rootCertificates,
    shown: 'those that this Node.js brings along',
    hint: 'name a file of authorities with NODE_EXTRA_CA_CERTS, or use a Node.js that reads the keychain (22.15 or newer)',
  };
}
