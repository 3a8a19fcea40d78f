import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../../../test/builders/a-folder.ts';
import { locateKubeconfig, readKubeconfig } from './kubeconfig-files.ts';
import { textField } from './kubeconfig-entry.ts';

const folder = await aFolder();
const ioWith = (env: Record<string, string> = {}) => ({
  env,
  homeDirectory: folder.path,
  workingDirectory: folder.path,
});

describe('locateKubeconfig', () => {
  const io = { homeDirectory: '/home/me', workingDirectory: '/home/somebody' };
  it.each([
    { label: 'the default', env: {}, flag: undefined, expected: ['/home/me/.kube/config'] },
    { label: 'an empty KUBECONFIG', env: { KUBECONFIG: '' }, flag: '', expected: ['/home/me/.kube/config'] },
    {
      label: 'a list with gaps and doubles',
      env: { KUBECONFIG: ['/a', '', 'b', '/a'].join(delimiter) },
      flag: undefined,
      expected: ['/a', '/home/somebody/b'],
    },
    { label: 'a flag', env: { KUBECONFIG: '/a' }, flag: 'mine', expected: ['/home/somebody/mine'] },
  ])('finds $label', ({ env, flag, expected }) => {
    expect(locateKubeconfig({ ...io, env }, flag).map(({ path }) => path)).toEqual(expected);
  });
});

it('looks for no default where the user has no home', async () => {
  const io = { env: {}, homeDirectory: undefined, workingDirectory: folder.path };
  expect(locateKubeconfig(io, undefined)).toEqual([]);
  await mkdir(join(folder.path, '.kube'));
  await folder.write('.kube/config', { 'current-context': 'of whoever owns the working directory' });
  expect(await readKubeconfig(io, undefined)).toMatchObject({ exists: false, paths: [] });
});

describe('readKubeconfig', () => {
  it('skips members of the list that are missing, and takes of one name the first entry whole', async () => {
    const first = await folder.write(
      'first.yaml',
      'clusters:\n- name: c\n  cluster: {server: "https://one"}\n',
    );
    const second = await folder.write('second', {
      'current-context': 'two',
      clusters: [{ name: 'c', cluster: { server: 'https://two', 'proxy-url': 'http://p' } }],
      contexts: [{ name: 'two', context: { cluster: 'c' } }],
    });
    const third = await folder.write('third', { 'current-context': 'three' });
    const list = [join(folder.path, 'missing'), first, second, third].join(delimiter);
    const merged = await readKubeconfig(ioWith({ KUBECONFIG: list }), undefined);
    expect(merged.currentContext).toBe('two');
    expect([...merged.contexts.keys()]).toEqual(['two']);
    expect(merged.clusters.get('c')?.fields).toEqual({ server: 'https://one' });
    expect(merged.clusters.get('c')?.file).toBe(first);
  });

  it('says that nothing exists when no file does', async () => {
    const merged = await readKubeconfig(ioWith({ KUBECONFIG: '/nowhere/a' }), undefined);
    expect(merged.exists).toBe(false);
    expect(merged.paths).toEqual(['/nowhere/a']);
  });

  it('refuses a file of --kubeconfig that is missing', async () => {
    await expect(readKubeconfig(ioWith(), 'nope')).rejects.toMatchObject({
      kind: 'kubeconfig',
      message: `cannot read the kubeconfig ${join(folder.path, 'nope')}: there is no such file`,
    });
  });

  it('reads JSON, YAML that starts with a brace, merge keys and an empty file', async () => {
    const names = async (text: string): Promise<string[]> => {
      const file = await folder.write('any', text);
      return [...(await readKubeconfig(ioWith(), file)).users.keys()];
    };
    expect(await names('{"users":[{"name":"json","user":{}}]}')).toEqual(['json']);
    expect(await names('{users: [{name: flow, user: {}}]}')).toEqual(['flow']);
    expect(await names('x: &x {name: merged}\nusers:\n- <<: *x\n  user: {}\n')).toEqual(['merged']);
    expect(await names('')).toEqual([]);
  });

  it.each([
    {
      label: 'broken YAML',
      text: 'users:\n- name: a\n  user: [\n',
      message: /is not valid YAML: line \d+: /,
    },
    { label: 'a list', text: '- a\n', message: /is not a kubeconfig/ },
    { label: 'a list that is none', text: 'users: 3\n', message: /users must be a list/ },
    { label: 'a nameless list', text: 'users: [3]\n', message: /users\[0\] must be a mapping/ },
    {
      label: 'a name that comes twice',
      text: 'users: [{name: a}, {name: a}]\n',
      message: /users has two entries of the name "a"/,
    },
    { label: 'another version', text: 'apiVersion: v9\n', message: /it is of kind Config, version v9/ },
    { label: 'another kind', text: 'apiVersion: v1\nkind: Pod\n', message: /it is of kind Pod, version v1/ },
  ])('refuses $label and names the file', async ({ text, message }) => {
    const file = await folder.write('wrong.yaml', text);
    const reading = readKubeconfig(ioWith(), file);
    await expect(reading).rejects.toMatchObject({
      kind: 'kubeconfig',
      message: expect.stringMatching(message),
    });
    await expect(reading).rejects.toThrow(file);
  });

  it.each([
    { yaml: '{token: canary\n  x: }]', why: 'Flow map in block collection must be sufficiently indented' },
    { yaml: '{token: *canary}', why: 'there is no anchor in front of this alias' },
    { yaml: '\n    token: |canary', why: 'Block scalar header includes extra characters' },
    { yaml: '{token: "\\canary"}', why: 'Invalid escape sequence' },
  ])('quotes nothing of a file that is not valid: $why', async ({ yaml, why }) => {
    const file = await folder.write('secret.yaml', `users:\n- name: a\n  user: ${yaml}\n`);
    const error: unknown = await readKubeconfig(ioWith(), file).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ message: expect.stringContaining(`: ${why}`) });
    expect(inspect(error)).not.toMatch(/canary|\\c/);
  });

  it('keeps an entry that is wrong to itself until it is used', async () => {
    const file = await folder.write(
      'partly.yaml',
      'users: [{name: bad, user: {token: 12}}, {name: good, user: {}}]\n',
    );
    const { users } = await readKubeconfig(ioWith(), file);
    const bad = users.get('bad');
    expect(() => bad && textField(bad, 'token')).toThrow(`user "bad" in ${file}: token must be text`);
  });
});
