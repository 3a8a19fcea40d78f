import { expect, it } from 'vitest';
import { keepArrivals } from './arrivals.ts';

const A_KIB = 1024;

it('hands over in order what fits in memory and what does not', () => {
  const arrivals = keepArrivals(10 * A_KIB);
  const came: string[] = [];
  for (let at = 0; at < 100; at += 1) {
    const channel = at % 3 === 0 ? 'stderr' : 'stdout';
    arrivals.accept(channel, Buffer.alloc(A_KIB, at));
    came.push(`${channel} ${at}`);
  }
  expect(arrivals.bytes()).toBe(100 * A_KIB);
  const { stdout, stderr } = arrivals.snapshot();
  expect(stdout.length + stderr.length).toBe(10 * A_KIB);
  expect(arrivals.isInMemory()).toBe(false);
  const handed: string[] = [];
  arrivals.handOver((channel, bytes) => {
    for (let at = 0; at < bytes.length; at += A_KIB) handed.push(`${channel} ${bytes[at] ?? -1}`);
  });
  expect(handed).toEqual(came);
  arrivals.forget();
  expect({ bytes: arrivals.bytes(), isInMemory: arrivals.isInMemory() }).toEqual({
    bytes: 0,
    isInMemory: true,
  });
});
