import { describeConfigMap } from '../describe-config-map.ts';
import type { ConfigMap } from '../config-map.ts';
import type { FleetLine } from './fleet-line.ts';
import { readLinesConfigMap, type LinesPiece } from './lines-config-map.ts';
import { unpackLines } from './lump.ts';

/** A line, and where it was found. */
export interface FoundLine {
  readonly worker: number;
  readonly part: 'plan' | 'lines';
  readonly line: FleetLine;
}

/** Reads the lines of a run from its ConfigMaps, in the order in which these are seen. */
export interface LineReader {
  /**
   * The lines that a ConfigMap completes; none for one that was seen before, that has no lines, or that follows the end of a
   * plan. Throws `journal-failed` and `too-large`.
   */
  readonly see: (configMap: ConfigMap) => readonly FoundLine[];
}

/** The pieces of a lump that is not complete. */
interface Lump {
  readonly writer: string;
  readonly pieces: Map<number, Uint8Array>;
}

/** Makes a reader that has seen nothing. It keeps no line. */
export function createLineReader(): LineReader {
  const seen = new Set<string>();
  const lumps = new Map<string, Lump>();
  const ends = new Map<number, number>();
  return {
    see: (configMap) => {
      const { name = '' } = configMap.metadata;
      const found = readLinesConfigMap(configMap);
      if (found === undefined || seen.has(name)) return [];
      seen.add(name);
      const { worker, part, sequence } = found;
      // Whoever may create ConfigMaps cannot change a plan, and adds nothing to one that is complete.
      if (part === 'plan' && sequence > (ends.get(worker) ?? Infinity)) return [];
      const whole = takePiece(lumps, found);
      if (whole === undefined) return [];
      const lines = unpackLines(whole, describeConfigMap(configMap)).filter((line) => belongsIn(part, line));
      if (lines.some(({ kind }) => kind === 'selected')) ends.set(worker, sequence);
      return lines.map((line) => ({ worker, part, line }));
    },
  };
}

/** Pods, commands and limits are in plans only, to which nobody can add. */
const ONLY_IN_PLANS: readonly FleetLine['kind'][] = ['run', 'share', 'item', 'selected'];

/** Of rows, a plan has those of skipped pods. */
function belongsIn(part: FoundLine['part'], line: FleetLine): boolean {
  if (line.kind === 'row') return (line.id === '') === (part === 'plan');
  return ONLY_IN_PLANS.includes(line.kind) === (part === 'plan');
}

/** Adds a piece to its lump; returns all pieces of the lump once they are there. */
function takePiece(lumps: Map<string, Lump>, found: LinesPiece): readonly Uint8Array[] | undefined {
  const { part, worker, writer, sequence, piece, pieces, bytes } = found;
  const place = `${part}/${worker}/`;
  // A writer that was replaced does not complete what it has begun.
  for (const [key, lump] of lumps) if (key.startsWith(place) && lump.writer !== writer) lumps.delete(key);
  const key = `${place}${sequence - piece}`;
  const lump = lumps.get(key) ?? { writer, pieces: new Map<number, Uint8Array>() };
  lump.pieces.set(piece, bytes);
  lumps.set(key, lump);
  if (lump.pieces.size < pieces) return undefined;
  lumps.delete(key);
  return [...lump.pieces].toSorted(([a], [b]) => a - b).map(([, each]) => each);
}
