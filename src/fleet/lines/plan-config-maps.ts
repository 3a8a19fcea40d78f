import type { OwnerReference } from '../../pod/types.ts';
import type { ConfigMap } from '../config-map.ts';
import type { FleetRun } from '../fleet-run.ts';
import type { FleetLine } from './fleet-line.ts';
import { linesConfigMap } from './lines-config-map.ts';
import { packLines } from './lump.ts';

/** Whose plan it is. */
interface PlanOf {
  readonly worker: number;
  /** The Job, with which the cluster deletes the plan. */
  readonly owners?: readonly OwnerReference[];
}

/** Lines that are packed together: enough to pack well, and to fit into one ConfigMap. In bytes before packing. */
const LUMP = 2 * 1024 * 1024;

/**
 * The ConfigMaps with the plan of a worker: the lines with which its journal begins, the head first. The plan counts once its
 * last line, `selected`, is there.
 */
export function planConfigMaps(
  run: FleetRun,
  { worker, owners }: PlanOf,
  lines: readonly FleetLine[],
): readonly ConfigMap[] {
  let sequence = 0;
  return lumpsOf(lines).flatMap((texts) => {
    const pieces = packLines(texts);
    return pieces.map((bytes, at) => {
      const number = { piece: at + 1, pieces: pieces.length, sequence };
      sequence += 1;
      return linesConfigMap(run, { part: 'plan', worker, writer: '', bytes, ...number }, owners);
    });
  });
}

function lumpsOf(lines: readonly FleetLine[]): readonly (readonly string[])[] {
  const lumps: string[][] = [];
  let size = Infinity;
  for (const line of lines) {
    const text = JSON.stringify(line);
    if (size + text.length > LUMP) {
      lumps.push([]);
      size = 0;
    }
    lumps.at(-1)?.push(text);
    size += text.length;
  }
  return lumps;
}
