import { CliError } from '../../errors/cli-error.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import { pathText } from '../names/path-text.ts';
import type { SendEnd } from './run-send-script.ts';

/** A script that has stopped with a word. */
export type StoppedScript = Extract<SendEnd, { readonly kind: 'stopped' }>;

interface Explanation {
  readonly kind: ErrorKind;
  readonly why: string;
  readonly hint: string;
}

/** What the tools say, in the words of the C library. */
const SAID: readonly (readonly [RegExp, Explanation])[] = [
  [
    /Read-only file system/,
    {
      kind: 'file-denied',
      why: 'the file system there is read-only',
      hint: 'copy to a volume of the pod that can be written: kubectl-debug pods POD -o yaml lists its volumeMounts',
    },
  ],
  [
    /No space left on device|Disk quota exceeded/,
    {
      kind: 'file-denied',
      why: 'the disk there is full',
      hint: 'copy to another volume, or make room there; nothing of the copy was left behind',
    },
  ],
  [
    /Permission denied|Operation not permitted/,
    {
      kind: 'file-denied',
      why: 'the user of the container may not write there',
      hint: 'copy to a folder of that user, such as /tmp or a volume',
    },
  ],
  [
    /tar: not found|sha256sum: not found|applet not found/,
    {
      kind: 'command-not-found',
      why: 'the image of the debug container lacks tar or sha256sum',
      hint: 'use --image with sh, tar, sha256sum, find and xargs, such as busybox:musl',
    },
  ],
];

const STOPPED: Readonly<Record<string, Explanation>> = {
  'no-folder': {
    kind: 'file-not-found',
    why: 'there is no such folder',
    hint: 'create it first, or name one that exists',
  },
  denied: {
    kind: 'file-denied',
    why: 'the user of the container may not enter that folder',
    hint: 'copy to a folder of that user, such as /tmp or a volume',
  },
  loop: { kind: 'file-not-found', why: 'its links lead in a circle', hint: 'name what they should lead to' },
  'no-user': {
    kind: 'file-denied',
    why: 'no tool of the debug image can become the user of the container',
    hint: 'use --image=busybox:musl, or --run-as-user=target',
  },
  closed: {
    kind: 'rootfs-refused',
    why: 'the debug container may not open the files of the container',
    hint: 'use --run-as-user=target, or --profile=sysadmin where the namespace allows that',
  },
  'no-process': {
    kind: 'target-not-running',
    why: 'no process of the container can be seen',
    hint: 'to see why: kubectl-debug pods POD --explain',
  },
  ignored: {
    kind: 'target-ignored',
    why: 'the container runtime ignored the target',
    hint: 'if the image has tar: kubectl cp',
  },
};

/** The error for a script that stopped. `what` is the beginning of the sentence: `cannot copy to web-1:/x`. */
export function explainStop(what: string, { word, fields, others }: StoppedScript): CliError {
  if (word === 'clash') return clashError(what, fields[0] ?? '');
  const said = others.join('\n');
  const found = STOPPED[word] ?? SAID.find(([pattern]) => pattern.test(said))?.[1];
  if (found !== undefined) return new CliError(found.kind, `${what}: ${found.why}`, { hint: found.hint });
  const last = pathText(others.at(-1) ?? 'the script in the debug container failed');
  return new CliError('copy-incomplete', `${what}: ${last}`, {
    hint: 'nothing was left behind; copy again, or to another folder',
  });
}

function clashError(what: string, hex: string): CliError {
  const path = pathText(Buffer.from(hex, 'hex').toString('latin1').replace(/^\.\//, ''));
  return new CliError('file-denied', `${what}: "${path}" is a file on one side and a folder on the other`, {
    hint: 'remove it there first, or copy to another folder',
  });
}
