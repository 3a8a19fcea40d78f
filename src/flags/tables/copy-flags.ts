import type { Flag } from '../flag.ts';

/** The flags of `debug` that make a copy of a pod, and say how it differs. */
export const COPY_FLAGS: readonly Flag[] = [
  {
    name: 'copy-to',
    group: 'copy',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Debug a copy of the pod, created with this name, instead of the pod itself',
  },
  {
    name: 'set-image',
    group: 'copy',
    kind: 'key-values',
    placeholder: 'CONTAINER=IMAGE',
    description: 'With --copy-to: new image for a container of the copy, * for all; may be repeated',
  },
  {
    name: 'replace',
    group: 'copy',
    kind: 'boolean',
    description: 'With --copy-to: delete the original once the copy is created',
  },
  {
    name: 'same-node',
    group: 'copy',
    kind: 'boolean',
    description: 'With --copy-to: put the copy on the node of the original',
  },
  {
    name: 'share-processes',
    group: 'copy',
    kind: 'boolean',
    default: 'true',
    description: 'With --copy-to: share one PID namespace in the copy; by default the profile decides',
  },
  {
    name: 'keep-labels',
    group: 'copy',
    kind: 'boolean',
    description: 'With --copy-to: keep the labels of the original',
  },
  {
    name: 'keep-annotations',
    group: 'copy',
    kind: 'boolean',
    description: 'With --copy-to: keep the annotations of the original',
  },
  {
    name: 'keep-liveness',
    group: 'copy',
    kind: 'boolean',
    description: 'With --copy-to: keep the liveness probes of the original',
  },
  {
    name: 'keep-readiness',
    group: 'copy',
    kind: 'boolean',
    description: 'With --copy-to: keep the readiness probes of the original',
  },
  {
    name: 'keep-startup',
    group: 'copy',
    kind: 'boolean',
    description: 'With --copy-to: keep the startup probes of the original',
  },
  {
    name: 'keep-init-containers',
    group: 'copy',
    kind: 'boolean',
    default: 'true',
    description: 'With --copy-to: run the init containers of the original in the copy',
  },
];

/** The flag for pods that are created: copies and node pods. */
export const PULL_SECRET_FLAG: Flag = {
  name: 'image-pull-secret',
  group: 'copy',
  kind: 'strings',
  placeholder: 'SECRET',
  description:
    'With --copy-to or a node: pull secret of the new pod, besides those that it has; may be repeated; see kubectl-debug help images',
  ours: 'object',
};
