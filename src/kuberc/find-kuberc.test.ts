import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../../test/builders/a-folder.ts';
import { GLOBAL_FLAGS } from '../flags/tables/global-flags.ts';
import { findKuberc } from './find-kuberc.ts';

const folder = await aFolder();
mkdirSync(path.join(folder.path, '.kube'));
const standard = await folder.write('.kube/kuberc', '');
const empty = path.join(folder.path, 'empty');

const find = (argv: readonly string[], env: Record<string, string> = {}, homeDirectory = folder.path) =>
  findKuberc({ env, homeDirectory, workingDirectory: folder.path }, argv, GLOBAL_FLAGS);

describe('findKuberc', () => {
  it.each([
    { argv: [], env: {}, found: { path: standard, isExplicit: false } },
    { argv: [], env: { KUBERC: '' }, found: { path: standard, isExplicit: false } },
    { argv: [], env: { KUBERC: '/k' }, found: { path: '/k', isExplicit: true } },
    { argv: [], env: { KUBERC: 'k' }, found: { path: path.join(folder.path, 'k'), isExplicit: true } },
    { argv: [], env: { KUBERC: standard }, found: { path: standard, isExplicit: true } },
    { argv: ['--kuberc=/f'], env: { KUBERC: '/k' }, found: { path: '/f', isExplicit: true } },
    { argv: ['web-1', '--kuberc', '/f'], env: {}, found: { path: '/f', isExplicit: true } },
    { argv: ['--kuberc=/f', '--kuberc=/g'], env: {}, found: { path: '/f', isExplicit: true } },
    { argv: ['--kuberc=off'], env: {}, found: { path: path.join(folder.path, 'off'), isExplicit: true } },
    { argv: ['web-1', '--', '--kuberc=/f'], env: {}, found: { path: standard, isExplicit: false } },
    { argv: ['--token', '--kuberc=/f'], env: {}, found: { path: standard, isExplicit: false } },
    { argv: [], env: { KUBERC: 'off' }, found: undefined },
    { argv: [], env: { KUBERC: 'OFF' }, found: { path: path.join(folder.path, 'OFF'), isExplicit: true } },
    { argv: [], env: { KUBECTL_KUBERC: 'false' }, found: undefined },
    { argv: [], env: { KUBECTL_KUBERC: 'False', KUBERC: '/k' }, found: undefined },
    { argv: [], env: { KUBECTL_KUBERC: '0' }, found: { path: standard, isExplicit: false } },
  ])('finds $found for $argv and $env', ({ argv, env, found }) => {
    expect(find(argv, { ...env })).toEqual(found);
  });

  it.each([
    { argv: ['--kuberc='], env: {} },
    { argv: ['--kuberc', ''], env: {} },
    { argv: ['--kuberc=/f'], env: { KUBERC: 'off' } },
    { argv: ['--kuberc=/f'], env: { KUBECTL_KUBERC: 'false' } },
  ])('refuses $argv with $env', ({ argv, env }) => {
    expect(() => find(argv, { ...env })).toThrow(expect.objectContaining({ kind: 'usage' }));
  });

  it.each(['', '.', 'home', './', empty])('finds none without a file below the home "%s"', (home) => {
    expect(find([], {}, home)).toBeUndefined();
  });
});
