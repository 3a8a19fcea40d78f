import { checkAccess } from '../../cluster/api/access-review.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import {
  needs,
  uses,
  USES,
  type Purpose,
  type UsedRight,
  type UseName,
} from '../../cluster/refusals/purposes.ts';
import type { Right } from '../../cluster/refusals/role.ts';

/** Whether the user has a right; `unknown` if the API server does not say. */
export interface ReviewedRight {
  readonly right: Right;
  readonly to: string;
  /** Whether the purpose fails without it. */
  readonly isNeeded: boolean;
  /** Whether the purpose uses it, even if it works without. */
  readonly isUsed: boolean;
  readonly answer: 'yes' | 'no' | 'unknown';
  /** The first minor version of Kubernetes that asks for it. */
  readonly sinceMinor: number | undefined;
}

/** Which rights to ask about. */
export interface RightsQuestion {
  readonly namespace: string;
  /** The named pod, as a Role may cover single pods. */
  readonly pod: string | undefined;
  readonly purposes: readonly Purpose[];
}

/** The uses that concern the named pod itself; creating pods does not. */
const OF_THE_POD: readonly UseName[] = ['reading', 'sessions', 'containers', 'exec', 'forward'];

/** Uses that are reported only where they are asked about. */
const ON_REQUEST: readonly UseName[] = ['workloads', 'forward', 'fleet', 'accounts'];

/**
 * Asks about all rights that this program uses, at the same time. Throws `unauthorized`, and other errors if the server
 * does not answer.
 */
export function reviewRights(
  cluster: Cluster,
  { namespace, pod, purposes }: RightsQuestion,
  signal: AbortSignal,
): Promise<readonly ReviewedRight[]> {
  const asked = (Object.keys(USES) as UseName[]).filter(
    (use) => !ON_REQUEST.includes(use) || needs(purposes, use),
  );
  const questions = asked.flatMap((use) =>
    USES[use].rights.map(({ sinceMinor, ...right }: UsedRight) => ({
      reviewed: {
        right,
        to: USES[use].to,
        isNeeded: needs(purposes, use),
        isUsed: uses(purposes, use),
        sinceMinor,
      },
      question: {
        verb: right.verb,
        resource: right.resource,
        ...(right.group !== undefined && { group: right.group }),
        ...(right.subresource !== undefined && { subresource: right.subresource }),
        namespace: right.isClusterWide === true ? '' : namespace,
        ...(pod !== undefined && OF_THE_POD.includes(use) && { name: pod }),
      },
    })),
  );
  return Promise.all(
    questions.map(async ({ reviewed, question }) => {
      try {
        const allowed = await checkAccess(cluster, question, { signal });
        return { ...reviewed, answer: allowed === undefined ? 'unknown' : allowed ? 'yes' : 'no' } as const;
      } catch (error) {
        if (!isApiError(error) || error.code === 401)
          throw explainApiError(error, { action: 'ask what you may do' });
        return { ...reviewed, answer: 'unknown' } as const;
      }
    }),
  );
}

/** The needed rights that the user lacks, on a server of this minor version. */
export function missingRights(reviewed: readonly ReviewedRight[], minor: number): readonly Right[] {
  return reviewed
    .filter(({ isNeeded, answer }) => isNeeded && answer === 'no')
    .filter((right) => isAskedFor(right, minor))
    .map(({ right }) => right);
}

/** Whether a server of this minor version (NaN if unknown) requires the right. */
export function isAskedFor({ sinceMinor }: ReviewedRight, minor: number): boolean {
  return sinceMinor === undefined || !(minor < sinceMinor);
}

/** Whether the user may do this, or may be able to, so that it is worth a try. */
export function mayTry(reviewed: readonly ReviewedRight[], { verb, resource, subresource }: Right): boolean {
  return reviewed.every(
    ({ right, answer }) =>
      answer !== 'no' ||
      right.verb !== verb ||
      right.resource !== resource ||
      right.subresource !== subresource,
  );
}
