import { envelopeFields, isEnvelopeVariable, type Envelope } from '../../pod/containers/envelope.ts';
import { withReason } from '../../pod/containers/reason.ts';
import type { Container } from '../../pod/types.ts';
import { applyCustom } from '../custom/custom.ts';
import type { DebugRequest } from '../request/debug-request.ts';
import type { FittedRequest } from '../request/fit-request.ts';
import { changeSecurityContext, type SecurityChange } from '../security/profiles.ts';
import { applySecurityFlags } from '../security/security-flags.ts';
import { omitFields } from '../omit-fields.ts';

/** A new container, with the termination message policy that kubectl sets in every mode. */
export function newContainer(name: string): Container {
  return { name, terminationMessagePolicy: 'File' };
}

/** A command replaces the entrypoint of the image, and with it the old arguments. */
function applyCommand(container: Container, { command, argumentsOnly }: DebugRequest): Container {
  if (command.length === 0) return container;
  return argumentsOnly ? { ...container, args: command } : { ...omitFields(container, 'args'), command };
}

/**
 * Unlike kubectl, sets `stdinOnce` for an attached stdin without a terminal, so that stdin closes in the container when
 * ours ends: a command that reads to the end would never finish otherwise. With a terminal the runtime ignores it.
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
 * Wraps the container's command in the envelope of the request. An envelope that waits for a line needs stdin. With
 * `stdinOnce` the container does not wait for ever when the session is lost before it sends that line.
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

/**
 * The command to run in the envelope; empty where a custom container changed `tty` so that the envelope does not fit.
 */
function enclosedCommand(
  { command = [], args = [], tty = false }: Container,
  { kind }: Envelope,
): readonly string[] {
  if (tty !== (kind === 'terminal')) return [];
  if (command.length > 0) return [...command, ...args];
  return tty ? ['sh'] : [];
}

/**
 * Applies the request to a new or an existing container: first its flags, then its profile and the security flags, then
 * its custom container, then the reason, which no file may replace, and last the envelope.
 */
export function makeDebugContainer(
  container: Container,
  request: FittedRequest,
  security: SecurityChange,
): Container {
  const { custom, reason } = request;
  const made = applySecurity(applyFlags(container, request), security, request);
  const whole = custom === undefined ? made : applyCustom(made, custom);
  return applyEnvelope(reason === undefined ? whole : withReason(whole, reason), request);
}
