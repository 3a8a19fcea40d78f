import type { Cluster } from '../../cluster/cluster.ts';
import { latestPod, type PodWatch } from '../../cluster/watch/pod-watch.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import { findContainerEnd } from '../../pod/containers/container-state.ts';
import { makeSecret } from '../../pod/containers/envelope.ts';
import { describeContainer } from '../../pod/pod-ref.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { findFilesOf } from './enter-root.ts';
import type { FilesContext } from './run-files-script.ts';

/** A container whose files are wanted, and the debug container that sees them. */
export interface SeenFiles {
  /** The name of the container. */
  readonly container: string;
  readonly keeper: { readonly ref: ContainerRef; readonly watch: PodWatch };
}

/** What scripts about the files of a container need. */
export function filesContext(
  { io, cluster }: { readonly io: Io; readonly cluster: Cluster },
  { container, keeper }: SeenFiles,
): FilesContext {
  const { ref, watch } = keeper;
  const pod = `${ref.namespace}/${ref.name}`;
  return {
    io,
    cluster,
    keeper: ref,
    nonce: makeSecret(io.random),
    findFiles: () => {
      const latest = latestPod(watch);
      if (latest === undefined) throw new CliError('pod-replaced', `${pod} was deleted`);
      if (findContainerEnd(latest, ref.container) !== undefined)
        throw new CliError('container-not-running', `${describeContainer(ref)} has ended`, {
          hint: 'it ends with its target, and after --max-life; the same command goes on in a new one',
        });
      const files = findFilesOf(latest, container);
      if (files !== undefined) return files;
      throw new CliError('target-not-running', `container "${container}" of ${pod} stopped running`, {
        hint: 'once it runs again, the same command goes on',
      });
    },
  };
}
