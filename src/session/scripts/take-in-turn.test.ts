import { expect, it } from 'vitest';
import { takeInTurn, type TakeOutput } from './take-in-turn.ts';

/** A reader that takes each piece only when `next` is called; a piece `now` is taken at once. */
function slowReader() {
  const heard: string[] = [];
  const waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const reader: TakeOutput = (channel, bytes) => {
    heard.push(`${channel} ${bytes.toString()}`);
    if (bytes.toString() === 'throw') throw new Error('thrown');
    if (bytes.toString() === 'now') return undefined;
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  };
  const source = {
    pause: () => void heard.push('pause'),
    resume: () => void heard.push('resume'),
    fail: (error: unknown) => void heard.push(String(error)),
  };
  const turns = takeInTurn(reader, source);
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    heard,
    turns,
    take: (...texts: readonly string[]) => texts.forEach((text) => turns.take('stdout', Buffer.from(text))),
    next: (): Promise<void> => {
      waiting.shift()?.resolve();
      return settle();
    },
    refuse: (): Promise<void> => {
      waiting.shift()?.reject(new Error('refused'));
      return settle();
    },
  };
}

it('never pauses for a reader that takes each piece at once', async () => {
  const { heard, turns, take } = slowReader();
  take('now', 'now');
  expect(heard).toEqual(['stdout now', 'stdout now']);
  expect(turns.isBusy()).toBe(false);
  await turns.allTaken();
});

it('keeps the order, and pauses the source until all is taken', async () => {
  const { heard, turns, take, next } = slowReader();
  take('a', 'b', 'now');
  turns.take('stderr', Buffer.from('c'));
  expect(heard).toEqual(['stdout a', 'pause']);
  let areTaken = false;
  void turns.allTaken().then(() => (areTaken = true));
  await next();
  await next();
  expect({ areTaken, isBusy: turns.isBusy() }).toEqual({ areTaken: false, isBusy: true });
  await next();
  expect({ areTaken, isBusy: turns.isBusy() }).toEqual({ areTaken: true, isBusy: false });
  expect(heard).toEqual(['stdout a', 'pause', 'stdout b', 'stdout now', 'stderr c', 'resume']);
});

it('pauses again after it has resumed', async () => {
  const { heard, take, next } = slowReader();
  take('a');
  await next();
  take('b');
  await next();
  expect(heard).toEqual(['stdout a', 'pause', 'resume', 'stdout b', 'pause', 'resume']);
});

it.each([
  { label: 'throws at once', pieces: ['throw', 'now'], error: 'Error: thrown' },
  { label: 'throws when it is its turn', pieces: ['a', 'throw', 'now'], error: 'Error: thrown' },
])('hands on nothing after a reader $label', async ({ pieces, error }) => {
  const { heard, turns, take, next } = slowReader();
  take(...pieces);
  await next();
  take('now');
  await turns.allTaken();
  expect(heard.at(-1)).toBe(error);
  expect(heard).not.toContain('stdout now');
  expect(heard).not.toContain('resume');
});

it('tells of a reader that fails later', async () => {
  const { heard, turns, take, refuse } = slowReader();
  take('a', 'b');
  await refuse();
  await turns.allTaken();
  expect(heard).toEqual(['stdout a', 'pause', 'Error: refused']);
});
