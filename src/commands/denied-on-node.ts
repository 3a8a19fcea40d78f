import { explainRefusal } from '../errors/refusals/refusals.ts';
import type { Notes } from '../output/notes.ts';
import { debugPodKind } from '../pod/debug-containers.ts';
import type { ContainerFields, Pod } from '../pod/types.ts';
import type { Outcome } from '../session/outcome.ts';
import type { Output } from '../session/output.ts';

/** A container whose output is listened to. */
export interface Heard {
  readonly pod: Pod;
  readonly container: ContainerFields;
  readonly notes: Pick<Notes, 'warnOf'>;
}

/** Its output, and what to say after a command in it. */
export interface NodeDenials {
  readonly output: Output;
  /** Warns where a command that failed was denied what only a privileged pod may do on a node. */
  readonly sayAfter: (end: { readonly kind: Outcome['kind']; readonly exitCode?: number }) => void;
}

/** EPERM and EACCES, as the C library and busybox word them. */
const DENIED = /operation not permitted|permission denied/i;
/** What is kept of text that comes in pieces, in bytes. */
const LONGEST = 32;

/** Listens to a command in a node pod that is not privileged. Who has a terminal was told as the session began. */
export function hearNodeDenials({ pod, container, notes }: Heard, output: Output): NodeDenials {
  const { securityContext, tty = false } = container;
  if (debugPodKind(pod) !== 'node pod' || securityContext?.privileged === true || tty)
    return { output, sayAfter: () => undefined };
  let isDenied = false;
  let before = '';
  return {
    output: {
      ...output,
      write: (channel, bytes) => {
        if (!isDenied) {
          const text = before + bytes.toString('latin1');
          isDenied = DENIED.test(text);
          before = text.slice(-LONGEST);
        }
        output.write(channel, bytes);
      },
    },
    sayAfter: ({ exitCode = 0 }) => {
      if (exitCode !== 0 && isDenied) notes.warnOf(explainRefusal('node-pod-unprivileged', {}));
    },
  };
}
