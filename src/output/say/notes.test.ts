import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { makeNotes } from './notes.ts';

describe('makeNotes', () => {
  it.each([
    { quiet: false, expected: 'image busybox\nWarning: no probe\n' },
    { quiet: true, expected: 'Warning: no probe\n' },
  ])('writes notes and warnings to stderr, quiet: $quiet', ({ quiet, expected }) => {
    const { io, stdoutText, stderrText } = anIo();
    const notes = makeNotes(io, { quiet });
    notes.note('image busybox');
    notes.warn('no probe');
    expect(stderrText()).toBe(expected);
    expect(stdoutText()).toBe('');
  });

  it('keeps each text on one printable line', () => {
    const { io, stderrText } = anIo();
    makeNotes(io, { quiet: false }).note('a\nerror: b\u001b[2J');
    expect(stderrText()).toBe('a\\nerror: b^[[2J\n');
  });

  it('marks a warning with a colour on a terminal', () => {
    const { io, stderrText } = anIo({ isTerminal: true });
    makeNotes(io, { quiet: false }).warn('no probe');
    expect(stderrText()).toBe('\u001b[33mWarning:\u001b[39m no probe\n');
  });
});
