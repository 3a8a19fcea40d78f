import { describe, expect, it } from 'vitest';
import { GLOBAL_FLAGS } from '../../flags/tables/global-flags.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { readConnectionOptions } from './connection.ts';

const read = (...argv: readonly string[]) =>
  readConnectionOptions(parseCommandLine(GLOBAL_FLAGS, argv).flags);

describe('readConnectionOptions', () => {
  it.each([
    [[], {}],
    [['-n', 'shop'], { namespace: 'shop' }],
    [['--context=prod', '--cluster=c', '--user=u'], { context: 'prod', cluster: 'c', user: 'u' }],
    [
      ['--kubeconfig=k', '-s', 'https://x', '--token=t'],
      { kubeconfig: 'k', server: 'https://x', token: 't' },
    ],
    [
      ['--as=u', '--as-uid=1', '--as-group=a', '--as-group=b'],
      { impersonate: 'u', impersonateUid: '1', impersonateGroups: ['a', 'b'] },
    ],
    [['--request-timeout='], {}],
    [['--request-timeout=0'], { requestTimeoutMs: Infinity }],
    [['--request-timeout=0s'], { requestTimeoutMs: Infinity }],
    [['--request-timeout=45'], { requestTimeoutMs: 45_000 }],
    [['--request-timeout=1m30s'], { requestTimeoutMs: 90_000 }],
    [['--request-timeout=1.5h'], { requestTimeoutMs: 5_400_000 }],
    [['--request-timeout=250ms'], { requestTimeoutMs: 250 }],
    [
      ['--certificate-authority=a', '--client-certificate=c', '--client-key=k', '--tls-server-name=n'],
      { certificateAuthority: 'a', clientCertificate: 'c', clientKey: 'k', tlsServerName: 'n' },
    ],
    [
      ['--username=me', '--password=pw', '--proxy-url=http://p'],
      { username: 'me', password: 'pw', proxyUrl: 'http://p' },
    ],
    [
      ['--as-user-extra=a=x=y', '--as_user_extra=b=', '--as-user-extra', 'a=z,w', '--as-user-extra==v'],
      { impersonateExtra: { a: ['x=y', 'z,w'], b: [''], '': ['v'] } },
    ],
    [['--as-user-extra=__proto__=x'], { impersonateExtra: Object.fromEntries([['__proto__', ['x']]]) }],
    [['--disable-compression'], { disableCompression: true }],
    [['--disable-compression=false'], { disableCompression: false }],
    [['--insecure-skip-tls-verify'], { insecureSkipTlsVerify: true }],
    [['--insecure-skip-tls-verify=false'], { insecureSkipTlsVerify: false }],
    [['-v6'], {}],
  ])('reads %j', (argv, expected) => {
    expect(read(...argv)).toStrictEqual(expected);
  });

  // Seen by running kubectl 1.37 with a context that has a namespace, a server and a user.
  it.each([
    '-n',
    '--context',
    '--server',
    '--as',
    '--kubeconfig',
    '--request-timeout',
    '--token',
    '--password',
    '--proxy-url',
  ])('takes an empty text for %s as no choice', (flag) => {
    expect(read(flag, '')).toStrictEqual({});
  });

  it('refuses an extra attribute without a value', () => {
    expect(() => read('--as-user-extra=a')).toThrow(
      expect.objectContaining({
        kind: 'usage',
        message: 'invalid argument "a" for "--as-user-extra" flag: a must be formatted as key=value',
      }),
    );
  });

  it.each(['x', '1d', '5 s', '-1', '-1s', '1h-', 's', '1.5'])('refuses a request timeout of "%s"', (text) => {
    expect(() => read(`--request-timeout=${text}`)).toThrow(/--request-timeout .* is not a time/);
  });

  it('reads every global flag that has an effect and chooses server or user', () => {
    const others = ['v', 'match-server-version', 'warnings-as-errors', 'kuberc'];
    const choosing = GLOBAL_FLAGS.filter(
      ({ name, hasNoEffect }) => hasNoEffect !== true && !others.includes(name),
    );
    const values = new Map([['request-timeout', '5']]);
    const argv = choosing.map(({ name, kind }) =>
      kind === 'boolean' ? `--${name}` : `--${name}=${values.get(name) ?? 'k=v'}`,
    );
    expect(Object.keys(read(...argv))).toHaveLength(choosing.length);
  });

  // What kubectl 1.37 takes without a word.
  it.each(['--cache-dir=x', '--log-flush-frequency=1s', '--profile-output=x', '--vmodule=a=1'])(
    'takes %s for nothing',
    (flag) => {
      expect(read(flag)).toStrictEqual({});
    },
  );
});
