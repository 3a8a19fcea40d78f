import { describe, expect, it } from 'vitest';
import { readCustomContainer } from './read-custom.ts';

function refusal(document: unknown): unknown {
  try {
    readCustomContainer(document, 'custom.json');
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('readCustomContainer', () => {
  it.each([
    {
      label: 'takes keys in any letter case',
      document: { SECURITYCONTEXT: { RunAsUser: 7 } },
      expected: { securityContext: { runAsUser: 7 } },
    },
    {
      label: 'takes unquoted numbers and booleans for texts',
      document: { args: [1, true, 1.5] },
      expected: { args: ['1', 'true', '1.5'] },
    },
    {
      label: 'takes numbers for quantities',
      document: { resources: { limits: { cpu: 0.5 } } },
      expected: { resources: { limits: { cpu: '0.5' } } },
    },
    {
      label: 'takes a port by number and by name',
      document: { livenessProbe: { httpGet: { port: 80 } }, readinessProbe: { httpGet: { port: 'web' } } },
      expected: { livenessProbe: { httpGet: { port: 80 } }, readinessProbe: { httpGet: { port: 'web' } } },
    },
    {
      label: 'drops what the API does not store',
      document: {
        stdin: false,
        env: [],
        workingDir: '',
        securityContext: { capabilities: { add: [] }, runAsUser: null },
      },
      expected: { securityContext: { capabilities: {} } },
    },
    {
      label: 'keeps false, 0 and the empty text where the API tells them from nothing',
      document: { securityContext: { privileged: false, runAsUser: 0, procMount: '' } },
      expected: { securityContext: { privileged: false, runAsUser: 0, procMount: '' } },
    },
    { label: 'keeps empty texts in lists', document: { args: ['', 'x'] }, expected: { args: ['', 'x'] } },
    {
      label: 'takes forbidden keys that say nothing',
      document: { name: '', image: '', command: [], lifecycle: null, volumeDevices: [] },
      expected: {},
    },
    { label: 'takes an empty object', document: {}, expected: {} },
    { label: 'reads nothing from an empty file', document: undefined, expected: undefined },
    { label: 'reads nothing from null', document: null, expected: undefined },
  ])('$label', ({ document, expected }) => {
    expect(readCustomContainer(document, 'custom.json')).toEqual(expected);
  });

  it.each([
    ['name', { name: 'x' }],
    ['image', { IMAGE: 'x' }],
    ['command', { command: ['x'] }],
    ['lifecycle', { lifecycle: {} }],
    ['volumeDevices', { volumeDevices: [{ name: 'a', devicePath: '/a' }] }],
  ])('refuses the key %s', (key, document) => {
    expect(refusal(document)).toMatchObject({
      kind: 'usage',
      message: `--custom: "${key}" in custom.json is not modifiable by a custom profile`,
    });
  });

  it.each([
    ['frobnicate', { frobnicate: 1 }],
    ['targetContainerName', { targetContainerName: 'app' }],
    ['securityContext.capabilities.ad', { securityContext: { capabilities: { ad: [] } } }],
    ['env[1].vale', { env: [{ name: 'A' }, { name: 'B', vale: '1' }] }],
    ['constructor', { constructor: 1 }],
  ])('refuses the unknown key %s by name', (path, document) => {
    expect(refusal(document)).toMatchObject({
      kind: 'usage',
      message: `--custom: "${path}" in custom.json is unknown`,
      hint: expect.stringMatching(/^known keys: (?!.*\b(?:image|command|lifecycle)\b)/),
    });
  });

  it.each([
    ['custom.json must be an object', []],
    ['custom.json must be an object', 'text'],
    ['"env" in custom.json must be a list', { env: {} }],
    ['"env[0]" in custom.json must be an object', { env: ['A=1'] }],
    ['"env[0]" in custom.json must be an object', { env: [null] }],
    ['"env[0]" in custom.json has no name', { env: [{ value: '1' }] }],
    ['"volumeMounts[0]" in custom.json has no mountPath', { volumeMounts: [{ name: 'a' }] }],
    ['"stdin" in custom.json must be true or false', { stdin: '' }],
    [
      '"securityContext.runAsUser" in custom.json must be an integer',
      { securityContext: { runAsUser: '0' } },
    ],
    [
      '"securityContext.runAsUser" in custom.json must be an integer',
      { securityContext: { runAsUser: 1.5 } },
    ],
    ['"args[0]" in custom.json must be a text', { args: [['a']] }],
    ['"resources.limits" in custom.json must be an object', { resources: { limits: ['cpu'] } }],
    ['"resources.limits.cpu" in custom.json must be a quantity', { resources: { limits: { cpu: true } } }],
    [
      '"livenessProbe.httpGet.port" in custom.json must be a port',
      { livenessProbe: { httpGet: { port: 1.5 } } },
    ],
  ])('refuses: %s', (message, document) => {
    expect(refusal(document)).toMatchObject({ kind: 'usage', message: `--custom: ${message}` });
  });
});
