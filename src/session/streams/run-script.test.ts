import { expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { aSocket } from '../../../test/builders/a-socket.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { runScript } from './run-script.ts';

const SCRIPT = {
  container: { namespace: 'shop', name: 'web-1', container: 'dbg' },
  text: 'true',
  args: [],
  timeoutMs: 1000,
};

it.each([
  { channel: 1, label: 'its answer' },
  { channel: 2, label: 'its errors' },
])('breaks off a script that prints more than its bound: $label', async ({ channel }) => {
  const socket = aSocket();
  const { cluster } = aCluster({ upgrade: () => Promise.resolve(socket.upgraded) });
  const running = runScript({ io: anIo().io, cluster }, SCRIPT, new AbortController().signal);
  await new Promise((resolve) => setImmediate(resolve));
  for (let at = 0; at < 100; at += 1) socket.receive(channel, 'x'.repeat(1024));
  const { end, stdout } = await running;
  expect(end).toEqual({ kind: 'broken', reason: 'what it printed is larger than 64 KiB' });
  expect(stdout.length).toBeLessThanOrEqual(64 * 1024);
});
