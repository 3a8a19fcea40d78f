import type { Io } from '../io.ts';
import { mayI, type AccessQuestion } from './access-review.ts';
import type { Cluster } from './cluster.ts';
import type { UsedRight } from './purposes.ts';
import { minorOf, readVersion } from './server-version.ts';

/** Where rights are used. */
export interface PlaceOfUse {
  readonly namespace: string;
  /** Of the one pod they are for, where it is known: a Role may be about single pods. */
  readonly pod?: string | undefined;
}

/** What the server says of the rights of one user; it is asked for each but once. */
export interface Rights {
  /** Asks ahead for these rights in a whole namespace, so that the answers are there when they are wanted. */
  readonly ask: (rights: readonly UsedRight[], namespace: string) => void;
  /**
   * Those of them that the user is known to lack, on a server that asks for them at all. A server that does not answer, or not
   * in time, hinders nobody: nothing is known to be missing then. Throws only the signal's reason.
   */
  readonly missing: (rights: readonly UsedRight[], place: PlaceOfUse) => Promise<readonly UsedRight[]>;
}

/** How long an answer is waited for, in milliseconds, by who has all else: what is tried without it may be refused as well. */
const PATIENCE_MS = 2000;

/** Opens the reviews of one command; `signal` is that of the command. */
export function openRights(io: Pick<Io, 'sleep'>, cluster: Cluster, signal: AbortSignal): Rights {
  const answers = new Map<string, Promise<boolean | undefined>>();
  let minor: Promise<number> | undefined;
  const review = (right: UsedRight, { namespace, pod }: PlaceOfUse): Promise<boolean | undefined> => {
    const question = questionOf(right, { namespace, pod });
    const key = JSON.stringify(question);
    const answer = answers.get(key) ?? mayI(cluster, question, signal).catch(unknown);
    answers.set(key, answer);
    return answer;
  };
  const isAskedFor = async ({ sinceMinor }: UsedRight): Promise<boolean> => {
    if (sinceMinor === undefined) return true;
    minor ??= readVersion(cluster, signal).then(minorOf, () => NaN);
    return (await minor) >= sinceMinor;
  };
  const isMissing = async (right: UsedRight, { namespace, pod }: PlaceOfUse): Promise<boolean> => {
    if ((await review(right, { namespace })) !== false) return false;
    // Only who lacks a right in the whole namespace pays for these.
    const [ofThePod, isUsed] = await Promise.all([
      pod === undefined ? false : review(right, { namespace, pod }),
      isAskedFor(right),
    ]);
    return ofThePod === false && isUsed;
  };
  return {
    ask: (rights, namespace) => rights.forEach((right) => void review(right, { namespace })),
    missing: async (rights, place) => {
      const over = new AbortController();
      const late = io.sleep(PATIENCE_MS, AbortSignal.any([signal, over.signal])).then(unknown, unknown);
      const judged = rights.map(async (right) => {
        const isKnownToMiss = await Promise.race([isMissing(right, place), late]);
        return isKnownToMiss === true ? [right] : [];
      });
      const missing = (await Promise.all(judged)).flat();
      over.abort();
      signal.throwIfAborted();
      return missing;
    },
  };
}

const unknown = (): undefined => undefined;

function questionOf(
  { verb, group, resource, subresource }: UsedRight,
  { namespace, pod }: PlaceOfUse,
): AccessQuestion {
  return {
    verb,
    resource,
    ...(group !== undefined && { group }),
    ...(subresource !== undefined && { subresource }),
    namespace,
    ...(pod !== undefined && { name: pod }),
  };
}
