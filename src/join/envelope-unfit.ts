import { isApiError } from '../cluster/refusals/api-error.ts';
import { isCliError } from '../errors/cli-error.ts';
import { readEnvelope } from '../pod/containers/envelope.ts';
import type { ContainerFields, Pod } from '../pod/types.ts';

/**
 * Why a command cannot run in the envelope that it has: the image has no shell for it, or nobody may attach to tell it to
 * start. Nothing ran.
 */
export type EnvelopeObstacle = 'no-shell' | 'no-attach';

interface Unfit {
  readonly pod: Pod;
  readonly image: string;
  readonly cause: unknown;
}

/** Thrown where another container may do, which is planned where the first one was. */
export class EnvelopeUnfit extends Error {
  override readonly name = 'EnvelopeUnfit';
  readonly obstacle: EnvelopeObstacle;
  /** As it was last seen, with the container that did not do. */
  readonly pod: Pod;
  /** Empty where nothing tells. */
  readonly image: string;
  constructor(obstacle: EnvelopeObstacle, { pod, image, cause }: Unfit) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.obstacle = obstacle;
    this.pod = pod;
    this.image = image;
  }
}

/** By its name, as each command is a bundle of its own. */
export function isEnvelopeUnfit(error: unknown): error is EnvelopeUnfit {
  return error instanceof Error && error.name === 'EnvelopeUnfit';
}

/** What kept the envelope of a container from running, as the failure of its session tells; undefined for all else. */
export function findObstacle(error: unknown, container: ContainerFields): EnvelopeObstacle | undefined {
  const enveloped = readEnvelope(container);
  if (enveloped === undefined) return undefined;
  if (isCliError(error) && PROGRAM_FAILURES.includes(error.kind)) return 'no-shell';
  const isClosed =
    (isApiError(error) && error.code === 403) || (isCliError(error) && error.kind === 'upgrade-refused');
  const canDoWithout = enveloped.envelope.kind === 'on-line' && !enveloped.hasInput;
  return isClosed && canDoWithout ? 'no-attach' : undefined;
}

/** Of the one program that the runtime is asked to run: the shell. */
const PROGRAM_FAILURES: readonly string[] = ['command-not-found', 'command-not-executable'];
