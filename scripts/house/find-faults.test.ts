import { describe, expect, it } from 'vitest';
import { faultText, findFaults } from './find-faults.ts';
import type { House } from './house.ts';
import { surveySource } from './survey.ts';

/** A house of a few rooms. */
const SMALL: House = {
  rooms: [
    { name: 'pod', does: '', imports: '', isPure: true, rooms: { '.': '' } },
    { name: 'plan', does: '', imports: 'pod', rooms: { '.': '' } },
    {
      name: 'start',
      does: '',
      imports: 'pod',
      importsTypesOf: 'plan',
      rooms: { 'signs.ts': '', judge: '', wait: '', '.': '' },
    },
    { name: 'program', folder: 'src', does: '', imports: 'start', rooms: { 'main.ts': '' } },
  ],
  libraries: { ws: ['start/wait'], yaml: ['plan'] },
};

/** A source without faults. */
const TIDY = {
  'src/pod/state.ts': '',
  'src/plan/plan.ts': "import type { State } from '../pod/state.ts';",
  'src/start/signs.ts': '',
  'src/start/judge/judge.ts': "import { SIGNS } from '../signs.ts';",
  'src/start/wait/wait.ts': "import { judge } from '../judge/judge.ts';\nimport { WebSocket } from 'ws';",
  'src/start/start.ts':
    "import { wait } from './wait/wait.ts';\nimport type { Plan } from '../plan/plan.ts';",
  'src/main.ts': "import 'node:fs';\nvoid import('./start/start.ts');",
};

function faultsOf(changes: Readonly<Record<string, string>>): readonly string[] {
  const survey = surveySource(SMALL, new Map(Object.entries({ ...TIDY, ...changes })));
  return findFaults(SMALL, survey).map(faultText);
}

