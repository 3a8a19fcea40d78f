import { createHash } from 'node:crypto';
import { bindRole, subjectOf, type Grantee, type Role, type RoleBinding } from './role.ts';

/** Rights to hand out for a time. */
export interface ExpiringGrant {
  readonly namespace: string;
  /** Only of the namespace. */
  readonly roles: readonly Role[];
  readonly grantee: Grantee;
  readonly lastsSeconds: number;
  /** An image with kubectl. */
  readonly image: string;
}

interface Metadata {
  readonly name: string;
  readonly namespace: string;
}

interface ServiceAccount {
  readonly apiVersion: 'v1';
  readonly kind: 'ServiceAccount';
  readonly metadata: Metadata;
}

interface Step {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly env: readonly object[];
  readonly securityContext: object;
  readonly resources: object;
}

interface Job {
  readonly apiVersion: 'batch/v1';
  readonly kind: 'Job';
  readonly metadata: Metadata;
  readonly spec: {
    readonly ttlSecondsAfterFinished: number;
    readonly backoffLimit: number;
    readonly template: { readonly spec: Readonly<Record<string, unknown>> };
  };
}

/** A binding of nobody: the Job names the subject. */
type OpenBinding = Omit<RoleBinding, 'subjects'>;

const HASH_CHARACTERS = 8;

/** The name of the Job and of what it works with: the same for the same rights and grantee. */
function grantName({ roles, grantee }: ExpiringGrant): string {
  const text = JSON.stringify([roles.map(({ metadata }) => metadata.name), grantee.kind, grantee.name]);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARACTERS);
  return `kubectl-debug-grant-${hash}`;
}

/** No permanent binding of the same grantee is touched. */
function openBinding(role: Role, grantee: Grantee): OpenBinding {
  const { apiVersion, kind, metadata, roleRef } = bindRole(role, grantee);
  return { apiVersion, kind, metadata: { ...metadata, name: `${metadata.name}.expires` }, roleRef };
}

const RBAC = 'rbac.authorization.k8s.io';

/**
 * What the Job may do, all by name: give these Roles through these bindings, and put away its own rights. `bind` is what
 * RBAC asks of somebody who grants rights that they do not have.
 */
function rulesOfJob(name: string, grant: ExpiringGrant): Role['rules'] {
  const [change, group] = [['get', 'patch', 'delete'], RBAC];
  const bindings = grant.roles.map((role) => openBinding(role, grant.grantee).metadata.name);
  const named = (resource: string, resourceNames: readonly string[], verbs: readonly string[] = change) => ({
    apiGroups: [resource === 'serviceaccounts' ? '' : group],
    resources: [resource],
    resourceNames,
    verbs,
  });
  return [
    named('rolebindings', [...bindings, name]),
    named('roles', [name]),
    named('serviceaccounts', [name]),
    named(
      'roles',
      grant.roles.map(({ metadata }) => metadata.name),
      ['bind'],
    ),
  ];
}

/** Kubernetes replaces this by the variable. */
const JOB_UID = '$(JOB_UID)';

/** A text in a command in which Kubernetes replaces no variable. */
const literal = (text: string): string => text.replaceAll('$', '$$$$');

/** The garbage collector removes what belongs to the Job, once the Job is gone. */
function ownedBy(name: string): object {
  return { metadata: { ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name, uid: JOB_UID }] } };
}

const patch = (objects: readonly string[], change: object): readonly string[] => [
  'kubectl',
  'patch',
  ...objects,
  '--type=merge',
  `--patch=${JSON.stringify(change)}`,
];

/** The steps, in their order: each starts when the one before has succeeded. */
function stepsOf(name: string, grant: ExpiringGrant): readonly Step[] {
  const step = (stepName: string, command: readonly string[]): Step => ({
    name: stepName,
    image: grant.image,
    command,
    env: [
      {
        name: 'JOB_UID',
        valueFrom: { fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/controller-uid']" } },
      },
    ],
    // As level "restricted" wants it.
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    resources: { requests: { cpu: '10m', memory: '64Mi' }, limits: { cpu: '1', memory: '256Mi' } },
  });
  const bindings = grant.roles.map((role) => `rolebinding/${openBinding(role, grant.grantee).metadata.name}`);
  const subject = subjectOf(grant.grantee);
  const granted = { ...ownedBy(name), subjects: [{ ...subject, name: literal(subject.name) }] };
  return [
    step('tie-own-rights', patch([`role/${name}`, `serviceaccount/${name}`], ownedBy(name))),
    step('grant-until-the-end', patch(bindings, granted)),
    step('drop-own-rights', [
      'kubectl',
      'delete',
      `rolebinding/${name}`,
      '--ignore-not-found',
      '--wait=false',
    ]),
  ];
}

const UNPRIVILEGED_USER = 65532;
/** A node that cannot pull the image keeps trying; what fails otherwise is tried again. */
const TRIES = 20;

function makeJob(metadata: Metadata, grant: ExpiringGrant): Job {
  const steps = stepsOf(metadata.name, grant);
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata,
    spec: {
      ttlSecondsAfterFinished: grant.lastsSeconds,
      backoffLimit: TRIES,
      template: {
        spec: {
          serviceAccountName: metadata.name,
          restartPolicy: 'OnFailure',
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          securityContext: {
            runAsNonRoot: true,
            runAsUser: UNPRIVILEGED_USER,
            runAsGroup: UNPRIVILEGED_USER,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          initContainers: steps.slice(0, -1),
          containers: steps.slice(-1),
        },
      },
    },
  };
}

/**
 * The objects that grant rights for a time, to be applied together. RBAC has no end of a binding, but Jobs have one
 * (`ttlSecondsAfterFinished`), and the garbage collector removes what belongs to a Job. So a Job makes the bindings its own
 * and, in the same request, names their subject: nothing is granted before its end is certain. Then it drops the rights with
 * which it did that. The Roles stay; without a binding they grant nothing.
 * See https://kubernetes.io/docs/concepts/workloads/controllers/ttlafterfinished/
 * and https://kubernetes.io/docs/reference/access-authn-authz/rbac/#restrictions-on-role-binding-creation-or-update
 */
export function makeExpiringGrant(grant: ExpiringGrant): {
  readonly job: Metadata;
  readonly objects: readonly (Role | OpenBinding | ServiceAccount | Job)[];
} {
  const { namespace, roles, grantee } = grant;
  const name = grantName(grant);
  const metadata = { name, namespace };
  const rules = rulesOfJob(name, grant);
  const own: Role = { apiVersion: `${RBAC}/v1`, kind: 'Role', metadata, rules };
  const account = { kind: 'user', name: `system:serviceaccount:${namespace}:${name}` } as const;
  return {
    job: metadata,
    objects: [
      ...roles.flatMap((role) => [role, openBinding(role, grantee)]),
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
      own,
      { ...bindRole(own, account), metadata },
      makeJob(metadata, grant),
    ],
  };
}
