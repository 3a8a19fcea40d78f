import { describe, expect, it } from 'vitest';
import type { House } from './house.ts';
import { withRoomTable } from './room-table.ts';

const BEGIN = '<!-- Written by `npm run docs` from scripts/house/rooms.ts; changes made here are lost. -->';
const END = '<!-- End of the table. -->';
const SMALL: House = {
  rooms: [
    {
      name: 'pod',
      does: 'reads pods',
      imports: '',
      isPure: true,
      rooms: { 'types.ts': '', columns: '', '.': '' },
    },
    {
      name: 'program',
      folder: 'src',
      does: 'runs',
      imports: 'pod',
      rooms: { 'program.ts': '', 'main.ts': '' },
    },
    { name: 'docs', does: 'writes', imports: '', isApart: true, rooms: { '.': '' } },
  ],
  libraries: {},
};

describe('withRoomTable', () => {
  it('replaces what stands between its marks, from the roof to the ground, then what is apart', () => {
    const page = withRoomTable(`before\n\n${BEGIN}\nold\n${END}\n\nafter`, SMALL);
    expect(page.split('\n')).toEqual([
      'before',
      '',
      BEGIN,
      '',
      expect.stringMatching(/^\| room +\| what it does +\| inside, /),
      expect.stringMatching(/^\| -+ \| -+ \| -+ \|$/),
      expect.stringMatching(/^\| `src\/program\.ts` +\| runs +\| `main\.ts` +\|$/),
      expect.stringMatching(/^\| `src\/pod\/` +\| reads pods \(pure\) +\| `columns` +\|$/),
      expect.stringMatching(/^\| `src\/docs\/` +\| writes +\| +\|$/),
      '',
      END,
      '',
      'after',
    ]);
    expect(withRoomTable(page, SMALL)).toBe(page);
  });

  it('asks for its marks', () => {
    expect(() => withRoomTable('a page', SMALL)).toThrow('the page lacks the lines');
  });
});
