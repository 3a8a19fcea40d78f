import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../../../test/builders/a-folder.ts';
import type { PluginPolicy } from '../../io.ts';
import { findProgram } from '../../system/find-program.ts';
import { requireAllowedPlugin } from './plugin-policy.ts';

const folder = await aFolder();
const at = (...parts: readonly string[]) => path.join(folder.path, ...parts);
for (const name of ['bin', 'other']) mkdirSync(at(name));
for (const file of ['bin/aws', 'other/aws', 'other/gke', 'bin/plain'])
  chmodSync(await folder.write(file, '#!/bin/sh\n'), file === 'bin/plain' ? 0o644 : 0o755);
symlinkSync(at('other/gke'), at('bin/gke'));
mkdirSync(at('bin/folder'));

const isAllowed = (command: string, policy: PluginPolicy | undefined): boolean => {
  const env = { PATH: ['', '.', at('none'), at('bin'), at('other')].join(':') };
  const find = (name: string) => findProgram(name, { env, platform: 'linux' });
  try {
    requireAllowedPlugin(policy, { label: 'user "u1"', command }, find);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ kind: 'credentials', message: expect.stringContaining('FILE') });
    return false;
  }
};

/** test/e2e/kuberc.test.ts asks kubectl the same. */
describe('requireAllowedPlugin', () => {
  it.each([
    { command: 'aws', list: ['aws'], allowed: true },
    { command: 'aws', list: ['gke', 'aws'], allowed: true },
    { command: 'aws', list: [at('bin/aws')], allowed: true },
    { command: 'aws', list: [at('other/aws')], allowed: false },
    { command: 'aws', list: ['AWS'], allowed: false },
    { command: 'aws', list: ['aw'], allowed: false },
    { command: 'aws', list: ['bin/aws'], allowed: false },
    { command: at('bin/aws'), list: ['aws'], allowed: true },
    { command: at('other/aws'), list: ['aws'], allowed: false },
    { command: at('other/aws'), list: [at('other/aws')], allowed: true },
    { command: 'gke', list: [at('bin/gke')], allowed: true },
    { command: 'gke', list: [at('other/gke')], allowed: false },
    { command: at('other/gke'), list: ['gke'], allowed: false },
    { command: 'nowhere', list: ['aws'], allowed: false },
    { command: 'nowhere', list: ['nowhere'], allowed: true },
    { command: 'plain', list: [at('bin/plain')], allowed: false },
    { command: 'folder', list: [at('bin/folder')], allowed: false },
  ])('with the list $list lets $command run: $allowed', ({ command, list, allowed }) => {
    expect(isAllowed(command, { kind: 'allowlist', file: 'FILE', commands: list })).toBe(allowed);
  });

  it('lets nothing run with DenyAll, and all without a policy', () => {
    expect(isAllowed('aws', { kind: 'deny-all', file: 'FILE' })).toBe(false);
    expect(isAllowed('aws', undefined)).toBe(true);
  });
});
