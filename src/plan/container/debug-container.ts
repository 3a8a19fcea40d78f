import { envelopeFields, isEnvelopeVariable, type Envelope } from '../../pod/containers/envelope.ts';
import type { Container } from '../../pod/types.ts';
import { applyCustom } from '../custom/custom.ts';
import type { DebugRequest } from '../request/debug-request.ts';
import type { FittedRequest } from '../request/fit-request.ts';
import { changeSecurityContext, type SecurityChange } from '../security/profiles.ts';
import { applySecurityFlags } from '../security/security-flags.ts';
import { omitFields } from '../omit-fields.ts';

/** A container that was not there before; kubectl wants the reason of its end from its log in every mode. */
export function newContainer(name: string): Container {
  return { name, terminationMessagePolicy: 'File' };
}

/** A command replaces the image's entrypoint, which the old arguments belonged to. */
function applyCommand(container: Container, { command, argumentsOnly }: DebugRequest): Container {
  if (command.length === 0) return container;
  return argumentsOnly ? { ...container, args: command } : { ...omitFields(container, 'args'), command };
}

/**
 * Unlike kubectl, an attached stdin without a terminal is closed in the container when ours ends: else a command
 * that reads to the end would never finish. With a terminal the runtime ignores `stdinOnce`.
 */
function applyStdin(container: Container, { stdin, tty, attach }: DebugRequest): Container {
  return {
    ...omitFields(container, 'stdin', 'tty'),
    ...(stdin && { stdin }),
    ...(stdin && attach && !tty && { stdinOnce: true }),
    ...(tty && { tty }),
  };
}

function applyFlags(container: Container, request: FittedRequest): Container {
  const { image, imagePullPolicy, fromTarget } = request;
  const env = [...(fromTarget?.env ?? []), ...request.env];
  return {
    ...applyStdin(applyCommand(container, request), request),
    ...fromTarget,
    ...(image !== undefined && { image }),
    ...(imagePullPolicy !== undefined && { imagePullPolicy }),
    ...(env.length > 0 && { env }),
  };
}

function applySecurity(container: Container, change: SecurityChange, { security }: DebugRequest): Container {
  const byProfile = changeSecurityContext(container.securityContext, change);
  const securityContext = security === undefined ? byProfile : applySecurityFlags(byProfile, security);
  return {
    ...omitFields(container, 'securityContext'),
    ...(securityContext !== undefined && { securityContext }),
  };
}

/**
 * Runs the container's command in the envelope that was asked for. Its stdin belongs to the envelope, which waits there
 * for the word to start, and ends with the one session that gives it. With `stdinOnce` a session that is lost cannot
 * leave a container behind that waits for ever.
 */
function applyEnvelope(container: Container, { envelope, env }: DebugRequest): Container {
  const command = envelope === undefined ? [] : enclosedCommand(container, envelope);
  if (envelope === undefined || command.length === 0) return container;
  const hasInput = container.stdin ?? false;
  const names = env.map(({ name }) => name);
  const enclosed = envelopeFields({ envelope, hasInput, command }, names);
  const others = (container.env ?? []).filter((variable) => !isEnvelopeVariable(variable));
  return {
    ...omitFields(container, 'args'),
    command: enclosed.command,
    env: [...others, enclosed.variable],
    ...(envelope.kind === 'on-line' && { stdin: true, stdinOnce: true }),
  };
}

/** What is to run in the envelope; nothing where a custom container has made it another case. */
function enclosedCommand(
  { command = [], args = [], tty = false }: Container,
  { kind }: Envelope,
): readonly string[] {
  if (tty !== (kind === 'terminal')) return [];
  if (command.length > 0) return [...command, ...args];
  return tty ? ['sh'] : [];
}

/**
 * The container that the request makes of a new or an existing one: first its flags, then its profile and the
 * flags that go over it, then its custom container, and last the envelope around its command.
 */
export function makeDebugContainer(
  container: Container,
  request: FittedRequest,
  security: SecurityChange,
): Container {
  const made = applySecurity(applyFlags(container, request), security, request);
  return applyEnvelope(request.custom === undefined ? made : applyCustom(made, request.custom), request);
}
