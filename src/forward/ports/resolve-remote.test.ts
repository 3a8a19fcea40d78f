import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import type { Service } from '../../cluster/api/services.ts';
import type { Pod } from '../../pod/types.ts';
import { parsePortWish } from './parse-port-wish.ts';
import { resolveRemote, type ResolvedRemote } from './resolve-remote.ts';

const base = aPod({ name: 'web-1' });
const pod: Pod = {
  ...base,
  spec: {
    ...base.spec,
    containers: [
      {
        name: 'app',
        ports: [
          { name: 'http', containerPort: 8080 },
          { name: 'dns', containerPort: 53, protocol: 'UDP' },
          { name: 'both-udp', containerPort: 90, protocol: 'UDP' },
          { name: 'both', containerPort: 90, protocol: 'TCP' },
        ],
      },
    ],
    initContainers: [
      { name: 'setup', ports: [{ name: 'setup', containerPort: 1 }] },
      { name: 'proxy', restartPolicy: 'Always', ports: [{ name: 'admin', containerPort: 15000 }] },
    ],
  },
};
const service: Service = {
  metadata: { name: 'web' },
  spec: {
    clusterIP: '10.0.0.1',
    ports: [
      { name: 'http', port: 80, targetPort: 'http' },
      { name: 'number', port: 81, targetPort: 9090 },
      { name: 'same', port: 82 },
      { name: 'dns', port: 53, protocol: 'UDP', targetPort: 'dns' },
      { name: 'gone', port: 83, targetPort: 'nowhere' },
    ],
  },
};
const headless: Service = { ...service, spec: { ...service.spec, clusterIP: 'None' } };

const resolve = (text: string, of?: Service): ResolvedRemote =>
  resolveRemote(parsePortWish(text).remote, { pod, service: of });

describe('resolveRemote', () => {
  it.each([
    { text: '1234', port: 1234, ownPort: 1234 },
    { text: 'http', port: 8080, ownPort: 8080 },
    { text: '90', port: 90, ownPort: 90 },
    { text: 'admin', port: 15_000, ownPort: 15_000 },
    { text: '80', of: service, port: 8080, ownPort: 80 },
    { text: 'http', of: service, port: 8080, ownPort: 80 },
    { text: '81', of: service, port: 9090, ownPort: 81 },
    { text: 'same', of: service, port: 82, ownPort: 82 },
    { text: 'http', of: headless, port: 80, ownPort: 80 },
    { text: '81', of: headless, port: 81, ownPort: 81 },
  ])('leads $text to port $port of the pod', ({ text, of, port, ownPort }) => {
    expect(resolve(text, of)).toEqual({ destination: { kind: 'pod', port }, ownPort });
  });

  it('leaves a host to the pod', () => {
    expect(resolve('1:db:5432', service).destination).toEqual({ kind: 'host', host: 'db', port: 5432 });
  });

  it.each([
    {
      text: 'https',
      kind: 'not-found',
      message: 'pod shop/web-1 has no port named "https"',
      hint: 'http (8080)',
    },
    { text: 'setup', kind: 'not-found', message: 'pod shop/web-1 has no port named "setup"', hint: 'admin' },
    { text: '53', kind: 'usage', message: 'port 53 of pod shop/web-1: it is UDP', hint: 'nslookup' },
    { text: 'dns', kind: 'usage', message: 'port named "dns" of pod shop/web-1: it is UDP', hint: '' },
    {
      text: '443',
      of: service,
      kind: 'not-found',
      message: 'service "web" has no port 443',
      hint: 'number (81)',
    },
    {
      text: 'dns',
      of: service,
      kind: 'usage',
      message: 'port named "dns" of service "web": it is UDP',
      hint: '',
    },
    { text: '53', of: headless, kind: 'usage', message: 'it is UDP', hint: '' },
    {
      text: '83',
      of: service,
      kind: 'not-found',
      message: 'pod shop/web-1 has no port named "nowhere"',
      hint: '',
    },
  ])('refuses $text: $message', ({ text, of, kind, message, hint }) => {
    expect(() => resolve(text, of)).toThrow(
      expect.objectContaining({
        kind,
        message: expect.stringContaining(message) as string,
        hint: expect.stringContaining(hint) as string,
      }) as Error,
    );
  });
});
