import type { Flag } from '../flag.ts';
import { AUDIT_RECORD_FLAG } from './record-flags.ts';

/** The flags of `audit` that say how its results are shown. */
export const AUDIT_RESULT_FLAGS: readonly Flag[] = [
  {
    name: 'output',
    group: 'output',
    short: 'o',
    kind: 'string',
    placeholder: 'FORMAT',
    description:
      'json, jsonl (one line for each pod, as it ends) or junit; by default equal outputs are folded',
  },
  {
    name: 'prefix',
    group: 'output',
    kind: 'boolean',
    description:
      'Print the output of each pod when its command ends, each line prefixed with [namespace/pod]',
  },
  {
    name: 'group-by',
    group: 'output',
    kind: 'string',
    placeholder: 'WHAT',
    description: 'Compare pods only within the same node, owner, namespace or context',
  },
  {
    name: 'mask',
    group: 'output',
    kind: 'texts',
    placeholder: 'REGEX',
    description: 'Ignore matching text when comparing outputs; may be repeated',
  },
  {
    name: 'expect',
    group: 'output',
    kind: 'string',
    placeholder: 'TEXT',
    description: 'Text, or /regex/ with flags i, m, s, u, that each output must contain',
  },
  {
    name: 'expect-exit',
    group: 'output',
    kind: 'integer',
    default: '0',
    placeholder: 'CODE',
    description: 'Exit code that each command must end with',
  },
  {
    name: 'output-dir',
    group: 'output',
    kind: 'string',
    placeholder: 'DIR',
    description:
      'Write what each command printed, byte for byte, to a file of its own in this folder; with --collect, the files',
  },
  {
    name: 'report',
    group: 'output',
    kind: 'string',
    placeholder: 'FILE.html',
    description:
      'Write a report with charts, folded outputs and all runs: one self-contained HTML page; FILE.md is a short one in Markdown, configmap/NAME puts it into a ConfigMap',
  },
  AUDIT_RECORD_FLAG,
];
