import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { CONFIG_MAP } from '../../cluster/objects/object-shapes.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import type { OwnerReference } from '../../pod/types.ts';
import type { FleetRun } from '../fleet-run.ts';
import { linesConfigMap, linesName, readLinesConfigMap, type LinesPiece } from './lines-config-map.ts';
import { configMapsPath, listWorkerLines } from './list-lines.ts';
import { packLines } from './lump.ts';

/** Writes lines of a worker after those that are there. */
export interface LinesWriter {
  /**
   * Resolves when the JSON texts of these lines are in the cluster. Call it again only then. Throws `conflict` if another worker
   * of the same index has taken over, else `journal-failed`.
   */
  readonly write: (texts: readonly string[]) => Promise<void>;
}

/** The place of a writer. */
export interface WriterPlace {
  /** A patient one. */
  readonly cluster: Cluster;
  readonly run: FleetRun;
  readonly worker: number;
  /** No other writer has this text. */
  readonly writer: string;
  /** The Job, with which the cluster deletes the lines. */
  readonly owners: readonly OwnerReference[];
}

/**
 * Opens a writer whose first ConfigMap has the number `sequence`. The numbers are a fence: only one writer can create a number,
 * so whoever comes second learns that it is no longer alone before anything of it counts.
 */
export function openLinesWriter(place: WriterPlace, sequence: number): LinesWriter {
  let next = sequence;
  return {
    write: async (texts) => {
      const pieces = packLines(texts);
      for (const [at, bytes] of pieces.entries()) {
        const { worker, writer } = place;
        const piece = { part: 'lines', worker, writer, sequence: next, bytes } as const;
        try {
          await createOrFind(place, { ...piece, piece: at + 1, pieces: pieces.length });
        } catch (error) {
          throw writeFailed(error, place.run);
        }
        next += 1;
      }
    },
  };
}

async function createOrFind(place: WriterPlace, piece: LinesPiece): Promise<void> {
  const { cluster, run, worker, owners } = place;
  try {
    await cluster.requestJson({
      method: 'POST',
      path: configMapsPath(run),
      query: { fieldManager: 'kubectl-debug' },
      body: linesConfigMap(run, piece, owners),
      shape: CONFIG_MAP,
      isBackground: true,
    });
  } catch (error) {
    if (!isApiError(error) || error.reason !== 'AlreadyExists') throw error;
    // An answer of the server that was lost, or another worker.
    for await (const found of listWorkerLines(cluster, { run, worker, name: linesName(run, piece) }))
      if (readLinesConfigMap(found)?.writer === piece.writer) return;
    throw new CliError('conflict', `another worker ${worker} of audit ${run.runId} has taken over`, {
      hint: 'this one has left; nothing runs twice, and no row is lost',
    });
  }
}

function writeFailed(error: unknown, { namespace }: FleetRun): unknown {
  if (isCliError(error) && error.kind === 'conflict') return error;
  const action = `keep the results of the audit in ConfigMaps of namespace ${namespace}`;
  const explained = isApiError(error) ? explainApiError(error, { action }) : error;
  if (!isCliError(explained)) return explained;
  return new CliError('journal-failed', explained.message, {
    ...(explained.hint !== undefined && { hint: explained.hint }),
    cause: error,
  });
}
