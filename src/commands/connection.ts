import type { Cluster } from '../cluster/cluster.ts';
import { connect } from '../cluster/connect.ts';
import type { ConnectionOptions } from '../cluster/connection-options.ts';
import type { FlagValues } from '../flags/flag.ts';
import type { Io } from '../io.ts';
import { makeNotes } from '../output/notes.ts';
import { makeRequestLog } from '../output/request-log.ts';

/** Which text flag gives which option; an empty text is no choice, as kubectl reads it. */
const TEXT_OPTIONS = {
  kubeconfig: 'kubeconfig',
  context: 'context',
  cluster: 'cluster',
  user: 'user',
  namespace: 'namespace',
  server: 'server',
  token: 'token',
  impersonate: 'as',
  impersonateUid: 'as-uid',
  requestTimeout: 'request-timeout',
  certificateAuthority: 'certificate-authority',
  clientCertificate: 'client-certificate',
  clientKey: 'client-key',
  tlsServerName: 'tls-server-name',
} as const satisfies Partial<Record<keyof ConnectionOptions, string>>;

/** The global flags as a choice of server and user. */
export function readConnectionOptions(flags: FlagValues): ConnectionOptions {
  const texts = Object.entries(TEXT_OPTIONS)
    .map(([option, flag]) => [option, flags.string(flag)] as const)
    .filter(([, text]) => text !== undefined && text !== '');
  return {
    ...Object.fromEntries(texts),
    ...(flags.isGiven('as-group') && { impersonateGroups: flags.strings('as-group') }),
    ...(flags.isGiven('insecure-skip-tls-verify') && {
      insecureSkipTlsVerify: flags.boolean('insecure-skip-tls-verify'),
    }),
  };
}

/**
 * Connects as the global flags say, with the log that `-v` asks for. Throws what `connect` throws: `kubeconfig`,
 * `credentials`.
 */
export function connectFromFlags(io: Io, flags: FlagValues): Promise<Cluster> {
  const { warn } = makeNotes(io, { quiet: false });
  const log = makeRequestLog(io, flags.integer('v') ?? 0);
  return connect(io, readConnectionOptions(flags), { ...log, onWarning: warn });
}
