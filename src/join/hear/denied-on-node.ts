import { explainRefusal } from '../../errors/refusals/refusals.ts';
import type { Notes } from '../../output/say/notes.ts';
import { debugPodKind } from '../../pod/containers/debug-containers.ts';
import type { ContainerFields, Pod } from '../../pod/types.ts';
import { hearText } from './hear-text.ts';
import type { Listener } from './tap-output.ts';

/** A container whose output is listened to. */
export interface Heard {
  readonly pod: Pod;
  readonly container: ContainerFields;
  /** Whether its stderr comes on stdout, as from a log. */
  readonly isOneStream: boolean;
}

/** A listener for what a node pod is denied. */
export interface NodeDenials {
  readonly hear: Listener;
  /** Warns if a command that failed was denied what only a privileged pod may do on a node. */
  readonly sayAfter: (exitCode: number, notes: Pick<Notes, 'warnOf'>) => void;
}

/** EPERM and EACCES, as the C library and busybox word them. */
const DENIED = /operation not permitted|permission denied/i;

/**
 * Listens to the stderr of a command in an unprivileged node pod; its stdout may quote errors of others. It does not listen
 * to a terminal: a note has said the same at the start, and a shell may end with any code long after a denial.
 */
export function hearNodeDenials({ pod, container, isOneStream }: Heard): NodeDenials {
  const { securityContext, tty = false } = container;
  const isListening = debugPodKind(pod) === 'node pod' && securityContext?.privileged !== true && !tty;
  const channels = isOneStream ? (['stdout', 'stderr'] as const) : (['stderr'] as const);
  const { hear, wasHeard } = hearText({
    channels: isListening ? channels : [],
    isIn: (text) => DENIED.test(text),
  });
  return {
    hear,
    sayAfter: (exitCode, { warnOf }) => {
      if (exitCode !== 0 && wasHeard()) warnOf(explainRefusal('node-pod-unprivileged', {}));
    },
  };
}
