import { describe, expect, it } from 'vitest';
import { findConfigs } from './find-config.ts';

const SURROUNDINGS = {
  env: {},
  homeDirectory: '/home/u',
  platform: 'linux',
  systemFolder: '/etc',
  workingDirectory: '/here',
} as const;

const pathsOf = (change: Partial<Parameters<typeof findConfigs>[0]>) =>
  findConfigs({ ...SURROUNDINGS, ...change }).map(({ path }) => path);

describe('findConfigs', () => {
  it.each([
    { label: 'by default', change: {}, user: '/home/u/.config/kubectl-debug/config.yaml' },
    {
      label: 'with XDG_CONFIG_HOME',
      change: { env: { XDG_CONFIG_HOME: '/x' } },
      user: '/x/kubectl-debug/config.yaml',
    },
    {
      label: 'with a relative XDG_CONFIG_HOME, which the specification ignores',
      change: { env: { XDG_CONFIG_HOME: 'x' } },
      user: '/home/u/.config/kubectl-debug/config.yaml',
    },
    {
      label: 'on macOS',
      change: { platform: 'darwin' as const },
      user: '/home/u/Library/Application Support/kubectl-debug/config.yaml',
    },
    {
      label: 'named by a relative path',
      change: { env: { KUBECTL_DEBUG_CONFIG: 'c.yaml' } },
      user: '/here/c.yaml',
    },
    { label: 'turned off', change: { env: { KUBECTL_DEBUG_CONFIG: 'off' } }, user: undefined },
    { label: 'without a home', change: { homeDirectory: undefined }, user: undefined },
  ])('looks for the file of a person $label', ({ change, user }) => {
    const company = '/etc/kubectl-debug/config.yaml';
    expect(pathsOf(change)).toEqual(user === undefined ? [company] : [company, user]);
  });

  it('looks into the folders of Windows', () => {
    const change = {
      platform: 'win32' as const,
      systemFolder: 'C:\\ProgramData',
      env: { APPDATA: 'C:\\Users\\u\\AppData\\Roaming' },
    };
    expect(pathsOf(change)).toEqual([
      'C:\\ProgramData\\kubectl-debug\\config.yaml',
      'C:\\Users\\u\\AppData\\Roaming\\kubectl-debug\\config.yaml',
    ]);
  });

  it('lets only the file of the company lock, and requires only a named one', () => {
    expect(findConfigs({ ...SURROUNDINGS, env: { KUBECTL_DEBUG_CONFIG: '/c' } })).toEqual([
      { path: '/etc/kubectl-debug/config.yaml', isNamed: false, isOfCompany: true },
      { path: '/c', isNamed: true, isOfCompany: false },
    ]);
  });
});
