import type { ErrorKind } from '../errors/error-kinds.ts';

/** Why the runtime could not start a container. */
export interface RuntimeFailure {
  readonly kind: ErrorKind;
  readonly hint: string;
}

/** Runtimes say why in free text; the first row that fits wins. Seen with containerd 1.6 and runc 1.1. */
const RUNTIME_FAILURES: readonly (RuntimeFailure & { readonly pattern: RegExp })[] = [
  {
    pattern: /exec format error/i,
    kind: 'image-platform',
    hint: 'the program in the image is built for another architecture: use a multi-arch image',
  },
  {
    pattern:
      /executable file not found|exec: .*: (?:stat .*: )?no such file or directory|no command specified/i,
    kind: 'command-not-found',
    hint: 'give a command that the image has after --, or use another --image',
  },
  {
    pattern: /exec: .*permission denied|is a directory/i,
    kind: 'command-not-executable',
    hint: 'give a command that the image can execute after --',
  },
  {
    pattern: /runAsNonRoot and image/i,
    kind: 'run-as-root',
    hint: 'use an image whose user is a number other than 0, or give --profile=restricted with such an image',
  },
  {
    pattern: /invalid target container|unable to find target container/i,
    kind: 'target-not-running',
    hint: 'wait until the target container runs, or leave --target away',
  },
];

/** What the runtime's message means; `start-failed` when no row knows it. */
export function readRuntimeFailure(message: string): RuntimeFailure {
  return (
    RUNTIME_FAILURES.find(({ pattern }) => pattern.test(message)) ?? {
      kind: 'start-failed',
      hint: 'the message comes from the node; see also: kubectl-debug pods -o yaml',
    }
  );
}
