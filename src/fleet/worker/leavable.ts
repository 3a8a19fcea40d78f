import type { Cluster } from '../../cluster/cluster.ts';
import type { Io } from '../../io.ts';

/** What a part of the program works with. */
interface Surroundings {
  readonly io: Io;
  readonly cluster: Cluster;
}

/** The same, and a way to leave that part where it stands. */
interface Leavable extends Surroundings {
  readonly leave: () => void;
}

/**
 * Makes an `Io` and a `Cluster` on which everything stands still after `leave`: no sleep and no request ends any more, and no
 * sleep keeps the process alive. So the commands in the pods go on, and nothing that was begun is judged or undone.
 */
export function makeLeavable({ io, cluster }: Surroundings): Leavable {
  let isLeft = false;
  const sleeps = new Set<AbortController>();
  const unlessLeft = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      if (isLeft) await new Promise(() => undefined);
    }
  };
  const sleep = async (milliseconds: number, signal: AbortSignal | undefined): Promise<void> => {
    const own = new AbortController();
    const stop = (): void => own.abort(signal?.reason);
    sleeps.add(own);
    signal?.addEventListener('abort', stop);
    if (isLeft || signal?.aborted === true) stop();
    try {
      await io.sleep(milliseconds, own.signal);
    } finally {
      sleeps.delete(own);
      signal?.removeEventListener('abort', stop);
    }
  };
  return {
    io: { ...io, sleep: (milliseconds, signal) => unlessLeft(sleep(milliseconds, signal)) },
    cluster: {
      ...cluster,
      requestJson: (request) => unlessLeft(cluster.requestJson(request)),
      openStream: (request) => unlessLeft(cluster.openStream(request)),
      upgrade: (request) => unlessLeft(cluster.upgrade(request)),
    },
    leave: () => {
      isLeft = true;
      for (const each of sleeps) each.abort();
    },
  };
}
