import type { Shard } from './audit-settings.ts';
import { rowFromJson } from './row-json.ts';
import type { RunRow } from './run-row.ts';

/** What one call of `audit` found. */
export interface ShardResults {
  readonly rows: readonly RunRow[];
  /** undefined where the results do not tell, or are those of a whole run. */
  readonly shard: Shard | undefined;
  /** What was run; none where the results do not tell. */
  readonly command: readonly string[];
  readonly image: string;
}

/**
 * Reads what `-o json` or `-o jsonl` wrote. Throws a `SyntaxError` or `TypeError` for any other text, also for a
 * document that was cut short.
 */
export function readShardResults(text: string): ShardResults {
  if (!/^\s*\{\s*"rows"/.test(text))
    return { rows: linesOf(text).map(readRow), shard: undefined, command: [], image: '' };
  const { rows, summary } = asObject(JSON.parse(text));
  if (!Array.isArray(rows)) throw new TypeError('rows is not a list');
  const { shard, command, image } = asObject(summary);
  return {
    rows: rows.map(rowFromJson),
    shard: readShardNumbers(shard),
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
  throw new TypeError('it is no document of results');
}

function readShardNumbers(value: unknown): Shard | undefined {
  if (value === null || value === undefined) return undefined;
  const { index, count } = asObject(value);
  if (typeof index === 'number' && typeof count === 'number') return { index, count };
  throw new TypeError('shard is not a part of a whole');
}
