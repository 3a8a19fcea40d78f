import type { World } from './world.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One way to be connected, tried with both programs. */
export interface Row {
  readonly title: string;
  readonly cluster?: Fields;
  readonly user?: Fields;
  readonly context?: Fields;
  /** In place of the kubeconfig that these make up. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Why ours does something else. */
  readonly differs?: string;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** All rows; servers are named by their ports. */
export function allRows(world: World): readonly Row[] {
  return [
    ...addresses(world),
    ...authorities(world),
    ...flags(world),
    ...users(world),
    ...proxies(world),
    ...exemptions(world),
    ...kubeconfigs(world),
  ];
}

function addresses({ ports: { tls, plain, six }, pki }: World): readonly Row[] {
  const ca = { 'certificate-authority-data': base64(pki.cluster.cert) };
  const at = (server: string, more: Fields = ca): Row => ({
    title: `server ${server.replace(/\d{4,}/, 'PORT')} ${Object.keys(more).join()}`,
    cluster: { server, ...more },
  });
  return [
    at(`https://127.0.0.1:${tls}`),
    at(`https://127.0.0.1:${tls}/`),
    at(`https://127.0.0.1:${tls}//`),
    at(`HTTPS://127.0.0.1:${tls}`),
    at(`https://LOCALHOST:${tls}`),
    at(`https://localhost:${tls}`),
    at(`https://[::1]:${six}`),
    at(`https://127.0.0.1:${tls}/prefix`),
    at(`https://127.0.0.1:${tls}/prefix/`),
    at(`https://127.0.0.1:${tls}/a/b`),
    at(`https://127.0.0.1:${tls}?x=1`),
    at(`https://127.0.0.1:${tls}/prefix?x=1#y`),
    at(`https://127.0.0.1:${tls}#frag`),
    at(`https://ali:sesame@127.0.0.1:${tls}`),
    { ...at(`https://ali:sesame@127.0.0.1:${tls}`), title: 'userinfo in the address and no token', user: {} },
    at(`http://ali:sesame@127.0.0.1:${plain}`, {}),
    at(`http://127.0.0.1:${plain}`, {}),
    at(`http://127.0.0.1:${plain}/prefix`, {}),
    at(`127.0.0.1:${plain}`, {}),
    at(`127.0.0.1:${tls}`),
    at(`localhost:${plain}`, {}),
    at(`localhost:${plain}/prefix`, {}),
    at(`//127.0.0.1:${plain}`, {}),
    at(`ftp://127.0.0.1:${plain}`, {}),
    at(`https://127.0.0.1:${plain}`, {}),
    at(`http://127.0.0.1:${tls}`, {}),
    at(`https://127.0.0.1:notaport`),
    at(`https://127.0.0.1:99999`),
    at(`https://`),
    at(` https://127.0.0.1:${tls}`),
    at(`https://127.0.0.1:${tls}/moved`),
    at(``),
  ];
}

function authorities(world: World): readonly Row[] {
  const { ports, folder, pki } = world;
  const tls = { server: `https://127.0.0.1:${ports.tls}` };
  const system = { server: `https://127.0.0.1:${ports.system}` };
  const data = (text: string) => ({ 'certificate-authority-data': base64(text) });
  const named = (title: string, port: number, ca: string, more: Fields = {}): Row => ({
    title,
    cluster: { server: `https://127.0.0.1:${port}`, ...data(ca), ...more },
  });
  const NONE = { SSL_CERT_FILE: `${folder}/missing.crt`, SSL_CERT_DIR: `${folder}/empty` };
  return [
    {
      title: 'the system: SSL_CERT_FILE',
      cluster: system,
      env: { ...NONE, SSL_CERT_FILE: `${folder}/system.crt` },
    },
    { title: 'the system: SSL_CERT_DIR', cluster: system, env: { ...NONE, SSL_CERT_DIR: `${folder}/store` } },
    {
      title: 'the system: a list of folders',
      cluster: system,
      env: { ...NONE, SSL_CERT_DIR: `:${folder}/none:${folder}/store` },
    },
    { title: 'the system: a relative folder', cluster: system, env: { ...NONE, SSL_CERT_DIR: 'store' } },
    { title: 'the system: a relative file', cluster: system, env: { ...NONE, SSL_CERT_FILE: 'system.crt' } },
    {
      title: 'the system: a file after broken certificates',
      cluster: system,
      env: { ...NONE, SSL_CERT_FILE: `${folder}/broken-first.crt` },
    },
    {
      title: 'the system: certificates without line ends between them',
      cluster: system,
      env: { ...NONE, SSL_CERT_FILE: `${folder}/run-together.crt` },
    },
    {
      title: 'the system: a trusted certificate of OpenSSL',
      cluster: system,
      env: { ...NONE, SSL_CERT_FILE: `${folder}/trusted.crt` },
    },
    {
      title: 'the system: text around a certificate',
      cluster: system,
      env: { ...NONE, SSL_CERT_FILE: `${folder}/text.crt` },
    },
    {
      title: 'the system: a file that has none',
      cluster: system,
      env: { ...NONE, SSL_CERT_FILE: `${folder}/no.crt` },
    },
    {
      title: 'the system: a folder as file',
      cluster: system,
      env: { ...NONE, SSL_CERT_FILE: `${folder}/store` },
    },
    { title: 'the system has none', cluster: system, env: NONE },
    { title: 'the system of this machine does not know it', cluster: system },
    {
      title: 'the system knows another',
      cluster: tls,
      env: { ...NONE, SSL_CERT_FILE: `${folder}/system.crt` },
    },
    {
      title: 'an authority that is named, and not the system',
      cluster: { ...system, ...data(pki.cluster.cert) },
      env: { SSL_CERT_FILE: `${folder}/system.crt` },
    },
    {
      title: 'an insecure server, and the system',
      cluster: { ...tls, 'insecure-skip-tls-verify': true },
      env: NONE,
    },
    {
      title: 'the system for a server whose tls-server-name is set',
      cluster: { ...system, 'tls-server-name': 'k.example' },
      env: { ...NONE, SSL_CERT_FILE: `${folder}/system.crt` },
    },
    {
      title: 'NODE_TLS_REJECT_UNAUTHORIZED=0',
      cluster: tls,
      env: { NODE_TLS_REJECT_UNAUTHORIZED: '0', ...NONE },
    },
    {
      title: 'a file of an authority',
      cluster: { ...tls, 'certificate-authority': `${folder}/cluster.crt` },
    },
    { title: 'a relative file of an authority', cluster: { ...tls, 'certificate-authority': 'cluster.crt' } },
    {
      title: 'a file in a folder with a blank',
      cluster: { ...tls, 'certificate-authority': 'two words/ca.crt' },
    },
    { title: 'a missing file', cluster: { ...tls, 'certificate-authority': 'missing.crt' } },
    { title: 'a folder', cluster: { ...tls, 'certificate-authority': 'store' } },
    { title: 'a file without PEM', cluster: { ...tls, 'certificate-authority': 'no.crt' } },
    { title: 'broken certificates before', cluster: { ...tls, 'certificate-authority': 'broken-first.crt' } },
    {
      title: 'only an OpenSSL trusted certificate',
      cluster: { ...system, 'certificate-authority': 'trusted.crt' },
    },
    { title: 'run together', cluster: { ...tls, 'certificate-authority': 'run-together.crt' } },
    { title: 'data that is no base64', cluster: { ...tls, 'certificate-authority-data': '***' } },
    {
      title: 'data without padding',
      cluster: {
        ...tls,
        'certificate-authority-data': base64(
          `${pki.cluster.cert}\n`.padEnd(
            pki.cluster.cert.length + 1 + ((2 - ((pki.cluster.cert.length + 1) % 3)) % 3),
            '\n',
          ),
        ).replace(/=+$/, ''),
      },
    },
    {
      title: 'data in lines',
      cluster: { ...tls, 'certificate-authority-data': base64(pki.cluster.cert).replace(/(.{64})/g, '$1\n') },
    },
    {
      title: 'data with blanks',
      cluster: { ...tls, 'certificate-authority-data': base64(pki.cluster.cert).replace(/(.{64})/g, '$1 ') },
    },
    { title: 'data that is no PEM', cluster: { ...tls, ...data('no PEM') } },
    { title: 'empty data', cluster: { ...tls, 'certificate-authority-data': '' }, env: NONE },
    {
      title: 'data and file',
      cluster: { ...tls, ...data(pki.cluster.cert), 'certificate-authority': 'cluster.crt' },
    },
    { title: 'insecure', cluster: { ...tls, 'insecure-skip-tls-verify': true } },
    {
      title: 'insecure with an authority',
      cluster: { ...tls, 'insecure-skip-tls-verify': true, ...data(pki.cluster.cert) },
    },
    { title: 'insecure as text', cluster: { ...tls, 'insecure-skip-tls-verify': 'true' } },
    {
      title: 'two authorities, the second signed',
      cluster: { ...tls, ...data(pki.system.cert + pki.cluster.cert) },
    },
    named('the wrong authority', ports.tls, pki.system.cert),
    named('a chain that the server shows', ports.chained, pki.cluster.cert),
    named('a chain that the server does not show', ports.behind, pki.cluster.cert),
    named('an intermediate as authority', ports.behind, pki.between.cert),
    named('an intermediate as authority, the chain shown', ports.chained, pki.between.cert),
    named('the certificate itself as authority', ports.tls, pki.server.cert),
    named('a self-signed server as its own authority', ports.alone, pki.alone.cert),
    named('an expired certificate', ports.expired, pki.cluster.cert),
    named('other names', ports.elsewhere, pki.cluster.cert),
    named('other names, and the right tls-server-name', ports.elsewhere, pki.cluster.cert, {
      'tls-server-name': 'elsewhere.example',
    }),
    named('the right tls-server-name in capitals', ports.elsewhere, pki.cluster.cert, {
      'tls-server-name': 'ELSEWHERE.example',
    }),
    named('a wrong tls-server-name', ports.tls, pki.cluster.cert, { 'tls-server-name': 'other.example' }),
    named('an address as tls-server-name', ports.tls, pki.cluster.cert, { 'tls-server-name': '127.0.0.1' }),
    named('a wrong address as tls-server-name', ports.tls, pki.cluster.cert, {
      'tls-server-name': '127.0.0.2',
    }),
    named('a wildcard', ports.tls, pki.cluster.cert, { 'tls-server-name': 'a.wild.example' }),
    named('a wildcard two levels up', ports.tls, pki.cluster.cert, { 'tls-server-name': 'b.a.wild.example' }),
    named('a wildcard for a part', ports.partly, pki.cluster.cert, { 'tls-server-name': 'k1.part.example' }),
    named('only a common name', ports.onlyNamed, pki.cluster.cert, { 'tls-server-name': 'k.example' }),
    named('insecure with a wrong name', ports.elsewhere, '', {
      'certificate-authority-data': '',
      'insecure-skip-tls-verify': true,
      'tls-server-name': 'x',
    }),
  ];
}

function flags({ ports, folder, pki }: World): readonly Row[] {
  const tls = `https://127.0.0.1:${ports.tls}`;
  const good = { server: tls, 'certificate-authority-data': base64(pki.cluster.cert) };
  const other = { server: 'https://127.0.0.1:1', 'certificate-authority-data': base64(pki.system.cert) };
  const row = (args: readonly string[], cluster: Fields = good, user?: Fields): Row => ({
    title: `flags ${args
      .join(' ')
      .replaceAll(/\d{4,}/g, 'PORT')
      .replaceAll(folder, '')} ${cluster === good ? '' : 'elsewhere'}`,
    args,
    cluster,
    ...(user && { user }),
  });
  const certificate = {
    'client-certificate-data': base64(pki.client.cert),
    'client-key-data': base64(pki.client.key),
  };
  return [
    row([`--server=${tls}`], other),
    row([`--server=${tls}`, `--certificate-authority=${folder}/cluster.crt`], other),
    row([`--server=${tls}`, '--certificate-authority=cluster.crt'], other),
    row(['--certificate-authority=missing.crt']),
    row(['--certificate-authority=system.crt']),
    row(['--certificate-authority=']),
    row(['--insecure-skip-tls-verify']),
    row(['--insecure-skip-tls-verify=false']),
    row(['--insecure-skip-tls-verify', '--certificate-authority=cluster.crt']),
    row(['--tls-server-name=k.example']),
    row(['--tls-server-name=other.example']),
    row([`--server=${tls}`, '--tls-server-name=k.example'], { ...good, 'tls-server-name': 'other' }),
    row([`--server=${tls}`], { ...good, 'tls-server-name': 'other.example' }),
    row([`--server=http://127.0.0.1:${ports.plain}`]),
    row([`--server=127.0.0.1:${ports.plain}`]),
    row([`-s`, tls]),
    row(['--server=']),
    row(['--token=flag']),
    row(['--token=']),
    row(['--token=flag'], good, certificate),
    {
      ...row(['--token=flag'], good, { tokenFile: 'token' }),
      differs: 'kubectl sends the token of the file',
    },
    row(['--token=flag'], good, { username: 'ali', password: 'sesame' }),
    row(['--username=ali', '--password=sesame']),
    row(['--username=ali', '--password=sesame'], good, {}),
    row(['--username=ali'], good, {}),
    row(['--password=sesame'], good, {}),
    row(['--client-certificate=client.crt', '--client-key=client.key'], good, {}),
    row(['--client-certificate=client.crt', '--client-key=client.key']),
    row(['--client-certificate=client.crt'], good, {}),
    row(['--client-key=client.key'], good, certificate),
    row(['--client-certificate=client.crt', '--client-key=client.key'], good, certificate),
    row(['--client-certificate=missing.crt', '--client-key=client.key'], good, {}),
    row(['--as=bob']),
    row(['--as=bob', '--as-group=dev', '--as-group=ops']),
    row(['--as=bob', '--as-uid=u-1']),
    row(['--as-group=dev']),
    row(['--as-uid=u-1']),
    row(['--as=']),
    row(['--as=bob'], good, { token: 't', as: 'eve', 'as-groups': ['x'] }),
    row([], good, {
      token: 't',
      as: 'eve',
      'as-groups': ['x', 'y'],
      'as-uid': '7',
      'as-user-extra': { scopes: ['a', 'b'] },
    }),
    row([], good, { token: 't', 'as-groups': ['x'] }),
    row(['--as=bob'], { server: `http://127.0.0.1:${ports.plain}` }),
    row(['--as=bob\nX: y']),
    row(['--context=missing']),
    row(['--cluster=missing']),
    row(['--user=missing']),
    row(['--cluster=c1']),
    row(['--user=u1']),
    row(['--namespace=shop']),
    row(['-n', 'shop']),
    row(['--request-timeout=90s']),
    row(['--request-timeout=90']),
    row(['--request-timeout=x']),
  ];
}

function users({ ports, pki, folder }: World): readonly Row[] {
  const cluster = {
    server: `https://127.0.0.1:${ports.tls}`,
    'certificate-authority-data': base64(pki.cluster.cert),
  };
  const pair = {
    'client-certificate-data': base64(pki.client.cert),
    'client-key-data': base64(pki.client.key),
  };
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: `${folder}/plugin`,
    interactiveMode: 'Never',
  };
  const row = (title: string, user: Fields): Row => ({ title: `user: ${title}`, cluster, user });
  return [
    row('nothing', {}),
    row('token', { token: 'abc' }),
    row('tokenFile', { tokenFile: `${folder}/token` }),
    row('relative tokenFile', { tokenFile: 'token' }),
    row('missing tokenFile', { tokenFile: 'nowhere' }),
    row('token and tokenFile', { token: 'abc', tokenFile: 'token' }),
    row('token and missing tokenFile', { token: 'abc', tokenFile: 'nowhere' }),
    row('token with a line end', { token: 'abc\n' }),
    row('token of digits', { token: 123 }),
    row('basic', { username: 'ali', password: 'sesame' }),
    row('basic with a colon and more', { username: 'ali', password: 'se:s@me ü' }),
    row('user name alone', { username: 'ali' }),
    row('password alone', { password: 'sesame' }),
    row('basic and token', { username: 'ali', password: 'x', token: 'abc' }),
    row('certificate', pair),
    row('certificate and token', { ...pair, token: 'abc' }),
    row('certificate and basic', { ...pair, username: 'ali', password: 'x' }),
    row('certificate files', { 'client-certificate': 'client.crt', 'client-key': 'client.key' }),
    row('certificate file and key data', {
      'client-certificate': 'client.crt',
      'client-key-data': pair['client-key-data'],
    }),
    row('certificate without key', { 'client-certificate': 'client.crt' }),
    row('key without certificate', { 'client-key': 'client.key' }),
    row('key without certificate, and token', { 'client-key': 'client.key', token: 'abc' }),
    row('certificate and key of others', { 'client-certificate': 'client.crt', 'client-key': 'server.key' }),
    row('certificate that is no PEM', { 'client-certificate': 'no.crt', 'client-key': 'client.key' }),
    row('certificate data and file', { ...pair, 'client-certificate': 'client.crt' }),
    row('key data and file', { ...pair, 'client-key': 'client.key' }),
    row('certificate data that is no base64', { ...pair, 'client-certificate-data': '%%%' }),
    row('missing certificate file', { 'client-certificate': 'nowhere', 'client-key': 'client.key' }),
    row('plugin', { exec }),
    row('relative plugin', { exec: { ...exec, command: './plugin' } }),
    row('plugin with environment', { exec: { ...exec, env: [{ name: 'TOKEN', value: 'other' }] } }),
    row('plugin and token', { exec, token: 'abc' }),
    row('plugin and certificate', { exec, ...pair }),
    row('plugin and basic', { exec, username: 'ali', password: 'x' }),
    row('plugin without command', { exec: { ...exec, command: '' } }),
    row('plugin without version', { exec: { ...exec, apiVersion: '' } }),
    row('plugin of an unknown version', { exec: { ...exec, apiVersion: 'client.authentication.k8s.io/v9' } }),
    row('plugin of v1beta1', { exec: { ...exec, apiVersion: 'client.authentication.k8s.io/v1beta1' } }),
    row('plugin without mode', { exec: { apiVersion: exec.apiVersion, command: exec.command } }),
    row('plugin of a wrong mode', { exec: { ...exec, interactiveMode: 'never' } }),
    row('plugin that is missing', { exec: { ...exec, command: './nowhere' } }),
    row('plugin and provider', { exec, 'auth-provider': { name: 'oidc' } }),
    row('provider that is gone', { 'auth-provider': { name: 'gcp' } }),
  ];
}

