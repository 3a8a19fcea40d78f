import type { Row } from '../row.ts';
import { COPY_ROWS } from './copy.ts';
import { COPY_CHANGE_ROWS } from './copy-changes.ts';
import { CUSTOM_ROWS } from './custom.ts';
import { EPHEMERAL_ROWS } from './ephemeral.ts';
import { KUBERC_ROWS } from './kuberc.ts';
import { MANIFEST_ROWS } from './manifests.ts';
import { NODE_ROWS } from './node.ts';
import { PAIR_ROWS } from './pairs.ts';
import { TARGET_ROWS } from './targets.ts';

/** All rows, by what they are about. */
export const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'an ephemeral container': EPHEMERAL_ROWS,
  'a copy of the pod': COPY_ROWS,
  'a copy with something changed': COPY_CHANGE_ROWS,
  'a pod on a node': NODE_ROWS,
  'a custom container': CUSTOM_ROWS,
  manifests: MANIFEST_ROWS,
  'a kuberc': KUBERC_ROWS,
  'names of targets': TARGET_ROWS,
  'lists of pairs': PAIR_ROWS,
};
