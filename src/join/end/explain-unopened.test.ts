import { describe, expect, it } from 'vitest';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import { CliError } from '../../errors/cli-error.ts';
import { canGoOnByLog, describeLogInstead, explainUnopened } from './explain-unopened.ts';

const REF = { namespace: 'shop', name: 'web-1', container: 'dbg' };
const FORBIDDEN = new ApiError({ method: 'GET', path: '/attach' }, 403, { message: 'no' });
const REFUSED = new CliError('upgrade-refused', 'a proxy refuses WebSockets', { hint: 'go around it' });
const LOGS = 'kubectl logs web-1 -n shop -c dbg';

describe('canGoOnByLog', () => {
  it.each([
    { error: FORBIDDEN, stdin: false, hasTerminal: false, can: true },
    { error: FORBIDDEN, stdin: true, hasTerminal: true, can: false },
    { error: REFUSED, stdin: false, hasTerminal: false, can: true },
    { error: REFUSED, stdin: true, hasTerminal: true, can: true },
    { error: REFUSED, stdin: true, hasTerminal: false, can: false },
    { error: new Error('bug'), stdin: false, hasTerminal: false, can: false },
  ])('of $error.name, with stdin $stdin, terminal $hasTerminal: $can', ({ error, can, ...situation }) => {
    expect(canGoOnByLog(error, { via: 'auto', ...situation })).toBe(can);
    expect(canGoOnByLog(error, { via: 'log', ...situation })).toBe(false);
  });
});

it.each([
  { stdin: false, said: 'refused; the log of "dbg" is shown instead' },
  {
    stdin: true,
    said: 'refused; the log of "dbg" is shown instead, and nothing that is typed reaches it; Ctrl-C leaves it',
  },
])('says that the log is shown instead; with stdin: $stdin', ({ stdin, said }) => {
  expect(describeLogInstead(new Error('refused'), { container: 'dbg', stdin })).toBe(said);
});

describe('explainUnopened', () => {
  it.each([
    { label: 'an answer of the server', error: FORBIDDEN, kind: 'forbidden', hint: LOGS },
    {
      label: 'a proxy',
      error: REFUSED,
      kind: 'upgrade-refused',
      hint: `go around it; debug container "dbg"`,
    },
  ])('names where the container is left after a refusal by $label', ({ error, kind, hint }) => {
    const explained = explainUnopened(error, { ...REF, isRemoved: false });
    expect(explained).toMatchObject({ kind, hint: expect.stringContaining(hint) as string });
  });

  it('does not lead to a pod that is deleted, and returns any other error as it is', () => {
    expect(explainUnopened(REFUSED, { ...REF, isRemoved: true })).toBe(REFUSED);
    const other = new CliError('timeout', 'late');
    expect(explainUnopened(other, { ...REF, isRemoved: false })).toBe(other);
  });
});
