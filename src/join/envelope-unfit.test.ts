import { describe, expect, it } from 'vitest';
import { aDebugRequest } from '../../test/builders/a-debug-request.ts';
import { aPod } from '../../test/builders/a-pod.ts';
import { ApiError } from '../cluster/refusals/api-error.ts';
import { CliError } from '../errors/cli-error.ts';
import { planEphemeralContainer } from '../plan/container/ephemeral-container.ts';
import type { Envelope } from '../pod/containers/envelope.ts';
import { EnvelopeUnfit, findObstacle, isEnvelopeUnfit } from './envelope-unfit.ts';

const ON_LINE: Envelope = { kind: 'on-line', waitSeconds: 60 };
const AT_ONCE: Envelope = { kind: 'at-once' };

const containerIn = (envelope: Envelope | undefined, stdin = false) =>
  planEphemeralContainer(aPod(), aDebugRequest({ command: ['ls'], stdin, envelope }), () => 0).container;

const NO_SHELL = new CliError('command-not-found', 'no sh');
const NOT_EXECUTABLE = new CliError('command-not-executable', 'no sh');
const FORBIDDEN = new ApiError({ method: 'GET', path: '/attach' }, 403, { message: 'no' });
const REFUSED = new CliError('upgrade-refused', 'no WebSockets');

describe('findObstacle', () => {
  it.each([
    { error: NO_SHELL, container: containerIn(ON_LINE), obstacle: 'no-shell' },
    { error: NOT_EXECUTABLE, container: containerIn(AT_ONCE), obstacle: 'no-shell' },
    { error: NO_SHELL, container: containerIn(undefined), obstacle: undefined },
    { error: FORBIDDEN, container: containerIn(ON_LINE), obstacle: 'no-attach' },
    { error: REFUSED, container: containerIn(ON_LINE), obstacle: 'no-attach' },
    { error: FORBIDDEN, container: containerIn(ON_LINE, true), obstacle: undefined },
    { error: FORBIDDEN, container: containerIn(AT_ONCE), obstacle: undefined },
    { error: new CliError('timeout', 'late'), container: containerIn(ON_LINE), obstacle: undefined },
  ])('reads $obstacle from $error.message', ({ error, container, obstacle }) => {
    expect(findObstacle(error, container)).toBe(obstacle);
  });
});

it('knows its error by name, with the message of the failure', () => {
  const unfit = new EnvelopeUnfit('no-shell', { pod: aPod(), image: 'scratch', cause: NO_SHELL });
  expect(isEnvelopeUnfit(unfit)).toBe(true);
  expect(isEnvelopeUnfit(NO_SHELL)).toBe(false);
  expect(unfit.message).toBe('no sh');
});