function proxies({ ports, pki, folder }: World): readonly Row[] {
  const ca = { 'certificate-authority-data': base64(pki.cluster.cert) };
  const tls = { server: `https://k.example:${ports.tls}`, ...ca };
  const plain = { server: `http://k.example:${ports.plain}` };
  const url = (name: keyof World['ports'], scheme = 'http', credentials = '') =>
    `${scheme}://${credentials}127.0.0.1:${ports[name]}`;
  const AUTH = 'ali:ses%40me@';
  const row = (
    title: string,
    cluster: Fields,
    env: Readonly<Record<string, string>> = {},
    more: Partial<Row> = {},
  ): Row => ({
    title: `proxy: ${title}`,
    cluster,
    env,
    ...more,
  });
  const SYSTEM = { SSL_CERT_FILE: `${folder}/system.crt`, SSL_CERT_DIR: `${folder}/empty` };
  return [
    row('https server, proxy-url', { ...tls, 'proxy-url': url('proxy') }),
    row('https server, proxy-url with slash', { ...tls, 'proxy-url': `${url('proxy')}/` }),
    row('https server, proxy-url with path', { ...tls, 'proxy-url': `${url('proxy')}/path?x=1` }),
    row('https server, proxy-url with credentials', { ...tls, 'proxy-url': url('asking', 'http', AUTH) }),
    row('https server, proxy-url with a user only', { ...tls, 'proxy-url': url('asking', 'http', 'ali@') }),
    row('https server, proxy-url without credentials', { ...tls, 'proxy-url': url('asking') }),
    row('https server, proxy that refuses', { ...tls, 'proxy-url': url('strict') }),
    row('https server, https proxy', { ...tls, 'proxy-url': url('secure', 'https') }),
    row(
      'https server, https proxy of the system',
      { ...tls, 'proxy-url': url('systemSecure', 'https') },
      SYSTEM,
    ),
    row(
      'https server of the system, https proxy of the system',
      { server: `https://k.example:${ports.system}`, 'proxy-url': url('systemSecure', 'https') },
      SYSTEM,
    ),
    row(
      'https server of the system, https proxy of another',
      { server: `https://k.example:${ports.system}`, 'proxy-url': url('secure', 'https') },
      SYSTEM,
    ),
    row('insecure https server, https proxy', {
      server: tls.server,
      'insecure-skip-tls-verify': true,
      'proxy-url': url('systemSecure', 'https'),
    }),
    row('https server with tls-server-name, https proxy', {
      ...tls,
      'tls-server-name': 'localhost',
      'proxy-url': url('secure', 'https'),
    }),
    row('https server with another tls-server-name, https proxy', {
      ...tls,
      'tls-server-name': 'elsewhere.example',
      server: `https://k.example:${ports.elsewhere}`,
      'proxy-url': url('secure', 'https'),
    }),
    row(
      'http server, https proxy of the system',
      { ...plain, 'proxy-url': url('systemSecure', 'https') },
      SYSTEM,
    ),
    row(
      'http server, https proxy that the system does not know',
      { ...plain, ...ca, 'proxy-url': url('secure', 'https') },
      SYSTEM,
    ),
    row('https server, http scheme for an https proxy', { ...tls, 'proxy-url': url('secure') }),
    row('https server, https scheme for an http proxy', { ...tls, 'proxy-url': url('proxy', 'https') }),
    row('https server, socks5', { ...tls, 'proxy-url': url('socks', 'socks5') }),
    row('https server, socks5 with credentials', { ...tls, 'proxy-url': url('askingSocks', 'socks5', AUTH) }),
    row('https server, socks5 without credentials', { ...tls, 'proxy-url': url('askingSocks', 'socks5') }),
    row('https server, socks5h', { ...tls, 'proxy-url': url('socks', 'socks5h') }),
    row('https server, socks5h of the environment', tls, { HTTPS_PROXY: url('socks', 'socks5h') }),
    row('https server, socks4', { ...tls, 'proxy-url': url('socks', 'socks4') }),
    row('https server, socks', { ...tls, 'proxy-url': url('socks', 'socks') }),
    row('http server, socks5', { ...plain, 'proxy-url': url('socks', 'socks5') }),
    row('http server, socks5 of the environment', plain, { HTTP_PROXY: url('socks', 'socks5') }),
    row('https server, ftp', { ...tls, 'proxy-url': url('proxy', 'ftp') }),
    row('https server, capitals', { ...tls, 'proxy-url': url('proxy', 'HTTP') }),
    row('https server, no scheme', { ...tls, 'proxy-url': `127.0.0.1:${ports.proxy}` }),
    row('https server, name without scheme', { ...tls, 'proxy-url': `localhost:${ports.proxy}` }),
    row('https server, empty proxy-url', { ...tls, 'proxy-url': '' }, { HTTPS_PROXY: url('proxy') }),
    row('https server, no host', { ...tls, 'proxy-url': 'http://' }),
    row('https server, nobody there', { ...tls, 'proxy-url': 'http://127.0.0.1:1' }),
    row('https server of this machine, proxy-url', {
      ...tls,
      server: `https://127.0.0.1:${ports.tls}`,
      'proxy-url': url('proxy'),
    }),
    row('http server, proxy-url', { ...plain, 'proxy-url': url('proxy') }),
    row('http server with a prefix, proxy-url', {
      server: `${plain.server}/prefix`,
      'proxy-url': url('proxy'),
    }),
    row('http server with userinfo, proxy-url', {
      server: plain.server.replace('//', '//ali:x@'),
      'proxy-url': url('proxy'),
    }),
    row('http server, proxy-url with credentials', { ...plain, 'proxy-url': url('asking', 'http', AUTH) }),
    row('http server, proxy-url without credentials', { ...plain, 'proxy-url': url('asking') }),
    row('http server, proxy that makes no tunnels', { ...plain, 'proxy-url': url('strict') }),
    row('http server, HTTP_PROXY', plain, { HTTP_PROXY: url('proxy') }),
    row('http server, http_proxy', plain, { http_proxy: url('proxy') }),
    row('http server, HTTP_PROXY with credentials', plain, { HTTP_PROXY: url('asking', 'http', AUTH) }),
    row('http server, HTTP_PROXY without scheme', plain, { HTTP_PROXY: `127.0.0.1:${ports.proxy}` }),
    row('http server, both cases', plain, { HTTP_PROXY: url('proxy'), http_proxy: 'http://127.0.0.1:1' }),
    row('http server, empty upper case', plain, { HTTP_PROXY: '', http_proxy: url('proxy') }),
    row(
      'http server, HTTPS_PROXY',
      { server: `http://127.0.0.1:${ports.plain}` },
      { HTTPS_PROXY: 'http://127.0.0.1:1' },
    ),
    row('http server in a CGI script', plain, { HTTP_PROXY: url('proxy'), REQUEST_METHOD: 'GET' }),
    row('http server in a CGI script, lower case', plain, {
      http_proxy: url('proxy'),
      REQUEST_METHOD: 'GET',
    }),
    row(
      'http server in a CGI script, proxy-url',
      { ...plain, 'proxy-url': url('proxy') },
      { REQUEST_METHOD: 'GET' },
    ),
    row('https server in a CGI script', tls, { HTTPS_PROXY: url('proxy'), REQUEST_METHOD: 'GET' }),
    row(
      'http server of this machine in a CGI script',
      { server: `http://127.0.0.1:${ports.plain}` },
      { HTTP_PROXY: url('proxy'), REQUEST_METHOD: 'GET' },
    ),
    row('https server, HTTPS_PROXY', tls, { HTTPS_PROXY: url('proxy') }),
    row('https server, https_proxy', tls, { https_proxy: url('proxy') }),
    row('https server, HTTPS_PROXY with credentials', tls, { HTTPS_PROXY: url('asking', 'http', AUTH) }),
    row('https server, HTTPS_PROXY of https', tls, { HTTPS_PROXY: url('secure', 'https') }),
    row('https server, HTTPS_PROXY of socks5', tls, { HTTPS_PROXY: url('socks', 'socks5') }),
    row(
      'https server, HTTP_PROXY only',
      { ...tls, server: `https://127.0.0.1:${ports.tls}` },
      { HTTP_PROXY: 'http://127.0.0.1:1' },
    ),
    row(
      'https server, ALL_PROXY',
      { ...tls, server: `https://127.0.0.1:${ports.tls}` },
      { ALL_PROXY: 'http://127.0.0.1:1' },
    ),
    row(
      'https server, ftp in the environment',
      tls,
      { HTTPS_PROXY: url('proxy', 'ftp') },
      { differs: 'kubectl takes every scheme that it does not know for http' },
    ),
    row('https server, rubbish in the environment', tls, { HTTPS_PROXY: 'http://[' }),
    row('https server, --proxy-url', tls, {}, { args: [`--proxy-url=${url('proxy')}`] }),
  ];
}

