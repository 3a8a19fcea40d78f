import type { ErrorKind } from '../errors/error-kinds.ts';

/** Why the runtime could not start a container. */
export interface RuntimeFailure {
  readonly kind: ErrorKind;
  readonly hint: string;
  /** Whether the node will find the same however often it tries. */
  readonly isFinal: boolean;
}

/** Runtimes say why in free text; the first row that fits wins. Seen with containerd 1.6 and runc 1.1. */
const RUNTIME_FAILURES: readonly (RuntimeFailure & { readonly pattern: RegExp })[] = [
  {
    pattern: /exec format error/i,
    kind: 'image-platform',
    isFinal: true,
    hint: 'the program in the image is built for another architecture than that of the node, or is a script without #!: use a multi-arch image; kubectl get nodes -L kubernetes.io/arch shows the nodes',
  },
  {
    pattern:
      /executable file not found|exec: .*: (?:stat .*: )?no such file or directory|no command specified/i,
    kind: 'command-not-found',
    isFinal: true,
    hint: 'give a command that the image has after --, or use another --image',
  },
  {
    pattern: /exec: .*permission denied|is a directory/i,
    kind: 'command-not-executable',
    isFinal: true,
    hint: 'give a command that the image can execute after --',
  },
  {
    pattern: /runAsNonRoot and image|runAsUser breaks non-root policy/i,
    kind: 'run-as-root',
    isFinal: true,
    hint: 'give a user that is not root: --run-as-user=UID, or --run-as-user=target for the one of the target',
  },
  {
    pattern: /invalid target container|unable to find target container/i,
    kind: 'target-not-running',
    isFinal: false,
    hint: 'wait until the target container runs, or leave --target away',
  },
];

/** What the runtime's message means; `start-failed` when no row knows it. */
export function readRuntimeFailure(message: string): RuntimeFailure {
  return (
    RUNTIME_FAILURES.find(({ pattern }) => pattern.test(message)) ?? {
      kind: 'start-failed',
      isFinal: false,
      hint: 'the message comes from the node; see also: kubectl-debug pods -o yaml',
    }
  );
}
