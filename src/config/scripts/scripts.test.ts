import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../playground/certificate.ts';
import { TOOLS_IMAGE } from '../../flags/tables/network/tools-image.ts';
import { SHELLS } from '../../../test/drivers/files-script.ts';
import { DNS_SCRIPT } from './dns-script.ts';
import { HTTP_SCRIPT } from './http-script.ts';
import { TLS_SCRIPT } from './tls-script.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'preset-scripts-'))));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => path.join(folder, name);

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** Runs a script as its preset does. The servers of these tests are in this process, so it must not be blocked. */
async function run(shell: readonly string[], script: string, ...args: readonly string[]): Promise<Ran> {
  const [program = '', ...words] = shell;
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` };
  const child = spawn(program, [...words, '-c', script, 'preset', ...args], { env });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...texts, code })));
}

const has = (program: string): boolean => spawnSync(program, ['--help']).error === undefined;
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

/** Puts a program in front of all others. */
function fake(name: string, text: string): void {
  writeFileSync(at(name), `#!/bin/sh\n${text}\n`);
  chmodSync(at(name), 0o755);
}

describe.each(SHELLS.map((shell) => ({ shell })))('the script of dns in $shell', ({ shell }) => {
  const dns = async (...names: readonly string[]): Promise<Ran & { readonly rows: readonly string[] }> => {
    // A shell of busybox prefers its own nslookup to that of the PATH.
    const script = DNS_SCRIPT.replaceAll('/etc/', `${folder}/`).replace('5 nslookup', `5 ${at('nslookup')}`);
    const ran = await run(shell, script, ...names);
    const rows = ran.stdout.split('\n').flatMap((line) => {
      const [, query, server, type, answer] = /^(\S+\.) +(\S+) +(A+) +\d+\.\d ms {2}(.*)$/.exec(line) ?? [];
      return query === undefined ? [] : [`${query} ${server ?? ''} ${type ?? ''} ${answer ?? ''}`];
    });
    return { ...ran, rows };
  };

  beforeEach(() => {
    writeFileSync(at('resolv.conf'), 'search shop.svc svc.\nnameserver 10.0.0.1\noptions ndots:2 edns0\n');
    writeFileSync(at('hosts'), '127.0.0.1 localhost # local\n10.9.9.9 pinned other\n');
    fake(
      'nslookup',
      `printf 'Server:\\t%s\\nAddress:\\t%s:53\\n\\n' "$3" "$3"
case $1:$2 in
-type=A:db.svc.) printf 'Name:\\tdb.svc\\nAddress: 10.1.0.2\\nName:\\tdb.svc\\nAddress: 10.1.0.1\\n' ;;
-type=AAAA:db.svc.) ;;
-type=A:bind.svc.) printf 'www\\tcanonical name = web.svc.\\nName:\\tweb.svc\\nAddress: 10.1.0.3\\n' ;;
-type=AAAA:bind.svc.) echo "*** Can't find bind.svc.: No answer"; exit 1 ;;
*:broken.svc.) echo "** server can't find broken.svc: SERVFAIL"; exit 1 ;;
*:mute.*) echo ';; connection timed out; no servers could be reached'; exit 1 ;;
*) echo "** server can't find $2: NXDOMAIN"; exit 1 ;;
esac`,
    );
  });

  it('asks in the order of the search list, and says what the name is', async () => {
    const { rows, stdout, code } = await dns('db');
    expect(rows).toEqual([
      'db.shop.svc. 10.0.0.1 A NXDOMAIN',
      'db.svc. 10.0.0.1 A 10.1.0.1, 10.1.0.2',
      'db.svc. 10.0.0.1 AAAA no AAAA record',
      'db. 10.0.0.1 A NXDOMAIN',
    ]);
    expect(stdout).toMatch(/^search +shop\.svc svc\.\nndots +2\nnameserver +10\.0\.0\.1\n/);
    expect(stdout).toMatch(/\ndb is 10\.1\.0\.1, 10\.1\.0\.2, as db\.svc\.\n$/);
    expect(code).toBe(0);
  });

  it.each([
    { name: 'a.b', first: 'a.b.shop.svc. 10.0.0.1 A NXDOMAIN' },
    { name: 'a.b.c', first: 'a.b.c. 10.0.0.1 A NXDOMAIN' },
  ])('begins with the list or with the name itself, as its dots tell: $name', async ({ name, first }) => {
    const { rows, stdout, code } = await dns(name);
    expect(rows[0]).toBe(first);
    expect(rows).toHaveLength(3);
    expect(stdout).toContain(`\n${name} has no address\n`);
    expect(code).toBe(1);
  });

  it('asks for nothing else if a dot ends the name; reads aliases', async () => {
    expect((await dns('bind.svc.')).rows).toEqual([
      'bind.svc. 10.0.0.1 A 10.1.0.3 (alias of web.svc.)',
      'bind.svc. 10.0.0.1 AAAA no AAAA record',
    ]);
  });

  it('shows what a server fails with, and where servers do not agree', async () => {
    writeFileSync(at('resolv.conf'), 'nameserver 10.0.0.1\nnameserver 10.0.0.2\n');
    const answer = await dns('broken.svc');
    expect(answer.rows[0]).toBe('broken.svc. 10.0.0.1 A SERVFAIL');
    fake('nslookup', `printf 'Name:\\t%s\\nAddress: %s\\n' "$2" "$3"`);
    expect((await dns('db.')).stdout).toContain('the nameservers do not agree about db.');
  });

  it('asks a server that does not answer no second time', async () => {
    const { rows, stdout, code } = await dns('mute', 'db');
    expect(rows).toEqual(['mute.shop.svc. 10.0.0.1 A no answer']);
    expect(stdout).toContain('10.0.0.1 did not answer within 5 s, and was not asked again\n');
    expect(code).toBe(1);
  });

  it('knows that the hosts file goes before DNS', async () => {
    const { stdout, code } = await dns('pinned');
    expect(stdout).toContain('pinned is 10.9.9.9, by ');
    expect(code).toBe(0);
  });

  it.each(['-debug', 'a b', '$(id)', '', 'a;b'])('refuses %j, which is no name', async (name) => {
    expect(await dns(name)).toMatchObject({ code: 2, stderr: `dns: "${name}" is no name of a host\n` });
  });
});

