import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDnsServer } from '../drivers/dns-server.ts';
import { DEBUG_IMAGE, TLS_IMAGE } from './environment.ts';
import { aPod, APP_CONTAINER, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { recipe, runRecipe } from './recipes.ts';

/** A server with a certificate of its own for shop.example. */
const TLS_SERVER = `cd /tmp
printf '[req]\\ndistinguished_name=dn\\n[dn]\\n' >c.cnf
openssl req -config c.cnf -x509 -newkey rsa:2048 -nodes -keyout k.pem -out c.pem -days 5 \\
  -subj /CN=shop.example -addext subjectAltName=DNS:shop.example 2>&1
exec openssl s_server -accept 8443 -cert c.pem -key k.pem -www -quiet`;

let namespace: Namespace;
let folder: string;
let config: string;
/** Undefined where pods cannot reach this machine, or port 53 is not ours: the tests cannot serve names then. */
let stopDns: (() => Promise<void>) | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'presets-test-'));
  config = path.join(folder, 'config.yaml');
  await writeFile(config, `images: {"nicolaka/netshoot:v0.13": "${TLS_IMAGE ?? DEBUG_IMAGE}"}\n`);
  namespace = await createNamespace('presets');
  const serving = {
    ...shellContainer('app', TLS_SERVER),
    image: TLS_IMAGE ?? DEBUG_IMAGE,
    // It makes its key first.
    readinessProbe: { tcpSocket: { port: 8443 }, periodSeconds: 1 },
  };
  await namespace.create([
    aPod('route', { containers: [shellContainer('app', 'exec sleep 86400')] }),
    aPod('shop', { containers: [TLS_IMAGE === undefined ? APP_CONTAINER : serving] }),
    aPod('web'),
  ]);
  const ipOf = async (pod: string) => (await namespace.read(pod)).status?.podIP ?? '';
  const zone = new Map([
    ['shop.example', { a: [await ipOf('shop')] }],
    ['web.svc.test', { a: [await ipOf('web')] }],
    ['db.svc.test', { a: ['10.96.14.2'] }],
  ]);
  const gateway = await gatewayOfPods();
  stopDns = await startDnsServer(gateway, zone).catch(() => undefined);
  if (stopDns === undefined) return;
  const spec = {
    ...aPod('').spec,
    dnsPolicy: 'None',
    dnsConfig: {
      nameservers: [gateway],
      searches: ['shop.svc.test', 'svc.test'],
      options: [{ name: 'ndots', value: '5' }],
    },
  };
  await namespace.create([aPod('web-1', spec)]);
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec },
    },
  };
  await kubectl(['create', '-n', namespace.name, '-f', '-'], JSON.stringify(deployment));
  await kubectl(['rollout', 'status', 'deployment/web', '-n', namespace.name, '--timeout=4m']);
});
afterAll(async () => {
  await namespace.remove();
  await stopDns?.();
  await rm(folder, { recursive: true });
});

async function gatewayOfPods(): Promise<string> {
  const routes = await kubectl(['exec', '-n', namespace.name, 'route', '--', 'ip', 'route']);
  return /^default via (\S+)/m.exec(routes)?.[1] ?? '';
}

const run = async (part: string): Promise<string> =>
  runRecipe(await recipe(part), { folder, namespace: namespace.name, config });

describe('the recipes of the network', () => {
  it('show the certificate of a port, by a name that only the pod resolves', async (test) => {
    test.skip(stopDns === undefined || TLS_IMAGE === undefined, 'no names, or no openssl');
    const shown = await run('--preset=tls');
    expect(shown).toContain('connected   shop.example:8443\nname sent   shop.example\nprotocol    TLSv1.3');
    expect(shown).toMatch(/not verified {2}self-signed certificate \(18\)/);
    expect(shown).toMatch(/until .* \(in 4 days\)/);
  });

  it('show how a short name is resolved', async (test) => {
    test.skip(stopDns === undefined, 'no names');
    const shown = await run('web-1 --preset=dns');
    expect(shown.replaceAll(/ +/g, ' ')).toMatch(
      /^db\.shop\.svc\.test\. \S+ A \S+ ms NXDOMAIN\ndb\.svc\.test\. \S+ A \S+ ms 10\.96\.14\.2\ndb\.svc\.test\. \S+ AAAA \S+ ms no AAAA record\ndb\. \S+ A \S+ ms NXDOMAIN\ndb is 10\.96\.14\.2, as db\.svc\.test\.\n$/m,
    );
  });

  it('show the same for all replicas once, whatever the times', async (test) => {
    test.skip(stopDns === undefined, 'no names');
    expect(await run('audit deploy/web --preset=dns')).toMatch(/^2 pods: exit code 0: /);
  });

  it('show the phases of a request', async (test) => {
    test.skip(stopDns === undefined, 'no names');
    const shown = await run('--preset=http');
    expect(shown).toMatch(
      /^http:\/\/web:8080\/healthz\n[\s\S]*first byte +\d+\.\d ms[\s\S]*\n\nHTTP\/1\.1 200 OK\n/,
    );
  });
});
