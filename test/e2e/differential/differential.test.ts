import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../environment.ts';
import { openArena, type Arena } from './arena.ts';
import { expectEqualPods, judge, type Match } from './judge.ts';
import { CREATED_ROWS, createPrinted, runShownLine, SHOWN_ROWS } from './printed.ts';
import type { Expectation, Row } from './row.ts';
import { TABLES } from './rows/tables.ts';
import { listPodNames, playRow, type Side } from './side.ts';

let arena: Arena;
const left = { ours: new Set<string>(), theirs: new Set<string>() };
beforeAll(async () => {
  arena = await openArena();
});
afterAll(() => arena.close());

const EXPECTED: Readonly<Record<Expectation['kind'], string>> = {
  same: 'does what kubectl does',
  'other-words': 'does what kubectl does, and says something else',
  refused: 'refuses what kubectl refuses',
  'ours-refuses': 'refuses what kubectl should not have done',
  'kubectl-refuses': 'does what kubectl refuses',
  'kubectl-crashes': 'does what makes kubectl crash',
  'kubectl-half-done': 'changes nothing where kubectl fails half-way',
  'other-object': 'differs from kubectl as it is written down',
};

function titleOf({ expects, pods, word = '', args, stdin }: Row): string {
  return `${EXPECTED[expects.kind]}: [${pods.join(' ')}] ${word} ${args.join(' ')}${stdin === undefined ? '' : ` < ${stdin}`}`;
}

let count = 0;
const newId = () => `r${(count += 1)}`;

/** Has both programs do what a row says; `run` is how ours is run where it is not as usual. */
async function play(row: Row, id: string, run?: Side['run']): Promise<Match> {
  const theirs = await playRow(arena.theirs, row, id);
  const ours = await playRow({ ...arena.ours, ...(run && { run }) }, row, id);
  theirs.names.forEach((name) => left.theirs.add(name));
  ours.names.forEach((name) => left.ours.add(name));
  return { row, ours, theirs };
}

describe.each(Object.entries(TABLES))('%s', (_, rows) => {
  for (const row of rows) {
    const id = newId();
    it.concurrent(titleOf(row), async () => judge(await play(row, id)));
  }
});

describe.each([
  { what: 'the line of --show-kubectl', rows: SHOWN_ROWS, run: runShownLine },
  { what: 'kubectl create with what --dry-run=client prints', rows: CREATED_ROWS, run: createPrinted },
])('$what', ({ rows, run }) => {
  for (const row of rows) {
    const id = newId();
    it.concurrent(`makes the same object: ${row.args.join(' ')}`, async () =>
      expectEqualPods(await play(row, id, run)),
    );
  }
});

it.each(['ours', 'theirs'] as const)('leaves no pod behind that no row has looked at: %s', async (side) => {
  const names = await listPodNames(arena[side]);
  expect(names.filter((name) => !left[side].has(name))).toEqual([]);
});

describe('docs/differences-from-kubectl.md', () => {
  const listed = Object.values(TABLES)
    .flat()
    .flatMap(({ expects }) => ('listed' in expects ? [expects.listed] : []));

  it.each([...new Set(listed)])('lists the difference: %s', async (difference) => {
    const text = await readFile(path.join(ROOT, 'docs/differences-from-kubectl.md'), 'utf8');
    const firstCells = text.split('\n').map((line) => line.split(/(?<!\\)\|/)[1]?.trim());
    expect(firstCells).toContain(difference);
  });
});
