import { expect, it } from 'vitest';
import { roomsPage } from './rooms-page.ts';

it('gives each room a section, and each place in it a line, from the roof to the ground', () => {
  const page = roomsPage({
    rooms: [
      {
        name: 'pod',
        does: 'reads pods',
        imports: '',
        isPure: true,
        rooms: { 'types.ts': 'types', '.': 'rest' },
      },
      { name: 'start', does: 'starts', imports: 'pod', rooms: { wait: 'the wait' } },
    ],
    libraries: {},
  });
  const lines = page.split('\n').filter((line) => line.startsWith('##') || line.startsWith('| `'));
  expect(lines).toEqual([
    '## `src/start/`: starts',
    '| `src/start/wait/` | the wait      |',
    '## `src/pod/`: reads pods (pure)',
    '| `src/pod/types.ts` | types         |',
    '| `src/pod/*.ts`     | rest          |',
  ]);
});
