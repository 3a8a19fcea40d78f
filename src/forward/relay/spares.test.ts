import { expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import type { ExecLoss } from './exec-stream.ts';
import type { Link } from './link.ts';
import { keepSpares } from './spares.ts';

const LOSS: ExecLoss = { why: 'the connection was cut', isUnstarted: false };
const never = new AbortController().signal;

interface FakeLink {
  readonly link: Link;
  readonly lose: () => void;
}

function aLink(quietMs: number, onEnd: () => void): FakeLink {
  let lose: () => void = () => undefined;
  const lost = new Promise<ExecLoss>((resolve) => (lose = () => resolve(LOSS)));
  const nothing = (): void => undefined;
  const link: Link = {
    canEndInput: true,
    send: nothing,
    endInput: nothing,
    pause: nothing,
    resume: nothing,
    quietMs: () => quietMs,
    lost,
    connect: nothing,
    connectorId: () => undefined,
    ready: Promise.resolve(),
    finish: nothing,
    end: onEnd,
  };
  return { link, lose };
}

/** Spares, and all links that were opened; `answer` says how the next ones open. */
async function keep() {
  const { io, advance } = anIo();
  const opened: FakeLink[] = [];
  let endCount = 0;
  let quietMs = 0;
  let failure: ExecLoss | Error | undefined;
  let tries = 0;
  const spares = keepSpares(io, () => {
    tries += 1;
    if (failure instanceof Error) return Promise.reject(failure);
    if (failure !== undefined) return Promise.resolve(failure);
    const fake = aLink(quietMs, () => (endCount += 1));
    opened.push(fake);
    return Promise.resolve(fake.link);
  });
  await advance(0);
  return {
    spares,
    opened,
    advance,
    tries: () => tries,
    endCount: () => endCount,
    setQuiet: (milliseconds: number) => (quietMs = milliseconds),
    fail: (how: ExecLoss | Error | undefined) => (failure = how),
  };
}

it('opens two ahead, hands the first one out, and opens another', async () => {
  const { spares, opened, advance } = await keep();
  expect(opened).toHaveLength(2);
  expect(await spares.take(never)).toBe(opened[0]?.link);
  await advance(0);
  expect(opened).toHaveLength(3);
});

it('opens a link for a connection that finds no spare', async () => {
  const { spares, opened } = await keep();
  await Promise.all([spares.take(never), spares.take(never)]);
  expect(await spares.take(never)).toBe(opened[2]?.link);
});

it('hands no spare out that has been silent for long: it may be dead', async () => {
  const { spares, opened, setQuiet, advance } = await keep();
  setQuiet(12_001);
  await spares.take(never);
  await spares.take(never);
  await advance(0);
  expect(opened).toHaveLength(4);
  setQuiet(0);
  expect(await spares.take(never)).toBe(opened[4]?.link);
});

it('replaces a spare that is lost, after a pause', async () => {
  const { spares, opened, advance } = await keep();
  opened[0]?.lose();
  await advance(0);
  expect(opened).toHaveLength(2);
  await advance(60_000);
  expect(opened).toHaveLength(3);
  expect(await spares.take(never)).toBe(opened[1]?.link);
});

it.each([{ failure: LOSS }, { failure: new Error('forbidden') }])(
  'tries ever more seldom while no spare can be opened, and tells who needs a link why: $failure',
  async ({ failure }) => {
    const { spares, opened, tries, fail, advance } = await keep();
    await Promise.all([spares.take(never), spares.take(never)]);
    fail(failure);
    for (let second = 0; second < 20; second += 1) await advance(1000);
    expect(tries()).toBeLessThan(20);
    const taken = spares.take(never);
    if (failure instanceof Error) await expect(taken).rejects.toBe(failure);
    else expect(await taken).toBe(failure);
    fail(undefined);
    await advance(60_000);
    expect(opened.length).toBeGreaterThan(2);
  },
);

it('opens none after its end', async () => {
  const { spares, tries, advance } = await keep();
  const before = tries();
  spares.close();
  await spares.take(never);
  await advance(60_000);
  expect(tries()).toBe(before);
});
