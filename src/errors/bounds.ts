import { CliError } from './cli-error.ts';

/** How much of something that others send, write or print this program takes. */
export interface Bound {
  /** The largest number that passes. */
  readonly most: number;
  /** What is said of something that is more: the predicate of a sentence. */
  readonly passed: string;
  /** What is bounded, and why the bound is where it is; docs/bounds.md is generated from it. */
  readonly of: string;
  readonly why: string;
  /** What the user can do, where there is something. */
  readonly hint?: string;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** A number of bytes as people write it, with binary units. */
export function sizeText(bytes: number): string {
  return bytes >= MIB ? `${bytes / MIB} MiB` : `${bytes / KIB} KiB`;
}

type Told = Omit<Bound, 'most' | 'passed'>;

function bytes(most: number, told: Told): Bound {
  return { most, passed: `is larger than ${sizeText(most)}`, ...told };
}

function count(most: number, what: string, told: Told): Bound {
  return { most, passed: `has more than ${inThousands(most)} ${what}`, ...told };
}

/** Not by the locale, whose tables would be loaded for it at each start. */
function inThousands(number: number): string {
  return number < 1000
    ? `${number}`
    : `${inThousands(Math.floor(number / 1000))},${String(number % 1000).padStart(3, '0')}`;
}

/**
 * Every bound of what a server, a file, a plugin or a pod can send, in bytes where nothing else is said. What passes one
 * is refused with `tooLarge`, where `of` does not say what happens instead, and never asked for twice. What is only handed on, as the output of a session, has none.
 */
export const BOUNDS = {
  answer: bytes(256 * MIB, {
    of: 'an answer of the API server, as it comes and unpacked',
    why: 'ten thousand pods in one list are 100 to 200 MB of JSON',
    hint: 'ask for less at once: one namespace (-n), a label selector (-l), a smaller --chunk-size where there is one',
  }),
  answerValues: count(16_000_000, 'values', {
    of: 'the values in an answer or a line of the API server: texts, numbers, lists and maps',
    why: 'the smallest ones take twenty times as much memory as they are long',
    hint: 'ask for less at once: one namespace (-n), a label selector (-l), a smaller --chunk-size where there is one',
  }),
  messages: count(4_000_000, 'messages', {
    of: 'the messages in an answer in protobuf: pods, containers, conditions and the like',
    why: 'a pod is some fifty of them, and the smallest ones take a hundred times as much memory as they are long',
    hint: 'ask for less at once: one namespace (-n), a label selector (-l), a smaller --chunk-size',
  }),
  nesting: {
    most: 300,
    passed: 'is nested more than 300 levels deep',
    of: 'how deep a document or an answer is nested',
    why: 'no object of the API comes near, and what walks through one must not run out of stack',
  },
  list: count(1_000_000, 'objects or pages', {
    of: 'the objects in all pages of one list, each page counted as one more',
    why: 'the largest clusters have some hundred thousand pods',
    hint: 'ask for less: one namespace (-n), or a label selector (-l)',
  }),
  line: bytes(32 * MIB, {
    of: 'one line of a watch',
    why: 'a line is one object, and etcd takes objects of a few MiB at most',
  }),
  refusal: bytes(4 * MIB, {
    of: 'the body of an answer that says no',
    why: 'a Status of the API server may quote the object that it refuses',
  }),
  upgradeRefusal: bytes(64 * KIB, {
    of: 'the body of an answer that opens no WebSocket; more is not read',
    why: 'it holds a Status without an object',
  }),
  statusText: bytes(16 * KIB, {
    of: 'the text that an error of the server or of a node is shown with; more is cut off',
    why: 'nobody reads more in an error line',
  }),
  headers: bytes(64 * KIB, {
    of: 'the headers of an answer, also those of a proxy',
    why: 'Node takes a quarter of that without being told, servers send a tenth',
    hint: 'is it an API server, or a proxy in front of one? Something on the way may add headers',
  }),
  message: bytes(4 * MIB, {
    of: 'one message of a WebSocket, with all of its fragments; more breaks its connection',
    why: 'API servers and nodes send pieces of 32 KiB',
  }),
  fragments: count(16_384, 'fragments', {
    of: 'the fragments of one message of a WebSocket; more break its connection',
    why: 'API servers and nodes send one',
  }),
  script: bytes(64 * KIB, {
    of: 'what a helper script of this program prints in a container; more breaks its connection',
    why: 'the mounts of a container take some KiB',
  }),
  wholeLog: bytes(32 * MIB, {
    of: 'the log that a session is compared with; of more, the log itself is followed',
    why: 'nodes keep 10 MiB of a log unless they are told otherwise',
  }),
  heldOutput: bytes(8 * MIB, {
    of: 'output that waits in memory for its place behind what came before; more waits in a file without a name',
    why: 'memory is not for holding output',
  }),
  plugin: bytes(1 * MIB, {
    of: 'what a credential plugin prints on stdout',
    why: 'an ExecCredential is a token or a key with its certificate',
  }),
  identityProvider: bytes(1 * MIB, {
    of: 'an answer of an identity provider (OIDC)',
    why: 'it is a few tokens, or a page of settings',
  }),
  credentialFile: bytes(4 * MIB, {
    of: 'a file with a token, a key, certificates or a namespace',
    why: 'all authorities of a system are half a MiB',
  }),
  file: bytes(16 * MIB, {
    of: 'a kubeconfig, a kuberc, a file with a template, a --custom file, and one manifest: a file, stdin or a download, unpacked',
    why: 'it is far beyond what anybody keeps in one file',
    hint: 'split it into smaller files',
  }),
  folder: bytes(64 * MIB, {
    of: 'all manifests that one -f names',
    why: 'all of them are in memory at once',
    hint: 'name fewer files with each -f',
  }),
  documents: count(10_000, 'documents', {
    of: 'the documents of one manifest',
    why: 'each takes a thousand times as much memory as it is long when it is empty',
    hint: 'split it into smaller files, or make it one List',
  }),
  yamlTokens: count(2_000_000, 'tokens', {
    of: 'the words, signs, blanks and line ends of one YAML text',
    why: 'each takes up to 300 bytes of memory; a List of a thousand pods has as many',
    hint: 'write it as JSON, which is read without that bound, or split it into smaller files',
  }),
  yamlExpanded: {
    most: 64 * MIB,
    passed: `would be more than ${sizeText(64 * MIB)} with its aliases written out`,
    of: 'a YAML document with its aliases written out; each value counts 32 bytes and its text',
    why: 'without aliases no text comes near',
    hint: 'use fewer aliases (*name), or anchors of less',
  },
  journalLine: bytes(400 * MIB, {
    of: 'one line of an audit’s journal',
    why: 'it holds the output of a pod, up to 64 MiB, in which each byte can take six',
  }),
  journalLines: count(5_000_000, 'lines', {
    of: 'the lines of an audit’s journal',
    why: 'a pod has at most five, and the largest clusters have some hundred thousand pods',
  }),
  results: bytes(256 * MIB, {
    of: 'a file of results for audit merge',
    why: 'it is read whole',
    hint: 'audit fewer pods a shard (--shard), or keep less of their output (--max-output)',
  }),
} as const satisfies Record<string, Bound>;

/** The name of a bound. */
export type BoundName = keyof typeof BOUNDS;

/**
 * The error for what passes a bound.
 *
 * @param subject what it is and where it came from, in words that are safe to show; the bound's predicate follows
 */
export function tooLarge(name: BoundName, subject: string): CliError {
  const { passed, hint }: Bound = BOUNDS[name];
  return new CliError('too-large', `${subject} ${passed}`, hint === undefined ? {} : { hint });
}

/** The text of an error of the server's or of a node's, as much of it as is shown. */
export function shownText(text: string): string {
  const { most } = BOUNDS.statusText;
  return text.length <= most ? text : `${text.slice(0, most)}… (cut off after ${sizeText(most)})`;
}
