import { explainRefusal } from '../../errors/refusals/refusals.ts';
import type { Notes } from '../../output/say/notes.ts';
import { debugPodKind } from '../../pod/containers/debug-containers.ts';
import type { ContainerFields, Pod } from '../../pod/types.ts';
import type { Outcome } from '../../session/outcome.ts';
import type { Output } from '../../session/local/output.ts';
import { hearText } from './hear-text.ts';

/** A container whose output is listened to. */
export interface Heard {
  readonly pod: Pod;
  readonly container: ContainerFields;
  readonly notes: Pick<Notes, 'warnOf'>;
  /** Whether its stderr comes on stdout, as from a log. */
  readonly isOneStream: boolean;
}

/** Its output, and what to say after a command in it. */
export interface NodeDenials {
  readonly output: Output;
  /** Warns where a command that failed was denied what only a privileged pod may do on a node. */
  readonly sayAfter: (end: { readonly kind: Outcome['kind']; readonly exitCode?: number }) => void;
}

/** EPERM and EACCES, as the C library and busybox word them. */
const DENIED = /operation not permitted|permission denied/i;

/**
 * Listens to what a command in a node pod that is not privileged says on stderr: what it prints may quote anybody's errors. A
 * terminal is not listened to: the note at its start tells the same, and a shell may end with any code long after a denial.
 */
export function hearNodeDenials({ pod, container, notes, isOneStream }: Heard, output: Output): NodeDenials {
  const { securityContext, tty = false } = container;
  if (debugPodKind(pod) !== 'node pod' || securityContext?.privileged === true || tty)
    return { output, sayAfter: () => undefined };
  const heard = hearText(output, {
    channels: isOneStream ? ['stdout', 'stderr'] : ['stderr'],
    isIn: (text) => DENIED.test(text),
  });
  return {
    output: heard.output,
    sayAfter: ({ exitCode = 0 }) => {
      if (exitCode !== 0 && heard.wasHeard()) notes.warnOf(explainRefusal('node-pod-unprivileged', {}));
    },
  };
}
