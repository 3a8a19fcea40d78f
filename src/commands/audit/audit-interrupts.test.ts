import { expect, it, onTestFinished } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { Interrupted } from '../../errors/interrupted.ts';
import { listenForInterrupts } from './audit-interrupts.ts';

function listen() {
  const { io, deliver } = anIo();
  const first = new AbortController();
  const said: string[] = [];
  const interrupts = listenForInterrupts(io, first.signal, {
    onStop: () => said.push('stop'),
    onEnd: () => said.push('end'),
  });
  onTestFinished(interrupts.close);
  return { ...interrupts, deliver, first, said };
}

it('stops at the first signal, ends at the second, and leaves the third to the process', () => {
  const { stopping, ending, deliver, first, said } = listen();
  expect(deliver('SIGINT')).toBe(false);
  first.abort(new Interrupted('SIGINT'));
  expect([stopping.aborted, ending.aborted, said]).toEqual([true, false, ['stop']]);
  expect(deliver('SIGTERM')).toBe(true);
  expect([ending.aborted, said]).toEqual([true, ['stop', 'end']]);
  expect(deliver('SIGINT')).toBe(false);
});

it.each(['SIGPIPE', 'SIGHUP'] as const)('ends at once by %s', (name) => {
  const { ending, first, said } = listen();
  first.abort(new Interrupted(name));
  expect([ending.aborted, said]).toEqual([true, []]);
});

it('ignores signals once it is closed', () => {
  const { ending, deliver, first, close } = listen();
  close();
  first.abort(new Interrupted('SIGINT'));
  expect(deliver('SIGINT')).toBe(false);
  expect(ending.aborted).toBe(false);
});
