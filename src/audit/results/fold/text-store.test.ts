import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { openTextStore, type StoredBytes, type TextStore } from './text-store.ts';

describe('openTextStore', () => {
  const open: TextStore[] = [];
  const store = (inMemoryBytes: number) => {
    const made = openTextStore(inMemoryBytes);
    open.push(made);
    return made;
  };
  afterEach(() => open.splice(0).forEach(({ close }) => close()));

  it.each([0, 5, 1000])('reads what was put, in any order, with %i bytes in memory', (inMemoryBytes) => {
    const { put } = store(inMemoryBytes);
    const texts = ['one', '', 'three', 'zwölf', '\0\n'];
    const stored = texts.map((text) => put(Buffer.from(text)));
    expect(stored.toReversed().map(({ read }) => read().toString())).toEqual(texts.toReversed());
  });

  it('keeps what was put when the caller changes its bytes later', () => {
    const { put } = store(100);
    const bytes = Buffer.from('before');
    const stored = put(bytes);
    bytes.fill('x');
    expect(stored.read().toString()).toBe('before');
  });

  it('does not keep bytes in memory that are on disk', async () => {
    const { put } = store(0);
    const putSome = (): readonly [WeakRef<Buffer>, StoredBytes] => {
      const bytes = Buffer.alloc(100_000, 'x');
      return [new WeakRef(bytes), put(bytes)];
    };
    const [ref, stored] = putSome();
    setFlagsFromString('--expose-gc');
    await expect
      .poll(() => {
        runInNewContext('gc()');
        return ref.deref() === undefined;
      })
      .toBe(true);
    expect(stored.read()).toHaveLength(100_000);
  });

  it('keeps no more in memory than its limit', () => {
    const { put, close } = store(4);
    const [inMemory, onDisk] = [put(Buffer.from('1234')), put(Buffer.from('5'))];
    close();
    expect(inMemory.read().toString()).toBe('1234');
    expect(() => onDisk.read()).toThrow('EBADF');
  });
});
