import type { Container } from '../pod/types.ts';
import { applyCustom } from './custom.ts';
import type { DebugRequest } from './debug-request.ts';
import { changeSecurityContext, type SecurityChange } from './profiles.ts';
import { without } from './without.ts';

/** A container that was not there before; kubectl wants the reason of its end from its log in every mode. */
export function newContainer(name: string): Container {
  return { name, terminationMessagePolicy: 'File' };
}

/** A command replaces the image's entrypoint, which the old arguments belonged to. */
function applyCommand(container: Container, { command, argumentsOnly }: DebugRequest): Container {
  if (command.length === 0) return container;
  return argumentsOnly ? { ...container, args: command } : { ...without(container, 'args'), command };
}

/**
 * Unlike kubectl, an attached stdin without a terminal is closed in the container when ours ends: else a command
 * that reads to the end would never finish. With a terminal the runtime ignores `stdinOnce`.
 */
function applyStdin(container: Container, { stdin, tty, attach }: DebugRequest): Container {
  return {
    ...without(container, 'stdin', 'tty'),
    ...(stdin && { stdin }),
    ...(stdin && attach && !tty && { stdinOnce: true }),
    ...(tty && { tty }),
  };
}

function applyFlags(container: Container, request: DebugRequest): Container {
  const { image, imagePullPolicy, env } = request;
  return {
    ...applyStdin(applyCommand(container, request), request),
    ...(image !== undefined && { image }),
    ...(imagePullPolicy !== undefined && { imagePullPolicy }),
    ...(env.length > 0 && { env }),
  };
}

function applyProfile(container: Container, change: SecurityChange): Container {
  const securityContext = changeSecurityContext(container.securityContext, change);
  return {
    ...without(container, 'securityContext'),
    ...(securityContext !== undefined && { securityContext }),
  };
}

/**
 * The container that the request makes of a new or an existing one: first its flags, then its profile, then its
 * custom container.
 */
export function makeDebugContainer(
  container: Container,
  request: DebugRequest,
  security: SecurityChange,
): Container {
  const made = applyProfile(applyFlags(container, request), security);
  return request.custom === undefined ? made : applyCustom(made, request.custom);
}
