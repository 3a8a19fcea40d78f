import { expect, it } from 'vitest';
import { anIo } from '../../test/builders/an-io.ts';
import { printableStream } from './printable-stream.ts';

it('writes what a program says at once, and nothing that steers a terminal', async () => {
  const fake = anIo();
  const stream = printableStream(fake.io.stderr);
  const say = (bytes: string | Buffer): Promise<void> =>
    new Promise((resolve) => stream.write(bytes, () => resolve()));
  const snowman = Buffer.from('☃');
  await say('Password: ');
  expect(fake.stderrText()).toBe('Password: ');
  await say('\r');
  await say('\n\u001b]0;pwned\u0007\u009b2J\u202e\r');
  await say('x\n');
  await say(snowman.subarray(0, 1));
  await say(snowman.subarray(1));
  expect(fake.stderrText()).toBe('Password: \n^[]0;pwned\\u0007\\u009b2J\\u202e\\rx\n☃');
});
