import { collectedFromJson, collectedToJson, type CollectedJson } from './collected.ts';
import { isRunOutcome, type RunOwner, type RunReason, type RunRow } from './run-row.ts';
import { readOutputText } from './output-text.ts';

/**
 * A row as `-o json` and `-o jsonl` print it. Times are RFC 3339; unknown values are null. A command has no `files`, and a row
 * of an audit without `--contexts` no `context`.
 */
export interface RowJson extends Partial<CollectedJson> {
  readonly context?: string;
  readonly namespace: string;
  readonly pod: string;
  readonly uid: string;
  readonly podIPs: readonly string[];
  readonly container: string;
  readonly node: string;
  readonly owner: RunOwner | null;
  readonly target: string;
  readonly outcome: string;
  readonly exitCode: number | null;
  readonly output: string;
  /** `base64` if the output is not UTF-8. */
  readonly outputEncoding: 'utf-8' | 'base64';
  readonly outputTruncated: boolean;
  readonly profile: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly durationMs: number | null;
  readonly reason: RunReason | null;
  readonly notes: readonly string[];
}

/** Turns a row into JSON. If the output was cut within a character, that character is left out. */
export function rowToJson(row: RunRow): RowJson {
  const { bytes, isTruncated } = row.output;
  const text = readOutputText(bytes, isTruncated);
  const isText = text.encoding === 'utf8';
  return {
    ...(row.context !== undefined && { context: row.context }),
    namespace: row.namespace,
    pod: row.pod,
    uid: row.uid,
    podIPs: row.podIPs,
    container: row.container,
    node: row.node,
    owner: row.owner ?? null,
    target: row.target,
    outcome: row.outcome,
    exitCode: row.exitCode ?? null,
    output: isText ? text.exact : Buffer.from(bytes).toString('base64'),
    outputEncoding: isText ? 'utf-8' : 'base64',
    outputTruncated: isTruncated,
    ...(row.collected && collectedToJson(row.collected)),
    profile: row.profile,
    ...timesOf(row),
    reason: row.reason ?? null,
    notes: row.notes,
  };
}

function timesOf({ startedAt, finishedAt, durationMs }: RunRow): RowTimes {
  return {
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    durationMs: durationMs ?? null,
  };
}

type RowTimes = Pick<RowJson, 'startedAt' | 'finishedAt' | 'durationMs'>;

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new TypeError(`${what} is not an object`);
}

function readText(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} is not a string`);
}

function readTexts(fields: Fields, name: string): readonly string[] {
  const value = fields[name];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw new TypeError(`${name} is not a list of strings`);
}

function readTime(fields: Fields, name: string): Date | undefined {
  if (fields[name] === null) return undefined;
  const date = new Date(readText(fields, name));
  if (!Number.isNaN(date.getTime())) return date;
  throw new TypeError(`${name} is not a time`);
}

function readExitCode({ exitCode }: Fields): number | undefined {
  if (exitCode === null) return undefined;
  if (typeof exitCode === 'number' && Number.isSafeInteger(exitCode)) return exitCode;
  throw new TypeError('exitCode is not a whole number');
}

/** Older versions wrote no duration. */
function readDuration({ durationMs = null }: Fields): number | undefined {
  if (durationMs === null) return undefined;
  if (typeof durationMs === 'number' && durationMs >= 0) return durationMs;
  throw new TypeError('durationMs is not a duration');
}

function readOwner({ owner }: Fields): RunOwner | undefined {
  if (owner === null) return undefined;
  const fields = fieldsOf(owner, 'owner');
  return { kind: readText(fields, 'kind'), name: readText(fields, 'name') };
}

function readReason({ reason }: Fields): RunReason | undefined {
  if (reason === null) return undefined;
  const fields = fieldsOf(reason, 'reason');
  return {
    kind: readText(fields, 'kind'),
    message: readText(fields, 'message'),
    hint: readText(fields, 'hint'),
  };
}

/**
 * Reads a row that `rowToJson` wrote, and ignores other fields. Throws a `TypeError` that names the field with a wrong
 * value.
 */
export function rowFromJson(value: unknown): RunRow {
  const fields = fieldsOf(value, 'a row');
  const outcome = readText(fields, 'outcome');
  if (!isRunOutcome(outcome)) throw new TypeError(`outcome ${outcome} is not one of this version's`);
  const collected = collectedFromJson(fields);
  const encoding = readText(fields, 'outputEncoding') === 'base64' ? 'base64' : 'utf8';
  return {
    ...(fields['context'] !== undefined && { context: readText(fields, 'context') }),
    namespace: readText(fields, 'namespace'),
    pod: readText(fields, 'pod'),
    uid: readText(fields, 'uid'),
    podIPs: readTexts(fields, 'podIPs'),
    container: readText(fields, 'container'),
    node: readText(fields, 'node'),
    owner: readOwner(fields),
    target: readText(fields, 'target'),
    outcome,
    exitCode: readExitCode(fields),
    output: {
      bytes: Buffer.from(readText(fields, 'output'), encoding),
      isTruncated: fields['outputTruncated'] === true,
    },
    ...(collected && { collected }),
    profile: readText(fields, 'profile'),
    startedAt: readTime(fields, 'startedAt'),
    finishedAt: readTime(fields, 'finishedAt'),
    durationMs: readDuration(fields),
    reason: readReason(fields),
    notes: readTexts(fields, 'notes'),
  };
}
