import { expect, it } from 'vitest';
import { askAtOnce } from './ask-at-once.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('has eight questions under way, and returns the answers in the order of the items', async () => {
  let underWay = 0;
  let most = 0;
  const items = Array.from({ length: 20 }, (_, index) => index);
  const answers = await askAtOnce(items, async (item) => {
    most = Math.max(most, (underWay += 1));
    for (let turns = item % 3; turns >= 0; turns -= 1) await turn();
    underWay -= 1;
    return item * 2;
  });
  expect(answers).toEqual(items.map((item) => item * 2));
  expect(most).toBe(8);
});

it('throws the first failure, and asks nothing more then', async () => {
  const asked: number[] = [];
  const items = Array.from({ length: 20 }, (_, index) => index);
  const answers = askAtOnce(items, async (item) => {
    asked.push(item);
    await turn();
    if (item === 3) throw new Error('no');
  });
  await expect(answers).rejects.toThrow('no');
  await turn();
  expect(asked.length).toBeLessThanOrEqual(16);
});

it('asks nothing for no items', async () => {
  expect(await askAtOnce([], () => Promise.reject(new Error('asked')))).toEqual([]);
});