function exemptions({ ports, pki }: World): readonly Row[] {
  const ca = { 'certificate-authority-data': base64(pki.cluster.cert), 'tls-server-name': 'k.example' };
  const proxy = `http://127.0.0.1:${ports.proxy}`;
  // Whoever is exempt is not found: no name server knows them. Who is not comes through the proxy.
  const row = (host: string, noProxy: string, variable = 'NO_PROXY'): Row => ({
    title: `${variable}=${noProxy.replace(/\d{4,}/, 'PORT')} for ${host}`,
    cluster: { server: `https://${host}:${ports.tls}`, ...ca },
    env: { HTTPS_PROXY: proxy, [variable]: noProxy },
    args: ['--request-timeout=1m'],
  });
  return [
    row('k.example', '*'),
    row('k.example', 'x,*'),
    row('k.example', 'k.example'),
    row('k.example', 'K.EXAMPLE'),
    row('K.EXAMPLE', 'k.example'),
    row('k.example', 'k.example', 'no_proxy'),
    row('k.example', ' k.example '),
    row('k.example', 'example'),
    row('k.example', '.example'),
    row('k.example', '*.example'),
    row('example', '.example'),
    row('kexample', 'example'),
    row('k.example', '*example'),
    row('k.example', `k.example:${ports.tls}`),
    row('k.example', 'k.example:1'),
    row('k.example', 'k.example:'),
    row('k.example', ':443'),
    row('k.example', 'k.example.'),
    row('k.example.', 'k.example'),
    row('k.example', ',,'),
    row('127.0.0.1', ''),
    row('127.0.0.2', ''),
    row('localhost', ''),
    row('198.51.100.7', '198.51.100.0/24'),
    row('198.51.100.7', '198.51.100.7'),
    row('198.51.100.7', '198.51.100.8'),
    row('198.51.100.7', `198.51.100.7:${ports.tls}`),
    row('198.51.100.7', '198.51.100.7:1'),
    row('198.51.100.7', '100.7'),
    row('198.51.100.7', '198.51.100.0/33'),
    row('198.51.100.7', '198.51.100.0/'),
    row('[2001:db8::7]', '2001:db8::/32'),
    row('[2001:db8::7]', '2001:db8::7'),
    row('[2001:db8::7]', '[2001:db8::7]'),
    row('[2001:db8::7]', `[2001:db8::7]:${ports.tls}`),
    row('[2001:db8::7]', '2001:0db8:0::7'),
    row('[::ffff:198.51.100.7]', '198.51.100.0/24'),
    row('[::ffff:127.0.0.1]', ''),
  ];
}

