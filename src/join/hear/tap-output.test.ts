import { expect, it } from 'vitest';
import { tapOutput } from './tap-output.ts';

it('hands every piece to all listeners and to the output', () => {
  const heard: string[] = [];
  const hearAs = (who: string) => (channel: string, bytes: Buffer) =>
    void heard.push(`${who} ${channel} ${bytes.toString()}`);
  const output = { write: hearAs('output'), flush: () => Promise.resolve() };
  const tapped = tapOutput(output, [hearAs('first'), hearAs('second')]);
  tapped.write('stdout', Buffer.from('a'));
  tapped.write('stderr', Buffer.from('b'));
  expect(heard).toEqual([
    'first stdout a',
    'second stdout a',
    'output stdout a',
    'first stderr b',
    'second stderr b',
    'output stderr b',
  ]);
  expect(tapped.flush).toBe(output.flush);
});
