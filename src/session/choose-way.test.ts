import { describe, expect, it } from 'vitest';
import { parseVia, VIAS, WAYS, type Situation } from './choose-way.ts';

const SITUATION: Situation = { tty: true, isShell: true, envelope: undefined, from: 'start' };

describe('WAYS', () => {
  it.each([
    { via: 'auto', label: 'a shell', situation: {}, way: { kind: 'attach', earlierOutput: 'live' } },
    {
      via: 'auto',
      label: 'a command on a terminal',
      situation: { isShell: false },
      way: { kind: 'attach', earlierOutput: 'hold' },
    },
    {
      via: 'auto',
      label: 'a shell that reads a pipe',
      situation: { tty: false },
      way: { kind: 'attach', earlierOutput: 'hold' },
    },
    {
      via: 'auto',
      label: 'a command that is no shell, without a terminal',
      situation: { tty: false, isShell: false },
      way: { kind: 'attach', earlierOutput: 'hold' },
    },
    {
      via: 'auto',
      label: 'a command that waits for its start line',
      situation: { tty: false, isShell: false, envelope: 'on-line' },
      way: { kind: 'attach', earlierOutput: 'skip' },
    },
    {
      via: 'auto',
      label: 'a command in an envelope that runs at once',
      situation: { tty: false, isShell: false, envelope: 'at-once' },
      way: { kind: 'log' },
    },
    {
      via: 'auto',
      label: 'a shell in an envelope',
      situation: { envelope: 'terminal' },
      way: { kind: 'attach', earlierOutput: 'live' },
    },
    {
      via: 'auto',
      label: 'a session of others',
      situation: { from: 'now' },
      way: { kind: 'attach', earlierOutput: 'skip' },
    },
    {
      via: 'auto',
      label: 'a session of others in an envelope that runs at once',
      situation: { tty: false, isShell: false, envelope: 'at-once', from: 'now' },
      way: { kind: 'attach', earlierOutput: 'skip' },
    },
    { via: 'log', label: 'a command', situation: { tty: false, isShell: false }, way: { kind: 'log' } },
    { via: 'log', label: 'a session of others', situation: { from: 'now' }, way: { kind: 'log' } },
  ] as const)('go, by $via, for $label by $way.kind', ({ via, situation, way }) => {
    expect(WAYS[via].choose({ ...SITUATION, ...situation })).toEqual(way);
  });
});

describe('parseVia', () => {
  it('knows the ways by their names, and nothing else', () => {
    expect([...VIAS, 'attach', 'toString', ''].map(parseVia)).toEqual([
      ...VIAS,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
