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
});
