import { CliError } from '../../errors/cli-error.ts';
import { explainRefusal } from '../../errors/refusals/refusals.ts';
import { commandText } from '../../errors/shell-word.ts';
import { purposeOf, type Purpose, type UsedRight } from './purposes.ts';
import { describeResource } from './role.ts';

/** Rights that are missing for what was about to be done. */
export interface MissingRights {
  /** The end of `cannot …`. */
  readonly action: string;
  /** At least one. */
  readonly missing: readonly UsedRight[];
  readonly namespace: string;
  /** The jobs that it may be part of; the hint is for the first of them that takes a right, else for the first of all jobs. */
  readonly purposes: readonly Purpose[];
}

/** The refusal of what nobody has tried yet, as nothing of it could be taken back: `forbidden`, as the server would say it. */
export function refuseMissing({ action, missing, namespace, purposes }: MissingRights): CliError {
  const taking = missing.map((right) => purposeOf(right, purposes) ?? purposeOf(right));
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
