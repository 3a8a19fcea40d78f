/** An API type that a target can have. */
interface TargetType {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The name in the path of a request. */
  readonly plural: string;
  /** As in kubectl, only in lower case; the other names match in any letter case. */
  readonly shortNames: readonly string[];
}

/** The types that have pods, by singular name. */
export const WORKLOAD_TYPES = {
  deployment: { group: 'apps', version: 'v1', plural: 'deployments', shortNames: ['deploy'] },
  statefulset: { group: 'apps', version: 'v1', plural: 'statefulsets', shortNames: ['sts'] },
  daemonset: { group: 'apps', version: 'v1', plural: 'daemonsets', shortNames: ['ds'] },
  replicaset: { group: 'apps', version: 'v1', plural: 'replicasets', shortNames: ['rs'] },
  replicationcontroller: { group: '', version: 'v1', plural: 'replicationcontrollers', shortNames: ['rc'] },
  job: { group: 'batch', version: 'v1', plural: 'jobs', shortNames: [] },
  cronjob: { group: 'batch', version: 'v1', plural: 'cronjobs', shortNames: ['cj'] },
  service: { group: '', version: 'v1', plural: 'services', shortNames: ['svc'] },
} as const satisfies Record<string, TargetType>;

/** A type whose objects have pods. */
export type WorkloadType = keyof typeof WORKLOAD_TYPES;

/** All types of `TYPE/NAME`, by singular name. */
export const TARGET_TYPES = {
  pod: { group: '', version: 'v1', plural: 'pods', shortNames: ['po'] },
  node: { group: '', version: 'v1', plural: 'nodes', shortNames: ['no'] },
  ...WORKLOAD_TYPES,
} as const satisfies Record<string, TargetType>;

/** A type by its singular name. */
type TargetTypeName = keyof typeof TARGET_TYPES;

/** What may follow the name of a type: nothing, its group, or its version and group. The core group is empty. */
function suffixesOf({ group, version }: TargetType): readonly string[] {
  const full = `.${version}.${group}`;
  return group === '' ? ['', '.', '..', full] : ['', `.${group}`, full];
}

const NAMES = Object.entries(TARGET_TYPES) as readonly (readonly [TargetTypeName, TargetType])[];

/**
 * The type of `deploy`, `Deployments`, `deployments.apps` or `deployments.v1.apps`; undefined for a type that cannot be
 * a target.
 */
export function findTargetType(text: string): TargetTypeName | undefined {
  const dot = text.indexOf('.');
  const word = dot === -1 ? text : text.slice(0, dot);
  const suffix = dot === -1 ? '' : text.slice(dot);
  const found = NAMES.find(([singular, { plural, shortNames }]) => {
    return [singular, plural].includes(word.toLowerCase()) || shortNames.includes(word);
  });
  return found !== undefined && suffixesOf(found[1]).includes(suffix) ? found[0] : undefined;
}
