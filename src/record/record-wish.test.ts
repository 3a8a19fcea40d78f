import { describe, expect, it } from 'vitest';
import { parseRecordWish } from './record-wish.ts';

const parse = (record: string | undefined, hasInput = false) =>
  parseRecordWish({ record, hasInput, isTyped: true, workingDirectory: '/here' });

describe('parseRecordWish', () => {
  it.each([
    { record: 'auto', content: 'all', place: { kind: 'own-folder' } },
    { record: 'true', content: 'all', place: { kind: 'own-folder' } },
    { record: 'TRUE', content: 'all', place: { kind: 'own-folder' } },
    { record: 'commands', content: 'commands', place: { kind: 'own-folder' } },
    { record: './yes', content: 'all', place: { kind: 'file', path: '/here/yes' } },
    { record: 'command.log', content: 'all', place: { kind: 'file', path: '/here/command.log' } },
    { record: 'web', content: 'all', place: { kind: 'file', path: '/here/web' } },
    { record: 'a.cast', content: 'all', place: { kind: 'file', path: '/here/a.cast' } },
    { record: './commands', content: 'all', place: { kind: 'file', path: '/here/commands' } },
    { record: '/tmp/records/', content: 'all', place: { kind: 'folder', path: '/tmp/records' } },
    { record: 'commands:log.jsonl', content: 'commands', place: { kind: 'file', path: '/here/log.jsonl' } },
    { record: 'commands:logs/', content: 'commands', place: { kind: 'folder', path: '/here/logs' } },
  ])('reads $record', ({ record, content, place }) => {
    expect(parse(record)).toEqual({ content, place, hasInput: false, isTyped: true });
  });

  it.each([undefined, 'none', 'false', 'False'])('records nothing for %s', (record) => {
    expect(parse(record)).toBeUndefined();
  });

  it.each(['yes', 'no', 'On', 'off', '1', '0', 'N'])('refuses the switch %s', (record) => {
    expect(() => parse(record)).toThrow(
      expect.objectContaining({ kind: 'usage', hint: expect.stringContaining(`--record=./${record}`) }),
    );
  });

  it.each([
    { record: 'command', near: 'commands' },
    { record: 'Commands', near: 'commands' },
    { record: 'non', near: 'none' },
    { record: 'tru', near: 'true' },
  ])('takes $record for a slip of $near', ({ record, near }) => {
    expect(() => parse(record)).toThrow(
      expect.objectContaining({
        kind: 'usage',
        hint: `did you mean --record=${near}? a file of that name is --record=./${record}`,
      }),
    );
  });

  it.each([
    { label: 'no file', record: '', hasInput: false, message: /needs a file/ },
    { label: 'commands without a file', record: 'commands:', hasInput: false, message: /needs a file/ },
    { label: 'all keys of a record of commands', record: 'commands', hasInput: true, message: /all keys/ },
  ])('refuses $label', ({ record, hasInput, message }) => {
    expect(() => parse(record, hasInput)).toThrow(message);
  });
});
