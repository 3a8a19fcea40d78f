import { describe, expect, it } from 'vitest';
import { parseVia, VIAS, WAYS, type Situation } from './ways.ts';

const SITUATION: Situation = { stdin: true, tty: true, isShell: true, from: 'start' };

describe('WAYS', () => {
  it.each([
    { via: 'auto', label: 'a shell', situation: {}, way: { kind: 'attach', head: 'live' } },
    {
      via: 'auto',
      label: 'a command on a terminal',
      situation: { isShell: false },
      way: { kind: 'attach', head: 'hold' },
    },
    {
      via: 'auto',
      label: 'a shell that reads a pipe',
      situation: { tty: false },
      way: { kind: 'attach', head: 'hold' },
    },
    {
      via: 'auto',
      label: 'a command without stdin',
      situation: { stdin: false, tty: false },
      way: { kind: 'log', streams: 'apart' },
    },
    {
      via: 'auto',
      label: 'a terminal without stdin',
      situation: { stdin: false },
      way: { kind: 'log', streams: 'merged' },
    },
    {
      via: 'auto',
      label: 'a session of others',
      situation: { stdin: false, from: 'now' },
      way: { kind: 'attach', head: 'skip' },
    },
    {
      via: 'attach',
      label: 'a command without stdin',
      situation: { stdin: false, tty: false },
      way: { kind: 'attach', head: 'hold' },
    },
    {
      via: 'log',
      label: 'a session of others',
      situation: { from: 'now' },
      way: { kind: 'log', streams: 'merged' },
    },
  ] as const)('go, by $via, for $label by $way.kind', ({ via, situation, way }) => {
    expect(WAYS[via].choose({ ...SITUATION, ...situation })).toEqual(way);
  });
});

describe('parseVia', () => {
  it('knows the ways by their names, and nothing else', () => {
    expect([...VIAS, 'toString', ''].map(parseVia)).toEqual([...VIAS, undefined, undefined]);
  });
});
