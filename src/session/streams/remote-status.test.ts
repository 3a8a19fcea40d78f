import { describe, expect, it } from 'vitest';
import { parseRemoteStatus } from './remote-status.ts';

const exit = (causes: unknown): string =>
  JSON.stringify({ status: 'Failure', reason: 'NonZeroExitCode', message: 'no', details: { causes } });

describe('parseRemoteStatus', () => {
  it.each([
    { label: 'a success', text: '{"metadata":{},"status":"Success"}', expected: { kind: 'success' } },
    {
      label: 'a Status that says nothing',
      text: '{"metadata":{}}',
      expected: { kind: 'unclear', text: '{"metadata":{}}' },
    },
    { label: 'no JSON', text: 'oops', expected: { kind: 'unclear', text: 'oops' } },
    { label: 'JSON that is no object', text: 'null', expected: { kind: 'unclear', text: 'null' } },
    {
      label: 'a failure',
      text: '{"status":"Failure","code":500,"reason":"InternalError","message":"container not found"}',
      expected: { kind: 'failure', code: 500, message: 'container not found' },
    },
    {
      label: 'an exit code',
      text: exit([{ reason: 'Other' }, { reason: 'ExitCode', message: '7' }]),
      expected: { kind: 'exit-code', exitCode: 7 },
    },
    {
      label: 'an exit code that is no number',
      text: exit([{ reason: 'ExitCode', message: 'seven' }]),
      expected: { kind: 'failure', code: 500, message: 'no' },
    },
    ...['many', 7, { find: 1 }, null, [null, 3]].map((causes) => ({
      label: `causes that are ${JSON.stringify(causes)}`,
      text: exit(causes),
      expected: { kind: 'failure', code: 500, message: 'no' },
    })),
  ])('reads $label', ({ text, expected }) => {
    expect(parseRemoteStatus(text)).toEqual(expected);
  });
});
