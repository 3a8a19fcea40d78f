import type { Io } from '../../io.ts';
import { checkAccess, type AccessQuestion } from './access-review.ts';
import type { Cluster } from '../cluster.ts';
import type { UsedRight } from '../refusals/purposes.ts';
import { minorOf, readVersion } from './server-version.ts';

/** Where rights are used. */
export interface RightScope {
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
  readonly missing: (rights: readonly UsedRight[], place: RightScope) => Promise<readonly UsedRight[]>;
  /** Ends what is not answered yet. */
  readonly close: () => void;
}

/** How long an answer is waited for, in milliseconds, by who has all else: what is tried without it may be refused as well. */
const ANSWER_TIMEOUT_MS = 2000;

/** Something that the server is asked. */
interface PendingAnswer<T> {
  /** undefined where the server does not tell, or nobody waits for it any more. */
  readonly answer: Promise<T | undefined>;
  /** Ends the request, if it is not answered yet. */
  readonly giveUp: () => void;
}

interface Questions {
  readonly review: (right: UsedRight, place: RightScope) => PendingAnswer<boolean>;
  readonly minor: () => PendingAnswer<number>;
  readonly close: () => void;
}

/** Asks each but once, and tells nobody that an answer takes long, as nothing hangs on it. */
function openQuestions(cluster: Cluster, signal: AbortSignal): Questions {
  const reviews = new Map<string, PendingAnswer<boolean>>();
  let version: PendingAnswer<number> | undefined;
  const ask = <T>(request: (scope: AbortSignal) => Promise<T | undefined>): PendingAnswer<T> => {
    const over = new AbortController();
    const answer = request(AbortSignal.any([signal, over.signal])).catch(unknown);
    return { answer, giveUp: () => over.abort() };
  };
  return {
    review: (right, place) => {
      const question = questionOf(right, place);
      const key = JSON.stringify(question);
      const asked =
        reviews.get(key) ??
        ask((scope) => checkAccess(cluster, question, { signal: scope, isBackground: true }));
      reviews.set(key, asked);
      return asked;
    },
    minor: () =>
      (version ??= ask((scope) => readVersion(cluster, scope, { isBackground: true }).then(minorOf))),
    close: () => {
      version?.giveUp();
      for (const { giveUp } of reviews.values()) giveUp();
    },
  };
}

/**
 * Opens the reviews of one command; `signal` is that of the command. Whoever opens them closes them: a server that is
 * overloaded is asked again for half a minute.
 */
export function openRights(io: Pick<Io, 'sleep'>, cluster: Cluster, signal: AbortSignal): Rights {
  const { review, minor, close } = openQuestions(cluster, signal);
  const isMissing = async (
    right: UsedRight,
    { namespace, pod }: RightScope,
    read: <T>(asked: PendingAnswer<T>) => Promise<T | undefined>,
  ): Promise<boolean> => {
    if ((await read(review(right, { namespace }))) !== false) return false;
    // Only who lacks a right in the whole namespace pays for these.
    const { sinceMinor = 0 } = right;
    const [ofThePod, serverMinor] = await Promise.all([
      pod === undefined ? false : read(review(right, { namespace, pod })),
      sinceMinor === 0 ? 0 : read(minor()),
    ]);
    return ofThePod === false && serverMinor !== undefined && serverMinor >= sinceMinor;
  };
  return {
    ask: (rights, namespace) => rights.forEach((right) => void review(right, { namespace })),
    missing: async (rights, place) => {
      const over = new AbortController();
      const awaited = new Set<() => void>();
      const read = <T>({ answer, giveUp }: PendingAnswer<T>): Promise<T | undefined> => {
        awaited.add(giveUp);
        return answer;
      };
      const isLate = io
        .sleep(ANSWER_TIMEOUT_MS, AbortSignal.any([signal, over.signal]))
        .then(() => awaited.forEach((giveUp) => giveUp()), unknown);
      const judged = rights.map(async (right) => {
        const isKnownToMiss = await Promise.race([isMissing(right, place, read), isLate]);
        return isKnownToMiss === true ? [right] : [];
      });
      const missing = (await Promise.all(judged)).flat();
      over.abort();
      signal.throwIfAborted();
      return missing;
    },
    close,
  };
}

const unknown = (): undefined => undefined;

function questionOf(
  { verb, group, resource, subresource }: UsedRight,
  { namespace, pod }: RightScope,
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
