import { describe, expect, it } from 'vitest';
import { aDebugRequest } from '../../../../test/builders/a-debug-request.ts';
import { DEBUG_FLAGS, DEFAULT_IMAGE } from '../../../flags/tables/debug-flags.ts';
import { parseCommandLine } from '../../../flags/parse-command-line.ts';
import { chooseEnvelope, type EnvelopeChoice } from './choose-envelope.ts';
import { makeSecret } from '../../../pod/containers/envelope.ts';

const COMMAND: EnvelopeChoice = {
  request: aDebugRequest({ command: ['ls'] }),
  defaults: {
    isInteractive: false,
    target: 'given',
    isOwnImage: false,
    mirrored: (image: string) => image,
  },
  result: { kind: 'session' },
  via: 'auto',
  startTimeoutMs: 90_500,
  secret: 's3cret',
};
const SHELL: EnvelopeChoice = {
  ...COMMAND,
  request: aDebugRequest({ stdin: true, tty: true }),
  defaults: { ...COMMAND.defaults, image: DEFAULT_IMAGE, isInteractive: true },
};
const choose = (choice: EnvelopeChoice, ...words: readonly string[]) =>
  chooseEnvelope(parseCommandLine(DEBUG_FLAGS, words).flags, choice);

describe('chooseEnvelope', () => {
  it.each([
    { label: 'a command', choice: COMMAND, kind: 'on-line' },
    {
      label: 'one that reads stdin',
      choice: { ...COMMAND, request: aDebugRequest({ command: ['cat'], stdin: true }) },
      kind: 'on-line',
    },
    { label: 'one that is shown by its log', choice: { ...COMMAND, via: 'log' }, kind: 'at-once' },
    { label: 'a shell that we chose', choice: SHELL, kind: 'terminal' },
    {
      label: "the shell of a target's root",
      choice: { ...SHELL, defaults: COMMAND.defaults, request: aDebugRequest({ tty: true, rootfs: 'said' }) },
      kind: 'terminal',
    },
  ] as const)('takes one for $label: $kind', ({ choice, kind }) => {
    expect(choose(choice)?.kind).toBe(kind);
  });

  it('has a command wait no longer than its start may take', () => {
    expect(choose(COMMAND)).toEqual({ kind: 'on-line', waitSeconds: 91 });
  });

  it.each([
    {
      label: 'a command on a terminal',
      choice: { ...COMMAND, request: aDebugRequest({ command: ['top'], tty: true }) },
    },
    { label: 'a shell of an image that the user named', choice: { ...SHELL, defaults: COMMAND.defaults } },
    { label: "an image's own entrypoint", choice: { ...COMMAND, request: aDebugRequest() } },
    {
      label: 'arguments alone',
      choice: { ...COMMAND, request: aDebugRequest({ command: ['-l'], argumentsOnly: true }) },
    },
    {
      label: 'a container that is only started',
      choice: { ...COMMAND, result: { kind: 'start', waits: true } },
    },
    {
      label: 'an object that is printed',
      choice: { ...COMMAND, result: { kind: 'print', dryRun: 'client', format: 'yaml' } },
    },
    { label: 'an exec', choice: { ...COMMAND, via: 'exec' } },
  ] as const)('takes none for $label, and refuses to', ({ choice }) => {
    expect(choose(choice)).toBeUndefined();
    expect(() => choose(choice, '--envelope')).toThrow(/--envelope is for a command/);
  });

  it('takes none where the user wants none', () => {
    expect(choose(COMMAND, '--envelope=false')).toBeUndefined();
    expect(choose(SHELL, '--envelope=false')).toBeUndefined();
  });
});

describe('makeSecret', () => {
  it('makes 128 bits of the numbers that it is given', () => {
    const numbers = [0, 0.999, 0.5];
    let next = 0;
    expect(makeSecret(() => numbers[next++ % 3] ?? 0)).toMatch(/^(?:0f8){10}0f$/);
  });
});
