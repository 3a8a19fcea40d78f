import { checkAccess } from '../../cluster/api/access-review.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { USES, type UsedRight } from '../../cluster/refusals/purposes.ts';
import type { ExtraRight, RuleFacts } from './fleet-rules.ts';

const EXTRAS: Readonly<Record<ExtraRight, readonly UsedRight[]>> = {
  events: USES.events.rights,
  exec: USES.exec.rights,
};

const NAMES: readonly ExtraRight[] = ['events', 'exec'];

/** Where to ask. */
export interface ExtrasQuestion {
  /** null for all. */
  readonly namespaces: readonly string[] | null;
  /** The minor version of the API server; NaN if it is not known. */
  readonly minor: number;
}

/**
 * Which extra rights the user has, and so can hand out to the workers: these then do what the user's own audit would. Asks for
 * all namespaces first, and for each one only where that is denied. Throws what `requestJson` throws, but no refusal.
 */
export async function askExtras(
  cluster: Cluster,
  { namespaces, minor }: ExtrasQuestion,
  signal: AbortSignal,
): Promise<RuleFacts['hasExtra']> {
  const has = async (extra: ExtraRight, namespace: string): Promise<boolean> => {
    const rights = EXTRAS[extra].filter(({ sinceMinor = 0 }) => !(minor < sinceMinor));
    const answers = await Promise.all(
      rights.map((right) => isAllowed(cluster, { right, namespace }, signal)),
    );
    return answers.every((answer) => answer);
  };
  const keyOf = (extra: ExtraRight, namespace: string | undefined): string => `${extra}/${namespace ?? ''}`;
  const found = new Set<string>();
  await Promise.all(
    NAMES.map(async (extra) => {
      const isEverywhere = await has(extra, '');
      await Promise.all(
        (namespaces ?? [undefined]).map(async (namespace) => {
          if (isEverywhere || (namespace !== undefined && (await has(extra, namespace))))
            found.add(keyOf(extra, namespace));
        }),
      );
    }),
  );
  return (extra, namespace) => found.has(keyOf(extra, namespace));
}

async function isAllowed(
  cluster: Cluster,
  { right, namespace }: { readonly right: UsedRight; readonly namespace: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { verb, group, resource, subresource } = right;
  const question = {
    verb,
    resource,
    ...(group !== undefined && { group }),
    ...(subresource !== undefined && { subresource }),
    namespace,
  };
  try {
    return (await checkAccess(cluster, question, { signal })) === true;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return false;
  }
}
