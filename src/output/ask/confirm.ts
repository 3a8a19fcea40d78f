import { Interrupted } from '../../errors/interrupted.ts';
import type { Io } from '../../io.ts';
import { printable } from '../printable.ts';

/**
 * Asks a yes-or-no question on stderr; Enter means no. Call it only if `canAsk`. Throws `Interrupted` at Ctrl-C or Escape,
 * and the reason of an aborted signal.
 */
export async function confirm(io: Io, question: string, signal: AbortSignal): Promise<boolean> {
  const { confirm: ask, isCancel } = await import('./prompts.ts');
  const answer = await ask({
    message: printable(question),
    initialValue: false,
    withGuide: false,
    input: io.stdin,
    output: io.stderr,
    signal,
  });
  signal.throwIfAborted();
  if (isCancel(answer)) throw new Interrupted('SIGINT');
  return answer;
}
