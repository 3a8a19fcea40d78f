import { constants, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { makeHeaderBlocks } from './header-block.ts';

it('makes blocks of one zlib stream, each of which can be read when it has come', () => {
  const makeBlock = makeHeaderBlocks();
  const first = makeBlock({ streamtype: 'error', port: '80' });
  const second = makeBlock({ a: '' });
  const read = (bytes: Buffer): string =>
    inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  const text = '\0\0\0\u0002\0\0\0\u000astreamtype\0\0\0\u0005error\0\0\0\u0004port\0\0\0\u000280';
  expect(read(first)).toBe(text);
  expect(read(Buffer.concat([first, second]))).toBe(`${text}\0\0\0\u0001\0\0\0\u0001a\0\0\0\0`);
});

it('ends each block with an empty stored block, at which Go hands out what came before', () => {
  const makeBlock = makeHeaderBlocks();
  for (const block of [makeBlock({ a: 'b' }), makeBlock({})])
    expect(block.subarray(-5)).toEqual(Buffer.of(0, 0, 0, 0xff, 0xff));
});
