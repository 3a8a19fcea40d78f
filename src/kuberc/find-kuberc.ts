import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import type { Flag } from '../flags/flag.ts';
import { scanArgv } from '../flags/scan-argv.ts';
import type { Io } from '../io.ts';

/** Where the kuberc of a call is. */
export interface KubercLocation {
  readonly path: string;
  /** A file that was named has to be usable; of the default one a mistake is only told. */
  readonly isExplicit: boolean;
}

/**
 * Where kubectl looks for preferences: `--kuberc`, else `$KUBERC`, else `~/.kube/kuberc`; undefined where there is
 * none, and where `KUBERC=off` or `KUBECTL_KUBERC=false` turn it off. A user without a home has none: the working
 * directory is never searched. `flags` are those of all commands. Throws `usage` for a flag that contradicts the
 * environment. See https://kubernetes.io/docs/reference/kubectl/kuberc/
 */
export function findKuberc(
  io: Pick<Io, 'env' | 'homeDirectory' | 'workingDirectory'>,
  argv: readonly string[],
  flags: readonly Flag[],
): KubercLocation | undefined {
  const named = findFlag(argv, flags);
  if (named === '') throw new CliError('usage', '--kuberc names no file');
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

/** Of several the first counts, as for kubectl. */
function findFlag(argv: readonly string[], flags: readonly Flag[]): string | undefined {
  for (const part of scanArgv(flags, argv))
    if (part.kind === 'flag' && part.flag.name === 'kuberc') return part.text;
  return undefined;
}

function switchedOff(env: Io['env']): string | undefined {
  if (env['KUBERC'] === 'off') return 'KUBERC=off';
  return env['KUBECTL_KUBERC']?.toLowerCase() === 'false' ? 'KUBECTL_KUBERC=false' : undefined;
}

/** What cannot be looked at is there: reading it says why. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
