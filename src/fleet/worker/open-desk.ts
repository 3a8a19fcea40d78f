import { rowToJson } from '../../audit/rows/row-json.ts';
import { rowWithoutRun, type RunItem } from '../../audit/rows/run-item.ts';
import { makeGate, type Gate } from '../../audit/schedule/paced-cluster.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { fleetName } from '../fleet-run.ts';
import { openClusterJournal, type ClusterJournal } from '../lines/cluster-journal.ts';
import { makePatientCluster } from '../patient-cluster.ts';
import { linesPauseMs } from './pauses.ts';
import type { PreparedWork } from './prepare-work.ts';
import type { Workplace } from './workplace.ts';

/** What a worker writes with. */
export interface Desk {
  readonly gate: Gate;
  /** For the worker's own requests, which are counted by the gate, and never wait for it. */
  readonly cluster: Cluster;
  readonly journal: ClusterJournal;
}

/** Opens the journal of a worker, with the rows of commands whose end nobody knows. Throws as `LinesWriter`. */
export async function openDesk(place: Workplace, { work, writer }: PreparedWork): Promise<Desk> {
  const { io, run, worker } = place;
  const { share, head, maybeCopied, unknown } = work;
  const gate = makeGate(io, share.pace);
  const startMs = new Date(head.startedAt).getTime();
  const journal = openClusterJournal(io, writer, {
    name: `${fleetName(run.runId)}, worker ${worker}`,
    pauseMs: () => linesPauseMs(io.now().getTime() - startMs, share.workers),
    copied: maybeCopied.map(({ container }) => container),
  });
  await journal.note(
    ...unknown.map((item) => ({ kind: 'row', id: item.container, row: unknownRow(item) }) as const),
  );
  return { gate, cluster: makePatientCluster(io, countedCluster(place.cluster, gate)), journal };
}

function countedCluster(cluster: Cluster, gate: Gate): Cluster {
  return {
    ...cluster,
    requestJson: (request) => {
      gate.count();
      return cluster.requestJson(request);
    },
  };
}

function unknownRow(item: RunItem) {
  const message =
    'the worker was killed while the command ran in a kept container, so its exit code is unknown';
  return rowToJson(
    rowWithoutRun(item, { outcome: 'unknown', reason: { kind: 'exit-code-unknown', message, hint: '' } }),
  );
}
