/** A file that an audit has read from a container. */
export interface CollectedFile {
  /** The whole path in the container, as text. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** The permission bits, `0` to `0o7777`. */
  readonly mode: number;
  readonly mtime: Date;
}

/** A path that was asked for, and did not come. */
export interface LeftOut {
  /** As text. */
  readonly path: string;
  /** A word of docs/errors.md or docs/audit.md: `file-not-found`, `max-output`. */
  readonly why: string;
  /** Bytes; undefined for what is no file. */
  readonly size?: number;
}

/** What `--collect` has brought of one container. */
export interface Collected {
  readonly files: readonly CollectedFile[];
  readonly leftOut: readonly LeftOut[];
}

export const NOTHING_COLLECTED: Collected = { files: [], leftOut: [] };

interface CollectedFileJson {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Octal, as `ls` and `chmod` know it: `0644`. */
  readonly mode: string;
  /** RFC 3339. */
  readonly mtime: string;
}

/** The part of a row about its files, in JSON. */
export interface CollectedJson {
  readonly files: readonly CollectedFileJson[];
  readonly leftOut: readonly LeftOut[];
}

/** Turns what was collected into JSON. */
export function collectedToJson({ files, leftOut }: Collected): CollectedJson {
  return {
    files: files.map((file) => ({
      ...file,
      mode: file.mode.toString(8).padStart(4, '0'),
      mtime: file.mtime.toISOString(),
    })),
    leftOut,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  if (typeof value === 'object' && value !== null) return { ...value };
  throw new TypeError('a file of a row is not an object');
}

function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} of a file is not a string`);
}

function sizeIn({ size }: Fields): number {
  if (typeof size === 'number' && size >= 0) return size;
  throw new TypeError('size of a file is not a number');
}

function fileFrom(value: unknown): CollectedFile {
  const fields = fieldsOf(value);
  const mtime = new Date(textIn(fields, 'mtime'));
  if (Number.isNaN(mtime.getTime())) throw new TypeError('mtime of a file is not a time');
  const mode = Number.parseInt(textIn(fields, 'mode'), 8);
  return {
    path: textIn(fields, 'path'),
    size: sizeIn(fields),
    sha256: textIn(fields, 'sha256'),
    mode: Number.isNaN(mode) ? 0 : mode,
    mtime,
  };
}

function leftOutFrom(value: unknown): LeftOut {
  const fields = fieldsOf(value);
  const known = { path: textIn(fields, 'path'), why: textIn(fields, 'why') };
  return fields['size'] === undefined ? known : { ...known, size: sizeIn(fields) };
}

/** Reads the files of a row; undefined for a row of a command. Throws a `TypeError`. */
export function collectedFromJson({ files, leftOut }: Fields): Collected | undefined {
  if (files === undefined) return undefined;
  if (!Array.isArray(files) || !Array.isArray(leftOut)) throw new TypeError('files of a row is not a list');
  return { files: files.map(fileFrom), leftOut: leftOut.map(leftOutFrom) };
}