describe.each(SHELLS.map((shell) => ({ shell })))('the script of http in $shell', ({ shell }) => {
  const server = createHttpServer((request, response) => {
    response.writeHead(request.url === '/old' ? 302 : 200, {
      location: '/new',
      'x-agent': request.headers['user-agent'],
    });
    response.end('hello');
  });
  beforeAll(() => listen(server));
  afterAll(() => server.close());
  const url = (rest: string): string => `127.0.0.1:${portOf(server)}${rest}`;
  /** As if the image had no curl. */
  const WITHOUT_CURL = HTTP_SCRIPT.replaceAll('command -v curl', 'false');

  it.runIf(has('curl'))('shows the phases, the status and the headers, and follows nothing', async () => {
    const { stdout, code } = await run(shell, HTTP_SCRIPT, url('/old'));
    expect(stdout).toMatch(
      /^http:\/\/\S+\/old\nname resolution +\d+\.\d ms {2}127\.0\.0\.1\nconnect +\d+\.\d ms\nTLS +-\nfirst byte +\d+\.\d ms\nbody +\d+\.\d ms {2}5 bytes\ntotal +\d+\.\d ms\n\nHTTP\/1\.1 302 Found\n/,
    );
    expect(stdout).toContain('location: /new');
    expect(code).toBe(0);
  });

  it.runIf(has('curl'))('passes flags on to curl, never to a shell', async () => {
    const { stdout } = await run(shell, HTTP_SCRIPT, url('/'), '-A', '$(id); me');
    expect(stdout).toContain('x-agent: $(id); me');
  });

  it.runIf(has('curl'))(
    "ends with curl's code, and has no times for phases that were not reached",
    async () => {
      const { stdout, stderr, code } = await run(shell, HTTP_SCRIPT, 'http://127.0.0.1:1');
      expect(stdout).toMatch(/\nconnect +-\nTLS +-\nfirst byte +-\nbody +-\n/);
      expect(stderr).toContain('curl: (7)');
      expect(code).toBe(7);
    },
  );

  it.runIf(has('busybox'))('does the same with nc of busybox', async () => {
    fake('nc', 'exec busybox nc "$@"');
    const { stdout, code } = await run(shell, WITHOUT_CURL, url('/old?a=1'));
    expect(stdout).toMatch(
      /^http:\/\/\S+\nname, connect +\d+\.\d ms\nfirst byte +\d+\.\d ms\nbody +\d+\.\d ms {2}\d+ bytes\ntotal +\d+\.\d ms\n\nHTTP\/1\.1 200 OK\n/,
    );
    expect(stdout).toContain('x-agent: kubectl-debug');
    expect(code).toBe(0);
    expect(await run(shell, WITHOUT_CURL, '127.0.0.1:1')).toMatchObject({ code: 7 });
  });

  it.each([
    { args: [], code: 2, says: 'http: which URL?' },
    { args: ['ftp://x'], code: 2, says: 'http: only http and https, not ftp://x' },
    {
      args: ['https://x'],
      code: 127,
      says: `which https needs; name one that has it: --image=${TOOLS_IMAGE}\n`,
    },
    {
      args: ['x', '-k'],
      code: 127,
      says: `it has no flags such as -k; name one that has it: --image=${TOOLS_IMAGE}\n`,
    },
  ])('refuses $args without curl', async ({ args, code, says }) => {
    const ran = await run(shell, WITHOUT_CURL, ...args);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).toContain(says);
  });
});

