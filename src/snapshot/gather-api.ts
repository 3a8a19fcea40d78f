import type { KubernetesEvent } from '../pod/types.ts';
import type { EvidenceName, Piece } from './evidence.ts';
import type { ApiContext, Gather } from './kinds/api-context.ts';
import { gatherEvents } from './kinds/events.ts';
import { explain, lastLines } from './kinds/explanation.ts';
import { gatherLogs } from './kinds/logs.ts';
import { gatherNode } from './kinds/node.ts';
import { gatherMetrics, gatherOwners, gatherPod, gatherVolumes } from './kinds/objects.ts';
import { gatherServices } from './kinds/services.ts';

/** Takes a piece of a kind of evidence, and how long it took to get. */
export type TakePiece = (name: EvidenceName, piece: Piece, durationMs: number) => Promise<void>;

/** What is read from the API server and needed by nothing else. */
const GATHER: Readonly<Partial<Record<EvidenceName, Gather>>> = {
  pod: gatherPod,
  owners: gatherOwners,
  node: gatherNode,
  volumes: gatherVolumes,
  metrics: gatherMetrics,
};

/** Evidence that others wait for. */
export interface ApiEvidence {
  /** The names of the services that send traffic to the pod. */
  readonly services: Promise<readonly string[]>;
  /** Resolves when all pieces are taken. */
  readonly done: Promise<void>;
}

/** Starts to gather all evidence that needs no debug container, at the same time. `done` throws what `take` throws. */
export function gatherApi(context: ApiContext, take: TakePiece): ApiEvidence {
  const timed = async <T>(
    name: EvidenceName,
    gather: (found: (piece: Piece) => Promise<void>) => Promise<T>,
  ): Promise<T> => {
    let since = context.io.now().getTime();
    return gather((piece) => {
      const now = context.io.now().getTime();
      const durationMs = now - since;
      since = now;
      return take(name, piece, durationMs);
    });
  };
  const logs = new Map<string, readonly string[]>();
  const services = timed('services', (found) => gatherServices(context, found));
  const events: Promise<readonly KubernetesEvent[]> = timed('events', (found) =>
    gatherEvents(context, found),
  );
  const ofLogs = timed('logs', (found) =>
    gatherLogs(context, (piece) => {
      if (piece.kind === 'file') logs.set(piece.path, lastLines(piece.bytes));
      return found(piece);
    }),
  );
  const others = (Object.entries(GATHER) as readonly (readonly [EvidenceName, Gather])[]).map(
    ([name, gather]) => timed(name, (found) => gather(context, found)),
  );
  const explained = Promise.all([events, ofLogs]).then(([heard]) =>
    timed('explanation', (found) => found(explain(context, { events: heard, logs }))),
  );
  const done = Promise.all([services, explained, ...others]).then(() => undefined);
  done.catch(() => undefined); // the caller awaits it later
  services.catch(() => undefined);
  return { services, done };
}
