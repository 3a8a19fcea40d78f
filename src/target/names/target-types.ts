/** One type of the API that a target can have. */
interface TargetType {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** As it stands in a request's path. */
  readonly plural: string;
  /** kubectl reads these in lower case only, the other two in any letter case. */
  readonly shortNames: readonly string[];
}

/** What has pods, by the singular name of its type. */
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

/** A type whose objects stand for their pods. */
export type WorkloadType = keyof typeof WORKLOAD_TYPES;

/** All types that `TYPE/NAME` can name. */
const TARGET_TYPES = {
  pod: { group: '', version: 'v1', plural: 'pods', shortNames: ['po'] },
  node: { group: '', version: 'v1', plural: 'nodes', shortNames: ['no'] },
  ...WORKLOAD_TYPES,
} as const satisfies Record<string, TargetType>;

/** A type by its singular name. */
type TargetTypeName = keyof typeof TARGET_TYPES;

/** What may follow a type's name: nothing, its group, or its version and group; the core group is the empty one. */
function suffixesOf({ group, version }: TargetType): readonly string[] {
  const full = `.${version}.${group}`;
  return group === '' ? ['', '.', '..', full] : ['', `.${group}`, full];
}

const NAMES = Object.entries(TARGET_TYPES) as readonly (readonly [TargetTypeName, TargetType])[];

/**
 * The type that `deploy`, `Deployments`, `deployments.apps` or `deployments.v1.apps` means; undefined for one that
 * cannot be a target.
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
