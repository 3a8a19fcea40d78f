import { isApiError } from '../cluster/refusals/api-error.ts';
import { isCliError } from '../errors/cli-error.ts';
import { readEnvelope } from '../pod/containers/envelope.ts';
import type { ContainerFields, Pod } from '../pod/types.ts';

/**
 * Why the envelope of a command does not fit: the image has no shell to run it, or we cannot attach to send its start line.
 * In both cases the command has not run.
 */
export type EnvelopeObstacle = 'no-shell' | 'no-attach';

interface Unfit {
  readonly pod: Pod;
  readonly image: string;
  readonly cause: unknown;
}

/** Thrown if the command may run in another container; carry-out.ts then plans that one. */
export class EnvelopeUnfit extends Error {
  override readonly name = 'EnvelopeUnfit';
  readonly obstacle: EnvelopeObstacle;
  /** As it was last seen, with the first container. */
  readonly pod: Pod;
  /** Empty if the container does not name it. */
  readonly image: string;
  constructor(obstacle: EnvelopeObstacle, { pod, image, cause }: Unfit) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.obstacle = obstacle;
    this.pod = pod;
    this.image = image;
  }
}

/** Compares names, as each command is bundled with its own copy of the class. */
export function isEnvelopeUnfit(error: unknown): error is EnvelopeUnfit {
  return error instanceof Error && error.name === 'EnvelopeUnfit';
}

/** Reads from the failure of a session what has kept the envelope from running; undefined for other failures. */
export function findObstacle(error: unknown, container: ContainerFields): EnvelopeObstacle | undefined {
  const enveloped = readEnvelope(container);
  if (enveloped === undefined) return undefined;
  if (isCliError(error) && PROGRAM_FAILURES.includes(error.kind)) return 'no-shell';
  const isClosed =
    (isApiError(error) && error.code === 403) || (isCliError(error) && error.kind === 'upgrade-refused');
  const canDoWithout = enveloped.envelope.kind === 'on-line' && !enveloped.hasInput;
  return isClosed && canDoWithout ? 'no-attach' : undefined;
}

/** Failures of the program that the runtime starts, which is the shell of the envelope. */
const PROGRAM_FAILURES: readonly string[] = ['command-not-found', 'command-not-executable'];