function kubeconfigs({ ports, pki, folder }: World): readonly Row[] {
  const cluster = {
    server: `https://127.0.0.1:${ports.tls}`,
    'certificate-authority-data': base64(pki.cluster.cert),
  };
  const base = (name: string, token: string, more: Fields = {}) => ({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    contexts: [{ name, context: { cluster: name, user: name, namespace: name } }],
    clusters: [{ name, cluster }],
    users: [{ name, user: { token } }],
    ...more,
  });
  const list = (...names: readonly string[]) => ({
    KUBECONFIG: names.map((name) => (name === '' ? '' : `${folder}/${name}`)).join(':'),
  });
  const row = (title: string, files: Row['files'], env: Row['env'], args: readonly string[] = []): Row => ({
    title: `kubeconfig: ${title}`,
    ...(files && { files }),
    ...(env && { env }),
    args,
  });
  const a = base('a', 'token-a');
  const b = base('b', 'token-b');
  return [
    row('two files', { a, b }, list('a', 'b')),
    row('two files, the other first', { a, b }, list('b', 'a')),
    row('--context of the second', { a, b }, list('a', 'b'), ['--context=b']),
    row('--cluster and --user of the second', { a, b }, list('a', 'b'), ['--cluster=b', '--user=b']),
    row('a missing file before', { a }, list('nowhere', 'a')),
    row('only missing files', {}, list('nowhere')),
    row('empty parts', { a }, list('', 'a', '')),
    row('the same file twice', { a }, list('a', 'a')),
    row('an empty file', { nothing: '' }, list('nothing')),
    row('an empty file before', { nothing: '', a }, list('nothing', 'a')),
    row('one name in two files', { a, other: base('a', 'token-other') }, list('a', 'other')),
    row('no current context in the first', { a, c: { ...b, 'current-context': '' } }, list('c', 'a')),
    row('--kubeconfig beside KUBECONFIG', { a, b }, list('a'), [`--kubeconfig=${folder}/b`]),
    row('a relative --kubeconfig', { b }, list('a'), ['--kubeconfig=b']),
    row('a missing --kubeconfig', { a }, list('a'), ['--kubeconfig=nowhere']),
    row('not YAML', { bad: '{{{' }, list('bad')),
    row('not YAML, before a good one', { bad: '{{{', a }, list('bad', 'a')),
    row('a list', { bad: '- a\n' }, list('bad')),
    row('JSON', { a: JSON.stringify(a) }, list('a')),
    row('a folder', { a }, list('store')),
    row('a current context that is missing', { a: { ...a, 'current-context': 'x' } }, list('a')),
    row('no current context', { a: { ...a, 'current-context': '' } }, list('a')),
    row('no current context, --cluster and --user', { a: { ...a, 'current-context': '' } }, list('a'), [
      '--cluster=a',
      '--user=a',
    ]),
    row('no current context, --server and --token', { a: { ...a, 'current-context': '' } }, list('a'), [
      `--server=${cluster.server}`,
      '--token=t',
      '--certificate-authority=cluster.crt',
    ]),
    row(
      'a context without a user',
      { a: { ...a, contexts: [{ name: 'a', context: { cluster: 'a' } }] } },
      list('a'),
    ),
    row(
      'a context without a cluster',
      { a: { ...a, contexts: [{ name: 'a', context: { user: 'a' } }] } },
      list('a'),
    ),
    row(
      'a context of a missing cluster',
      { a: { ...a, contexts: [{ name: 'a', context: { cluster: 'x', user: 'a' } }] } },
      list('a'),
    ),
    row(
      'a context of a missing user',
      { a: { ...a, contexts: [{ name: 'a', context: { cluster: 'a', user: 'x' } }] } },
      list('a'),
    ),
    row(
      'a context without namespace',
      { a: { ...a, contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }] } },
      list('a'),
    ),
    row(
      'duplicate names',
      { a: { ...a, users: [...a.users, { name: 'a', user: { token: 'second' } }] } },
      list('a'),
    ),
    row(
      'unknown fields',
      { a: { ...a, more: 1, clusters: [{ name: 'a', cluster: { ...cluster, more: 'x' } }] } },
      list('a'),
    ),
    row('a wrong version', { a: { ...a, apiVersion: 'v9' } }, list('a')),
    row('a wrong kind', { a: { ...a, kind: 'Pod' } }, list('a')),
    row('no kind', { a: { ...a, kind: undefined, apiVersion: undefined } }, list('a')),
    row('nulls', { a: { ...a, preferences: null, extensions: null } }, list('a')),
    row('no home, no kubeconfig', {}, { KUBECONFIG: '' }),
  ];
}
