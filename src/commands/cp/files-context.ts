import { randomBytes } from 'node:crypto';
import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import { findFilesOf, type FilesOf } from '../../files/remote/enter-root.ts';
import type { FilesContext } from '../../files/remote/run-files-script.ts';
import type { Connected } from '../../join/connected.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { ContainerFiles } from './open-container-files.ts';

/** What the scripts about files need to know about an open container. */
export function filesContext(
  { io, cluster }: Connected,
  { pod, container, keeper }: ContainerFiles,
): FilesContext {
  const findFiles = (): FilesOf => {
    const latest = keeper.watch.latest();
    const found = latest.kind === 'gone' ? undefined : findFilesOf(latest.pod, container);
    if (found !== undefined) return found;
    const { namespace, name } = podRef(pod);
    throw new CliError(
      'target-not-running',
      `container "${container}" of ${describePod(pod)} does not run any more`,
      { hint: commandText`why: kubectl-debug pods ${name} -n ${namespace} --explain` },
    );
  };
  return { io, cluster, keeper: keeper.ref, nonce: randomBytes(12).toString('hex'), findFiles };
}
