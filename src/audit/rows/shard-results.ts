import type { Shard } from './audit-settings.ts';
import { rowFromJson } from './row-json.ts';
import type { RunRow } from './run-row.ts';

/** The results of one shard. */
export interface ShardResults {
  readonly rows: readonly RunRow[];
  /** undefined in results of a whole audit, and in `-o jsonl`, which does not say. */
  readonly shard: Shard | undefined;
  /** Empty in `-o jsonl`, which does not say. */
  readonly command: readonly string[];
  readonly image: string;
}

/**
 * Reads what `-o json` or `-o jsonl` wrote. Throws a `SyntaxError` or `TypeError` for any other text, and for a document
 * that was cut off.
 */
export function readShardResults(text: string): ShardResults {
  if (!/^\s*\{\s*"rows"/.test(text))
    return { rows: linesOf(text).map(readRow), shard: undefined, command: [], image: '' };
  const { rows, summary } = asObject(JSON.parse(text));
  if (!Array.isArray(rows)) throw new TypeError('rows is not a list');
  const { shard, command, image } = asObject(summary);
  return {
    rows: rows.map(rowFromJson),
    shard: readShard(shard),
    command: Array.isArray(command) && command.every((word) => typeof word === 'string') ? command : [],
    image: typeof image === 'string' ? image : '',
  };
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function readRow(line: string): RunRow {
  return rowFromJson(JSON.parse(line));
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return { ...value };
  throw new TypeError('it is not a document of results');
}

function readShard(value: unknown): Shard | undefined {
  if (value === null || value === undefined) return undefined;
  const { index, count } = asObject(value);
  if (typeof index === 'number' && typeof count === 'number') return { index, count };
  throw new TypeError('shard has no index and count');
}
