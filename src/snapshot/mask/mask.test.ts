import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { makeMasker } from './masker.ts';
import { maskObject } from './mask-object.ts';
import { maskText } from './mask-text.ts';
import { maskWords } from './mask-words.ts';

describe('maskText', () => {
  it.each([
    { text: 'postgres://u:p4ss@db:5432/x', expected: 'postgres://<masked>@db:5432/x' },
    { text: 'postgres://u:p/4@db/x', expected: 'postgres://<masked>@db/x' },
    { text: 'https://token@host/x', expected: 'https://<masked>@host/x' },
    { text: 'DB_PASSWORD=abc next', expected: 'DB_PASSWORD=<masked> next' },
    { text: '{"apiKey": "a\\"b c"}', expected: '{"apiKey": <masked>}' },
    { text: '{\\"password\\":\\"a b\\"}', expected: '{\\"password\\":<masked>}' },
    { text: 'Authorization: Bearer abcdefgh', expected: 'Authorization: Bearer <masked>' },
    { text: 'mount --token abc --user me', expected: 'mount --token <masked> --user me' },
    { text: 'ghp_0123456789012345678901234', expected: '<masked>' },
    { text: '-----BEGIN RSA PRIVATE KEY-----\nabc', expected: '<masked>' },
    { text: 'GET http://host/a?b=c', expected: 'GET http://host/a?b=c' },
    {
      text: 'secretName=web-tls tokenExpirationSeconds=3607',
      expected: 'secretName=web-tls tokenExpirationSeconds=3607',
    },
    {
      text: 'Readiness probe failed: dial tcp 10.0.0.1:80',
      expected: 'Readiness probe failed: dial tcp 10.0.0.1:80',
    },
  ])('makes $expected', ({ text, expected }) => {
    expect(maskText(text)).toBe(expected);
  });
});

describe('maskWords', () => {
  it.each([
    { words: ['app', '--password=a b,c'], expected: ['app', '--password=<masked>'] },
    { words: ['app', '--token', 'abc', 'x'], expected: ['app', '--token', '<masked>', 'x'] },
    { words: ['app', '--token', '--x'], expected: ['app', '--token', '--x'] },
    { words: ['/usr/bin/mysql', '-pabc', '-uroot'], expected: ['/usr/bin/mysql', '-p<masked>', '-uroot'] },
    { words: ['curl', '-u', 'me:abc', 'x'], expected: ['curl', '-u', '<masked>', 'x'] },
    { words: ['java', '-Dserver.port=8080'], expected: ['java', '-Dserver.port=8080'] },
    { words: ['app', '--password-file=/run/p'], expected: ['app', '--password-file=/run/p'] },
  ])('makes $expected', ({ words, expected }) => {
    expect(maskWords(words)).toEqual(expected);
  });
});

describe('maskObject', () => {
  it('masks every value of a variable, also in an annotation that holds the object as JSON', () => {
    const spec = {
      containers: [
        {
          name: 'a',
          env: [
            { name: 'MODE', value: 'canary' },
            { name: 'X', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
          ],
        },
      ],
    };
    const masked = maskObject({
      metadata: {
        annotations: {
          applied: JSON.stringify({ spec }),
          cut: '{"env":[{"name":"A","value":"canary',
          token: 'canary',
        },
      },
      spec,
    });
    expect(JSON.stringify(masked)).not.toContain('canary');
    expect(masked.spec).toEqual({
      containers: [
        {
          name: 'a',
          env: [
            { name: 'MODE', value: '<masked>' },
            { name: 'X', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
          ],
        },
      ],
    });
  });

  it('masks commands, headers of probes and options of volumes', () => {
    const masked = maskObject({
      command: ['app', '--token', 'canary'],
      httpHeaders: [
        { name: 'Authorization', value: 'canary' },
        { name: 'Host', value: 'web' },
      ],
      volumeAttributes: { password: 'canary', secretName: 'tls' },
    });
    expect(JSON.stringify(masked)).not.toContain('canary');
    expect(JSON.stringify(masked)).toContain('"value":"web"');
    expect(masked.volumeAttributes.secretName).toBe('tls');
  });
});

it('finds the secrets of a pod where nothing tells of them', () => {
  const pod = aPod({});
  const containers = [
    {
      name: 'app',
      env: [
        { name: 'DB_PASSWORD', value: 'hunter2x' },
        { name: 'MODE', value: 'production' },
      ],
    },
  ];
  const mask = makeMasker({ ...pod, spec: { ...pod.spec, containers } });
  expect(mask.words(['app', 'hunter2x', 'production'])).toEqual(['app', '<masked>', 'production']);
  expect(mask.text('cannot log in with hunter2x')).toBe('cannot log in with <masked>');
  expect(mask.object({ args: ['x hunter2x'] })).toEqual({ args: ['x <masked>'] });
});
