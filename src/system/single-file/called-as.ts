import { basename } from 'node:path';

/** Set by the scripts beside the executable, which cannot give it another name. */
export const NAME_VARIABLE = 'KUBECTL_DEBUG_CALLED_AS';

/** The name by which the executable was called, and the words that this name stands for. */
export interface CalledAs {
  readonly name: string;
  readonly words: readonly string[];
}

/** Looks at the name that the caller gave the process: that of the link, if a link leads here. */
export function calledAs({ argv0, env }: Pick<NodeJS.Process, 'argv0' | 'env'>): CalledAs {
  const name = basename(env[NAME_VARIABLE] ?? argv0).replace(/\.exe$/i, '');
  // kubectl calls this name to complete `kubectl dbg …`, with the words after `dbg`.
  return { name, words: name === 'kubectl_complete-dbg' ? ['completion', '--'] : [] };
}
