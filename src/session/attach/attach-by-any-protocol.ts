import { CliError } from '../../errors/cli-error.ts';
import { attachSession, type AttachEnd, type AttachAttempt } from './attach-session.ts';
import type { SessionContext } from '../session-context.ts';

/** The words of Go's net/http: only this text tells the error apart from other failures of a node. */
const TLS_MISMATCH = 'server gave HTTP response to HTTPS client';

/**
 * Attaches as `attachSession` does. A node that cannot translate for its runtime (cri-dockerd with Kubernetes 1.36) opens
 * v5 and then fails. v4 needs no translation, so we then offer v4 alone. Throws `upgrade-refused` when that fails too.
 * See https://github.com/Mirantis/cri-dockerd/issues/560
 */
export async function attachByAnyProtocol(
  context: SessionContext,
  request: AttachAttempt,
  signal: AbortSignal,
): Promise<AttachEnd> {
  const attached = await attachSession(context, request, signal);
  if (!isTlsMismatch(attached)) return attached;
  const untranslated = await attachSession(context, { ...request, onlyV4: true }, signal);
  if (!isTlsMismatch(untranslated)) return untranslated;
  const { namespace, name } = request.container;
  throw new CliError(
    'upgrade-refused',
    `the node of pod ${namespace}/${name} does not open attaches: ${TLS_MISMATCH}`,
    {
      hint: 'update cri-dockerd on the node: with Kubernetes 1.36 it is known to fail this way',
    },
  );
}

function isTlsMismatch(attached: AttachEnd): boolean {
  return attached.kind === 'not-running' && attached.message.includes(TLS_MISMATCH);
}
