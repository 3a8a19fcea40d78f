import { describe, expect, it } from 'vitest';
import type { Container } from '../../pod/types.ts';
import { applyCustom, checkEphemeralCustom, type CustomContainer } from './custom.ts';
import type { JsonObject } from './strategic-merge.ts';

const BASE: Container = {
  name: 'dbg',
  image: 'busybox',
  env: [
    { name: 'A', value: '1' },
    { name: 'B', value: '2' },
  ],
  volumeMounts: [{ name: 'e', mountPath: '/e' }],
  securityContext: { capabilities: { add: ['SYS_PTRACE'], drop: ['KILL'] }, privileged: true },
  resources: { requests: { cpu: '1' } },
  stdin: true,
};

/** The names in the order that a patch with these env items gives. */
function envOrder(...patch: readonly string[]): string {
  const base = { ...BASE, env: ['A', 'B', 'C'].map((name) => ({ name, value: 'old' })) };
  const merged = applyCustom(base, { env: patch.map((name) => ({ name, value: 'new' })) });
  return (merged.env ?? []).map(({ name, value }) => (value === 'new' ? name : name.toLowerCase())).join('');
}

describe('applyCustom', () => {
  it.each<{ label: string; custom: CustomContainer & JsonObject; expected: JsonObject }>([
    {
      label: 'replaces added capabilities and keeps dropped ones',
      custom: { securityContext: { capabilities: { add: ['NET_ADMIN'] } } },
      expected: {
        securityContext: { capabilities: { add: ['NET_ADMIN'], drop: ['KILL'] }, privileged: true },
      },
    },
    {
      label: 'undoes privileged',
      custom: { securityContext: { privileged: false } },
      expected: {
        securityContext: { capabilities: { add: ['SYS_PTRACE'], drop: ['KILL'] }, privileged: false },
      },
    },
    {
      label: 'adds what the container lacks',
      custom: { envFrom: [{ prefix: 'X_' }], ports: [{ containerPort: 80 }], workingDir: '/w' },
      expected: { envFrom: [{ prefix: 'X_' }], ports: [{ containerPort: 80 }], workingDir: '/w' },
    },
    {
      label: 'leaves everything alone when it is empty',
      custom: { securityContext: {} },
      expected: {},
    },
    {
      label: 'replaces a variable by name, and puts its own first',
      custom: {
        env: [
          { name: 'FILE', value: 'f' },
          { name: 'B', value: 'x' },
        ],
      },
      expected: {
        env: [
          { name: 'FILE', value: 'f' },
          { name: 'A', value: '1' },
          { name: 'B', value: 'x' },
        ],
      },
    },
    {
      label: 'merges mounts by their path',
      custom: {
        volumeMounts: [
          { name: 'f', mountPath: '/e', readOnly: true },
          { name: 'g', mountPath: '/g' },
        ],
      },
      expected: {
        volumeMounts: [
          { name: 'f', mountPath: '/e', readOnly: true },
          { name: 'g', mountPath: '/g' },
        ],
      },
    },
    {
      label: 'merges requests one by one and replaces lists without a key',
      custom: { resources: { requests: { memory: '1Gi' } }, args: ['x'] },
      expected: { resources: { requests: { cpu: '1', memory: '1Gi' } }, args: ['x'] },
    },
  ])('$label', ({ custom, expected }) => {
    expect(applyCustom(BASE, custom)).toEqual({ ...BASE, ...expected });
  });

  it.each([
    { patch: ['N'], expected: 'Nabc' },
    { patch: ['C'], expected: 'abC' },
    { patch: ['A'], expected: 'Abc' },
    { patch: ['C', 'N', 'A'], expected: 'bCNA' },
    { patch: ['N', 'B', 'M'], expected: 'NaBMc' },
    { patch: ['B', 'A'], expected: 'BAc' },
  ])("orders as the API's strategic merge does: $patch gives $expected", ({ patch, expected }) => {
    expect(envOrder(...patch)).toBe(expected);
  });
});

describe('checkEphemeralCustom', () => {
  it.each<{ field: string; custom: CustomContainer }>([
    { field: 'resources', custom: { resources: { limits: { cpu: '1' } } } },
    { field: 'restartPolicy', custom: { restartPolicy: 'Always' } },
    { field: 'livenessProbe', custom: { livenessProbe: { exec: { command: ['x'] } } } },
    {
      field: 'volumeMounts.subPath',
      custom: { volumeMounts: [{ name: 'e', mountPath: '/e', subPath: 'x' }] },
    },
  ])('refuses $field', ({ field, custom }) => {
    expect(() => checkEphemeralCustom(custom)).toThrow(`an ephemeral container cannot have "${field}"`);
  });

  it('takes all else, and an empty resources, which kubectl writes by itself', () => {
    expect(() => checkEphemeralCustom({ resources: {}, volumeMounts: [], args: ['x'] })).not.toThrow();
  });
});
