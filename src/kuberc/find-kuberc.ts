import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import type { Flag } from '../flags/flag.ts';
import { scanArgv } from '../flags/scan-argv.ts';
import type { Io } from '../io.ts';

/** The location of a kuberc. */
export interface KubercLocation {
  readonly path: string;
  /** Whether the user named the file: a mistake in it is an error, in the default file a warning. */
  readonly isExplicit: boolean;
}

/**
 * Finds the kuberc as kubectl does: `--kuberc`, else `$KUBERC`, else `~/.kube/kuberc`. Returns undefined if there
 * is none or if `KUBERC=off` or `KUBECTL_KUBERC=false` turns it off. Never searches the working directory. `flags`
 * are those of all commands. Throws `usage` for a flag that contradicts the environment. See
 * https://kubernetes.io/docs/reference/kubectl/kuberc/
 */
export function findKuberc(
  io: Pick<Io, 'env' | 'homeDirectory' | 'workingDirectory'>,
  argv: readonly string[],
  flags: readonly Flag[],
): KubercLocation | undefined {
  const named = findFlag(argv, flags);
  if (named === '') throw new CliError('usage', '--kuberc needs a file');
  const off = switchedOff(io.env);
  if (off !== undefined) {
    if (named === undefined) return undefined;
    throw new CliError('usage', `--kuberc names a file, but ${off} turns kuberc off`, {
      hint: 'leave one of the two out',
    });
  }
  const explicit = named ?? (io.env['KUBERC'] || undefined);
  if (explicit !== undefined) return { path: resolve(io.workingDirectory, explicit), isExplicit: true };
  if (io.homeDirectory === undefined) return undefined;
  const path = join(io.homeDirectory, '.kube', 'kuberc');
  return isThere(path) ? { path, isExplicit: false } : undefined;
}

/** As in kubectl, the first one counts. */
function findFlag(argv: readonly string[], flags: readonly Flag[]): string | undefined {
  for (const part of scanArgv(flags, argv))
    if (part.kind === 'flag' && part.flag.name === 'kuberc') return part.text;
  return undefined;
}

function switchedOff(env: Io['env']): string | undefined {
  if (env['KUBERC'] === 'off') return 'KUBERC=off';
  return env['KUBECTL_KUBERC']?.toLowerCase() === 'false' ? 'KUBECTL_KUBERC=false' : undefined;
}

/** A file that cannot be examined counts as present: reading it reports why. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
