import { isCliError } from '../../errors/cli-error.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { isPassing } from '../../cluster/watch/watch-failure.ts';
import { toError } from '../../errors/error-text.ts';
import { describeContainer } from '../../pod/pod-ref.ts';
import { reconnectPauseMs } from '../../session/mend/outage.ts';
import type { ExecPlace } from './exec-stream.ts';
import { openWarden, type Warden } from './warden.ts';

/** The warden of a way, through outages. */
export interface KeptWarden {
  /** undefined during an outage. */
  readonly warden: () => Warden | undefined;
  /** Resolves with the reason when there can be no more warden; never rejects. */
  readonly lost: Promise<Error>;
  readonly close: () => void;
}

interface First {
  readonly place: ExecPlace;
  readonly nonce: string;
  readonly first: Warden;
}

/** Opens another warden whenever one is lost. In the pod, the lost one waits a few seconds for it. */
export function keepWarden({ place, nonce, first }: First, signal: AbortSignal): KeptWarden {
  let warden: Warden | undefined = first;
  const reopen = async (): Promise<Warden> => {
    for (let attempt = 0; ; attempt += 1) {
      await place.io.sleep(reconnectPauseMs(attempt, place.io.random), signal);
      try {
        return await openWarden(place, nonce, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!isWorthAnother(error)) throw error;
      }
    }
  };
  const follow = async (): Promise<never> => {
    for (let current = first; ;) {
      await current.lost;
      warden = undefined;
      signal.throwIfAborted();
      current = await reopen();
      warden = current;
    }
  };
  const never = new Promise<Error>(() => undefined);
  const lost = follow().catch((error: unknown) => (signal.aborted ? never : explained(error, place)));
  return { warden: () => warden, lost, close: () => warden?.close() };
}

/** A container that runs no more is told of by the watch of its pod. */
function isWorthAnother(error: unknown): boolean {
  return (
    isPassing(error) ||
    (isCliError(error) && ['container-not-running', 'upgrade-refused'].includes(error.kind))
  );
}

function explained(error: unknown, { container }: ExecPlace): Error {
  return isApiError(error)
    ? explainApiError(error, { action: `open connections through ${describeContainer(container)}` })
    : toError(error);
}
