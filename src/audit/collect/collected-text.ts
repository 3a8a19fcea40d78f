import type { CollectedFile, LeftOut } from '../rows/collected.ts';

/** A link that was collected; it has no contents of its own. */
export interface CollectedLink {
  /** As text. */
  readonly path: string;
  readonly target: string;
}

/** What came of one container. */
export interface Listing {
  readonly files: readonly CollectedFile[];
  readonly links: readonly CollectedLink[];
  readonly leftOut: readonly LeftOut[];
}

/** Why something was left out, after its path. Other words stand for themselves. */
const WHY: Readonly<Record<string, string>> = {
  'file-not-found': 'no such file or folder',
  'file-denied': 'permission denied',
  'max-output': 'beyond --max-output',
  'max-total': 'beyond --max-total',
  'too-many-files': 'beyond the most files of one container',
  gone: 'vanished while it was read',
  outside: 'its name leads out of the folder',
  'link-outside': 'a link that leads out of the folder',
  special: 'a device, a FIFO or a socket',
  name: 'this system cannot have such a name',
  'link-in-the-way': 'a link is in the way in --output-dir',
  'in-the-way': 'something else is in the way in --output-dir',
};

/** The folder in which the kubelet keeps one version of a volume: it has its time, and differs in equal volumes. */
const VERSION = /(^|\/)\.\.\d{4}(?:_\d\d){5}\.\d+(?=\/|$)/g;

/**
 * What was collected as text that is equal for equal files: one line for each file, with its sha256, its bytes and its
 * path, sorted by path. In a ConfigMap or Secret, `..data` stands for the folder of its version, as the pods have it.
 */
export function collectedText({ files, links, leftOut }: Listing): string {
  const lines = [
    ...files.map((file) => ({ path: stable(file.path), text: fileLine(file) })),
    ...links
      .filter(isPlain)
      .map(({ path, target }) => ({ path, text: `link  ${path} -> ${stable(target)}` })),
    ...leftOut.map((left) => ({ path: stable(left.path), text: leftOutLine(left) })),
  ];
  const sorted = lines.toSorted((a, b) => compare(a.path, b.path) || compare(a.text, b.text));
  return sorted.map(({ text }) => `${text}\n`).join('');
}

function stable(path: string): string {
  return path.replace(VERSION, '$1..data');
}

/** `..data` itself leads to the folder that it stands for. */
function isPlain({ path, target }: CollectedLink): boolean {
  return !(path.endsWith('/..data') && stable(target) === '..data');
}

function fileLine({ sha256, size, path }: CollectedFile): string {
  return `${sha256}  ${size}  ${stable(path)}`;
}

function leftOutLine({ path, why, size }: LeftOut): string {
  const bytes = size === undefined ? '' : ` (${size} bytes)`;
  return `not collected  ${stable(path)}${bytes}: ${WHY[why] ?? why} [${why}]`;
}

/** Not by the locale, so that it is the same everywhere. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
