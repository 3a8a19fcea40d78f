import { describe, expect, it } from 'vitest';
import { parseImageReference } from './image-reference.ts';
import { coverageOf } from './pull-secret.ts';

const IMAGE = parseImageReference('registry.corp/net:1');
const AUTH = { auth: 'c29tZWJvZHk6cGFzc3dvcmQ=' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const json = (config: unknown) => ({
  type: 'kubernetes.io/dockerconfigjson',
  data: { '.dockerconfigjson': base64(JSON.stringify(config)) },
});

describe('what a secret has for an image', () => {
  it.each([
    ['an entry', json({ auths: { 'registry.corp': AUTH } }), 'credentials'],
    [
      'an entry with a name',
      json({ auths: { 'registry.corp': { username: 'me', password: 'x' } } }),
      'credentials',
    ],
    [
      'an entry of a credential store',
      json({ auths: { 'registry.corp': {} }, credsStore: 'x' }),
      'no-password',
    ],
    ['a token only', json({ auths: { 'registry.corp': { identitytoken: 'x' } } }), 'no-password'],
    ['another registry', json({ auths: { 'docker.io': AUTH } }), 'other-registries'],
    ['no entries', json({}), 'other-registries'],
    ['no object', json([]), 'unreadable'],
    ['entries of a wrong type', json({ auths: 7 }), 'unreadable'],
    [
      'no JSON',
      { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': 'AA==' } },
      'unreadable',
    ],
    ['no data', { type: 'kubernetes.io/dockerconfigjson' }, 'unreadable'],
    [
      'the older type',
      {
        type: 'kubernetes.io/dockercfg',
        data: { '.dockercfg': base64(JSON.stringify({ 'https://registry.corp': AUTH })) },
      },
      'credentials',
    ],
    [
      'the type of another object',
      { ...json({ auths: { 'registry.corp': AUTH } }), type: 'Opaque' },
      'not-a-pull-secret',
    ],
    ['no type', {}, 'not-a-pull-secret'],
    ['the name of an inherited property as type', { type: 'constructor' }, 'not-a-pull-secret'],
  ])('%s', (_, secret, kind) => {
    expect(coverageOf(secret, IMAGE).kind).toBe(kind);
  });
});
