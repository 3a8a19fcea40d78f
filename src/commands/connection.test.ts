import { describe, expect, it } from 'vitest';
import { GLOBAL_FLAGS } from '../flags/global-flags.ts';
import { parseCommandLine } from '../flags/parse-command-line.ts';
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
    [['--request-timeout=0'], { requestTimeout: '0' }],
    [
      ['--certificate-authority=a', '--client-certificate=c', '--client-key=k', '--tls-server-name=n'],
      { certificateAuthority: 'a', clientCertificate: 'c', clientKey: 'k', tlsServerName: 'n' },
    ],
    [['--insecure-skip-tls-verify'], { insecureSkipTlsVerify: true }],
    [['--insecure-skip-tls-verify=false'], { insecureSkipTlsVerify: false }],
    [['-v6'], {}],
  ])('reads %j', (argv, expected) => {
    expect(read(...argv)).toStrictEqual(expected);
  });

  // Seen by running kubectl 1.37 with a context that has a namespace, a server and a user.
  it.each(['-n', '--context', '--server', '--as', '--kubeconfig', '--request-timeout', '--token'])(
    'takes an empty text for %s as no choice',
    (flag) => {
      expect(read(flag, '')).toStrictEqual({});
    },
  );

  it('reads every global flag but -v', () => {
    const argv = GLOBAL_FLAGS.flatMap(({ name, kind }) => (kind === 'boolean' ? `--${name}` : `--${name}=1`));
    expect(Object.keys(read(...argv))).toHaveLength(GLOBAL_FLAGS.length - 1);
  });
});