function someFiles(folder: string, count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/file-${index}.ts`, '']));
}

describe('findFaults', () => {
  it('finds none in a source that is as the table says', () => {
    expect(faultsOf({})).toEqual([]);
  });

  it.each([
    ['statement', "import { start } from '../start/start.ts';"],
    ['type', "import type { Start } from '../start/start.ts';"],
    ['re-export', "export { start } from '../start/start.ts';"],
    ['import()', "export const load = () => import('../start/start.ts');"],
    ["type of import('…')", "export type Start = import('../start/start.ts').Start;"],
  ])('reports an import of a room that is not in the list: %s', (_, line) => {
    expect(faultsOf({ 'src/pod/state.ts': `// first line\n${line}` })).toContain(
      'src/pod/state.ts:2: pod may not import start',
    );
  });

  it('lets a stage import only types of the stage before', () => {
    expect(faultsOf({ 'src/start/start.ts': "import { plan } from '../plan/plan.ts';" })).toEqual([
      'src/start/start.ts:1: start may import only types of plan',
    ]);
  });

  it('takes `import { type … }` for an import of code, as it runs the file', () => {
    expect(faultsOf({ 'src/start/start.ts': "import { type Plan } from '../plan/plan.ts';" })).toHaveLength(
      1,
    );
  });

  it.each([
    [
      'one sub-room of a later one',
      { 'src/start/judge/judge.ts': "import '../wait/other.ts';", 'src/start/wait/other.ts': '' },
      'src/start/judge/judge.ts:1: start/judge may not import start/wait, which scripts/house/rooms.ts lists after it',
    ],
    [
      'a sub-room of the files on top',
      { 'src/start/judge/judge.ts': "import '../other.ts';", 'src/start/other.ts': '' },
      'src/start/judge/judge.ts:1: start/judge may not import start, which scripts/house/rooms.ts lists after it; other.ts can have a line of its own there',
    ],
    [
      'a file with a line of its own of a sub-room',
      { 'src/start/signs.ts': "import './judge/other.ts';", 'src/start/judge/other.ts': '' },
      'src/start/signs.ts:1: start/signs.ts may not import start/judge, which scripts/house/rooms.ts lists after it',
    ],
  ])('reports an import against the order of sub-rooms: %s', (_, changes, fault) => {
    expect(faultsOf(changes)).toEqual([fault]);
  });

  it.each([
    ['of two files', { 'src/pod/a.ts': "import './b.ts';", 'src/pod/b.ts': "import './a.ts';" }, 'a b a'],
    [
      'of three, by types and import()',
      {
        'src/pod/a.ts': "\nimport type { B } from './b.ts';",
        'src/pod/b.ts': "void import('./c.ts');",
        'src/pod/c.ts': "export * from './a.ts';",
      },
      'a b c a',
    ],
    ['of one file', { 'src/pod/a.ts': "import './a.ts';" }, 'a a'],
  ])('reports a circle: %s', (_, changes, names) => {
    const circle = names.split(' ').map((name) => `src/pod/${name}.ts`);
    const [fault, ...more] = faultsOf(changes);
    expect(fault).toMatch(/^src\/pod\/a\.ts:\d: /);
    expect(fault).toContain(`import circle: ${circle.join(' → ')}`);
    expect(more).toEqual([]);
  });

  it('reports a folder of more than 16 files, and counts each folder alone', () => {
    expect(faultsOf({ ...someFiles('src/plan', 15), ...someFiles('src/start/wait', 15) })).toEqual([]);
    expect(faultsOf(someFiles('src/plan', 16))).toEqual([
      'src/plan: 17 source files, at most 16: move those that belong together to a sub-room',
    ]);
  });

  it.each([
    [
      'a sub-room',
      'src/start/late/a.ts',
      "src/start/late: no room of the house: add a line 'late' to start in scripts/house/rooms.ts, before what imports it",
    ],
    [
      'a room',
      'src/tea/a.ts',
      'src/tea: no room of the house: add a room with its folder, or with src/tea/a.ts, to scripts/house/rooms.ts',
    ],
    [
      'a file beside the rooms',
      'src/tea.ts',
      'src: no room of the house: add a room with its folder, or with src/tea.ts, to scripts/house/rooms.ts',
    ],
  ])('reports what the table does not have, once for a folder: %s', (_, path, fault) => {
    expect(faultsOf({ [path]: "import 'nothing';", [path.replace('.ts', 's.ts')]: '' })).toEqual([fault]);
  });

  it('says after which lines a new sub-room goes', () => {
    const lines = "import '../wait/wait.ts';\nimport '../signs.ts';\nimport '../../pod/state.ts';";
    expect(faultsOf({ 'src/start/late/a.ts': lines })).toEqual([
      "src/start/late: no room of the house: add a line 'late' to start in scripts/house/rooms.ts, after 'wait'",
    ]);
  });

  it('reports a line of the table that has no source', () => {
    const texts = new Map(Object.entries({ ...TIDY, 'src/start/wait/wait.ts': '' }));
    texts.delete('src/start/judge/judge.ts');
    expect(findFaults(SMALL, surveySource(SMALL, texts)).map(faultText)).toEqual([
      "scripts/house/rooms.ts: start: 'judge' has no source file (src/start/judge): remove its line",
    ]);
  });

  it.each([
    ["import 'ws';", 'src/start/start.ts:1: ws may be imported only in start/wait'],
    ["import 'ws/lib/sender.js';", 'src/start/start.ts:1: ws may be imported only in start/wait'],
    ["import 'yaml';", 'src/start/start.ts:1: yaml may be imported only in plan'],
    ["import 'wsx';", 'src/start/start.ts:1: wsx has no home: add it to scripts/house/libraries.ts'],
    ["import '../../test/a-pod.ts';", 'src/start/start.ts:1: test/a-pod.ts is no source file of the house'],
  ])('reports an import from outside: %s', (line, fault) => {
    expect(faultsOf({ 'src/start/start.ts': line })).toEqual([fault]);
  });

  it('keeps `node:` out of a pure room', () => {
    const line = "import { randomBytes } from 'node:crypto';";
    expect(faultsOf({ 'src/plan/plan.ts': line })).toEqual([]);
    expect(faultsOf({ 'src/pod/state.ts': line })).toEqual([
      'src/pod/state.ts:1: pod is pure: it may not import node:crypto',
    ]);
  });
});
