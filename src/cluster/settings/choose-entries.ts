import { CliError } from '../../errors/cli-error.ts';
import { shellNames } from '../../errors/shell-word.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { entryError, textField, type KubeconfigEntry } from './kubeconfig-entry.ts';
import type { Kubeconfig } from './kubeconfig-merge.ts';

/** The entries of a kubeconfig for one connection. */
interface ChosenEntries {
  readonly cluster: KubeconfigEntry | undefined;
  readonly user: KubeconfigEntry | undefined;
  /** Namespace of the context. */
  readonly namespace: string | undefined;
}

/**
 * Chooses by flags, else by the current context. Throws `kubeconfig` for a missing entry, unless a flag replaces
 * it.
 */
export function chooseEntries(kubeconfig: Kubeconfig, options: ConnectionOptions): ChosenEntries {
  const context = chooseContext(kubeconfig, options.context);
  const hasOwnCredentials = [options.token, options.clientCertificate, options.username].some(Boolean);
  return {
    cluster: chooseEntry(kubeconfig, context, {
      ...CLUSTERS,
      flag: options.cluster,
      isReplaced: Boolean(options.server),
    }),
    user: chooseEntry(kubeconfig, context, { ...USERS, flag: options.user, isReplaced: hasOwnCredentials }),
    namespace: context && textField(context, 'namespace'),
  };
}

function chooseContext(kubeconfig: Kubeconfig, flag: string | undefined): KubeconfigEntry | undefined {
  const name = flag || kubeconfig.currentContext;
  if (name === undefined) return undefined;
  const context = kubeconfig.contexts.get(name);
  if (context !== undefined) return context;
  const which = flag ? 'context' : 'current context';
  throw new CliError('kubeconfig', `${which} "${name}" does not exist in ${kubeconfig.paths.join(', ')}`, {
    hint: `${listNames('context', kubeconfig.contexts)}; kubectl config get-contexts`,
  });
}

const CLUSTERS = { kind: 'cluster', list: 'clusters' } as const;
const USERS = { kind: 'user', list: 'users' } as const;

interface Choice {
  readonly kind: 'cluster' | 'user';
  readonly list: 'clusters' | 'users';
  readonly flag: string | undefined;
  /** Whether other flags replace the entry, so that it can be missing. */
  readonly isReplaced: boolean;
}

function chooseEntry(
  kubeconfig: Kubeconfig,
  context: KubeconfigEntry | undefined,
  { kind, list, flag, isReplaced }: Choice,
): KubeconfigEntry | undefined {
  const name = flag || (context && textField(context, kind));
  const entry = name === undefined ? undefined : kubeconfig[list].get(name);
  if (name === undefined || entry !== undefined) return entry;
  if (flag) {
    throw new CliError('kubeconfig', `${kind} "${name}" does not exist in ${kubeconfig.paths.join(', ')}`, {
      hint: listNames(kind, kubeconfig[list]),
    });
  }
  if (isReplaced || context === undefined) return undefined;
  throw entryError(context, `its ${kind} "${name}" does not exist`, listNames(kind, kubeconfig[list]));
}

const MOST_NAMES = 10;

/** A hint with the existing names. */
export function listNames(kind: string, entries: ReadonlyMap<string, unknown>): string {
  const names = [...entries.keys()];
  if (names.length === 0) return `there is no ${kind}`;
  const more = names.length > MOST_NAMES ? ', …' : '';
  return `one ${kind} of: ${shellNames(names.slice(0, MOST_NAMES))}${more}`;
}
