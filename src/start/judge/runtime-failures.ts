import {
  explainRefusal,
  recogniseRefusal,
  type Explained,
  type RefusalName,
} from '../../errors/refusals/refusals.ts';
import type { ContainerRef } from '../../pod/types.ts';

/** Why the runtime could not start a container. */
interface RuntimeFailure extends Explained {
  /** Whether the node will find the same however often it tries. */
  readonly isFinal: boolean;
}

/** The word that was to be run, as runc, crun and CRI-O quote it; some messages are quoted once more. */
const MISSING_PROGRAM = /exec(?:utable file)?:? \\?["'`]([^"'`\\]+)\\?["'`]/;

const MAY_HEAL: readonly RefusalName[] = ['target-stopped', 'start-otherwise'];

/**
 * What the runtime's message about a container means; `start-failed` when no row knows it.
 *
 * @param said what is shown of the message
 */
export function explainRuntimeFailure(
  message: string,
  { namespace, name, said }: ContainerRef & { readonly said: string },
): RuntimeFailure {
  const found = recogniseRefusal('runtime', message) ?? 'start-otherwise';
  const program = found === 'command-not-found' ? MISSING_PROGRAM.exec(message)?.[1] : undefined;
  const why = program === undefined ? said : `the image has no "${program}"`;
  const explained = explainRefusal(found, { pod: name, namespace, said: why });
  return { ...explained, isFinal: !MAY_HEAL.includes(found) };
}
