import { STEP_RIGHTS, type Purpose, type UsedRight } from '../../cluster/refusals/purposes.ts';
import { refuseMissing } from '../../cluster/refusals/refuse-missing.ts';
import type { PodRef } from '../../pod/types.ts';
import type { AuditContext } from './audit-context.ts';

/** Rights that a run needs after it has added a debug container or a copy. */
const NEEDS = {
  log: {
    does: 'read the output of a command in pod',
    rights: STEP_RIGHTS.log,
    purposes: ['debug'],
  },
  exec: {
    does: 'read files of pod',
    rights: STEP_RIGHTS.exec,
    purposes: ['exec'],
  },
  deletion: {
    does: 'delete pod',
    rights: STEP_RIGHTS.deletePod,
    purposes: ['copies'],
  },
} as const satisfies Record<
  string,
  {
    readonly does: string;
    readonly rights: readonly UsedRight[];
    readonly purposes: readonly Purpose[];
  }
>;

/**
 * Throws `forbidden` if the user is known to lack a right that the run needs later. `rights` asks the server once for a
 * namespace, and for the pod only if the answer for the namespace was no.
 */
export async function requireRights(
  { rights }: AuditContext,
  needs: readonly (keyof typeof NEEDS)[],
  { namespace, name }: PodRef,
): Promise<void> {
  for (const need of needs) {
    const { does, purposes, rights: needed } = NEEDS[need];
    const missing = await rights.missing(needed, { namespace, pod: name });
    const action = `${does} ${namespace}/${name}`;
    if (missing.length > 0) throw refuseMissing({ action, missing, namespace, purposes });
  }
}
