import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { Via } from '../../session/choose-way.ts';

/** What a session that the server does not open was to be. */
export interface UnopenedSession {
  readonly via: Via;
  readonly stdin: boolean;
  /** Whether stdin is a terminal; the input of a pipe would be lost without a word. */
  readonly hasTerminal: boolean;
}

/**
 * Whether the log can be shown in place of a session: because something on the way refuses WebSockets, or because the user
 * may not attach, to whom nothing but input would be lost.
 */
export function canGoOnByLog(error: unknown, { via, stdin, hasTerminal }: UnopenedSession): error is Error {
  if (via !== 'auto') return false;
  const isForbidden = isApiError(error) && error.code === 403;
  const isRefused = isCliError(error) && error.kind === 'upgrade-refused';
  return isForbidden ? !stdin : isRefused && (!stdin || hasTerminal);
}

/** What is said when the log is shown in place of a session. */
export function describeLogInstead(
  { message }: Error,
  { container, stdin }: Pick<ContainerRef, 'container'> & { readonly stdin: boolean },
): string {
  const instead = `${message}; the log of "${container}" is shown instead`;
  return stdin ? `${instead}, and nothing that is typed reaches it; Ctrl-C leaves it` : instead;
}

/**
 * Explains why a container that runs cannot be shown, and where it is to be found unless its pod goes with us.
 * Everything that is no refusal comes back as it is, so that a catch can throw the result.
 */
export function explainUnopened(
  error: unknown,
  { namespace, name, container, isRemoved }: ContainerRef & { readonly isRemoved: boolean },
): Error {
  const explained = explainApiError(error, { action: `show "${container}" in ${namespace}/${name}` });
  const isRefused = isApiError(error) || (isCliError(error) && error.kind === 'upgrade-refused');
  if (!isRefused || !isCliError(explained) || isRemoved) return explained;
  const where = `debug container "${container}" is left in ${namespace}/${name}; what it prints: ${commandText`kubectl logs ${name} -n ${namespace} -c ${container}`}`;
  const hint = explained.hint === undefined ? where : `${explained.hint}; ${where}`;
  return new CliError(explained.kind, explained.message, { hint, cause: error });
}
