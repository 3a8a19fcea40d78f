import { CliError } from './cli-error.ts';

/** How much this program accepts of something that others send, write or print. */
export interface Bound {
  /** The largest number that is accepted. */
  readonly most: number;
  /** What an error says of something larger: the predicate of a sentence. */
  readonly passed: string;
  /** What is bounded; docs/bounds.md is generated from it. */
  readonly of: string;
  /** Why the bound has this size. */
  readonly why: string;
  /** What the user can do. */
  readonly hint?: string;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** A number of bytes with a binary unit. */
export function sizeText(bytes: number): string {
  return bytes >= MIB ? `${bytes / MIB} MiB` : `${bytes / KIB} KiB`;
}

type BoundTexts = Omit<Bound, 'most' | 'passed'>;

function bytes(most: number, told: BoundTexts): Bound {
  return { most, passed: `is larger than ${sizeText(most)}`, ...told };
}

function count(most: number, what: string, told: BoundTexts): Bound {
  return { most, passed: `has more than ${inThousands(most)} ${what}`, ...told };
}

/** Not by `toLocaleString`, which would load the tables of the locale at each start. */
function inThousands(number: number): string {
  return number < 1000
    ? `${number}`
    : `${inThousands(Math.floor(number / 1000))},${String(number % 1000).padStart(3, '0')}`;
}

/**
 * Every bound on what a server, a file, a plugin or a pod can send, in bytes unless it says otherwise. More is refused
 * with `tooLarge`, unless `of` says what happens instead, and is not asked for again. The output of a session, which is
 * only passed on, has no bound.
 */
export const BOUNDS = {
  answer: bytes(256 * MIB, {
    of: 'an answer of the API server, both as received and decompressed',
    why: 'ten thousand pods in one list are 100 to 200 MB of JSON',
    hint: 'ask for less at once: one namespace (-n), a label selector (-l), a smaller --chunk-size where there is one',
  }),
  fileOfKernel: bytes(64 * MIB, {
    of: 'a file that the kernel makes up as it is read, as in /proc, in `cp`',
    why: 'it has no size, so it is read into memory first',
  }),
  answerValues: count(16_000_000, 'values', {
    of: 'the values in an answer or a line of the API server: texts, numbers, lists and maps',
    why: 'the smallest values take twenty times as much memory as text',
    hint: 'ask for less at once: one namespace (-n), a label selector (-l), a smaller --chunk-size where there is one',
  }),
  messages: count(4_000_000, 'messages', {
    of: 'the messages in an answer in protobuf: pods, containers, conditions and the like',
    why: 'a pod is about fifty messages, and the smallest ones take a hundred times as much memory as in the answer',
    hint: 'ask for less at once: one namespace (-n), a label selector (-l), or a smaller --chunk-size',
  }),
  nesting: {
    most: 300,
    passed: 'is nested more than 300 levels deep',
    of: 'how deep a document or an answer is nested',
    why: 'no object of the API is nested nearly as deep, and reading one must not overflow the stack',
  },
  list: count(1_000_000, 'objects or pages', {
    of: 'the objects in all pages of one list; each page counts as one more',
    why: 'the largest clusters have a few hundred thousand pods',
    hint: 'ask for less: one namespace (-n), or a label selector (-l)',
  }),
  line: bytes(32 * MIB, {
    of: 'one line of a watch',
    why: 'a line is one object, and etcd takes objects of a few MiB at most',
  }),
  refusal: bytes(4 * MIB, {
    of: 'the body of an answer that reports an error',
    why: 'a Status of the API server may quote the object that it rejects',
  }),
  upgradeRefusal: bytes(64 * KIB, {
    of: 'the body of an answer that refuses a WebSocket; more is not read',
    why: 'it holds a Status without an object',
  }),
  statusText: bytes(16 * KIB, {
    of: 'the text of an error of the server or of a node, as it is shown; more is cut off',
    why: 'nobody reads more in an error line',
  }),
  headers: bytes(64 * KIB, {
    of: 'the headers of an answer, also those of a proxy',
    why: 'the default of Node.js is a quarter of that, and servers send a tenth',
    hint: 'check that this is an API server; a proxy in front of it may add headers',
  }),
  message: bytes(4 * MIB, {
    of: 'one message of a WebSocket, with all of its fragments; more closes the connection',
    why: 'API servers and nodes send pieces of 32 KiB',
  }),
  fragments: count(16_384, 'fragments', {
    of: 'the fragments of one message of a WebSocket; more close the connection',
    why: 'API servers and nodes send one',
  }),
  packet: bytes(1 * MIB, {
    of: 'one packet from tcpdump; more ends the capture',
    why: 'tcpdump keeps 256 KiB of a packet at most',
  }),
  heldPackets: bytes(8 * MIB, {
    of: 'packets of one pod that are held in memory for a slow file or reader; then tcpdump waits, and counts what it drops',
    why: 'short pauses of a disk must not lose packets, and many pods can be captured at once',
  }),
  script: bytes(64 * KIB, {
    of: 'what a helper script of this program prints in a container; more closes the connection',
    why: 'the mounts of a container take a few KiB',
  }),
  wholeLog: bytes(32 * MIB, {
    of: 'the log that a session is compared with; if there is more, the log itself is followed',
    why: 'by default nodes keep 10 MiB of a log',
  }),
  heldOutput: bytes(8 * MIB, {
    of: 'output that is held in memory until earlier output is shown; more is held in a file without a name',
    why: 'output must not fill the memory',
  }),
  plugin: bytes(1 * MIB, {
    of: 'what a credential plugin prints on stdout',
    why: 'an ExecCredential is a token or a key with its certificate',
  }),
  identityProvider: bytes(1 * MIB, {
    of: 'an answer of an identity provider (OIDC)',
    why: 'it holds a few tokens, or a page of settings',
  }),
  credentialFile: bytes(4 * MIB, {
    of: 'a file with a token, a key, certificates or a namespace',
    why: 'all certificate authorities of a system take half a MiB',
  }),
  file: bytes(16 * MIB, {
    of: 'a kubeconfig, a kuberc, a template file, a --custom file, or one manifest (a file, stdin, or a download after decompression)',
    why: 'nobody keeps nearly as much in one file',
    hint: 'split it into smaller files',
  }),
  folder: bytes(64 * MIB, {
    of: 'all manifests that one -f names',
    why: 'all of them are in memory at the same time',
    hint: 'name fewer files with each -f',
  }),
  documents: count(10_000, 'documents', {
    of: 'the documents of one manifest',
    why: 'an empty document takes a thousand times as much memory as text',
    hint: 'split it into smaller files, or make it one List',
  }),
  yamlTokens: count(2_000_000, 'tokens', {
    of: 'the words, punctuation, blanks and line ends of one YAML text',
    why: 'each takes up to 300 bytes of memory; a List of a thousand pods has as many',
    hint: 'write it as JSON, which has no such bound, or split it into smaller files',
  }),
  yamlExpanded: {
    most: 64 * MIB,
    passed: `would be more than ${sizeText(64 * MIB)} with its aliases expanded`,
    of: 'a YAML document with its aliases expanded; each value counts as 32 bytes and its text',
    why: 'no text without aliases is nearly as large',
    hint: 'use fewer aliases (*name), or smaller anchors',
  },
  unanswered: bytes(64 * KIB, {
    of: 'what a local program has sent on a forwarded connection before the pod refuses it; it is sent to the next pod, and more ends the connection',
    why: 'a request fits into it, and a thousand connections must not fill the memory',
  }),
  collectedFiles: count(20_000, 'files', {
    of: 'the files that `audit --collect` reads from one container; more are left out, and named',
    why: 'the row of a container lists each of them, and is read by people',
  }),
  journalLine: bytes(400 * MIB, {
    of: 'one line of an audit’s journal',
    why: 'it holds the output of a pod, up to 64 MiB, and each byte can take six in JSON',
  }),
  journalLines: count(5_000_000, 'lines', {
    of: 'the lines of an audit’s journal',
    why: 'a pod has at most five, and the largest clusters have a few hundred thousand pods',
  }),
  fleetLump: bytes(400 * MIB, {
    of: 'the lines of an audit in the cluster (`audit --in-cluster`) that are packed together in its ConfigMaps, unpacked',
    why: 'one line of a journal can be as large',
  }),
  packetLine: bytes(64 * KIB, {
    of: 'a line of `capture`; what is longer goes on in another line',
    why: 'tcpdump prints a few hundred bytes about a packet',
  }),
  results: bytes(256 * MIB, {
    of: 'a file of results for audit merge',
    why: 'it is read whole',
    hint: 'audit fewer pods in each shard (--shard), or keep less of their output (--max-output)',
  }),
} as const satisfies Record<string, Bound>;

/** The name of a bound. */
export type BoundName = keyof typeof BOUNDS;

/**
 * The error for something that exceeds a bound.
 *
 * @param subject what it is and where it came from, safe to show; the bound's predicate follows
 */
export function tooLarge(name: BoundName, subject: string): CliError {
  const { passed, hint }: Bound = BOUNDS[name];
  return new CliError('too-large', `${subject} ${passed}`, hint === undefined ? {} : { hint });
}

/** The text of an error of the server or of a node, cut off at a bound. */
export function shownText(text: string): string {
  const { most } = BOUNDS.statusText;
  return text.length <= most ? text : `${text.slice(0, most)}… (cut off after ${sizeText(most)})`;
}
