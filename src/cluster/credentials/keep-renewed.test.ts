import { describe, expect, it } from 'vitest';
import type { IssuedCredential } from './exec-credential.ts';
import { keepRenewed } from './keep-renewed.ts';

const START = new Date('2030-01-01T00:00:00Z');
const at = (seconds: number): Date => new Date(START.getTime() + seconds * 1000);

function aSource(tokens: readonly string[], expiresAt?: Date) {
  let issued = 0;
  let now = START;
  const source = keepRenewed(
    () => {
      const authorization = tokens[Math.min(issued, tokens.length - 1)] ?? '';
      issued += 1;
      const keyPair = { certificate: 'c', key: 'k' };
      return Promise.resolve({ credential: { authorization, keyPair }, expiresAt });
    },
    () => now,
  );
  return { source, issued: () => issued, setTime: (time: Date) => void (now = time) };
}

it('is issued once for all requests that wait, and kept until it expires', async () => {
  const { source, issued, setTime } = aSource(['one', 'two'], at(60));
  const all = await Promise.all([source.current(), source.current(), source.current()]);
  expect(all.map(({ authorization }) => authorization)).toEqual(['one', 'one', 'one']);
  setTime(at(59));
  expect((await source.current()).authorization).toBe('one');
  expect(issued()).toBe(1);
  setTime(at(60));
  expect((await source.current()).authorization).toBe('two');
});

it('keeps the same certificate the same object, so that connections live on', async () => {
  const { source } = aSource(['one', 'two']);
  const first = await source.current();
  await source.renew(first);
  expect((await source.current()).keyPair).toBe(first.keyPair);
});

describe('after a rejection', () => {
  it('is issued anew once, also when several requests were rejected', async () => {
    const { source, issued } = aSource(['one', 'two']);
    const first = await source.current();
    expect(await Promise.all([source.renew(first), source.renew(first)])).toEqual([true, true]);
    expect(await source.renew(first)).toBe(true);
    expect(issued()).toBe(2);
    expect((await source.current()).authorization).toBe('two');
  });

  it('is not worth another try when it is the same again', async () => {
    const { source } = aSource(['one']);
    expect(await source.renew(await source.current())).toBe(false);
  });
});

it('lets a request give up without ending the login for the others', async () => {
  let finish: (issued: IssuedCredential) => void = () => undefined;
  const source = keepRenewed(
    () => new Promise((resolve) => (finish = resolve)),
    () => START,
  );
  const abort = new AbortController();
  const impatient = source.current(abort.signal);
  const patient = source.current();
  abort.abort(new Error('enough'));
  await expect(impatient).rejects.toThrow('enough');
  finish({ credential: { authorization: 'one' }, expiresAt: undefined });
  expect((await patient).authorization).toBe('one');
});

it('asks again after a failure', async () => {
  let tries = 0;
  const source = keepRenewed(
    () => {
      tries += 1;
      return tries === 1
        ? Promise.reject(new Error('no network'))
        : Promise.resolve({ credential: {}, expiresAt: undefined });
    },
    () => START,
  );
  await expect(source.current()).rejects.toThrow('no network');
  expect(await source.current()).toEqual({});
});

it('ends what is under way on close', async () => {
  const source = keepRenewed(
    (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended')))),
    () => START,
  );
  const waiting = source.current();
  source.close();
  await expect(waiting).rejects.toThrow('ended');
});
