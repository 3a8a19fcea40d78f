import { expect, it } from 'vitest';
import { parseCapabilities } from './capabilities.ts';

it.each([
  { texts: ['SYS_PTRACE'], expected: ['SYS_PTRACE'] },
  { texts: ['cap_net_admin', ' net_raw '], expected: ['NET_ADMIN', 'NET_RAW'] },
  { texts: ['all'], expected: ['ALL'] },
  { texts: [], expected: [] },
])('reads $texts as $expected', ({ texts, expected }) => {
  expect(parseCapabilities('cap-add', texts)).toEqual(expected);
});

it.each(['NET_ADMN', '', 'CAP_', 'NET_ADMIN,NET_RAW'])('refuses "%s" with the flag', (text) => {
  expect(() => parseCapabilities('cap-drop', ['ALL', text])).toThrow(
    expect.objectContaining({ kind: 'usage', message: `--cap-drop: "${text}" is not a Linux capability` }),
  );
});
