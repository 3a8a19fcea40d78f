import { isApiError } from '../../cluster/refusals/api-error.ts';
import { backoffMs } from '../../cluster/time/backoff.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { openLog } from '../../cluster/api/log.ts';
import { isPassing } from '../../cluster/watch/watch-failure.ts';
import type { Io } from '../../io.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { RunOutput } from '../rows/run-row.ts';

/** How often we ask for the log while the node is away or does not have it yet. */
const TRIES = 5;

interface OutputCollector {
  readonly add: (bytes: Uint8Array) => void;
  readonly isFull: () => boolean;
  readonly output: () => RunOutput;
}

/** Collects the first `maxOutput` bytes that it is given. */
export function collectOutput(maxOutput: number): OutputCollector {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isTruncated = false;
  return {
    add: (bytes) => {
      const part = bytes.subarray(0, maxOutput - length);
      if (part.length > 0) chunks.push(part);
      length += part.length;
      isTruncated ||= part.length < bytes.length;
    },
    isFull: () => isTruncated,
    output: () => ({ bytes: Buffer.concat(chunks), isTruncated }),
  };
}

/**
 * Reads the log of a container that has ended, from the first byte that its node still has. Throws a `CliError` if the
 * user may not read the log, or the node stays away.
 */
export async function readOutput(
  { io, cluster }: { readonly io: Io; readonly cluster: Cluster },
  { container, maxOutput }: { readonly container: ContainerRef; readonly maxOutput: number },
  signal: AbortSignal,
): Promise<RunOutput> {
  for (let tries = 1; ; tries += 1) {
    try {
      // One byte more tells whether the log is longer.
      const { body } = await openLog(cluster, container, { limitBytes: maxOutput + 1, signal });
      const collector = collectOutput(maxOutput);
      for await (const chunk of body) {
        collector.add(chunk);
        // A server may ignore the limit.
        if (collector.isFull()) break;
      }
      return collector.output();
    } catch (error) {
      signal.throwIfAborted();
      // 400: the node does not have the log yet.
      const isEarly = isApiError(error) && error.code === 400;
      if (tries === TRIES || (!isEarly && !isPassing(error))) {
        const { namespace, name } = container;
        throw explainApiError(error, {
          action: `read the log of "${container.container}" in ${namespace}/${name}`,
        });
      }
    }
    await io.sleep(backoffMs(tries - 1, io.random), signal);
  }
}