describe.runIf(has('openssl')).each(SHELLS.map((shell) => ({ shell })))(
  'the script of tls in $shell',
  ({ shell }) => {
    const server = createTlsServer();
    let address: string;
    beforeAll(async () => {
      const { key, certificate } = await makeCertificate(new Date());
      server.setSecureContext({ key, cert: certificate });
      writeFileSync(at('ca.pem'), certificate);
      await listen(server);
      address = `127.0.0.1:${portOf(server)}`;
    });
    afterAll(() => server.close());

    it('shows the certificate and why it is not verified', async () => {
      const { stdout, code } = await run(shell, TLS_SCRIPT, `https://${address}/path`);
      expect(stdout).toContain(
        `connected   ${address}\nname sent   none, as 127.0.0.1 is an address\nprotocol    TLSv1.3, `,
      );
      expect(stdout).toMatch(/not verified {2}self.signed certificate \(18\)\n/);
      expect(stdout).toMatch(
        /certificate 1 of 1, as sent\n {2}subject +CN ?= ?playground\n {2}issuer +CN ?= ?playground\n {2}names +DNS:localhost, IP Address:127\.0\.0\.1\n {2}from .*GMT\n {2}until .* GMT \(in 36[3-6] days\)\n {2}key +id-ecPublicKey \(256 bit\)\n {2}sha256 +[0-9A-F:]+\n$/,
      );
      expect(code).toBe(0);
    });

    it.each([
      { name: 'localhost', says: 'verified    0 (ok)' },
      { name: 'other.example', says: 'not verified  hostname mismatch (62)' },
    ])('verifies the name $name with the CAs that flags of openssl name', async ({ name, says }) => {
      const { stdout } = await run(shell, TLS_SCRIPT, address, name, '-CAfile', at('ca.pem'));
      expect(stdout.toLowerCase()).toContain(says);
      expect(stdout).toContain(`name sent   ${name}\n`);
    });

    it('exits with 1 where nobody speaks TLS', async () => {
      expect(await run(shell, TLS_SCRIPT, '127.0.0.1:1')).toEqual({
        code: 1,
        stdout: '',
        stderr: 'tls: nothing listens on 127.0.0.1:1: the connection was refused\n',
      });
    });

    it('says that HTTP is no TLS', async () => {
      const plain = createHttpServer();
      await listen(plain);
      const http = `127.0.0.1:${portOf(plain)}`;
      const { code, stderr } = await run(shell, TLS_SCRIPT, http);
      plain.close();
      expect(stderr).toBe(
        `tls: ${http} answers, but not with TLS; for HTTP: --preset=http -- http://${http}\n`,
      );
      expect(code).toBe(1);
    });

    it('says so once when nothing comes in time', async () => {
      const mute = createTcpServer();
      await listen(mute);
      const { code, stderr } = await run(
        shell,
        TLS_SCRIPT.replace('timeout 10', 'timeout 0.3'),
        `127.0.0.1:${portOf(mute)}`,
      );
      mute.close();
      expect(stderr).toMatch(/^tls: no answer from 127\.0\.0\.1:\d+ within 10 s: .*\n$/);
      expect(code).toBe(1);
    });

    it.each([
      { dates: 'Jan  1 00:00:00 2020 GMT', now: Date.UTC(2020, 0, 11), says: 'EXPIRED 10 days ago' },
      { dates: 'Mar  1 12:00:00 2024 GMT', now: Date.UTC(2024, 1, 28, 12), says: 'in 2 days' },
      { dates: 'Feb 29 03:00:00 2024 GMT', now: Date.UTC(2024, 1, 29), says: 'in 3 hours' },
      { dates: 'Dec 31 23:59:59 2099 GMT', now: Date.UTC(2099, 11, 31, 23), says: 'in 59 minutes' },
    ])('counts the days to $dates', async ({ dates, now, says }) => {
      const start = TLS_SCRIPT.indexOf('left() {');
      const left = TLS_SCRIPT.slice(start, TLS_SCRIPT.indexOf('\n}\n', start) + 3);
      const { stdout } = await run(shell, `now=${now / 1000}\n${left}\necho '${dates}' | left until`);
      expect(stdout).toBe(`${dates} (${says})\n`);
    });
  },
);
