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

/** Which text flag gives which option; an empty text is no choice, as kubectl reads it. */
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

/** The global flags as a choice of server and user. Throws `usage`. */
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
    ...(flags.isGiven('disable-compression') && { disableCompression: flags.boolean('disable-compression') }),
  };
}

/** A number of seconds or a Go duration; 0 is no limit. */
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
    return NaN; // the words of Go do not name the flag, and know nothing of plain seconds
  }
}

/** A key that comes again has several values. kubectl passes over a text without `=`, as if it were not there. */
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

/** A credential plugin writes to our stderr, and what it says may be somebody else's text. */
function withSafePlugins(io: Io): Io {
  return Object.create(io, { stderr: { value: printableStream(io.stderr) } }) as Io;
}

/** A connection, and what the server warned of so far. */
export interface Connection {
  readonly cluster: Cluster;
  /** Each different one once; not printable yet. */
  readonly serverWarnings: readonly string[];
}

/**
 * Connects as the global flags say, with the log that `-v` asks for; warnings are shown as they come. Throws what
 * `connect` throws: `kubeconfig`, `credentials`, `usage`.
 */
export async function connectFromFlags(io: Io, flags: FlagValues): Promise<Connection> {
  const { warn } = makeNotes(io, { quiet: false });
  const log = makeRequestLog(io, flags.integer('v') ?? 0);
  const serverWarnings: string[] = [];
  const onWarning: ConnectionHooks['onWarning'] = (text, source) => {
    if (source === 'server') serverWarnings.push(text);
    warn(text);
  };
  const cluster = await connect(withSafePlugins(io), readConnectionOptions(flags), { ...log, onWarning });
  return { cluster, serverWarnings };
}
