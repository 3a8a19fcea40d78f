import { expect, it } from 'vitest';
import { countSessions } from './count-commands.ts';

it.each([
  { said: '', count: undefined, label: 'nothing was said' },
  { said: 'sh: read: error\n', count: undefined, label: 'the image has another shell' },
  { said: '1 100\n', count: 0, label: 'only the container itself runs' },
  { said: '7 100\n7 101\n', count: 0, label: 'it has started a process' },
  { said: '7 100\n20 400\n20 401\n31 500\n', count: 2, label: 'two commands run, one of them with a child' },
])('counts $count commands if $label', ({ said, count }) => {
  expect(countSessions(said)).toBe(count);
});
