import { CliError } from '../../errors/cli-error.ts';
import { explainRefusal } from '../../errors/refusals/refusals.ts';
import { commandText } from '../../errors/shell-word.ts';
import { purposeOf, type Purpose, type UsedRight } from './purposes.ts';
import { describeResource } from './role.ts';

/** The missing rights for a planned action. */
interface MissingRights {
  /** Completes `cannot …`. */
  readonly action: string;
  /** At least one. */
  readonly missing: readonly UsedRight[];
  readonly namespace: string;
  /**
   * The jobs that the action can belong to. The hint names the first of them that uses the right, else the first of
   * all jobs.
   */
  readonly purposes: readonly Purpose[];
  /** What the whole command does: the hint names all of it. */
  readonly jobs?: readonly string[] | undefined;
}

/** Makes the `forbidden` error for an action that we do not even try, because it could not be undone. */
export function refuseMissing({ action, missing, namespace, purposes, jobs }: MissingRights): CliError {
  const taking = jobs ?? missing.map((right) => purposeOf(right, purposes) ?? purposeOf(right));
  const facts = { purpose: [...new Set(taking)].join(','), place: commandText` -n ${namespace}` };
  const [first, ...others] = missing;
  const { kind, why, hint } =
    first?.sinceMinor !== undefined && others.length === 0
      ? explainRefusal('upgrade-create-missing', { resource: describeResource(first), ...facts })
      : explainRefusal('right-missing', { said: describeMissing(missing), ...facts });
  return new CliError(kind, `cannot ${action}: ${why}`, { hint });
}

/** `you may not get and create pods/exec, nor patch pods/ephemeralcontainers; nothing was added`. */
function describeMissing(missing: readonly UsedRight[]): string {
  const verbs = new Map<string, readonly string[]>();
  for (const right of missing) {
    const resource = describeResource(right);
    verbs.set(resource, [...(verbs.get(resource) ?? []), right.verb]);
  }
  const each = [...verbs].map(([resource, names]) => `${names.join(' and ')} ${resource}`);
  return `you may not ${each.join(', nor ')}; nothing was added`;
}
