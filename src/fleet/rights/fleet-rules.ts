import type { AuditSettings } from '../../audit/rows/audit-settings.ts';
import { USES, type UsedRight } from '../../cluster/refusals/purposes.ts';
import type { Right } from '../../cluster/refusals/role.ts';
import { fleetName, type FleetRun } from '../fleet-run.ts';
import type { FleetRule } from '../fleet-rule.ts';

/**
 * Rights that an audit uses if it has them: `events`, to hear at once of a container that has started; `exec`, to end a command
 * at its timeout.
 */
export type ExtraRight = 'events' | 'exec';

/** What the rights of the workers depend on. */
export interface RuleFacts {
  readonly run: FleetRun;
  readonly settings: AuditSettings;
  /** The namespaces of the pods; null for all. */
  readonly namespaces: readonly string[] | null;
  /** Whether the workers are to have an extra right in a namespace (undefined for all namespaces). */
  readonly hasExtra: (extra: ExtraRight, namespace: string | undefined) => boolean;
  /** The minor version of the API server; NaN if it is not known. */
  readonly minor: number;
}

type Wanted = Pick<RuleFacts, 'settings' | 'hasExtra'>;

interface PodRights {
  readonly rights: readonly UsedRight[];
  readonly isWanted: (wanted: Wanted, namespace: string | undefined) => boolean;
}

const pods = (...verbs: readonly string[]): readonly Right[] =>
  USES.reading.rights.filter(({ verb }) => verbs.includes(verb));

/** Whether the audit cannot work without exec. */
function needsExec({ collect, reuses }: AuditSettings): boolean {
  return collect !== undefined || reuses;
}

/** In the namespaces of the pods: each row is a step of an audit. */
const POD_RIGHTS: readonly PodRights[] = [
  { rights: pods('list', 'watch'), isWanted: () => true },
  { rights: USES.containers.rights, isWanted: () => true },
  {
    rights: [{ verb: 'get', resource: 'pods', subresource: 'log' }],
    isWanted: ({ settings }) => settings.collect === undefined,
  },
  {
    rights: USES.events.rights,
    isWanted: ({ hasExtra }, namespace) => hasExtra('events', namespace),
  },
  {
    rights: USES.exec.rights,
    isWanted: ({ settings, hasExtra }, namespace) => needsExec(settings) || hasExtra('exec', namespace),
  },
  // A copy is found again by its name, watched, and deleted.
  {
    rights: [...pods('get'), ...USES.pods.rights],
    isWanted: ({ settings }) => settings.copies,
  },
];

/** In the namespace of the Job: the plan is listed, lines are added, and the counts are changed. */
function ownRules(run: FleetRun): readonly FleetRule[] {
  const configMaps = { namespace: run.namespace, group: '', resource: 'configmaps' };
  return [
    { ...configMaps, verb: 'list' },
    { ...configMaps, verb: 'create' },
    { ...configMaps, verb: 'patch', name: `${fleetName(run.runId)}-counts` },
  ];
}

/** All that the workers of a run may do: exactly what this audit needs, in the namespaces of its pods only. */
export function fleetRules(facts: RuleFacts): readonly FleetRule[] {
  const namespaces = facts.namespaces ?? [undefined];
  return [
    ...ownRules(facts.run),
    ...namespaces.flatMap((namespace) =>
      POD_RIGHTS.filter(({ isWanted }) => isWanted(facts, namespace))
        .flatMap(({ rights }) => rights)
        .filter(({ sinceMinor = 0 }) => !(facts.minor < sinceMinor))
        .map((right) => ruleOf(right, namespace)),
    ),
  ];
}

function ruleOf(
  { verb, group = '', resource, subresource }: Right,
  namespace: string | undefined,
): FleetRule {
  return { namespace, group, resource, ...(subresource !== undefined && { subresource }), verb };
}
