import { describe, expect, it } from 'vitest';
import { parseRecordWish } from './record-wish.ts';

const parse = (record: string | undefined, hasInput = false) =>
  parseRecordWish({ record, hasInput, isTyped: true, workingDirectory: '/work' });

describe('parseRecordWish', () => {
  it.each([
    { record: 'auto', content: 'all', place: { kind: 'own-folder' } },
    { record: 'true', content: 'all', place: { kind: 'own-folder' } },
    { record: 'commands', content: 'commands', place: { kind: 'own-folder' } },
    { record: 'a.cast', content: 'all', place: { kind: 'file', path: '/work/a.cast' } },
    { record: './commands', content: 'all', place: { kind: 'file', path: '/work/commands' } },
    { record: '/tmp/records/', content: 'all', place: { kind: 'folder', path: '/tmp/records' } },
    { record: 'commands:log.jsonl', content: 'commands', place: { kind: 'file', path: '/work/log.jsonl' } },
    { record: 'commands:logs/', content: 'commands', place: { kind: 'folder', path: '/work/logs' } },
  ])('reads $record', ({ record, content, place }) => {
    expect(parse(record)).toEqual({ content, place, hasInput: false, isTyped: true });
  });

  it.each([undefined, 'none', 'false'])('records nothing for %s', (record) => {
    expect(parse(record)).toBeUndefined();
  });

  it.each([
    { label: 'no file', record: '', hasInput: false, message: /needs a file/ },
    { label: 'commands without a file', record: 'commands:', hasInput: false, message: /needs a file/ },
    { label: 'all keys of a record of commands', record: 'commands', hasInput: true, message: /all keys/ },
  ])('refuses $label', ({ record, hasInput, message }) => {
    expect(() => parse(record, hasInput)).toThrow(message);
  });
});
