import type { Cluster } from '../../cluster/cluster.ts';
import { CONFIG_MAP } from '../../cluster/objects/object-shapes.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { errorText } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import type { Notes } from '../../output/say/notes.ts';
import type { ConfigMap } from '../config-map.ts';
import { countsPath } from '../counts/fleet-counts.ts';
import type { FleetRun } from '../fleet-run.ts';

/** How often to look whether the watches still live. */
const LOOK_MS = 5000;
/** After this time without news we ask. Workers tell their counts every two seconds while something changes. */
const QUIET_MS = 20_000;
/** A clock that has gone on by so much more than we slept: the machine was asleep. */
const ASLEEP_MS = 20_000;
/** An answer that is under way on the watch comes within this time. */
const GRACE_MS = 2000;
const ANSWER_MS = 10_000;

/** What a follower hears of the ConfigMap with the counts. */
export interface Heard {
  /** When anything was heard last. */
  readonly atMs: () => number;
  /** The version of the counts that was heard last; undefined for none. */
  readonly version: () => string | undefined;
}

interface Pulse {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly notes: Notes;
  readonly run: FleetRun;
  readonly heard: Heard;
  readonly renew: () => void;
}

/**
 * Sees to it that a follower does not listen to a dead connection: has the watches begin anew when the machine was asleep, or
 * when the cluster has news that they have not brought. Says when the cluster does not answer, and when it does again. Never
 * ends before the signal is aborted.
 */
export async function keepListening(pulse: Pulse, signal: AbortSignal): Promise<never> {
  const { io, heard, renew } = pulse;
  const outage = makeOutage(pulse);
  let askedMs = io.now().getTime();
  for (;;) {
    const beforeMs = io.now().getTime();
    await io.sleep(LOOK_MS, signal);
    const nowMs = io.now().getTime();
    if (nowMs - beforeMs > LOOK_MS + ASLEEP_MS) renew();
    const isQuiet = nowMs - Math.max(heard.atMs(), askedMs) >= QUIET_MS;
    if (!isQuiet && !outage.isOn()) continue;
    askedMs = nowMs;
    const version = await outage.ask(signal);
    if (version === undefined || version === heard.version()) continue;
    await io.sleep(GRACE_MS, signal);
    if (version !== heard.version() && heard.atMs() < nowMs) renew();
  }
}

interface Outage {
  readonly isOn: () => boolean;
  /** The version of the counts now; undefined without an answer. */
  readonly ask: (signal: AbortSignal) => Promise<string | undefined>;
}

function makeOutage({ cluster, notes, run, renew }: Pulse): Outage {
  let isOn = false;
  const setOn = (on: boolean, text: string): void => {
    if (on === isOn) return;
    isOn = on;
    notes.note(text);
  };
  return {
    isOn: () => isOn,
    ask: async (signal) => {
      try {
        const { metadata } = await cluster.requestJson<ConfigMap>({
          method: 'GET',
          path: countsPath(run),
          shape: CONFIG_MAP,
          timeoutMs: ANSWER_MS,
          isBackground: true,
          signal,
        });
        // The watches may still wait for their next try.
        if (isOn) renew();
        setOn(false, 'the API server answers again');
        return metadata.resourceVersion;
      } catch (error) {
        signal.throwIfAborted();
        // A refusal is an answer. The watches tell of it.
        if (!isApiError(error))
          setOn(
            true,
            `${errorText(error)}; the audit goes on in the cluster, and this goes on when it answers again`,
          );
        return undefined;
      }
    },
  };
}
