import { describe, expect, it } from 'vitest';
import { impersonationHeaders } from './impersonation-headers.ts';

const NOBODY = { user: 'jane', uid: undefined, groups: [], extra: {} };
const utf8 = (value: string | string[] | undefined): string =>
  Buffer.from(String(value), 'latin1').toString('utf8');

describe('impersonationHeaders', () => {
  it('are none without somebody to act as', () => {
    expect(impersonationHeaders(undefined)).toEqual({});
  });

  it('name user, uid and groups, as bytes of UTF-8', () => {
    const headers = impersonationHeaders({ ...NOBODY, user: 'żółw', uid: '7', groups: ['dev', 'ops'] });
    expect(headers).toMatchObject({ 'impersonate-uid': '7', 'impersonate-group': ['dev', 'ops'] });
    expect(utf8(headers['impersonate-user'])).toBe('żółw');
  });

  // Seen by running kubectl 1.37 against a server that writes headers down; it writes capitals, which mean the same.
  it.each([
    { extra: { a: ['y', 'z'] }, expected: { a: ['y', 'z'] } },
    { extra: { 'ex.com/S c(o)%pe#': ['v=1'] }, expected: { 'ex.com%2fs%20c%28o%29%25pe#': ['v=1'] } },
    { extra: { ü: ['1'] }, expected: { '%c3%bc': ['1'] } },
    { extra: { "!#$&'*+-.^_`|~": ['1'] }, expected: { "!#$&'*+-.^_`|~": ['1'] } },
    { extra: { '': [''] }, expected: { '': [''] } },
    { extra: { Scope: ['s1'], scope: ['s2'] }, expected: { scope: ['s1', 's2'] } },
  ])('encode the keys of $extra as client-go does', ({ extra, expected }) => {
    const headers = Object.entries(expected).map(([key, values]) => [`impersonate-extra-${key}`, values]);
    expect(impersonationHeaders({ ...NOBODY, extra })).toEqual({
      'impersonate-user': 'jane',
      ...Object.fromEntries(headers),
    });
  });

  it.each([
    { what: 'the user', impersonation: { user: 'a\nb' } },
    { what: 'the uid', impersonation: { uid: 'a\rb' } },
    { what: 'a group', impersonation: { groups: ['ok', 'a\0b'] } },
    { what: 'the extra attribute "k"', impersonation: { extra: { k: ['a\u007fb'] } } },
    { what: 'the user', impersonation: { user: ' ' } },
    { what: 'the uid', impersonation: { uid: '7 ' } },
    { what: 'a group', impersonation: { groups: ['ok', '\tops'] } },
    { what: 'the extra attribute "k"', impersonation: { extra: { k: [' v'] } } },
  ])('refuse what HTTP would change on its way in $what', ({ what, impersonation }) => {
    expect(() => impersonationHeaders({ ...NOBODY, ...impersonation })).toThrow(
      expect.objectContaining({ kind: 'kubeconfig', message: expect.stringContaining(what) }),
    );
  });
});
