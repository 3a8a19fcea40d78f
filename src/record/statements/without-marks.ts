import type { OpenRecord } from '../recorder.ts';
import { splitMarks } from './split-marks.ts';

/**
 * The same record of what a shell with the marks of this secret shows, without the marks: they are neither recorded nor shown.
 */
export function withoutMarks(record: OpenRecord, secret: string): OpenRecord {
  const { recorder } = record;
  const marks = splitMarks(secret);
  return {
    ...record,
    recorder: {
      ...recorder,
      output: (channel, bytes) => {
        if (channel === 'stderr') return recorder.output(channel, bytes);
        const shown = marks.read(bytes).flatMap((part) => (part.kind === 'text' ? [part.bytes] : []));
        return recorder.output(channel, Buffer.concat(shown));
      },
      rest: () => Buffer.concat([recorder.output('stdout', marks.rest()), recorder.rest()]),
    },
  };
}
