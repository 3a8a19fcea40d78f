import { expect, it } from 'vitest';
import { samplePcap, SAMPLE_RECORD_BYTES } from '../../../playground/run/programs/sample-packets.ts';
import { readPcapng } from '../../../test/drivers/read-pcapng.ts';
import { makeLimit } from './limit.ts';
import { makePcapngSink } from './pcapng-sink.ts';

const make = (wish: { readonly packets?: number; readonly maxBytes?: number } = {}) => {
  const written: Buffer[] = [];
  const limit = makeLimit({ packets: undefined, maxBytes: undefined, ...wish }, () => undefined);
  const writer = {
    write: (bytes: Uint8Array) => {
      written.push(Buffer.from(bytes));
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  const sink = makePcapngSink({ writer, limit, now: () => new Date('2026-01-02T03:04:05Z') });
  return { sink, limit, written, file: () => readPcapng(Buffer.concat(written)) };
};
const POD = { namespace: 'shop', name: 'web-1' };
const COUNTS = { captured: 3, received: 4, dropped: 1 };

it('describes an interface for each pod, in the order of their first output', async () => {
  const { sink, limit, file, written } = make();
  const [one, two] = [sink.open(POD), sink.open({ ...POD, name: 'web-2' })];
  [one, two].forEach(({ begin }) => begin('port 80'));
  await two.take(samplePcap());
  await one.take(samplePcap());
  one.count(COUNTS);
  await sink.finish();
  expect(file()).toEqual({
    interfaces: ['shop/web-2', 'shop/web-1'],
    packets: [0, 0, 0, 1, 1, 1],
    statistics: [
      { index: 0, dropped: 0n },
      { index: 1, dropped: 1n },
    ],
  });
  expect([one.packets(), limit.packets(), limit.bytes()]).toEqual([3, 6, Buffer.concat(written).length]);
});

it('writes whole blocks only, wherever the output is cut', async () => {
  const { sink, written } = make();
  const pod = sink.open(POD);
  pod.begin('');
  const bytes = samplePcap();
  for (let at = 0; at < bytes.length; at += 7) {
    await pod.take(bytes.subarray(at, at + 7));
    if (written.length > 0) expect(() => readPcapng(Buffer.concat(written))).not.toThrow();
  }
  expect(readPcapng(Buffer.concat(written)).packets).toHaveLength(3);
});

it('goes on with the interface of a run that was cut off, and adds up the counts', async () => {
  const { sink, file } = make();
  const pod = sink.open(POD);
  pod.begin('');
  await pod.take(samplePcap().subarray(0, -SAMPLE_RECORD_BYTES - 5));
  pod.count(COUNTS);
  pod.begin('');
  await pod.take(samplePcap());
  pod.count(COUNTS);
  await sink.finish();
  expect(file()).toEqual({
    interfaces: ['shop/web-1'],
    packets: [0, 0, 0, 0],
    statistics: [{ index: 0, dropped: 2n }],
  });
});

it('writes nothing if nothing has come, and never more than it may', async () => {
  const empty = make();
  await empty.sink.finish();
  expect(empty.written).toEqual([]);
  const bounded = make({ maxBytes: 320 });
  const pod = bounded.sink.open(POD);
  pod.begin('');
  await pod.take(samplePcap());
  await bounded.sink.finish();
  expect(Buffer.concat(bounded.written).length).toBeLessThanOrEqual(320);
  expect([bounded.file().packets.length, bounded.limit.reached()]).toEqual([1, 'size']);
});

it('refuses what is no capture', () => {
  const pod = make().sink.open(POD);
  pod.begin('');
  expect(() => pod.take(Buffer.from('hello world, this is no capture'))).toThrow(
    expect.objectContaining({ kind: 'capture-failed' }),
  );
});
