import { expect, it } from 'vitest';
import { maskedHeaders } from './masked-headers.ts';

it('shows no secret, but keeps the scheme of an authorization and who is impersonated', () => {
  const shown = maskedHeaders({
    Authorization: 'Bearer canary',
    'Proxy-Authorization': 'Basic canary',
    Cookie: 'a=canary',
    'set-cookie': ['b=canary', 'c=canary'],
    'X-Auth-Token': 'canary',
    'X-Amz-Security-Token': 'canary',
    'X-Api-Key': 'canary',
    Location: 'https://me:canary@login.example/in?state=canary#canary',
    'Impersonate-Group': ['dev', 'ops'],
    'content-length': 3,
    absent: undefined,
  });
  expect(shown).toEqual({
    authorization: 'Bearer <masked>',
    'proxy-authorization': 'Basic <masked>',
    cookie: '<masked>',
    'set-cookie': '<masked>',
    'x-auth-token': '<masked>',
    'x-amz-security-token': '<masked>',
    'x-api-key': '<masked>',
    location: 'https://<masked>@login.example/in?<masked>',
    'impersonate-group': 'dev, ops',
    'content-length': '3',
  });
});
