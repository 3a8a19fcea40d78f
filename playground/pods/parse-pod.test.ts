import { describe, expect, it } from 'vitest';
import { failureOf } from '../../test/playground/failure-of.ts';
import { parsePod } from './parse-pod.ts';

const TARGET = { namespace: 'shop', suffix: 'x7y8z' };
const WARN = { fieldValidation: 'Warn' } as const;
const CONTAINERS = [{ name: 'app', image: 'x' }];

describe('parsePod', () => {
  it('takes a pod as kubectl writes it, without its nulls', () => {
    const body = {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { creationTimestamp: null, name: 'web-1', labels: { app: 'web' } },
      spec: { containers: CONTAINERS, nodeName: 'n1' },
      status: {},
    };
    expect(parsePod(body, TARGET, WARN)).toEqual({
      pod: {
        metadata: { name: 'web-1', namespace: 'shop', labels: { app: 'web' } },
        spec: { containers: CONTAINERS, nodeName: 'n1' },
      },
      warnings: [],
    });
  });

  it('makes a name out of generateName', () => {
    const body = { metadata: { generateName: 'web-' }, spec: { containers: CONTAINERS } };
    expect(parsePod(body, TARGET, WARN).pod.metadata.name).toBe('web-x7y8z');
  });

  it.each([
    { body: { kind: 'Node' }, code: 400, message: 'Node in version "v1" cannot be handled as a Pod' },
    { body: 7, code: 400, message: 'cannot be handled as a Pod' },
    { body: { metadata: { namespace: 'other' } }, code: 400, message: 'does not match the namespace sent' },
    { body: { spec: { containers: 'x' } }, code: 400, message: 'cannot restore slice from string' },
    {
      body: { metadata: {}, spec: { containers: CONTAINERS } },
      code: 422,
      message: 'Pod "" is invalid: metadata.name: Required value: name or generateName is required',
    },
    {
      body: { metadata: { name: 'p9' }, spec: {} },
      code: 422,
      message: 'Pod "p9" is invalid: spec.containers: Required value',
    },
    {
      body: { metadata: { name: 'P_0' }, spec: { containers: CONTAINERS } },
      code: 422,
      message: 'RFC 1123 subdomain',
    },
    {
      body: { metadata: { name: 'p9' }, spec: { containers: [{ image: 'x' }] } },
      code: 422,
      message: 'Pod "p9" is invalid: spec.containers[0].name: Required value',
    },
    {
      body: {
        metadata: { name: 'p9' },
        spec: { containers: CONTAINERS, ephemeralContainers: [{ name: 'e', image: 'x' }] },
      },
      code: 422,
      message: 'Pod "p9" is invalid: spec.ephemeralContainers: Forbidden: cannot be set on create',
    },
  ])('refuses $body with $code', ({ body, code, message }) => {
    const failure = failureOf(() => parsePod(body, TARGET, WARN));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(message);
  });

  it('warns of unknown fields, or refuses them when asked to be strict', () => {
    const body = { metadata: { name: 'p9' }, spec: { containers: CONTAINERS, bar: 2 } };
    expect(parsePod(body, TARGET, WARN).warnings).toEqual(['unknown field "spec.bar"']);
    expect(failureOf(() => parsePod(body, TARGET, { fieldValidation: 'Strict' }))).toMatchObject({
      code: 400,
      message:
        'Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.bar"',
    });
  });
});
