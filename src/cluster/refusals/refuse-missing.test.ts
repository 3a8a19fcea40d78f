import { expect, it } from 'vitest';
import { refuseMissing } from './refuse-missing.ts';

const ADD = { verb: 'patch', resource: 'pods', subresource: 'ephemeralcontainers' };
const GET_EXEC = { verb: 'get', resource: 'pods', subresource: 'exec' };
const CREATE_EXEC = { verb: 'create', resource: 'pods', subresource: 'exec' };
const refuse = (missing: Parameters<typeof refuseMissing>[0]['missing']) =>
  refuseMissing({ action: 'debug pod web-1', missing, namespace: 'shop', purposes: ['debug', 'exec'] });

it.each([
  {
    label: 'one right',
    missing: [ADD],
    said: 'you may not patch pods/ephemeralcontainers; nothing was added',
  },
  {
    label: 'several rights, by resource',
    missing: [GET_EXEC, ADD, CREATE_EXEC],
    said: 'you may not get and create pods/exec, nor patch pods/ephemeralcontainers; nothing was added',
  },
])('names $label', ({ missing, said }) => {
  expect(refuse(missing)).toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining(`cannot debug pod web-1: ${said}`),
  });
});

it.each([
  { missing: [ADD], hint: '--for=debug' },
  { missing: [GET_EXEC, ADD], hint: '--for=exec,debug' },
])('hints at the jobs that use the rights: $hint', ({ missing, hint }) => {
  expect(refuse(missing).hint).toContain(hint);
  expect(refuse(missing).hint).toContain('-n shop');
});

it('explains a right that only newer servers check', () => {
  const [error, other] = [refuse([{ ...CREATE_EXEC, sinceMinor: 35 }]), refuse([CREATE_EXEC])];
  expect(error.message).toContain('pods/exec');
  expect(error.message).not.toBe(other.message);
});

it('hints at all jobs of a command that names them', () => {
  const asked = { action: 'x', missing: [GET_EXEC], namespace: 'shop', purposes: ['exec'] } as const;
  expect(refuseMissing({ ...asked, jobs: ['forward', 'exec'] }).hint).toContain('--for=forward,exec ');
});
