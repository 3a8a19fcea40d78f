import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import { refusalError } from '../../errors/refusals/refusals.ts';
import { pathText } from '../names/path-text.ts';
import type { BytePath } from '../file-sink.ts';
import type { FilesContext, FilesScriptEnd } from './run-files-script.ts';

/** The error of a script that stopped with a word of ours. */
export function stoppedError(
  { findFiles, keeper }: FilesContext,
  path: BytePath,
  { word, fields }: Extract<FilesScriptEnd, { kind: 'stopped' }>,
): CliError {
  const { target, node } = findFiles();
  const { namespace, name } = keeper;
  const what = `cannot copy ${pathText(path)} of container "${target}" in ${namespace}/${name}`;
  const facts = { pod: name, namespace, node, user: fields[0] ?? '' };
  switch (word) {
    case 'ignored':
      return refusalError(what, 'rootfs-ignored', facts);
    case 'no-process':
      return refusalError(what, 'rootfs-no-process', facts);
    case 'closed':
      return refusalError(what, 'rootfs-closed', facts);
    case 'loop':
      return new CliError('file-not-found', `${what}: too many links`);
    case 'folder':
      return new CliError('usage', `${what}: it is a folder`, { hint: 'name a file to follow' });
    case 'denied':
      return new CliError('file-denied', `${what}: permission denied`, {
        hint: 'only the user of the target, or root, may read it; --profile=sysadmin is root with all rights',
      });
    default:
      return new CliError('file-not-found', `${what}: no such file or folder`, {
        hint: commandText`to look around: kubectl-debug ${name} -n ${namespace} --target=${target} --rootfs -- ls -la`,
      });
  }
}
