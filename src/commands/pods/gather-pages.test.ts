import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { gatherPages, type PagePart } from './gather-pages.ts';

const part = (order: number, name: string): PagePart => ({ order, pods: [{ pod: aPod({ name }) }] });

/** Gathers pages of contexts; `pass` lets the second pass in which pages wait for each other. */
function gather(count: number) {
  const printed: string[][] = [];
  let pass: () => void = () => undefined;
  const pages = gatherPages({
    io: { sleep: () => new Promise<void>((resolve) => (pass = resolve)) },
    count,
    print: (parts) => {
      printed.push(parts.flatMap(({ pods }) => pods.map(({ pod }) => pod.metadata.name ?? '')));
      return Promise.resolve();
    },
    end: () => {
      printed.push(['end']);
      return Promise.resolve();
    },
  });
  return { pages, printed, pass: () => pass() };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('gatherPages', () => {
  it('prints in the order of the contexts, whichever answers first', async () => {
    const { pages, printed } = gather(2);
    await pages.add(part(1, 'b-1'));
    await pages.listed();
    await pages.add(part(0, 'a-1'));
    await pages.add(part(0, 'a-2'));
    expect(printed).toEqual([]);
    await pages.listed();
    expect(printed).toEqual([['a-1', 'a-2', 'b-1'], ['end']]);
  });

  it('prints after a second what has come, and what comes later at once', async () => {
    const { pages, printed, pass } = gather(2);
    await pages.add(part(1, 'b-1'));
    pass();
    await settled();
    expect(printed).toEqual([['b-1']]);
    await pages.add(part(1, 'b-2'));
    await pages.add(part(0, 'a-1'));
    expect(printed).toEqual([['b-1'], ['b-2'], ['a-1']]);
    await pages.listed();
    await pages.listed();
    expect(printed.at(-1)).toEqual(['end']);
  });
});
