import { expect, it } from 'vitest';
import { awaitAnnouncement, type Announcement } from './announcement.ts';

function listen() {
  const heard: Announcement[] = [];
  const output: string[] = [];
  const container = {
    stdout: (chunk: Buffer) => void output.push(`out ${chunk.toString()}`),
    stderr: (chunk: Buffer) => void output.push(`err ${chunk.toString()}`),
  };
  const announced = awaitAnnouncement(container, (announcement) => heard.push(announcement));
  return { heard, output, ...announced };
}

it.each([
  { chunks: ['running\n', 'hello\n'], output: ['out hello\n'] },
  { chunks: ['running\r\nhello\n'], output: ['out hello\n'] },
  { chunks: ['run', 'ning', '\n'], output: [] },
])('keeps the announcement away from the output: $chunks', ({ chunks, output }) => {
  const heard = listen();
  chunks.forEach((chunk) => heard.sink.stdout(Buffer.from(chunk)));
  heard.sink.stderr(Buffer.from('oops'));
  heard.end();
  expect(heard.heard).toEqual([{ kind: 'running' }]);
  expect(heard.output).toEqual([...output, 'err oops']);
});

it('tells why a command cannot be executed', () => {
  const { heard, sink, end } = listen();
  sink.stdout(Buffer.from('failed permission denied\n'));
  end();
  expect(heard).toEqual([{ kind: 'failed', reason: 'permission denied' }]);
});

it.each([
  { stderr: 'mount: not permitted\n', reason: 'mount: not permitted' },
  { stderr: '', reason: 'the container ended while it was made' },
])('takes what was printed before an early end for the reason: $reason', ({ stderr, reason }) => {
  const { heard, output, sink, end } = listen();
  sink.stderr(Buffer.from(stderr));
  end();
  expect(heard).toEqual([{ kind: 'failed', reason }]);
  expect(output).toEqual([]);
});
