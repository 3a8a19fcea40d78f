import { expect, it } from 'vitest';
import { withRenewal, type CredentialSource } from './credentials.ts';

function aSource(canRenew: boolean): CredentialSource {
  let authorization = 'old';
  return {
    current: () => Promise.resolve({ authorization }),
    renew: () => {
      authorization = 'new';
      return Promise.resolve(canRenew);
    },
    close: () => undefined,
  };
}

it.each([
  { label: 'sends once for any status but 401', statuses: [403], canRenew: true, sent: ['old'] },
  {
    label: 'sends again with a renewed credential',
    statuses: [401, 200],
    canRenew: true,
    sent: ['old', 'new'],
  },
  { label: 'sends once if there is no other credential', statuses: [401], canRenew: false, sent: ['old'] },
  { label: 'never sends a third time', statuses: [401, 401], canRenew: true, sent: ['old', 'new'] },
])('$label', async ({ statuses, canRenew, sent }) => {
  const seen: (string | undefined)[] = [];
  const { signal } = new AbortController();
  const answer = await withRenewal(aSource(canRenew), signal, ({ authorization }) => {
    seen.push(authorization);
    return Promise.resolve({ status: statuses[seen.length - 1] ?? 500 });
  });
  expect(seen).toEqual(sent);
  expect(answer.status).toBe(statuses.at(-1));
});
