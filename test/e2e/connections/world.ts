import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeCertificates, type Certificates } from '../../servers/certificates.ts';
import { aProxy, aServer, aSocksProxy, type Log } from '../../servers/connection-servers.ts';

/** Servers, proxies and files that rows speak of. */
export interface World {
  readonly log: Log;
  readonly folder: string;
  readonly pki: Certificates;
  /** Ports by name. */
  readonly ports: Readonly<
    Record<keyof typeof SERVERS | keyof typeof PROXIES | 'six' | 'socks' | 'askingSocks', number>
  >;
  readonly close: () => Promise<void>;
}

/** Name of a server, and of the certificate that it shows; in the clear without. */
const SERVERS = {
  tls: 'server',
  plain: undefined,
  system: 'ofSystem',
  chained: 'chained',
  behind: 'behind',
  onlyNamed: 'onlyNamed',
  expired: 'expired',
  elsewhere: 'elsewhere',
  alone: 'alone',
  partly: 'partly',
} as const satisfies Record<string, keyof Certificates | undefined>;

const CREDENTIALS = 'ali:ses@me';
const PROXIES = {
  proxy: {},
  asking: { credentials: CREDENTIALS },
  strict: { refusesConnect: true },
  secure: { certificate: 'server' },
  systemSecure: { certificate: 'ofSystem' },
} as const;

export async function openWorld(): Promise<World> {
  const log: Log = { requests: [], proxied: new Set() };
  const folder = await mkdtemp(path.join(tmpdir(), 'connections-'));
  const pki = await makeCertificates();
  const servers: Server[] = [];
  const ports: Record<string, number> = {};
  const keep = (name: string, { port, server }: { readonly port: number; readonly server: Server }): void => {
    ports[name] = port;
    servers.push(server);
  };
  for (const [name, certificate] of Object.entries(SERVERS))
    keep(name, await aServer(name, log, certificate && pki[certificate]));
  keep('six', await aServer('six', log, pki.server, '::1'));
  for (const [name, wish] of Object.entries<{
    credentials?: string;
    refusesConnect?: boolean;
    certificate?: 'server' | 'ofSystem';
  }>(PROXIES)) {
    const { certificate, ...rest } = wish;
    keep(name, await aProxy({ name, log, ...rest, ...(certificate && { certificate: pki[certificate] }) }));
  }
  keep('socks', await aSocksProxy({ name: 'socks', log }));
  keep('askingSocks', await aSocksProxy({ name: 'askingSocks', log, credentials: CREDENTIALS }));
  await writeFiles(folder, pki);
  return {
    log,
    folder,
    pki,
    ports: ports as World['ports'],
    close: async () => {
      servers.forEach((server) => server.close());
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function writeFiles(folder: string, pki: Certificates): Promise<void> {
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  for (const sub of ['store', 'empty', 'two words']) await mkdir(path.join(folder, sub));
  await write('store/one.pem', pki.system.cert);
  await write('store/notes.txt', 'no certificate');
  for (const name of ['cluster', 'system', 'between', 'server', 'alone', 'client'] as const) {
    await write(`${name}.crt`, pki[name].cert);
    await write(`${name}.key`, pki[name].key);
  }
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  await write('broken-first.crt', `${broken}${pki.system.cert}\n${broken}${pki.cluster.cert}\n`);
  await write('run-together.crt', `${broken.trim()}${pki.system.cert}${pki.cluster.cert}`);
  await write('trusted.crt', pki.system.cert.replaceAll('CERTIFICATE', 'TRUSTED CERTIFICATE'));
  await write('text.crt', `Issuer: me\n${pki.system.cert}\n# end\n`);
  await write('no.crt', 'no PEM');
  await write('token', 'from-file\n');
  await write('two words/ca.crt', pki.cluster.cert);
  await write('plugin', PLUGIN);
  await chmod(path.join(folder, 'plugin'), 0o755);
}

const PLUGIN = `#!/bin/sh
echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"'"\${TOKEN:-from-plugin}"'"}}'
`;
