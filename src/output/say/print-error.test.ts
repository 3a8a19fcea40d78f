import { describe, expect, it } from 'vitest';
import { CliError } from '../../errors/cli-error.ts';
import { renderError } from './print-error.ts';

describe('renderError', () => {
  it('says what failed, the stable word and the hint', () => {
    const error = new CliError('not-found', 'cannot read shop/web-1: pod not found', {
      hint: 'kubectl dbg pods',
    });
    expect(renderError(error, { stack: false })).toBe(
      'error: cannot read shop/web-1: pod not found [not-found]\nhint: kubectl dbg pods\n',
    );
  });

  it('leaves the hint out when there is none', () => {
    expect(renderError(new CliError('usage', 'no pod given'), { stack: false })).toBe(
      'error: no pod given [usage]\n',
    );
  });

  it('lets no text from a cluster steer the terminal or start a line', () => {
    const message = 'cannot start shop/web-1: \u001b[2Jpull failed\nerror: all is well [ok]\n';
    expect(renderError(new CliError('start-failed', message), { stack: false })).toBe(
      'error: cannot start shop/web-1: ^[[2Jpull failed\n  error: all is well [ok] [start-failed]\n',
    );
  });

  it.each([
    { label: 'an error', thrown: new TypeError('x is undefined'), expected: 'TypeError: x is undefined' },
    { label: 'a value', thrown: 'oops', expected: 'oops' },
    { label: 'a long message', thrown: new Error('first\nsecond'), expected: 'Error: first' },
  ])('asks to report $label that is no failure of a known kind, in one line', ({ thrown, expected }) => {
    expect(renderError(thrown, { stack: false })).toBe(
      `error: internal error: ${expected}; please report this [internal]\n`,
    );
  });

  it('shows where it came from and its cause only when asked', () => {
    const error = new CliError('unreachable', 'no answer', { cause: new Error('ECONNREFUSED') });
    expect(renderError(error, { stack: false })).not.toContain('ECONNREFUSED');
    expect(renderError(error, { stack: true })).toMatch(
      /print-error\.test\.ts[\s\S]*caused by Error: ECONNREFUSED/,
    );
  });
});
