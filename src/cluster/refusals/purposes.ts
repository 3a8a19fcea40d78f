import type { Right } from './role.ts';

/** A right that only newer servers check. */
export interface UsedRight extends Right {
  /** The first minor version of Kubernetes that checks it. */
  readonly sinceMinor?: number;
}

interface Use {
  /** Completes `to …`. */
  readonly to: string;
  readonly rights: readonly UsedRight[];
  /** Whether the program works without them, with less information. */
  readonly isOptional?: true;
}

const pods = (verb: string, subresource?: string): Right => ({
  verb,
  resource: 'pods',
  ...(subresource !== undefined && { subresource }),
});
const read = (group: string, resource: string, ...verbs: readonly string[]): readonly Right[] =>
  verbs.map((verb) => ({ verb, ...(group !== '' && { group }), resource }));

/** Before 1.35 a WebSocket needed only `get` (kubernetes/kubernetes#134577). */
const SESSIONS_ARE_CREATED = 35;

/** The rights that this program uses; docs/security.md lists them in prose. */
export const USES = {
  reading: { to: 'see pods', rights: [pods('get'), pods('list'), pods('watch')] },
  sessions: {
    to: 'see what runs in pods',
    rights: [
      pods('get', 'log'),
      pods('get', 'attach'),
      { ...pods('create', 'attach'), sinceMinor: SESSIONS_ARE_CREATED },
    ],
  },
  containers: { to: 'debug running pods', rights: [pods('patch', 'ephemeralcontainers')] },
  events: {
    to: 'hear at once why a container does not start',
    rights: read('', 'events', 'list', 'watch'),
    isOptional: true,
  },
  exec: {
    to: 'run commands by exec, and stop debug containers',
    rights: [pods('get', 'exec'), { ...pods('create', 'exec'), sinceMinor: SESSIONS_ARE_CREATED }],
  },
  // A WebSocket is a GET, and SPDY a POST; kubectl asks for both.
  forward: { to: 'forward ports', rights: [pods('get', 'portforward'), pods('create', 'portforward')] },
  pods: { to: 'make and remove copies and node pods', rights: [pods('create'), pods('delete')] },
  nodes: { to: 'debug nodes', rights: [{ verb: 'get', resource: 'nodes', isClusterWide: true }] },
  workloads: {
    to: 'find the pods of workloads',
    rights: [
      ...read('apps', 'deployments', 'get', 'list'),
      ...read('apps', 'statefulsets', 'get', 'list'),
      ...read('apps', 'daemonsets', 'get', 'list'),
      ...read('apps', 'replicasets', 'get', 'list'),
      ...read('batch', 'jobs', 'get', 'list'),
      ...read('batch', 'cronjobs', 'get', 'list'),
      ...read('', 'services', 'get', 'list'),
      ...read('', 'replicationcontrollers', 'get', 'list'),
    ],
  },
  fleet: {
    to: 'let the cluster run audits, and follow them',
    rights: [
      ...read('batch', 'jobs', 'create', 'get', 'list', 'watch', 'patch', 'delete'),
      ...read('', 'configmaps', 'create', 'get', 'list', 'watch', 'patch', 'delete'),
    ],
  },
  accounts: {
    to: 'give the workers of an audit their rights, of which you need each yourself',
    rights: [
      ...read('', 'serviceaccounts', 'create', 'delete'),
      ...read('rbac.authorization.k8s.io', 'roles', 'create', 'delete'),
      ...read('rbac.authorization.k8s.io', 'rolebindings', 'create', 'delete'),
    ],
  },
} as const satisfies Readonly<Record<string, Use>>;

/** The rights that single steps need. */
export const STEP_RIGHTS = {
  attach: ofPods(USES.sessions.rights, 'attach'),
  log: ofPods(USES.sessions.rights, 'log'),
  exec: USES.exec.rights,
  addContainer: USES.containers.rights,
  createPod: USES.pods.rights.filter(({ verb }) => verb === 'create'),
  deletePod: USES.pods.rights.filter(({ verb }) => verb === 'delete'),
  startFleet: USES.fleet.rights.filter(({ verb, resource }) => verb === 'create' || resource === 'jobs'),
  makeAccount: USES.accounts.rights.filter(({ verb }) => verb === 'create'),
} as const satisfies Readonly<Record<string, readonly UsedRight[]>>;

function ofPods(rights: readonly UsedRight[], subresource: string): readonly UsedRight[] {
  return rights.filter((right) => right.resource === 'pods' && right.subresource === subresource);
}

export type UseName = keyof typeof USES;

const ROWS: Readonly<Record<UseName, Use>> = USES;

/** What running commands in a debug container that is kept takes. */
const KEEPING = ['reading', 'sessions', 'containers', 'events', 'exec'] as const;

/** The jobs of `check --for`, with everything that each one uses. */
const PURPOSES = {
  debug: ['reading', 'sessions', 'containers', 'events'],
  exec: KEEPING,
  copies: ['reading', 'sessions', 'events', 'pods'],
  nodes: ['reading', 'sessions', 'events', 'pods', 'nodes'],
  workloads: ['reading', 'sessions', 'containers', 'events', 'workloads'],
  cp: KEEPING,
  snapshot: KEEPING,
  forward: ['reading', 'forward'],
  capture: KEEPING,
  'in-cluster': [...KEEPING, 'fleet', 'accounts'],
} as const satisfies Readonly<Record<string, readonly UseName[]>>;

export type Purpose = keyof typeof PURPOSES;

/** The words of `check --for`. */
export const PURPOSE_NAMES = Object.keys(PURPOSES) as readonly Purpose[];

/** All rights that a purpose uses, on servers of any version. */
export function rightsFor(purpose: Purpose): readonly Right[] {
  const used: readonly UsedRight[] = PURPOSES[purpose].flatMap((use) => USES[use].rights);
  return used.map((right) => {
    const { sinceMinor, ...asked } = right;
    return sinceMinor === undefined ? right : asked;
  });
}

/** Whether one of these purposes fails without this use. */
export function needs(purposes: readonly Purpose[], use: UseName): boolean {
  return ROWS[use].isOptional !== true && uses(purposes, use);
}

/** Whether one of these purposes has this use. */
export function uses(purposes: readonly Purpose[], use: UseName): boolean {
  return purposes.some((purpose) => includes(purpose, use));
}

function includes(purpose: Purpose, use: UseName): boolean {
  const all: readonly UseName[] = PURPOSES[purpose];
  return all.includes(use);
}

/** The first of these purposes that uses a right; undefined if none does. */
export function purposeOf(wanted: Right, purposes = PURPOSE_NAMES): Purpose | undefined {
  const gives = (purpose: Purpose): boolean =>
    rightsFor(purpose).some(
      (right) =>
        right.verb === wanted.verb &&
        right.resource === wanted.resource &&
        right.subresource === wanted.subresource &&
        (right.group ?? '') === (wanted.group ?? '') &&
        (right.isClusterWide ?? false) === (wanted.isClusterWide ?? false),
    );
  return purposes.find(gives);
}

/**
 * The words of `check --for` for somebody who lacks this right in a command that does these jobs. All of them, as the next
 * step of the command has rights of its own; undefined if none of them uses the right.
 */
export function jobsUsing(wanted: Right, jobs: readonly Purpose[]): string | undefined {
  return purposeOf(wanted, jobs) === undefined ? undefined : jobs.join(',');
}
