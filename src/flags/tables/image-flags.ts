import type { Flag } from '../flag.ts';

/** The flags of `debug` about pulling the image, beyond those of kubectl. */
export const IMAGE_FLAGS: readonly Flag[] = [
  {
    name: 'image-pull-secret',
    kind: 'strings',
    placeholder: 'SECRET',
    description:
      'With --copy-to or a node: pull secret of the new pod, besides those that it has; may be repeated; see images.md',
    ours: 'object',
  },
];
