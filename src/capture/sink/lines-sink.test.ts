import { expect, it } from 'vitest';
import { BOUNDS } from '../../errors/bounds.ts';
import { makeLimit } from './limit.ts';
import { makeLinesSink } from './lines-sink.ts';

const open = ({
  isNamed = false,
  packets,
}: { readonly isNamed?: boolean; readonly packets?: number } = {}) => {
  let text = '';
  const limit = makeLimit({ packets, maxBytes: undefined }, () => undefined);
  const writer = {
    write: (bytes: Uint8Array) => {
      text += Buffer.from(bytes).toString();
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  const sink = makeLinesSink({ writer, limit, isNamed });
  const pod = (name: string) => {
    const { begin, take } = sink.open({ namespace: 'shop', name });
    return { begin, take: (part: string) => take(Buffer.from(part)) };
  };
  return { pod, text: () => text, limit };
};

it('writes each line as soon as it is whole, however it is cut', async () => {
  const { pod, text, limit } = open();
  const { take } = pod('web-1');
  await take('12:00 IP a > ');
  expect(text()).toBe('');
  await take('b: x\n12:01 IP c');
  expect(text()).toBe('12:00 IP a > b: x\n');
  await take('\n\n');
  expect(text()).toBe('12:00 IP a > b: x\n12:01 IP c\n');
  expect(limit.packets()).toBe(2);
});

it('names the pod of each line if there are several, and keeps their lines apart', async () => {
  const { pod, text } = open({ isNamed: true });
  const [one, two] = [pod('web-1'), pod('web-2')];
  await one.take('half ');
  await two.take('whole\n');
  await one.take('a line\n');
  expect(text()).toBe('shop/web-2: whole\nshop/web-1: half a line\n');
});

it('lets no text of a packet steer the terminal', async () => {
  const { pod, text } = open();
  await pod('web-1').take('12:00 \u001b[2J\u202e\tx\r\n');
  expect(text()).toBe('12:00 ^[[2J\\u202e\\tx\\r\n');
});

it('counts packets, not the indented lines that belong to them', async () => {
  const { pod, text, limit } = open({ packets: 2 });
  await pod('web-1').take('one\n\tmore\ntwo\nthree\n\tmore\n');
  expect(text()).toBe('one\n\\tmore\ntwo\n');
  expect([limit.packets(), limit.reached()]).toEqual([2, 'packets']);
});

it('forgets half a line of a run that was cut off', async () => {
  const { pod, text } = open();
  const { begin, take } = pod('web-1');
  await take('12:00 IP ha');
  begin('');
  await take('12:05 IP b\n');
  expect(text()).toBe('12:05 IP b\n');
});

it('ends a line that never ends', async () => {
  const { pod, text } = open();
  await pod('web-1').take('x'.repeat(BOUNDS.packetLine.most + 1));
  expect(text()).toBe(`${'x'.repeat(BOUNDS.packetLine.most + 1)}\n`);
});
