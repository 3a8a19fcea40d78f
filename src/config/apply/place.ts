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
  /** All contexts of a call with `--contexts`; a rule for one of them is for the call. */
  readonly contexts?: readonly string[];
  /** `all` for every namespace of the cluster. */
  readonly namespaces: readonly string[] | 'all';
}

/** Finds the context and the namespaces of a call, before it connects. Throws `kubeconfig`. */
export async function findPlace(io: Io, input: CommandInput): Promise<Place> {
  const kubeconfig = await readKubeconfig(io, input.flags.string('kubeconfig'));
  const typed = input.flags.string('context') || undefined;
  const context = typed ?? kubeconfig.currentContext ?? '';
  const contexts = contextsOf(kubeconfig, input);
  const where = { context, ...(contexts && { contexts }) };
  if (isForAll(input)) return { ...where, namespaces: 'all' };
  const { own, others } = namespacesOfNames(input.names);
  if (!own) return { ...where, namespaces: others };
  const named = (input.flags.string('namespace') ?? '').split(',').filter((name) => name !== '');
  const chosen = named.length > 0 ? named : await defaultNamespaces(io, kubeconfig, contexts ?? [typed]);
  return { ...where, namespaces: [...chosen, ...others] };
}

/** The contexts that fit `--contexts`; undefined without it. A pattern that fits none is reported by the command. */
function contextsOf({ contexts }: Kubeconfig, { flags }: CommandInput): readonly string[] | undefined {
  if (!flags.declares('contexts') || !flags.isGiven('contexts')) return undefined;
  const patterns = flags.strings('contexts');
  return [...contexts.keys()].filter((name) => patterns.some((pattern) => fitsWildcards(name, pattern)));
}

async function defaultNamespaces(
  io: Io,
  kubeconfig: Kubeconfig,
  contexts: readonly (string | undefined)[],
): Promise<readonly string[]> {
  const names = await Promise.all(contexts.map((context) => ownNamespace(io, kubeconfig, context)));
  return [...new Set(names)];
}

/** A broken entry of one of several contexts is reported by the command, as a row. */
async function ownNamespace(io: Io, kubeconfig: Kubeconfig, context: string | undefined): Promise<string> {
  try {
    return await defaultNamespace(io, kubeconfig, context);
  } catch (error) {
    if (context === undefined || !isCliError(error) || !kubeconfig.contexts.has(context)) throw error;
    return 'default';
  }
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
  const own = place.contexts ?? [place.context];
  const fitsContext =
    contexts?.some((pattern) => own.some((context) => fitsWildcards(context, pattern))) ?? true;
  if (!fitsContext || namespaces === undefined || place.namespaces === 'all') return fitsContext;
  return place.namespaces.some((name) => namespaces.some((pattern) => fitsWildcards(name, pattern)));
}
