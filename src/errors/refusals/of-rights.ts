import type { Refusal } from './refusal.ts';

/** A Role is named for its purpose and bound to this user, so that one grant never replaces another. */
const GRANT_ALL =
  'write the rights to a file: kubectl-debug check{place} --for={purpose} -o yaml > rights.yaml; then an administrator grants them: kubectl apply -f rights.yaml';

/** What the user may not do, and what the server cannot do. */
export const OF_RIGHTS = {
  'user-unknown': {
    when: 'the API server does not accept the credentials',
    kind: 'unauthorized',
    why: 'the API server does not accept the credentials (401)',
    next: 'log in again; to see the configured user: kubectl config view --minify',
  },
  'right-missing': {
    when: 'the user lacks a right',
    kind: 'forbidden',
    why: '{said}',
    next: GRANT_ALL,
  },
  'right-of-no-job': {
    when: 'the user lacks a right that `check --for` does not cover',
    kind: 'forbidden',
    why: '{said}',
    next: 'an administrator can grant it with: kubectl create {role} {name} --verb={verb} --resource={resource}{place} && kubectl create {role}binding {name} --{role}={name} --user={user}{place}',
  },
  'right-unnamed': {
    when: 'the user lacks a right, and the server does not say which',
    kind: 'forbidden',
    why: '{said}',
    next: 'to see what is missing: kubectl-debug check{place}',
  },
  'upgrade-right-missing': {
    when: 'the user lacks the right to open a session',
    kind: 'forbidden',
    why: '{said}',
    next: GRANT_ALL,
  },
  'upgrade-create-missing': {
    when: 'the user lacks `create` on the session (a 403 without a reason)',
    kind: 'forbidden',
    why: 'the user may not "create" {resource} (needed since Kubernetes 1.35)',
    next: GRANT_ALL,
  },
  'ephemeral-containers-unknown': {
    when: 'the server is too old, or has the feature switched off',
    kind: 'unsupported',
    why: 'the API server does not know ephemeral containers',
    next: 'this needs Kubernetes 1.23 or newer (kubectl version); to debug a copy instead: kubectl-debug {pod}{place} --copy-to={pod}-debug --rm',
  },
  'pod-full': {
    when: 'the pod has too many debug containers',
    kind: 'too-many-containers',
    why: 'the pod with all its debug containers does not fit into the 1.5 MiB that an object may have',
    next: 'debug containers cannot be removed: debug another pod of the same workload, or a copy: kubectl-debug {pod}{place} --copy-to={pod}-debug --rm',
  },
} as const satisfies Record<string, Refusal>;
