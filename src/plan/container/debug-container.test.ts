import { expect, it } from 'vitest';
import { aDebugRequest } from '../../../test/builders/a-debug-request.ts';
import { readEnvelope } from '../../pod/containers/envelope.ts';
import { makeDebugContainer, newContainer } from './debug-container.ts';

const KEEP = { kind: 'keep' } as const;
const OLD = { name: 'app', image: 'old', command: ['serve'], args: ['--port'], stdin: true, tty: true };

it.each([
  {
    label: 'an image for a new container',
    container: newContainer('dbg'),
    request: {},
    expected: { name: 'dbg', terminationMessagePolicy: 'File', image: 'busybox' },
  },
  {
    label: 'no image and no command for an old one',
    container: OLD,
    request: { image: undefined },
    expected: { name: 'app', image: 'old', command: ['serve'], args: ['--port'] },
  },
  {
    label: 'a command, which replaces the old arguments',
    container: OLD,
    request: { image: undefined, command: ['sh'] },
    expected: { name: 'app', image: 'old', command: ['sh'] },
  },
  {
    label: 'arguments only',
    container: OLD,
    request: { image: undefined, command: ['-v'], argumentsOnly: true },
    expected: { name: 'app', image: 'old', command: ['serve'], args: ['-v'] },
  },
  {
    label: 'an attached stdin without a terminal',
    container: { name: 'dbg' },
    request: { stdin: true, attach: true },
    expected: { name: 'dbg', image: 'busybox', stdin: true, stdinOnce: true },
  },
  {
    label: 'an attached terminal',
    container: { name: 'dbg' },
    request: { stdin: true, tty: true, attach: true },
    expected: { name: 'dbg', image: 'busybox', stdin: true, tty: true },
  },
])('makes a container with $label', ({ container, request, expected }) => {
  expect(makeDebugContainer(container, aDebugRequest(request), KEEP)).toEqual(expected);
});

it.each([
  { label: 'a command', request: { command: ['ls'] }, expected: ['ls'] },
  { label: 'no command', request: {}, expected: undefined },
  {
    label: 'a terminal, which needs another envelope',
    request: { command: ['ls'], stdin: true, tty: true },
    expected: undefined,
  },
])('puts $label into the envelope: $expected', ({ request, expected }) => {
  const asked = aDebugRequest({ ...request, envelope: { kind: 'on-line', waitSeconds: 30 } });
  const container = makeDebugContainer(newContainer('dbg'), asked, KEEP);
  expect(readEnvelope(container)?.command).toEqual(expected);
  expect(container.stdinOnce ?? false).toBe(expected !== undefined);
});
