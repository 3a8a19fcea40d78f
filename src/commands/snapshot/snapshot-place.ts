import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { Io } from '../../io.ts';
import { orOutputFailed } from '../../output/files/private-file.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { makeFolders } from '../../system/make-folders.ts';
import { snapshotName } from '../../snapshot/archive/names.ts';

/** Where the snapshot of a pod goes. */
export type Place =
  | { readonly kind: 'stdout' }
  /** `shown` is the path as the user would type it. */
  | { readonly kind: 'file'; readonly file: string; readonly shown: string };

/** A pod, where its snapshot goes, and the name of the folder in it. */
export interface PlacedPod {
  readonly pod: Pod;
  readonly place: Place;
  readonly folder: string;
}

interface Placing {
  readonly io: Io;
  /** As it was typed. */
  readonly output: string | undefined;
  readonly overwrites: boolean;
}

function isFolder(text: string, absolute: string): boolean {
  return text.endsWith('/') || (existsSync(absolute) && statSync(absolute).isDirectory());
}

/** Two pods of one call may have the same name, in different namespaces. */
function namesOf(pods: readonly Pod[], time: Date): readonly string[] {
  const counts = new Map<string, number>();
  for (const pod of pods) counts.set(podRef(pod).name, (counts.get(podRef(pod).name) ?? 0) + 1);
  return pods.map((pod) => {
    const { namespace, name } = podRef(pod);
    return snapshotName((counts.get(name) ?? 0) > 1 ? `${namespace}.${name}` : name, time);
  });
}

/**
 * Chooses a file for each pod and makes the folder of `-o DIR/`. Throws `usage` for several pods and one file or a
 * terminal, and `output-failed` for a file that exists.
 */
export async function placePods(
  { io, output, overwrites }: Placing,
  pods: readonly Pod[],
): Promise<readonly PlacedPod[]> {
  const names = namesOf(pods, io.now());
  const folder = await folderOf(io, output, pods.length);
  return pods.map((pod, index) => {
    const name = names[index] ?? '';
    if (output === '-') return { pod, place: { kind: 'stdout' }, folder: name };
    const shown = folder === undefined ? (output ?? '') : path.join(folder, `${name}.tgz`);
    const file = path.resolve(io.workingDirectory, shown);
    if (!overwrites && existsSync(file)) throw exists(pod, shown);
    return { pod, place: { kind: 'file', file, shown }, folder: name };
  });
}

function exists(pod: Pod, file: string): CliError {
  return new CliError('output-failed', `cannot write the snapshot of ${describePod(pod)}: ${file} exists`, {
    hint: commandText`to replace it: --overwrite; or name another file with -o`,
  });
}

/** The folder of the files; undefined if the one file is named. */
async function folderOf(io: Io, output: string | undefined, count: number): Promise<string | undefined> {
  if (output === undefined) return '';
  if (output === '-') {
    refuseStdout(io, count);
    return undefined;
  }
  const absolute = path.resolve(io.workingDirectory, output);
  if (isFolder(output, absolute)) {
    await orOutputFailed(absolute, () => makeFolders(absolute, 0o700));
    return output;
  }
  if (count === 1) return undefined;
  throw new CliError('usage', `${count} pods do not go into one file: "${output}" is not a folder`, {
    hint: `for one file each: -o ${output}/`,
  });
}

function refuseStdout(io: Io, count: number): void {
  if (count > 1)
    throw new CliError('usage', `${count} pods do not go to stdout: each is a file of its own`, {
      hint: 'name a folder: -o DIR/',
    });
  if (!io.terminal.hasOutput) return;
  throw new CliError('usage', 'a snapshot is not written to a terminal', {
    hint: 'name a file with -o, or pass stdout on: kubectl-debug snapshot POD -o - | ssh HOST "cat > pod.tgz"',
  });
}
