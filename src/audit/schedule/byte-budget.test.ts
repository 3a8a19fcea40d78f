import { describe, expect, it } from 'vitest';
import { makeByteBudget } from './byte-budget.ts';

/** Asks for room for each of these, and tells who has got it. */
function ask(size: number, wishes: readonly number[]) {
  const room = makeByteBudget(size);
  const inside: number[] = [];
  const leases = wishes.map(async (bytes, index) => {
    const lease = await room.take(bytes);
    inside.push(index);
    return lease;
  });
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  return { inside, leases, settle };
}

describe('makeByteBudget', () => {
  it.each([
    { label: 'as many as fit', size: 10, wishes: [4, 6, 1], inside: [0, 1] },
    { label: 'one alone that is larger than all of it', size: 10, wishes: [64, 1], inside: [0] },
    { label: 'nobody past who came before', size: 10, wishes: [8, 4, 1], inside: [0] },
    { label: 'any number that need nothing', size: 10, wishes: [10, 0, 0], inside: [0, 1, 2] },
  ])('lets in $label', async ({ size, wishes, inside }) => {
    const asked = ask(size, wishes);
    await asked.settle();
    expect(asked.inside).toEqual(inside);
  });

  it('gives freed bytes to the next reader, and frees them only once', async () => {
    const { inside, leases, settle } = ask(10, [10, 6, 4, 1]);
    const first = await leases[0];
    first?.shrink(4);
    await settle();
    expect(inside).toEqual([0, 1]);
    first?.release();
    first?.release();
    await settle();
    expect(inside).toEqual([0, 1, 2]);
  });
});
