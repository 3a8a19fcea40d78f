import {
  explainRefusal,
  recogniseRefusal,
  type Explained,
  type RefusalName,
} from '../../errors/refusals/refusals.ts';
import type { ContainerRef } from '../../pod/types.ts';

/** Why the runtime could not start a container. */
interface RuntimeFailure extends Explained {
  /** Whether it will fail again at each retry of the node. */
  readonly isFinal: boolean;
}

/** The program in the messages of runc, crun and CRI-O; some quote it twice. */
const MISSING_PROGRAM = /exec(?:utable file)?:? \\?["'`]([^"'`\\]+)\\?["'`]/;

const MAY_HEAL: readonly RefusalName[] = ['target-stopped', 'start-otherwise'];

/**
 * Explains the runtime's message about a container; `start-failed` for an unknown one.
 *
 * @param said the part of the message to show
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
