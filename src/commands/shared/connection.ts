import type { Cluster } from '../../cluster/cluster.ts';
import { connect } from '../../cluster/connect/connect.ts';
import type { ConnectionHooks } from '../../cluster/connect/connection-hooks.ts';
import type { ConnectionOptions } from '../../cluster/settings/connection-options.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { FlagValues } from '../../flags/flag.ts';
import { parseGoDuration } from '../../flags/go-values.ts';
import type { Io } from '../../io.ts';
import { makeNotes } from '../../output/say/notes.ts';
import { printableStream } from '../../output/printable-stream.ts';
import { makeRequestLog } from '../../output/say/request-log.ts';
import { readReasonFlag } from './read-reason.ts';

/** The flag of each text option. As in kubectl, an empty text counts as not given. */
const TEXT_OPTIONS = {
  kubeconfig: 'kubeconfig',
  context: 'context',
  cluster: 'cluster',
  user: 'user',
  namespace: 'namespace',
  server: 'server',
  token: 'token',
  username: 'username',
  password: 'password',
  impersonate: 'as',
  impersonateUid: 'as-uid',
  certificateAuthority: 'certificate-authority',
  clientCertificate: 'client-certificate',
  clientKey: 'client-key',
  tlsServerName: 'tls-server-name',
  proxyUrl: 'proxy-url',
} as const satisfies Partial<Record<keyof ConnectionOptions, string>>;

/** Reads the global flags that select a server and a user. Throws `usage`. */
export function readConnectionOptions(flags: FlagValues): ConnectionOptions {
  const texts = Object.entries(TEXT_OPTIONS)
    .map(([option, flag]) => [option, flags.string(flag)] as const)
    .filter(([, text]) => text !== undefined && text !== '');
  const requestTimeoutMs = readRequestTimeout(flags.string('request-timeout') ?? '');
  return {
    ...Object.fromEntries(texts),
    ...(requestTimeoutMs !== undefined && { requestTimeoutMs }),
    ...(flags.isGiven('as-group') && { impersonateGroups: flags.strings('as-group') }),
    ...(flags.isGiven('as-user-extra') && { impersonateExtra: readExtra(flags.strings('as-user-extra')) }),
    ...(flags.isGiven('insecure-skip-tls-verify') && {
      insecureSkipTlsVerify: flags.boolean('insecure-skip-tls-verify'),
    }),
    ...(flags.isSet('disable-compression') && { disableCompression: flags.boolean('disable-compression') }),
  };
}

/** Reads a number of seconds or a Go duration, in milliseconds; 0 means no limit. */
function readRequestTimeout(text: string): number | undefined {
  if (text === '') return undefined;
  const timeoutMs = /^\d+$/.test(text) ? Number(text) * 1000 : durationOf(text);
  if (timeoutMs >= 0) return timeoutMs === 0 ? Infinity : timeoutMs;
  throw new CliError('usage', `--request-timeout "${text}" is not a time`, {
    hint: 'give seconds as a whole number, or a number with its unit: 30, 90s, 2m, 1h30m; 0 for no limit',
  });
}

function durationOf(text: string): number {
  try {
    return parseGoDuration(text);
  } catch {
    return NaN; // Go's message names neither the flag nor plain seconds
  }
}

/** A repeated key has several values. Throws `usage` for a text without `=`, which kubectl silently ignores. */
function readExtra(texts: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const extra = new Map<string, readonly string[]>();
  for (const text of texts) {
    const equals = text.indexOf('=');
    if (equals < 0) {
      const argument = `invalid argument ${JSON.stringify(text)} for "--as-user-extra" flag`;
      throw new CliError('usage', `${argument}: ${text} must be formatted as key=value`);
    }
    const key = text.slice(0, equals);
    extra.set(key, [...(extra.get(key) ?? []), text.slice(equals + 1)]);
  }
  return Object.fromEntries(extra);
}

/** Makes the stderr of credential plugins printable: their text may come from somebody else. */
function withSafePlugins(io: Io): Io {
  return Object.create(io, { stderr: { value: printableStream(io.stderr) } }) as Io;
}

/** A connection, and the warnings of the server so far. */
export interface Connection {
  readonly cluster: Cluster;
  /** Each different one once; not made printable yet. */
  readonly serverWarnings: readonly string[];
}

/**
 * Connects as the global flags say, with the log of `-v` and the reason of `--reason`, and prints warnings as they arrive,
 * below the name of the context if there are several. Throws `kubeconfig`, `credentials` and `usage`.
 */
export async function connectFromFlags(io: Io, flags: FlagValues, context?: string): Promise<Connection> {
  const reason = readReasonFlag(flags);
  const { warn } = makeNotes(io, { quiet: false });
  const log = makeRequestLog(io, flags.integer('v') ?? 0);
  const serverWarnings: string[] = [];
  const onWarning: ConnectionHooks['onWarning'] = (text, source) => {
    if (source === 'server') serverWarnings.push(text);
    warn(context === undefined ? text : `${context}: ${text}`);
  };
  const cluster = await connect(withSafePlugins(io), readConnectionOptions(flags), { ...log, onWarning });
  cluster.giveReason(reason);
  return { cluster, serverWarnings };
}
