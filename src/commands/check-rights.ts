import { mayI } from '../cluster/access-review.ts';
import { isApiError } from '../cluster/api-error.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { explainApiError } from '../cluster/explain.ts';
import type { Right } from '../cluster/role.ts';

interface Use {
  /** What the rights are for, as the end of `to …`. */
  readonly to: string;
  /** Whether running pods cannot be debugged without them. */
  readonly isNeeded: boolean;
  readonly rights: readonly (Right & { readonly sinceMinor?: number; readonly isClusterWide?: true })[];
}

const pods = (verb: string, subresource?: string): Right => ({
  verb,
  resource: 'pods',
  ...(subresource !== undefined && { subresource }),
});

/** What this program asks of RBAC; docs/security.md has the same list in words. */
const USES: readonly Use[] = [
  {
    to: 'debug running pods',
    isNeeded: true,
    rights: [
      pods('get'),
      pods('list'),
      pods('watch'),
      pods('patch', 'ephemeralcontainers'),
      pods('get', 'log'),
      pods('get', 'attach'),
      // A WebSocket is a GET, and was judged as one until then (kubernetes/kubernetes#134577).
      { ...pods('create', 'attach'), sinceMinor: 35 },
    ],
  },
  {
    to: 'hear at once why a container does not start',
    isNeeded: false,
    rights: [
      { verb: 'list', resource: 'events' },
      { verb: 'watch', resource: 'events' },
    ],
  },
  {
    to: 'run commands by exec, and stop debug containers',
    isNeeded: false,
    rights: [pods('get', 'exec'), { ...pods('create', 'exec'), sinceMinor: 35 }],
  },
  {
    to: 'make and remove copies and node pods',
    isNeeded: false,
    rights: [pods('create'), pods('delete')],
  },
  {
    to: 'debug nodes',
    isNeeded: false,
    rights: [{ verb: 'get', resource: 'nodes', isClusterWide: true }],
  },
];

/** Whether the user has one right; `unknown` when the API server does not tell. */
export interface ReviewedRight {
  readonly right: Right;
  readonly to: string;
  readonly isNeeded: boolean;
  readonly answer: 'yes' | 'no' | 'unknown';
  /** The first minor version of Kubernetes that asks for it. */
  readonly sinceMinor: number | undefined;
}

/**
 * Asks about every right that this program has a use for, all at once. Throws `unauthorized`, and what kept the
 * server from answering.
 *
 * @param place the namespace, and the pod when one was named: a Role may be about single pods
 */
export function reviewRights(
  cluster: Cluster,
  place: { readonly namespace: string; readonly pod: string | undefined },
  signal: AbortSignal,
): Promise<readonly ReviewedRight[]> {
  const questions = USES.flatMap(({ to, isNeeded, rights }) =>
    rights.map(({ sinceMinor, isClusterWide, ...right }) => ({
      reviewed: { right, to, isNeeded, sinceMinor },
      question: {
        ...right,
        namespace: isClusterWide === true ? '' : place.namespace,
        ...(isNeeded && place.pod !== undefined && { name: place.pod }),
      },
    })),
  );
  return Promise.all(
    questions.map(async ({ reviewed, question }) => {
      try {
        const allowed = await mayI(cluster, question, signal);
        return { ...reviewed, answer: allowed === undefined ? 'unknown' : allowed ? 'yes' : 'no' } as const;
      } catch (error) {
        if (!isApiError(error) || error.code === 401)
          throw explainApiError(error, { action: 'ask what you may do' });
        return { ...reviewed, answer: 'unknown' } as const;
      }
    }),
  );
}

/** The rights without which running pods cannot be debugged on a server of this minor version. */
export function missingRights(reviewed: readonly ReviewedRight[], minor: number): readonly Right[] {
  return reviewed
    .filter(({ isNeeded, answer }) => isNeeded && answer === 'no')
    .filter((right) => isAskedFor(right, minor))
    .map(({ right }) => right);
}

/** Whether a server of this minor version (NaN: not known) asks for the right at all. */
export function isAskedFor({ sinceMinor }: ReviewedRight, minor: number): boolean {
  return sinceMinor === undefined || !(minor < sinceMinor);
}

/** Whether the user may do this, or nobody knows, so that trying it is worth the while. */
export function mayTry(reviewed: readonly ReviewedRight[], { verb, resource, subresource }: Right): boolean {
  return reviewed.every(
    ({ right, answer }) =>
      answer !== 'no' ||
      right.verb !== verb ||
      right.resource !== resource ||
      right.subresource !== subresource,
  );
}
