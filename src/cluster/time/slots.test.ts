import { expect, it } from 'vitest';
import { makeSlots } from './slots.ts';

const never = new AbortController().signal;

it('lets so many in, and the others in order', async () => {
  const slots = makeSlots(2);
  const entered: string[] = [];
  const enter = async (name: string): Promise<() => void> => {
    const give = await slots.take(never);
    entered.push(name);
    return give;
  };
  const a = await enter('a');
  const b = await enter('b');
  const c = enter('c');
  const d = enter('d');
  expect(entered).toEqual(['a', 'b']);
  a();
  a(); // a second time gives nothing back
  await c;
  expect(entered).toEqual(['a', 'b', 'c']);
  b();
  await d;
  expect(entered).toEqual(['a', 'b', 'c', 'd']);
});

it('forgets who waits no more', async () => {
  const slots = makeSlots(1);
  const give = await slots.take(never);
  const leaving = new AbortController();
  const left = slots.take(leaving.signal);
  const next = slots.take(never);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  give();
  await expect(next).resolves.toBeTypeOf('function');
});
