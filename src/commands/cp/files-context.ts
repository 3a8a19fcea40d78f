import { CliError } from '../../errors/cli-error.ts';
import { latestPod } from '../../cluster/watch/pod-watch.ts';
import { findFilesOf } from '../../files/remote/enter-root.ts';
import type { FilesContext } from '../../files/remote/run-files-script.ts';
import { findContainerEnd } from '../../pod/containers/container-state.ts';
import { makeSecret } from '../../pod/containers/envelope.ts';
import { describeContainer, describePod } from '../../pod/pod-ref.ts';
import type { Connected } from '../../join/connected.ts';
import type { ContainerFiles } from './open/open-container-files.ts';

/** What scripts about the files of a container need. */
export function filesContext(
  { io, cluster }: Connected,
  { pod, container, keeper }: ContainerFiles,
): FilesContext {
  return {
    io,
    cluster,
    keeper: keeper.ref,
    nonce: makeSecret(io.random),
    findFiles: () => {
      const latest = latestPod(keeper.watch);
      if (latest === undefined) throw new CliError('pod-replaced', `${describePod(pod)} was deleted`);
      if (findContainerEnd(latest, keeper.ref.container) !== undefined)
        throw new CliError('container-not-running', `${describeContainer(keeper.ref)} has ended`, {
          hint: 'it ends with its target, and after --max-life; the same command goes on in a new one',
        });
      const files = findFilesOf(latest, container);
      if (files !== undefined) return files;
      throw new CliError(
        'target-not-running',
        `container "${container}" of ${describePod(pod)} stopped running`,
        {
          hint: 'once it runs again, the same command goes on',
        },
      );
    },
  };
}
