import { expect, it } from 'vitest';
import { makeOnceNotes } from './debugging.ts';

it('says each text once, as a note or as a warning', () => {
  const said: string[] = [];
  const once = makeOnceNotes({
    note: (text) => said.push(`note ${text}`),
    warn: (text) => said.push(`warn ${text}`),
  });
  once.note('a');
  once.warn('b');
  once.note('a');
  once.warn('a');
  once.warn('b');
  once.note('c');
  expect(said).toEqual(['note a', 'warn b', 'note c']);
});
