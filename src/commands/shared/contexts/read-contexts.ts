import { readKubeconfig } from '../../../cluster/settings/kubeconfig-files.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { shellWord } from '../../../errors/shell-word.ts';
import type { FlagValues } from '../../../flags/flag.ts';
import type { Io } from '../../../io.ts';
import { makeNotes } from '../../../output/say/notes.ts';
import { chooseContexts } from './choose-contexts.ts';

interface Contradiction {
  readonly names: readonly string[];
  readonly why: string;
  readonly hint: (name: string) => string;
}

const CONTRADICTIONS: readonly Contradiction[] = [
  {
    names: ['in-cluster', 'follow', 'worker'],
    why: 'is about the workers of one cluster',
    hint: (name) => `leave out --contexts or --${name}; or run it once for each context, with --context`,
  },
  {
    names: ['context', 'cluster', 'server', 'user'],
    why: 'chooses one for all',
    hint: (name) => `leave out --${name} or --contexts`,
  },
  {
    names: ['token', 'username', 'password', 'client-certificate', 'client-key'],
    why: 'would be sent to each of the clusters',
    hint: (name) => `leave out --${name}, and name the user of each context in the kubeconfig`,
  },
  {
    names: ['certificate-authority', 'tls-server-name', 'insecure-skip-tls-verify'],
    why: 'is about one server',
    hint: (name) => `leave out --${name}, and say it of the cluster in the kubeconfig`,
  },
];

/** Throws `usage` for a flag that contradicts `--contexts`. */
export function refuseBesideContexts(flags: FlagValues): void {
  for (const { names, why, hint } of CONTRADICTIONS) {
    const given = names.find((name) => flags.declares(name) && flags.isGiven(name));
    if (given !== undefined)
      throw new CliError('usage', `--contexts is for several clusters, but --${given} ${why}`, {
        hint: hint(given),
      });
  }
}

/**
 * Reads `--contexts`: the names of the contexts to use, at least one. Says which contexts are left out because they are the
 * same as another one. Throws `usage` and `kubeconfig`.
 */
export async function readContexts(io: Io, flags: FlagValues): Promise<readonly string[]> {
  refuseBesideContexts(flags);
  const patterns = flags.strings('contexts').filter((pattern) => pattern !== '');
  if (patterns.length === 0)
    throw new CliError('usage', '--contexts names no context', { hint: "for example --contexts='prod-*'" });
  const kubeconfig = await readKubeconfig(io, flags.string('kubeconfig'));
  const places = flags.boolean('all-namespaces') ? '*' : flags.string('namespace') || undefined;
  const { names, same } = chooseContexts(kubeconfig, { patterns, places });
  const isQuiet = flags.declares('quiet') && flags.boolean('quiet');
  for (const { name, sameAs } of same)
    makeNotes(io, { quiet: isQuiet }).note(
      `context ${shellWord(name)} is left out: it has the cluster, user and namespace of ${shellWord(sameAs)}`,
    );
  return names;
}
