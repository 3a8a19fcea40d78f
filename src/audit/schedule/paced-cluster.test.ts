import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import { makeGate, PACE, paceCluster } from './paced-cluster.ts';

const REQUEST = { method: 'GET', path: '/x' } as const;

/** Counts how many have passed. */
function passThrough(gate: ReturnType<typeof makeGate>, count: number): { readonly passed: () => number } {
  let passed = 0;
  for (let index = 0; index < count; index += 1) void gate.pass(undefined).then(() => (passed += 1));
  return { passed: () => passed };
}

describe('makeGate', () => {
  it('lets a burst pass at once, then the allowed number a second', async () => {
    const { io, advance } = anIo();
    const { passed } = passThrough(makeGate(io, { perSecond: 10, burst: 5 }), 20);
    await advance(0);
    expect(passed()).toBe(5);
    await advance(1000);
    expect(passed()).toBe(15);
    await advance(500);
    expect(passed()).toBe(20);
  });

  it('allows no more than a burst after a quiet time', async () => {
    const { io, advance } = anIo();
    const gate = makeGate(io, { perSecond: 10, burst: 5 });
    await advance(60_000);
    const { passed } = passThrough(gate, 20);
    await advance(0);
    expect(passed()).toBe(5);
  });

  it('lets no request pass while it is paused', async () => {
    const { io, advance } = anIo();
    const gate = makeGate(io, { perSecond: 10, burst: 5 });
    gate.pause(3000);
    const { passed } = passThrough(gate, 2);
    await advance(2900);
    expect(passed()).toBe(0);
    await advance(100);
    expect(passed()).toBe(2);
  });
});

it('lets others wait for a request that did not wait', async () => {
  const { io, advance } = anIo();
  const gate = makeGate(io, { perSecond: 10, burst: 5 });
  for (let index = 0; index < 8; index += 1) gate.count();
  const { passed } = passThrough(gate, 2);
  await advance(300);
  expect(passed()).toBe(0);
  await advance(100);
  expect(passed()).toBe(1);
});

describe('paceCluster', () => {
  it('retries after the time that an overloaded server asks for, and holds all other requests back until then', async () => {
    const { io, advance } = anIo();
    const sentAt: number[] = [];
    const { cluster } = aCluster({
      json: () => {
        sentAt.push(io.now().getTime());
        if (sentAt.length > 1) return 'done';
        throw new ApiError(REQUEST, 429, { code: 429, details: { retryAfterSeconds: 7 } });
      },
    });
    const paced = paceCluster(io, cluster, makeGate(io, PACE));
    const first = paced.requestJson(REQUEST);
    await advance(0);
    const second = paced.requestJson(REQUEST);
    await advance(6900);
    expect(sentAt).toHaveLength(1);
    await advance(100);
    expect(await Promise.all([first, second])).toEqual(['done', 'done']);
    expect(sentAt.slice(1).map((time) => time - (sentAt[0] ?? 0))).toEqual([7000, 7000]);
  });

  it('gives up after five minutes, and at once for other errors', async () => {
    const { io, advance } = anIo();
    const code = { now: 429 };
    const { cluster } = aCluster({
      json: () => {
        throw new ApiError(REQUEST, code.now, { code: code.now, details: { retryAfterSeconds: 32 } });
      },
    });
    const paced = paceCluster(io, cluster, makeGate(io, PACE));
    const asked = paced.requestJson(REQUEST).catch((error: unknown) => error);
    for (let seconds = 0; seconds < 360; seconds += 32) await advance(32_000);
    expect(await asked).toMatchObject({ code: 429 });
    code.now = 403;
    await expect(paced.requestJson(REQUEST)).rejects.toMatchObject({ code: 403 });
  });
});
