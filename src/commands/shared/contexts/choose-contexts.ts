import { textField, type KubeconfigEntry } from '../../../cluster/settings/kubeconfig-entry.ts';
import type { Kubeconfig } from '../../../cluster/settings/kubeconfig-merge.ts';
import { listNames } from '../../../cluster/settings/choose-entries.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { fitsWildcards } from '../../../target/names/fits-wildcards.ts';
import { nearNames, withSuggestion } from '../../../target/names/suggest-name.ts';

/** What a call says of its contexts. */
interface ContextWish {
  /** The value of `--contexts`. */
  readonly patterns: readonly string[];
  /** What `-n` or `-A` say for all contexts; undefined if each uses its own namespace. */
  readonly places: string | undefined;
}

/** A context that another one makes superfluous. */
interface SameContext {
  readonly name: string;
  /** The one that is used. */
  readonly sameAs: string;
}

/** The contexts that fit `--contexts`. */
export interface ContextChoice {
  /** In the order of the patterns, and for one pattern by name. */
  readonly names: readonly string[];
  readonly same: readonly SameContext[];
}

/**
 * Chooses the contexts whose names fit. Of contexts with the same cluster, user and namespace it takes the first one: the
 * others would show each pod again. Throws `kubeconfig`, with similar names as the hint, if a pattern fits none.
 */
export function chooseContexts(kubeconfig: Kubeconfig, { patterns, places }: ContextWish): ContextChoice {
  const all = [...kubeconfig.contexts.keys()].toSorted();
  const fitting = patterns.flatMap((pattern) => {
    const own = all.filter((name) => fitsWildcards(name, pattern));
    if (own.length === 0) throw noContext(kubeconfig, pattern);
    return own;
  });
  const taken = new Map<string, string>();
  const same: SameContext[] = [];
  for (const name of new Set(fitting)) {
    const key = keyOf(kubeconfig.contexts.get(name), { name, places });
    const sameAs = taken.get(key);
    if (sameAs === undefined) taken.set(key, name);
    else same.push({ name, sameAs });
  }
  return { names: [...taken.values()], same };
}

/** Equal for contexts that show the same pods to the same user. A context that lacks something is reported by its own. */
function keyOf(
  entry: KubeconfigEntry | undefined,
  { name, places }: { readonly name: string; readonly places: string | undefined },
): string {
  if (entry === undefined || !isText(entry, 'cluster')) return JSON.stringify([name]);
  const user = isText(entry, 'user') ? textField(entry, 'user') : undefined;
  const own = isText(entry, 'namespace') ? textField(entry, 'namespace') : undefined;
  return JSON.stringify([textField(entry, 'cluster'), user ?? '', places ?? own ?? 'default']);
}

/** Whether a field can be read: the kubeconfig may have anything there. */
function isText({ fields }: KubeconfigEntry, name: string): boolean {
  return typeof fields[name] === 'string';
}

function noContext(kubeconfig: Kubeconfig, pattern: string): CliError {
  const { contexts, paths } = kubeconfig;
  const error = new CliError('kubeconfig', `no context fits "${pattern}" in ${paths.join(', ')}`, {
    hint: `${listNames('context', contexts)}; kubectl config get-contexts`,
  });
  const typed = pattern.replaceAll('*', '');
  return typed === '' ? error : withSuggestion(error, nearNames(typed, [...contexts.keys()].toSorted()));
}
