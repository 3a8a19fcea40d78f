import { delimiter, join, resolve } from 'node:path';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { fileErrorText, isMissingFile } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import { mergeKubeconfigs, type Kubeconfig } from './kubeconfig-merge.ts';
import { parseKubeconfig } from './parse-kubeconfig.ts';
import { readTextFile } from '../formats/read-text-file.ts';

interface Location {
  readonly path: string;
  /** True for the file of a flag. Files of KUBECONFIG and the default one can be missing. */
  readonly mustExist: boolean;
}

/**
 * The files that kubectl reads: `--kubeconfig`, else those of KUBECONFIG, else `~/.kube/config`. For a user without
 * a home kubectl reads the working directory; we do not, as a kubeconfig can run any program.
 * See https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/
 */
export function locateKubeconfig(
  { env, homeDirectory, workingDirectory }: Pick<Io, 'env' | 'homeDirectory' | 'workingDirectory'>,
  explicit: string | undefined,
): readonly Location[] {
  if (explicit) return [{ path: resolve(workingDirectory, explicit), mustExist: true }];
  const list = env['KUBECONFIG'] ?? '';
  if (list === '') {
    return homeDirectory === undefined
      ? []
      : [{ path: join(homeDirectory, '.kube', 'config'), mustExist: false }];
  }
  const paths = list.split(delimiter).filter((path) => path !== '');
  return [...new Set(paths)].map((path) => ({ path: resolve(workingDirectory, path), mustExist: false }));
}

/** Reads and merges the kubeconfig files. Throws `kubeconfig` or `too-large` with the name of the file. */
export async function readKubeconfig(
  io: Pick<Io, 'env' | 'homeDirectory' | 'workingDirectory'>,
  explicit: string | undefined,
): Promise<Kubeconfig> {
  const locations = locateKubeconfig(io, explicit);
  const parsed = await Promise.all(
    locations.map(async (location) => {
      const text = await readLocation(location);
      return text === undefined ? [] : [await parseKubeconfig(text, location.path)];
    }),
  );
  return mergeKubeconfigs(
    parsed.flat(),
    locations.map(({ path }) => path),
  );
}

async function readLocation({ path, mustExist }: Location): Promise<string | undefined> {
  try {
    return await readTextFile(path);
  } catch (cause) {
    if (isCliError(cause)) throw cause;
    if (isMissingFile(cause) && !mustExist) return undefined;
    const why = fileErrorText(cause);
    throw new CliError('kubeconfig', `cannot read the kubeconfig ${path}: ${why}`, { cause });
  }
}
