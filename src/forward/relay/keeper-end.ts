import { CliError } from '../../errors/cli-error.ts';
import type { OpenKeeper } from '../../join/keeper/open-keeper.ts';
import { findContainerEnd } from '../../pod/containers/container-state.ts';
import { describeContainer } from '../../pod/pod-ref.ts';
import { aborted } from '../../session/terminal/aborted.ts';

/** Resolves with the reason when the debug container or its pod ends; never if the signal is aborted before. */
export async function whenKeeperEnds({ ref, watch }: OpenKeeper, signal: AbortSignal): Promise<Error> {
  const over = aborted(signal);
  for (;;) {
    const latest = watch.latest();
    if (latest.kind === 'gone')
      return new CliError(
        'pod-replaced',
        `pod ${ref.namespace}/${ref.name} was deleted, and with it the debug container for connections`,
      );
    if (findContainerEnd(latest.pod, ref.container) !== undefined)
      return new CliError('container-not-running', `${describeContainer(ref)} has ended`, {
        hint: 'it ends with --max-life, or by stop; the same command goes on in a new one',
      });
    // A watch that fails for good tells nothing more; a lost warden is noticed then.
    const changed = watch.changed().then(
      () => true,
      () => false,
    );
    const isKnown = await Promise.race([changed, over.then(() => false)]);
    if (!isKnown) return new Promise(() => undefined);
  }
}
