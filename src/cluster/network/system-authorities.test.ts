import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStore, systemAuthorities } from './system-authorities.ts';

const certificate = (body: string): string =>
  `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authorities-'));
  await Promise.all(['one', 'two', 'none'].map((name) => mkdir(join(folder, name))));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write('bundle.pem', certificate('AAAA') + certificate('BBBB'));
  await write('one/c.pem', certificate('CCCC'));
  await write('one/README', 'no certificate');
  await mkdir(join(folder, 'one/folder'));
  await symlink('c.pem', join(folder, 'one/1234abcd.0'));
  await symlink('nowhere.pem', join(folder, 'one/dangling.0'));
  await symlink(join(folder, 'bundle.pem'), join(folder, 'one/a-bundle.pem'));
  await write('two/d.crt', certificate('DDDD'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (env: Record<string, string>) => {
  const { certificates, shown } = readStore({ env, workingDirectory: folder });
  const bodies = certificates.map((text) => text.split('\n')[1]).toSorted();
  return { bodies, shown: shown.replaceAll(folder, '~') };
};
const NONE = { SSL_CERT_FILE: '/nowhere', SSL_CERT_DIR: '/nowhere' };

describe('the authorities of Linux', () => {
  it.each([
    { env: { SSL_CERT_FILE: 'bundle.pem' }, bodies: ['AAAA', 'BBBB'], shown: '~/bundle.pem' },
    { env: { SSL_CERT_DIR: 'two' }, bodies: ['DDDD'], shown: '~/two' },
    // A link to another folder is read, one to a neighbour is its second name.
    { env: { SSL_CERT_DIR: 'one' }, bodies: ['AAAA', 'BBBB', 'CCCC'], shown: '~/one' },
    {
      env: { SSL_CERT_DIR: ':none:missing:one:two' },
      bodies: ['AAAA', 'BBBB', 'CCCC', 'DDDD'],
      shown: '~/one and ~/two',
    },
    {
      env: { SSL_CERT_FILE: 'bundle.pem', SSL_CERT_DIR: 'two' },
      bodies: ['AAAA', 'BBBB', 'DDDD'],
      shown: '~/bundle.pem and ~/two',
    },
  ])('are those of $env alone', ({ env, bodies, shown }) => {
    expect(read({ ...NONE, ...env })).toEqual({ bodies, shown: `those of the system in ${shown}` });
  });

  it.each([{}, { SSL_CERT_FILE: 'one' }, { SSL_CERT_FILE: 'one/README' }, { SSL_CERT_DIR: 'none' }])(
    'are none with %j, and nothing is trusted in their place',
    (env) => {
      expect(read({ ...NONE, ...env })).toEqual({ bodies: [], shown: 'the system has none' });
    },
  );

  it('are read once for an environment', async () => {
    const asked: string[] = [];
    const env = new Proxy<Record<string, string>>(NONE, {
      get: (real, name: string) => {
        asked.push(name);
        return real[name];
      },
    });
    const place = { env, workingDirectory: folder };
    expect(await systemAuthorities(place)).toBe(await systemAuthorities(place));
    expect(asked.filter((name) => name === 'SSL_CERT_FILE')).toHaveLength(1);
  });

  it.each([
    { folder: 'two', extra: 'bundle.pem', count: 3, shown: /in \S+two, and those of bundle\.pem$/ },
    { folder: 'two', extra: 'none.pem', count: 1, shown: /in \S+two; none\.pem has none$/ },
    { folder: 'none', extra: 'bundle.pem', count: 2, shown: /^those of bundle\.pem; the system has none$/ },
  ])('have those of $extra of NODE_EXTRA_CA_CERTS beside $folder', async (given) => {
    const env = { ...NONE, SSL_CERT_DIR: given.folder, NODE_EXTRA_CA_CERTS: given.extra };
    const { certificates, shown } = await systemAuthorities({ env, workingDirectory: folder });
    expect(certificates).toHaveLength(given.count);
    expect(shown).toMatch(given.shown);
  });
});
