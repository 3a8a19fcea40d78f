import { expect, it } from 'vitest';
import { BOUNDS } from '../../errors/bounds.ts';
import { holdOutput } from './hold-output.ts';

const QUARTER = Buffer.alloc(BOUNDS.heldPackets.most / 4);

/** A reader that takes a piece whenever the test says so. */
function aReader() {
  const heard: string[] = [];
  const pieces: string[] = [];
  let release: (error?: Error) => void = () => undefined;
  const held = holdOutput(
    (bytes) => {
      pieces.push(bytes.length > 10 ? 'large' : bytes.toString());
      return new Promise((resolve, reject) => {
        release = (error) => (error === undefined ? resolve() : reject(error));
      });
    },
    { onTaken: () => heard.push('taken'), onFailure: (error) => heard.push(String(error)) },
  );
  /** Lets the reader take a piece, and everybody hear of it. */
  const next = async (error?: Error): Promise<void> => {
    release(error);
    await new Promise(setImmediate);
  };
  return { held, heard, pieces, next };
}

it('hands pieces on one after the other', async () => {
  const { held, heard, pieces, next } = aReader();
  for (const text of ['a', 'b', 'c']) expect(held.take(Buffer.from(text))).toBeUndefined();
  expect(pieces).toEqual(['a']);
  await next();
  expect(pieces).toEqual(['a', 'b']);
  await next();
  const all = held.allTaken().then(() => heard.push('all'));
  await next();
  await all;
  expect(pieces).toEqual(['a', 'b', 'c']);
  expect(heard).toEqual(['taken', 'taken', 'taken', 'all']);
});

it('says that the reader is slow before it asks for no more', async () => {
  const { held, next } = aReader();
  void held.take(QUARTER);
  expect(held.isSlow()).toBe(false);
  const change = held.changed();
  void held.take(QUARTER);
  expect({ isSlow: held.isSlow(), isTold: change.aborted }).toEqual({ isSlow: true, isTold: true });
  expect(held.take(QUARTER)).toBeUndefined();
  expect(held.take(QUARTER)).toBeUndefined();
  let isFull = true;
  const room = held.take(QUARTER)?.then(() => (isFull = false));
  for (let piece = 0; piece < 4; piece += 1) await next();
  expect(isFull).toBe(true);
  await next();
  await room;
  expect(held.isSlow()).toBe(false);
});

it('hands nothing on after an error of the reader, and asks nobody to wait for it', async () => {
  const { held, heard, pieces, next } = aReader();
  for (let piece = 0; piece < 4; piece += 1) void held.take(QUARTER);
  const room = held.take(QUARTER);
  await next(new Error('disk full'));
  await room;
  expect(held.take(Buffer.from('late'))).toBeUndefined();
  expect(pieces).toEqual(['large']);
  expect(heard).toEqual(['Error: disk full']);
  await expect(held.allTaken()).rejects.toThrow('disk full');
});
