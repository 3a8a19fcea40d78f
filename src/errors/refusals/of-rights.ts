import type { Refusal } from './refusal.ts';

/** What a user is not allowed to do, and what no server can do. */
export const OF_RIGHTS = {
  'user-unknown': {
    when: 'the API server does not know who asks',
    kind: 'unauthorized',
    why: 'the API server does not accept the credentials (401)',
    next: 'log in again; the user that is configured: kubectl config view --minify',
  },
  'right-missing': {
    when: 'the user lacks a right',
    kind: 'forbidden',
    why: '{said}',
    next: 'this right is missing; who may give it: kubectl create {role} {name} --verb={verb} --resource={resource}{place} && kubectl create {role}binding {name} --{role}={name} --user={user}{place} (as YAML, with all that is missing: kubectl-debug check{place} -o yaml)',
  },
  'right-unnamed': {
    when: 'the user lacks a right, and nothing says which',
    kind: 'forbidden',
    why: '{said}',
    next: 'what is missing, as a Role to ask for: kubectl-debug check{place} -o yaml',
  },
  'upgrade-right-missing': {
    when: 'the user lacks the right to open a session',
    kind: 'forbidden',
    why: '{said}',
    next: 'the Role needs both verbs: kubectl create role {name} --verb=get,create --resource={resource}{place} (as YAML, with all that is missing: kubectl-debug check{place} -o yaml)',
  },
  'upgrade-create-missing': {
    when: 'the user may get, but not create a session: a 403 that says nothing',
    kind: 'forbidden',
    why: 'the user may not "create" {resource} (needed since Kubernetes 1.35)',
    next: 'the Role needs both verbs: kubectl create role {name} --verb=get,create --resource={resource}{place} (as YAML, with all that is missing: kubectl-debug check{place} -o yaml)',
  },
  'ephemeral-containers-unknown': {
    when: 'the server is too old, or has the feature switched off',
    kind: 'unsupported',
    why: 'the API server does not know ephemeral containers',
    next: 'they need Kubernetes 1.23 or newer (kubectl version); a copy needs none: kubectl-debug {pod}{place} --copy-to={pod}-debug --rm',
  },
  'pod-full': {
    when: 'too many debug containers',
    kind: 'too-many-containers',
    why: 'the pod with all its debug containers does not fit into the 1.5 MiB that an object may have',
    next: 'they cannot be removed: debug another pod of the same workload, or a copy: kubectl-debug {pod}{place} --copy-to={pod}-debug --rm',
  },
} as const satisfies Record<string, Refusal>;
