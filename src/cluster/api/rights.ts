import type { Io } from '../../io.ts';
import { checkAccess, type AccessQuestion } from './access-review.ts';
import type { Cluster } from '../cluster.ts';
import type { UsedRight } from '../refusals/purposes.ts';
import { minorOf, readVersion } from './server-version.ts';

/** Where a right is needed. */
export interface RightScope {
  readonly namespace: string;
  /** The one pod, if known: a Role can name single pods. */
  readonly pod?: string | undefined;
}

/** The rights of the user, as the server reports them. Asks for each right once. */
export interface Rights {
  /** Starts to ask for these rights in a namespace, so that later calls find the answers. */
  readonly ask: (rights: readonly UsedRight[], namespace: string) => void;
  /**
   * The rights that the user lacks, without those that this version of the server does not check. A right counts as
   * present while the server does not answer in time. Throws only the signal's reason.
   */
  readonly missing: (rights: readonly UsedRight[], place: RightScope) => Promise<readonly UsedRight[]>;
  /** Ends the open requests. */
  readonly close: () => void;
}

/** How long to wait for an answer, in milliseconds. After that the command goes on without it. */
const ANSWER_TIMEOUT_MS = 2000;

/** A question to the server. */
interface PendingAnswer<T> {
  /** undefined if the server does not say, or after `giveUp`. */
  readonly answer: Promise<T | undefined>;
  /** Ends the request. */
  readonly giveUp: () => void;
}

interface Questions {
  readonly review: (right: UsedRight, place: RightScope) => PendingAnswer<boolean>;
  readonly minor: () => PendingAnswer<number>;
  readonly close: () => void;
}

/** Asks each question once, in the background. */
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
 * Opens the rights of one command; `signal` ends with the command. The caller closes them: requests to an
 * overloaded server are retried for half a minute.
 */
export function openRights(io: Pick<Io, 'sleep'>, cluster: Cluster, signal: AbortSignal): Rights {
  const { review, minor, close } = openQuestions(cluster, signal);
  const isMissing = async (
    right: UsedRight,
    { namespace, pod }: RightScope,
    read: <T>(asked: PendingAnswer<T>) => Promise<T | undefined>,
  ): Promise<boolean> => {
    if ((await read(review(right, { namespace }))) !== false) return false;
    // Asked only if the user lacks the right in the namespace as a whole.
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
