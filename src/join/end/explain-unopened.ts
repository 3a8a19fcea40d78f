import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { Via } from '../../session/choose-way.ts';

/** A session that the server does not open. */
export interface UnopenedSession {
  readonly via: Via;
  readonly stdin: boolean;
  /** Whether stdin is a terminal; the log would silently lose the input of a pipe. */
  readonly hasTerminal: boolean;
}

/**
 * Whether the log can be shown in place of a session: if a proxy on the way refuses WebSockets, or if the user may not attach
 * and sends no input.
 */
export function canGoOnByLog(error: unknown, { via, stdin, hasTerminal }: UnopenedSession): error is Error {
  if (via !== 'auto') return false;
  const isForbidden = isApiError(error) && error.code === 403;
  const isRefused = isCliError(error) && error.kind === 'upgrade-refused';
  return isForbidden ? !stdin : isRefused && (!stdin || hasTerminal);
}

/** Says that the log is shown in place of a session, and why. */
export function describeLogInstead(
  { message }: Error,
  { container, stdin }: Pick<ContainerRef, 'container'> & { readonly stdin: boolean },
): string {
  const instead = `${message}; the log of "${container}" is shown instead`;
  return stdin ? `${instead}, and nothing that is typed reaches it; Ctrl-C leaves it` : instead;
}

/**
 * Explains why a running container cannot be shown, and where it is left, unless its pod is deleted. Returns an error that is
 * no refusal as it is, so that a catch can throw the result.
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
