import type { Flag } from '../../flag.ts';

/** `--contexts`: several clusters at once. */
export const CONTEXTS_FLAG: Flag = {
  name: 'contexts',
  group: 'pods',
  kind: 'strings',
  placeholder: 'PATTERN',
  description:
    "Use the clusters of all contexts that fit, for example 'prod-*'; several with commas, * stands for any text",
};
