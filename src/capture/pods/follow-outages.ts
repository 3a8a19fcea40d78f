import { CliError } from '../../errors/cli-error.ts';
import type { Connected } from '../../join/connected.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { MENDED_MS, reconnectPauseMs } from '../../session/mend/outage.ts';
import { GIVE_UP_MS } from '../../session/patience.ts';

/** The times without a connection to a pod whose packets are captured. */
export interface Outages {
  /** tcpdump captures, perhaps again. */
  readonly isOver: () => void;
  /** Waits before the next try. Throws `connection-lost` once none has succeeded for too long, and the reason of `stop`. */
  readonly pause: (reason: string, stop: AbortSignal) => Promise<void>;
}

/** Says for how long packets may be missing. */
export function followOutages({ io, notes }: Connected, pod: Pod): Outages {
  let sinceMs: number | undefined;
  let attempt = 0;
  let mendedMs = -Infinity;
  return {
    isOver: () => {
      if (sinceMs === undefined) return;
      mendedMs = io.now().getTime();
      const seconds = Math.max(1, Math.ceil((io.now().getTime() - sinceMs) / 1000));
      notes.warn(`the connection was lost: some packets may be missing for ${humanDuration(seconds * 1000)}`);
      sinceMs = undefined;
    },
    pause: async (reason, stop) => {
      const nowMs = io.now().getTime();
      // A server that cuts every connection at once is not asked without a pause.
      if (sinceMs === undefined && nowMs - mendedMs > MENDED_MS) attempt = 0;
      sinceMs ??= nowMs;
      if (nowMs - sinceMs > GIVE_UP_MS)
        throw new CliError(
          'connection-lost',
          `the capture in ${describePod(pod)} was lost: ${reason}, and no new connection succeeded within two minutes`,
          { hint: 'what came before is kept; capture again when the server answers' },
        );
      await io.sleep(reconnectPauseMs(attempt, io.random), stop);
      attempt += 1;
    },
  };
}
