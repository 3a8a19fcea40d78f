import { chooseEntries } from '../../cluster/settings/choose-entries.ts';
import { readKubeconfig } from '../../cluster/settings/kubeconfig-files.ts';
import type { Kubeconfig } from '../../cluster/settings/kubeconfig-merge.ts';
import { findServiceAccount } from '../../cluster/settings/service-account.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { parseTargetOrNamespace } from '../../target/names/parse-target.ts';
import { fitsWildcards } from '../../target/names/fits-wildcards.ts';
import type { Rule } from '../config.ts';

/** Where a call works. */
export interface Place {
  /** Empty without a context. */
  readonly context: string;
  /** `all` for every namespace of the cluster. */
  readonly namespaces: readonly string[] | 'all';
}

/** Finds the context and the namespaces of a call, before it connects. Throws `kubeconfig`. */
export async function findPlace(io: Io, input: CommandInput): Promise<Place> {
  const kubeconfig = await readKubeconfig(io, input.flags.string('kubeconfig'));
  const typed = input.flags.string('context') || undefined;
  const context = typed ?? kubeconfig.currentContext ?? '';
  if (isForAll(input)) return { context, namespaces: 'all' };
  const { own, others } = namespacesOfNames(input.names);
  if (!own) return { context, namespaces: others };
  const named = (input.flags.string('namespace') ?? '').split(',').filter((name) => name !== '');
  const chosen = named.length > 0 ? named : [await defaultNamespace(io, kubeconfig, typed)];
  return { context, namespaces: [...chosen, ...others] };
}

/** As for the connection itself. */
async function defaultNamespace(
  io: Io,
  kubeconfig: Kubeconfig,
  context: string | undefined,
): Promise<string> {
  const { namespace = '' } = chooseEntries(kubeconfig, context === undefined ? {} : { context });
  if (namespace !== '') return namespace;
  return (await findServiceAccount(io.env))?.namespace ?? 'default';
}

function isForAll({ flags }: CommandInput): boolean {
  return flags.declares('all-namespaces') && flags.boolean('all-namespaces');
}

/** The namespaces of names such as `shop/web-1`, and whether a name has none. */
function namespacesOfNames(names: readonly string[]): {
  readonly own: boolean;
  readonly others: readonly string[];
} {
  const namespaces = names.map(namespaceOf);
  return {
    own: names.length === 0 || namespaces.includes(undefined),
    others: [...new Set(namespaces.filter((name) => name !== undefined))],
  };
}

/** A name that is wrong is reported by the command. */
function namespaceOf(name: string): string | undefined {
  try {
    const target = parseTargetOrNamespace(name);
    return target.kind === 'pod' ? target.namespace : undefined;
  } catch (error) {
    if (!isCliError(error)) throw error;
    return undefined;
  }
}

/** Whether a rule is for a call in this place; for several namespaces, whether it is for one of them. */
export function fitsPlace({ contexts, namespaces }: Rule, place: Place): boolean {
  const fitsContext = contexts?.some((pattern) => fitsWildcards(place.context, pattern)) ?? true;
  if (!fitsContext || namespaces === undefined || place.namespaces === 'all') return fitsContext;
  return place.namespaces.some((name) => namespaces.some((pattern) => fitsWildcards(name, pattern)));
}
