import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { writeText } from './write-text.ts';

describe('writeText', () => {
  it('waits until a slow reader took the text', async () => {
    const taken: (() => void)[] = [];
    const stream = new Writable({ write: (_chunk, _encoding, done) => taken.push(done) });
    const end = writeText(stream, 'text');
    const other = new Promise((resolve) => setImmediate(resolve, 'still waiting'));
    expect(await Promise.race([end, other])).toBe('still waiting');
    taken[0]?.();
    expect(await end).toBe('open');
  });

  it('says that the reader has gone away', async () => {
    const stream = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    stream.on('error', () => undefined);
    expect(await writeText(stream, 'text')).toBe('closed');
    expect(await writeText(stream, 'more')).toBe('closed');
  });
});
