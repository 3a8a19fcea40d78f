import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { makeStyles } from './styles.ts';

describe('makeStyles', () => {
  it.each([
    { isTerminal: true, env: {}, isColored: true },
    { isTerminal: false, env: {}, isColored: false },
    { isTerminal: true, env: { NO_COLOR: '1' }, isColored: false },
    { isTerminal: true, env: { NO_COLOR: '' }, isColored: true },
    { isTerminal: true, env: { TERM: 'dumb' }, isColored: false },
    { isTerminal: false, env: { FORCE_COLOR: '1' }, isColored: true },
    { isTerminal: false, env: { FORCE_COLOR: '1', NO_COLOR: '1' }, isColored: true },
    { isTerminal: true, env: { FORCE_COLOR: '0' }, isColored: false },
    { isTerminal: true, env: { FORCE_COLOR: 'false' }, isColored: false },
    { isTerminal: false, env: { FORCE_COLOR: '' }, isColored: false },
  ])('colors: $isColored, for terminal: $isTerminal and $env', ({ isTerminal, env, isColored }) => {
    const { io } = anIo({ isTerminal, env });
    expect(makeStyles(io, 'stderr').danger('x')).toBe(isColored ? '\u001b[31mx\u001b[39m' : 'x');
  });

  it.each([
    { choice: 'always', isTerminal: false, env: { NO_COLOR: '1' }, isColored: true },
    { choice: 'never', isTerminal: true, env: { FORCE_COLOR: '1' }, isColored: false },
  ] as const)('obeys $choice whatever the environment says', ({ choice, isTerminal, env, isColored }) => {
    const { io } = anIo({ isTerminal, env });
    expect(makeStyles(io, 'stdout', choice).dim('x')).toBe(isColored ? '\u001b[2mx\u001b[22m' : 'x');
  });

  it('decides for each stream by itself', () => {
    const { io } = anIo();
    const piped = { ...io, terminal: { ...io.terminal, hasErrors: true } };
    expect(makeStyles(piped, 'stdout').success('x')).toBe('x');
    expect(makeStyles(piped, 'stderr').success('x')).toBe('\u001b[32mx\u001b[39m');
  });

  it.each([
    { label: 'nothing', text: '', shown: '' },
    { label: 'each line on its own', text: 'a\r\nb', shown: '<a>\r\n<b>' },
    // dim and strong end with the same code.
    { label: 'what follows an inner style', text: 'a\u001b[31mb\u001b[39mc', shown: '<a\u001b[31mb><c>' },
  ])('styles $label', ({ text, shown }) => {
    const { io } = anIo({ isTerminal: true });
    const styled = makeStyles(io, 'stderr').danger(text);
    expect(styled).toBe(shown.replaceAll('<', '\u001b[31m').replaceAll('>', '\u001b[39m'));
  });
});
