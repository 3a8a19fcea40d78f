import type { Flag } from '../flag.ts';

/** An image of Kubernetes' own with nothing but kubectl, for every architecture; there since 1.28. */
const KUBECTL_IMAGE = 'registry.k8s.io/kubectl:v1.34.0';

/** The flags of `check` for whom to grant the rights, and for a policy that wants to know why. */
export const GRANT_FLAGS: readonly Flag[] = [
  {
    name: 'group',
    group: 'rights',
    kind: 'string',
    placeholder: 'NAME',
    description: 'With -o yaml: bind the Roles to this group instead of to you',
  },
  {
    name: 'expires',
    group: 'rights',
    kind: 'duration',
    placeholder: 'DURATION',
    description:
      'With -o yaml: make the cluster take the rights back this long after they were granted, for example 1h or 90m',
  },
  {
    name: 'expires-image',
    group: 'rights',
    kind: 'string',
    default: KUBECTL_IMAGE,
    placeholder: 'IMAGE',
    description:
      'With --expires: an image with kubectl, for the Job that grants the rights and ties them to their end',
  },
  {
    name: 'reason',
    group: 'record',
    kind: 'string',
    placeholder: 'TEXT',
    description:
      'With a pod: the reason to try the profiles with, for a policy that asks for one, for example "INC-7: disk full"',
  },
];
